package coterie.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What seeds mean. */
class SeedsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final List<String> problems = new ArrayList<>();

  private static InetSocketAddress at(String host, int port) throws IOException {
    return new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
  }

  private Set<InetSocketAddress> addresses(String dns, String... seeds) {
    return new Seeds(List.of(seeds), dns).addresses(problems);
  }

  @Test
  void addressesAndNamesAreLookedUp() throws IOException {
    assertThat(addresses("dns:", "127.0.0.1:7001", "dns:localhost:7002", "[::1]:7003"))
        .contains(at("127.0.0.1", 7001), new InetSocketAddress(LOOPBACK, 7002), at("::1", 7003));
    assertThat(problems).isEmpty();
  }

  @Test
  void aFileMayChange(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("seeds");
    Seeds seeds = new Seeds(List.of("file:" + file), "dns:");
    assertThat(seeds.addresses(problems)).isEmpty();
    assertThat(problems).hasSize(1);
    long before = seeds.filesStamp();
    Files.writeString(file, "# a comment\n\n127.0.0.1:7001\nno address\n");
    assertThat(seeds.filesStamp()).isNotEqualTo(before);
    assertThat(seeds.addresses(problems)).containsExactly(at("127.0.0.1", 7001));
    assertThat(problems.getLast())
        .isEqualTo(
            "the seed no address cannot be used: an address is host:port with a port up to 65535,"
                + " such as 127.0.0.1:7101 or [::1]:7101, not \"no address\"");
  }

  @Test
  void servicesAreFoundByTheirRecords() throws Exception {
    try (DatagramSocket server = new DatagramSocket(0, LOOPBACK)) {
      Thread.ofVirtual().start(() -> answer(server));
      String dns = "dns://%s:%d".formatted(LOOPBACK.getHostAddress(), server.getLocalPort());
      assertThat(addresses(dns, "srv:_coterie._udp.shop.test"))
          .contains(new InetSocketAddress(LOOPBACK, 7946), new InetSocketAddress(LOOPBACK, 7947));
      assertThat(problems).isEmpty();
    }
  }

  /** A name server that knows one service on two ports of localhost. */
  private static void answer(DatagramSocket server) {
    byte[] buffer = new byte[1_024];
    while (!server.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        server.receive(packet);
        byte[] answer = answer(buffer, packet.getLength());
        server.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      } catch (SocketException e) {
        return;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static byte[] answer(byte[] question, int length) throws IOException {
    int end = 12;
    while (question[end] != 0) {
      end += question[end] + 1;
    }
    end += 5;
    assertThat(end).isLessThanOrEqualTo(length);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(question, 0, 2);
    out.writeShort(0x8580); // An answer of who knows.
    out.writeShort(1);
    out.writeShort(2);
    out.writeInt(0);
    out.write(question, 12, end - 12);
    for (int port = 7946; port <= 7947; port++) {
      out.writeShort(0xC00C); // The name in the question.
      out.writeShort(33);
      out.writeShort(1);
      out.writeInt(60);
      byte[] host = "localhost".getBytes(StandardCharsets.US_ASCII);
      out.writeShort(6 + 1 + host.length + 1);
      out.writeShort(0);
      out.writeShort(0);
      out.writeShort(port);
      out.writeByte(host.length);
      out.write(host);
      out.writeByte(0);
    }
    return bytes.toByteArray();
  }
}
