package coterie.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.Agent;
import coterie.agent.RealAgent;
import coterie.testkit.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who does not mean well, on a real port. */
@Timeout(600)
class IntrudersTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final String HEAD = "POST /broadcast HTTP/1.1\r\nHost: localhost\r\n";

  private final List<Socket> dribblers = new ArrayList<>();

  @TempDir static Path folder;
  private static Agent agent;

  @BeforeAll
  static void start() throws Exception {
    agent = RealAgent.start(RealAgent.settings(folder));
  }

  @AfterAll
  static void end() {
    agent.close();
  }

  private static Socket connect() throws IOException {
    return new Socket(agent.http().host(), agent.http().port());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A byte now and then, which would be enough for a timeout of single reads. */
  @Test
  void whoDribblesARequestIsCutOff() throws Exception {
    try (Socket mute = connect()) {
      for (String first : List.of("GET /mem", HEAD + "X: ", HEAD + "Content-Length: 999\r\n\r\n")) {
        dribblers.add(connect());
        dribblers.getLast().getOutputStream().write(bytes(first));
      }
      long deadline = System.nanoTime() + DEADLINE.toNanos();
      while (!dribblers.isEmpty()) {
        assertThat(System.nanoTime()).as("%d are left", dribblers.size()).isLessThan(deadline);
        dribblers.removeIf(socket -> isCutOff(socket, false));
      }
      Await.until(() -> isCutOff(mute, true));
    }
    assertThat(RealAgent.client(agent, null).ask("GET", "/members").isGood()).isTrue();
  }

  private static boolean isCutOff(Socket socket, boolean isMute) {
    try {
      if (!isMute) {
        socket.getOutputStream().write(' ');
      }
      socket.setSoTimeout(50);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void requestsThatNobodyMeansWellHarmNobody() throws Exception {
    String tail = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    for (String request :
        List.of(
            "GET mailto:x" + tail,
            "OPTIONS *" + tail,
            "CONNECT a:1" + tail,
            "GET /%2e%2e/members" + tail,
            "GET /members/" + tail,
            "GET /members;a=b" + tail,
            "GET /locks/%zz" + tail,
            "GET /locks/%00" + tail,
            "GET /" + "x/".repeat(10_000) + tail,
            "GET /members HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(1_000_000) + "\r\n\r\n",
            "GET /members HTTP/1.1\r\n" + "X: y\r\n".repeat(1_000) + "\r\n",
            HEAD + "Content-Length: -1\r\n\r\n",
            HEAD + "Content-Length: 99999999999999999999\r\n\r\n",
            HEAD + "Content-Length: 5\r\n\r\n[[[[[",
            HEAD + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            HEAD + "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
            "\r\n".repeat(10_000) + "x")) {
      assertThat(answer(request)).as(request.substring(0, 20)).doesNotStartWith("HTTP/1.1 200");
    }
    assertThat(RealAgent.client(agent, null).ask("GET", "/members").isGood()).isTrue();
  }

  /** All that comes back; none if the connection is cut off. */
  private static String answer(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) DEADLINE.toMillis());
      OutputStream out = socket.getOutputStream();
      out.write(bytes(request));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("no answer to " + request.substring(0, 20), e);
    } catch (IOException e) {
      return "";
    }
  }

  /** What has asked stays; of what has not, the eldest makes way, and whoever comes is answered. */
  @Test
  void floodOfSilentConnectionsEndsItself() throws Exception {
    List<Socket> flood = new ArrayList<>();
    try (Socket known = connect()) {
      assertThat(askAgain(known)).isTrue();
      for (int i = 0; i < Crowd.strangersMax() + 10; i++) {
        flood.add(connect());
        flood.getLast().getOutputStream().write('G');
      }
      Await.until(() -> isCutOff(flood.getFirst(), true));
      assertThat(isAnswered()).isTrue();
      assertThat(askAgain(known)).isTrue();
      assertThat(isCutOff(flood.getLast(), true)).isFalse();
    } finally {
      for (Socket socket : flood) {
        socket.close();
      }
    }
  }

  private static boolean askAgain(Socket socket) throws IOException {
    socket.setSoTimeout((int) DEADLINE.toMillis());
    socket.getOutputStream().write(bytes("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("{\"live\":true}\n")) {
      int b = socket.getInputStream().read();
      if (b < 0) {
        return false;
      }
      answer.append((char) b);
    }
    return answer.toString().startsWith("HTTP/1.1 200 OK\r\n");
  }

  /** HEAD is GET without its body; what is no path, or no URL, is answered as everything else. */
  @Test
  void everyAnswerIsJsonAndHeadHasNone() throws Exception {
    String tail = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    String head = answer("HEAD /health/live" + tail);
    assertThat(head).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Length: 14\r\n");
    assertThat(head).endsWith("\r\n\r\n");
    assertThat(answer("HEAD /nowhere" + tail)).startsWith("HTTP/1.1 404").endsWith("\r\n\r\n");
    assertThat(answer("HEAD /events" + tail)).startsWith("HTTP/1.1 405");
    for (String path : List.of("//members", "/%zz", "/locks/%zz", "/members?%zz=%", "*", "x")) {
      String text = answer("GET " + path + tail);
      boolean isMembers = path.startsWith("/members");
      assertThat(text).as(path).contains("Content-Type: application/json\r\n");
      assertThat(text).as(path).startsWith(isMembers ? "HTTP/1.1 200" : "HTTP/1.1 4");
      assertThat(text).as(path).contains(isMembers ? "{\"cluster\"" : "{\"error\":\"");
    }
  }

  private static boolean isAnswered() {
    try {
      return RealAgent.client(agent, null).ask("GET", "/members").isGood();
    } catch (IOException e) {
      return false;
    }
  }
}
