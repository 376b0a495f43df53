package coterie.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import coterie.lab.page.PageStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What passes the door of the page, and what does not. */
class PageDoorTest extends ServerCase {
  private static final String NAMED = "X-Coterie-Session: a";

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/index.html, text/html; charset=utf-8",
    "/style.css, text/css; charset=utf-8",
    "/js/session.js, text/javascript; charset=utf-8",
    "/worker.js, text/javascript; charset=utf-8",
    "/icon.svg, image/svg+xml",
    "/config.json, application/json; charset=utf-8"
  })
  void filesHaveTheirTypes(String path, String type) throws IOException {
    RawClient.Reply reply = serve().get(path);
    assertThat(reply.code()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).isEqualTo(type);
    assertThat(reply.body()).isNotEmpty();
  }

  @Test
  void allAnswersAreProtected() throws IOException {
    RawClient client = serve();
    for (String path : List.of("/", "/nothing.js", "/session", "/cluster/state")) {
      RawClient.Reply reply = client.get(path);
      assertThat(reply.header("Content-Security-Policy"))
          .as(path)
          .startsWith("default-src 'none'; script-src 'self' 'sha256-")
          .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
          .doesNotContain("unsafe-inline", "'unsafe-eval'", "http:", "https:", "*");
      assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(reply.header("Referrer-Policy")).isEqualTo("no-referrer");
      assertThat(reply.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
      assertThat(reply.header("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @Test
  void workerMayNotMakeFunctionsOutOfText() throws IOException {
    RawClient client = serve();
    assertThat(client.get("/worker.js").header("Content-Security-Policy"))
        .startsWith("default-src 'none';")
        .contains("script-src 'self' 'wasm-unsafe-eval'")
        .doesNotContain("'unsafe-eval'");
    assertThat(client.get("/js/app.js").header("Content-Security-Policy"))
        .doesNotContain("'unsafe-eval'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:PORT",
        "127.0.0.1.evil.example:PORT",
        "localhost.evil.example:PORT",
        "127.0.0.1",
        "localhost:1",
        "0.0.0.0:PORT",
        ""
      })
  void foreignNamesOfThisMachineAreRefused(String host) throws IOException {
    RawClient client = serve();
    RawClient.Reply reply = client.get("/", "Host: " + host.replace("PORT", port(client)));
    assertThat(reply.code()).isIn(400, 421);
    assertThat(reply.text()).doesNotContain("<script");
  }

  private static String port(RawClient client) {
    return String.valueOf(client.port());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "LOCALHOST", "[::1]"})
  void ownNamesOfThisMachineAreServed(String host) throws IOException {
    RawClient client = serve();
    assertThat(client.get("/", "Host: " + host + ":" + port(client)).code()).isEqualTo(200);
  }

  @Test
  void twoHostsAreRefused() throws IOException {
    RawClient client = serve();
    String own = "Host: 127.0.0.1:" + port(client);
    assertThat(client.get("/", own, "Host: evil.example").code()).isIn(400, 421);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: https://127.0.0.1:PORT",
        "Origin: http://localhost:PORT",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Sec-Fetch-Site: none"
      })
  void pagesOfOtherSitesMayNotAsk(String header) throws IOException {
    RawClient client = serve();
    String foreign = header.replace("PORT", port(client));
    assertThat(client.post("/session", "protocols", NAMED, foreign).code()).isEqualTo(403);
    assertThat(client.post("/cluster/leave?agent=0", "", foreign).code()).isEqualTo(403);
    assertThat(client.get("/cluster/state", foreign).code()).isEqualTo(403);
  }

  @Test
  void ownPageMayAsk() throws IOException {
    RawClient client = serve();
    String origin = "Origin: http://127.0.0.1:" + port(client);
    RawClient.Reply reply =
        client.post("/session", "protocols", NAMED, origin, "Sec-Fetch-Site: same-origin");
    assertThat(reply.code()).isEqualTo(200);
    assertThat(reply.text()).contains("\"name\":\"raft\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../index.html",
        "/js/../index.html",
        "/%2e%2e/index.html",
        "/js/%2e%2e%2findex.html",
        "/..%5cindex.html",
        "//etc/passwd",
        "/js",
        "/js/",
        "/js/shell",
        "/.git/config",
        "/session.stamp",
        "/index.html%00.js",
        "/index.html/",
        "/package-info.class",
        "/../server/LabServer.class",
        "/nothing.js"
      })
  void nothingButFilesOfThePageIsFound(String path) throws IOException {
    RawClient.Reply reply = serve().get(path);
    assertThat(reply.code()).isIn(400, 404);
    if (reply.code() == 404) {
      assertThat(reply.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
      assertThat(reply.text()).isEqualTo("There is no such file.\n");
    }
  }

  @Test
  void headHasNoBody() throws IOException {
    RawClient client = serve();
    RawClient.Reply head = client.send("HEAD", "/style.css", "");
    assertThat(head.code()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.header("Content-Length"))
        .isEqualTo(String.valueOf(client.get("/style.css").body().length));
  }

  @Test
  void knownFileIsNotSentAgain() throws IOException {
    RawClient client = serve();
    String tag = client.get("/style.css").header("ETag");
    RawClient.Reply again = client.get("/style.css", "If-None-Match: " + tag);
    assertThat(again.code()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"})
  void otherMethodsAreRefused(String method) throws IOException {
    RawClient.Reply reply = serve().send(method, "/session", "");
    assertThat(reply.code()).isEqualTo(405);
    assertThat(reply.header("Allow")).isEqualTo("GET, HEAD, POST");
  }

  @Test
  void tooLongBodyIsRefused() throws IOException {
    RawClient client = serve();
    String head =
        "POST /session HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%s\r\n".formatted(port(client), NAMED);
    assertThat(client.raw(head + "Content-Length: 999999999\r\n\r\n").code()).isEqualTo(413);
    assertThat(client.raw(head + "Content-Length: 99999999999999999999\r\n\r\n").code())
        .isIn(0, 400, 413);
    assertThat(client.raw(head + "Content-Length: -5\r\n\r\n").code()).isIn(0, 400);
  }

  @Test
  void portInUseIsOneSentence() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      PageStart any = start(null, List.of());
      PageStart same =
          new PageStart(taken.getLocalPort(), any.recipes(), false, null, List.of(), any.version());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new LabServer().serve(same))
          .withMessageContaining("cannot be used")
          .withMessageContaining("--port");
    }
  }

  @Test
  void silentConnectionsDoNotKeepOthersOut() throws IOException {
    RawClient client = serve();
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 500; i++) {
        Socket socket = new Socket("127.0.0.1", client.port());
        socket
            .getOutputStream()
            .write("POST /session HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.UTF_8));
        silent.add(socket);
      }
      assertThat(client.get("/").code()).isEqualTo(200);
      assertThat(client.post("/session", "protocols", NAMED).code()).isEqualTo(200);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void pageIsToldHowItWasStarted() throws IOException {
    PageStart.Opened opened =
        new PageStart.Opened("<b>.trace", "# </script><b>\nprotocol raft\n", null);
    RawClient.Reply reply = serve(start(opened, List.of())).get("/config.json");
    assertThat(reply.text())
        .contains("\"session\":\"worker\"", "\"version\":\"coterie test\"", "protocol raft");
  }
}
