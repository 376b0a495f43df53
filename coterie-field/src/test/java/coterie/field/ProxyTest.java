package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.testkit.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProxyTest {
  private static final int LONG_MILLIS = 20_000;
  private static final int SHORT_MILLIS = 200;

  private Proxy proxy;
  private DatagramSocket a;
  private DatagramSocket b;

  @BeforeEach
  void open() throws Exception {
    proxy = new Proxy(2, 1);
    a = new DatagramSocket(proxy.real(0));
    b = new DatagramSocket(proxy.real(1));
  }

  @AfterEach
  void close() {
    proxy.close();
    a.close();
    b.close();
  }

  @Test
  void answerToTheSourceOfPacketComesFromWhereItWasSentTo() throws Exception {
    send(a, proxy.face(1), "question");
    DatagramPacket question = receive(b, LONG_MILLIS);
    assertThat(text(question)).isEqualTo("question");
    assertThat(question.getSocketAddress()).isNotEqualTo(proxy.real(0));
    send(b, question.getSocketAddress(), "answer");
    assertThat(text(receive(a, LONG_MILLIS))).isEqualTo("answer");
  }

  @Test
  void cutIsOneWay() throws Exception {
    proxy.way(0, 1, Way.cut());
    send(a, proxy.face(1), "lost");
    send(b, proxy.face(0), "heard");
    assertThat(text(receive(a, LONG_MILLIS))).isEqualTo("heard");
    assertThatThrownBy(() -> receive(b, SHORT_MILLIS)).isInstanceOf(SocketTimeoutException.class);
    proxy.ways(Way.clear());
    send(a, proxy.face(1), "healed");
    assertThat(text(receive(b, LONG_MILLIS))).isEqualTo("healed");
  }

  @Test
  void delayedPacketComesNotBeforeItsTime() throws Exception {
    long delay = 50_000_000;
    proxy.ways(new Way(0, 0, delay, delay));
    long from = System.nanoTime();
    send(a, proxy.face(1), "late");
    receive(b, LONG_MILLIS);
    assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(delay);
  }

  @Test
  void packetMayComeTwice() throws Exception {
    proxy.ways(new Way(0, 1, 0, 0));
    send(a, proxy.face(1), "again");
    assertThat(text(receive(b, LONG_MILLIS))).isEqualTo("again");
    assertThat(text(receive(b, LONG_MILLIS))).isEqualTo("again");
  }

  @Test
  void packetsOvertakeEachOther() throws Exception {
    proxy.ways(new Way(0, 0, 0, 100_000_000));
    StringBuilder sent = new StringBuilder();
    StringBuilder received = new StringBuilder();
    for (char c = 'a'; c <= 'z'; c++) {
      send(a, proxy.face(1), "" + c);
      sent.append(c);
    }
    for (int i = 0; i < sent.length(); i++) {
      received.append(text(receive(b, LONG_MILLIS)));
    }
    assertThat(received.toString()).hasSameSizeAs(sent).isNotEqualTo(sent.toString());
  }

  @Test
  void sameSeedLosesTheSamePackets() throws Exception {
    String first = survivors(7);
    assertThat(first).isEqualTo(survivors(7)).isNotEqualTo(survivors(8)).hasSizeBetween(10, 90);
  }

  private static String survivors(long seed) throws Exception {
    StringBuilder text = new StringBuilder();
    try (Proxy other = new Proxy(2, seed);
        DatagramSocket from = new DatagramSocket(other.real(0));
        DatagramSocket to = new DatagramSocket(other.real(1))) {
      other.ways(new Way(0.5, 0, 0, 0));
      for (int i = 0; i < 100; i++) {
        send(from, other.face(1), "" + (char) (' ' + i));
      }
      Await.until("all packets have met their fate", () -> other.lost() + other.passed() == 100);
      other.ways(Way.clear());
      send(from, other.face(1), "end");
      String next = text(receive(to, LONG_MILLIS));
      while (!next.equals("end")) {
        text.append(next);
        next = text(receive(to, LONG_MILLIS));
      }
    }
    return text.toString();
  }

  @Test
  void sameSeedTurnsTheSameBitOfAPacket() throws Exception {
    String first = turned(7);
    assertThat(first).isEqualTo(turned(7)).isNotEqualTo("aaaa").hasSize(4);
    int bits = 0;
    for (char c : first.toCharArray()) {
      bits += Integer.bitCount(c ^ 'a');
    }
    assertThat(bits).isEqualTo(1);
    assertThat(proxy.turnedDatagrams()).isEqualTo(2);
  }

  private String turned(long seed) throws Exception {
    proxy.damage(Damage.anywhere(1, 0), seed);
    send(a, proxy.face(1), "aaaa");
    DatagramPacket packet = receive(b, LONG_MILLIS);
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void streamGoesBothWays() throws Exception {
    try (ServerSocket server =
            new ServerSocket(proxy.real(1).getPort(), 1, proxy.real(1).getAddress());
        Socket asking = new Socket()) {
      asking.connect(proxy.face(1), LONG_MILLIS);
      asking.getOutputStream().write("question".getBytes(StandardCharsets.UTF_8));
      asking.shutdownOutput();
      try (Socket answering = server.accept()) {
        assertThat(answering.getInputStream().readAllBytes()).asString().isEqualTo("question");
        answering.getOutputStream().write("answer".getBytes(StandardCharsets.UTF_8));
      }
      assertThat(asking.getInputStream().readAllBytes()).asString().isEqualTo("answer");
    }
  }

  private static void send(DatagramSocket from, SocketAddress to, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    from.send(new DatagramPacket(bytes, bytes.length, (InetSocketAddress) to));
  }

  private static DatagramPacket receive(DatagramSocket at, int millis) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[100], 100);
    at.setSoTimeout(millis);
    at.receive(packet);
    return packet;
  }

  private static String text(DatagramPacket packet) {
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
  }
}
