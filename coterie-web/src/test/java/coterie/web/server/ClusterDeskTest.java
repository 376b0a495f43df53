package coterie.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A cluster that is asked for the page: an agent that answers, one that is gone, one that hangs.
 */
class ClusterDeskTest extends ServerCase {
  private @Nullable HttpServer agent;

  /** An agent that tells what was asked. */
  private URI agent(String token) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 10);
    server.createContext(
        "/",
        exchange -> {
          String given = exchange.getRequestHeaders().getFirst("Authorization");
          boolean isAllowed = token.isEmpty() || ("Bearer " + token).equals(given);
          String text =
              isAllowed
                  ? "{\"asked\":\"%s %s\"}"
                      .formatted(exchange.getRequestMethod(), exchange.getRequestURI())
                  : "{\"error\":\"a token is needed\"}";
          byte[] body = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(isAllowed ? 200 : 401, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    agent = server;
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    if (agent != null) {
      agent.stop(0);
    }
  }

  @Test
  void deadAndHangingAgentsAreToldAsSuch() throws IOException {
    try (ServerSocket hangs = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      URI mute = URI.create("http://127.0.0.1:" + hangs.getLocalPort());
      ServerSocket gone = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
      URI dead = URI.create("http://127.0.0.1:" + gone.getLocalPort());
      gone.close();
      RawClient.Reply reply =
          serve(start(null, List.of(agent(""), dead, mute))).get("/cluster/state");
      assertThat(reply.text())
          .contains("\"asked\":\"GET /members\"", "\"asked\":\"GET /health\"")
          .contains("\"agent\":0", "\"isThere\":true")
          .contains("no agent answers", "did not answer within 2000 ms");
    }
  }

  @Test
  void tokenIsHandedOnAndMissed() throws IOException {
    RawClient client = serve(start(null, List.of(agent("secret"))));
    assertThat(client.get("/cluster/state").text()).contains("\"needsToken\":true");
    RawClient.Reply reply = client.get("/cluster/state", "X-Coterie-Token: secret");
    assertThat(reply.text()).contains("\"isThere\":true").doesNotContain("secret");
    assertThat(client.get("/cluster/state").text()).as("kept").contains("\"needsToken\":true");
  }

  @Test
  void onlyWhatIsListedIsAsked() throws IOException {
    RawClient client = serve(start(null, List.of(agent(""))));
    assertThat(client.get("/cluster/ask?agent=0&path=/locks/backup").text())
        .contains("GET /locks/backup");
    for (String path :
        List.of("/keys", "/metrics", "/locks/../keys", "http://127.0.0.1/", "/locks/a%20b")) {
      assertThat(client.get("/cluster/ask?agent=0&path=" + path).code()).as(path).isEqualTo(400);
    }
    assertThat(client.get("/cluster/ask?agent=1&path=/members").code()).isEqualTo(400);
    assertThat(client.get("/cluster/ask?agent=-1&path=/members").code()).isEqualTo(400);
    assertThat(client.get("/cluster/ask?path=/members").code()).isEqualTo(400);
    assertThat(client.get("/cluster/keys").code()).isEqualTo(404);
  }

  @Test
  void ordersAreHandedOn() throws IOException {
    RawClient client = serve(start(null, List.of(agent(""))));
    assertThat(client.post("/cluster/leave?agent=0", "").text()).contains("POST /leave");
    assertThat(client.post("/cluster/broadcast?agent=0", "{\"topic\":\"a\"}").text())
        .contains("POST /broadcast");
    assertThat(client.post("/cluster/broadcast?agent=0", "no json").code()).isEqualTo(400);
    assertThat(client.get("/cluster/leave?agent=0").code()).isEqualTo(404);
  }

  @Test
  void withoutAClusterThereIsNothingToAsk() throws IOException {
    RawClient client = serve();
    assertThat(client.get("/cluster/state").text()).isEqualTo("{\"agents\":[]}");
    assertThat(client.post("/cluster/leave?agent=0", "").code()).isEqualTo(400);
  }

  @Test
  void eventsOfAgentsAreHandedOn() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 10);
    server.createContext(
        "/events",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          String event = "id: 1\nevent: joined\ndata: {\"event\":\"joined\",\"member\":\"b\"}\n\n";
          exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    agent = server;
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    RawClient client = serve(start(null, List.of(address)));
    assertThat(client.until("/cluster/events", "event: agent", "}}"))
        .contains("data: {\"agent\":0,\"event\":{\"event\":\"joined\",\"member\":\"b\"}}");
  }
}
