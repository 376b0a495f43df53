package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Option;
import coterie.agent.http.AgentRequest;
import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import coterie.agent.http.Reply;
import coterie.testkit.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a real agent answers over a real port. */
@Timeout(600)
class AgentTest {
  @TempDir static Path folder;
  private static Agent agent;
  private static Client client;

  @BeforeAll
  static void start() throws Exception {
    agent = RealAgent.start(RealAgent.settings(folder).flag(Option.TAGS, "role=web"));
    client = RealAgent.client(agent, null);
  }

  @AfterAll
  static void end() {
    agent.close();
  }

  private static Object field(String path, String name) throws IOException {
    Reply reply = client.ask("GET", path);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.object().get(name);
  }

  private static String firstLine(String request) throws IOException {
    try (Socket socket = new Socket(agent.http().host(), agent.http().port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      byte[] bytes = socket.getInputStream().readNBytes(12);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  @Test
  void membersAndHealthAreTold() throws IOException {
    assertThat(field("/members", "self")).isEqualTo("a");
    assertThat(field("/members", "members").toString()).contains("name=a", "tags={role=web}");
    assertThat(field("/health", "good")).isEqualTo(true);
    assertThat(field("/health", "votersLeader")).isEqualTo("a");
    assertThat(field("/health/live", "live")).isEqualTo(true);
  }

  @Test
  void whatIsNotThereIsSaidInOneSentence() throws IOException {
    Reply none = client.ask("GET", "/nowhere");
    assertThat(none.status()).isEqualTo(404);
    assertThat(none.error()).contains("no such path");
    Reply method = client.ask("DELETE", "/members");
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.error()).isEqualTo("this path takes GET");
    assertThat(client.ask("POST", "/locks/x?wait=soon").status()).isEqualTo(400);
    assertThat(client.ask("POST", "/sessions/none").status()).isEqualTo(404);
    Reply keys = client.ask("GET", "/keys");
    assertThat(keys.status()).isEqualTo(409);
    assertThat(keys.error()).contains("--key-file");
  }

  @Test
  void badBodiesAreRefused() throws IOException {
    assertThat(client.ask("POST", "/broadcast").status()).isEqualTo(400);
    assertThat(client.ask("POST", "/broadcast", Map.of("topic", 5)).error())
        .isEqualTo("the body needs \"topic\", a string");
    Map<String, String> long1 = Map.of("topic", "t", "text", "x".repeat(AgentRequest.BODY_MAX));
    assertThat(client.ask("POST", "/broadcast", long1).status()).isEqualTo(413);
    Map<String, String> long2 = Map.of("topic", "t", "text", "x".repeat(2_000));
    assertThat(client.ask("POST", "/broadcast", long2).status()).isEqualTo(400);
  }

  @Test
  void pagesInBrowsersAreNotServed() throws IOException {
    String tail = "Content-Length: 0\r\nConnection: close\r\n\r\n";
    String host = "Host: " + agent.http() + "\r\n";
    assertThat(firstLine("GET /members HTTP/1.1\r\n" + host + tail)).endsWith("200");
    assertThat(firstLine("GET /members HTTP/1.1\r\nHost: evil.example\r\n" + tail)).endsWith("403");
    String origin = "Origin: http://evil.example\r\n";
    assertThat(firstLine("POST /leave HTTP/1.1\r\n" + host + origin + tail)).endsWith("403");
    assertThat(agent.node().isOpen()).isTrue();
  }

  @Test
  void metricsAreText() throws IOException {
    String text = client.ask("GET", "/metrics").text();
    assertThat(text)
        .contains("coterie_members{cluster=\"test\",node=\"a\",status=\"alive\"} 1")
        .contains("coterie_packets_total{", "coterie_drops_total{", "jvm_memory_used_bytes");
  }

  @Test
  void descriptionIsServed() throws IOException {
    assertThat(client.ask("GET", "/openapi.yaml").text()).startsWith("openapi: 3");
  }

  @Test
  void broadcastIsHeardByWhoFollowsEvents() throws Exception {
    try (EventReader events = client.follow("GET", "/events")) {
      assertThat(events.next().kind()).isEqualTo(EventReader.ALIVE);
      Map<String, String> body = Map.of("topic", "cache", "text", "new \u00e9");
      assertThat(client.ask("POST", "/broadcast", body).isGood()).isTrue();
      EventReader.Event event = RealAgent.next(events);
      assertThat(event.kind()).isEqualTo("broadcast");
      assertThat(event.data()).containsEntry("topic", "cache").containsEntry("text", "new \u00e9");
    }
  }

  @Test
  void lockIsHeldAsLongAsItsStream() throws Exception {
    EventReader first = client.follow("POST", "/locks/door");
    assertThat(RealAgent.next(first).kind()).isEqualTo("waiting");
    EventReader.Event gained = RealAgent.next(first);
    assertThat(gained.kind()).isEqualTo("gained");
    assertThat(gained.number("token")).isPositive();
    assertThat(gained.number("leftMillis")).isPositive();
    assertThat(field("/locks/door", "holder")).isEqualTo("a");
    try (EventReader other = client.follow("POST", "/locks/door?wait=0")) {
      assertThat(RealAgent.next(other).kind()).isEqualTo("waiting");
      assertThat(RealAgent.next(other).kind()).isEqualTo("refused");
    }
    try (EventReader second = client.follow("POST", "/locks/door?wait=1m")) {
      assertThat(RealAgent.next(second).kind()).isEqualTo("waiting");
      // The client is gone, without a word.
      first.close();
      EventReader.Event again = RealAgent.next(second);
      assertThat(again.kind()).isEqualTo("gained");
      assertThat(again.number("token")).isGreaterThan(gained.number("token"));
      String session = String.valueOf(again.data().get("session"));
      assertThat(client.ask("POST", "/sessions/" + session).isGood()).isTrue();
      assertThat(client.ask("DELETE", "/sessions/" + session).isGood()).isTrue();
    }
    Await.until(() -> field("/locks/door", "holder") == null);
  }

  @Test
  void whoLeadsByElectionIsTold() throws IOException {
    assertThat(field("/leaders", "leader")).isEqualTo("a");
    assertThat(field("/leaders", "election")).isEqualTo("raft");
  }

  @Test
  void registerIsWrittenUnderAConditionAndRead() throws IOException {
    assertThat(field("/registers/owner", "version")).isEqualTo(0L);
    Map<String, Object> first = Map.of("text", "cart-1", "expected", 0);
    assertThat(client.ask("POST", "/registers/owner", first).object())
        .containsEntry("outcome", "written")
        .containsEntry("version", 1L);
    assertThat(client.ask("POST", "/registers/owner", first).object())
        .containsEntry("outcome", "refused")
        .containsEntry("text", "cart-1");
    Map<String, Object> any = Map.of("text", "x".repeat(60_000));
    assertThat(client.ask("POST", "/registers/owner", any).object()).containsEntry("version", 2L);
    assertThat(field("/registers/owner", "text").toString()).hasSize(60_000);
    Map<String, Object> odd = Map.of("text", "", "expected", "soon");
    assertThat(client.ask("POST", "/registers/owner", odd).error())
        .isEqualTo("\"expected\" is the version that was read, a number from 0");
    Map<String, Object> large = Map.of("text", "x".repeat(65_537));
    assertThat(client.ask("POST", "/registers/owner", large).status()).isEqualTo(413);
  }

  @Test
  void leadershipIsGivenBackWithItsStream() throws Exception {
    try (EventReader stream = client.follow("POST", "/leaders/billing")) {
      assertThat(RealAgent.next(stream).kind()).isEqualTo("waiting");
      assertThat(RealAgent.next(stream).kind()).isEqualTo("gained");
      assertThat(field("/leaders/billing", "leader")).isEqualTo("a");
      assertThat(client.ask("POST", "/leaders/billing").error()).contains("another client");
    }
    Await.until(() -> field("/leaders/billing", "leader") == null);
  }

  @Test
  void cutTakesNamesOfMembers() throws IOException {
    Reply reply = client.ask("POST", "/passage", Map.of("cut", List.of("nobody")));
    assertThat(reply.status()).isEqualTo(404);
    assertThat(client.ask("POST", "/passage", Map.of("cut", List.of())).isGood()).isTrue();
  }
}
