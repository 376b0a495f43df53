package coterie.node;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Cluster;
import coterie.Coterie;
import coterie.member.Card;
import coterie.member.swim.Swim;
import coterie.member.swim.Update;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.Loop;
import coterie.net.directory.Addresses;
import coterie.wire.Codec;
import coterie.wire.Envelope;
import coterie.wire.Output;
import coterie.wire.Sum;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Word that a later process goes by a node's name: it is asked before it is believed. */
class NamesakeTest {
  private static final long LATER = 1_000_000;

  /** What one member says, or a bit that turned in its memory, ends nobody. */
  @Test
  void hearsayOfALaterProcessEndsNobody() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop();
        DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Coterie a = cluster.join("a");
      Coterie b = cluster.join("b");
      cluster.join("c");
      cluster.awaitAgreement();
      hears(a, b, (InetSocketAddress) silent.getLocalSocketAddress());
      Cluster.await(
          "its word prevails, or it is gone",
          () -> !a.isOpen() || b.member("a").orElseThrow().incarnation() > a.incarnation() + LATER);
      assertThat(a.isOpen()).isTrue();
      assertThat(b.member("a").orElseThrow().address()).isEqualTo(a.address());
      cluster.awaitAgreement();
    }
  }

  @Test
  void laterProcessThatAnswersIsBelieved() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop();
        Loop loop = Loop.open("later")) {
      Coterie a = cluster.join("a");
      Coterie b = cluster.join("b");
      cluster.awaitAgreement();
      InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      HostConfig later = HostConfig.of("test", "a", any).withIncarnation(a.incarnation() + LATER);
      Host host =
          Host.open(
              loop, later, node -> node.add("member", Swim.Msg.class, c -> (from, message) -> {}));
      host.start().get();
      hears(a, b, host.address());
      Cluster.await("the earlier one stops", () -> !a.isOpen());
    }
  }

  /** Says to that node, as if the other one did, that its name is at that address. */
  private static void hears(Coterie node, Coterie from, InetSocketAddress where) throws Exception {
    Update alive =
        new Update.Alive(
            node.id(),
            node.incarnation() + LATER,
            new Card(node.name(), Addresses.pack(where), List.of()));
    Output packet = new Output();
    new Envelope(
            Sum.of("test".getBytes(StandardCharsets.UTF_8), 0, 4),
            NodePlan.MEMBER,
            from.id(),
            from.incarnation(),
            node.incarnation())
        .write(packet);
    Codec.of(Swim.Msg.class).write(new Swim.News(List.of(alive)), packet);
    Sum.append(packet);
    byte[] bytes = packet.toBytes();
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      String[] to = node.address().split(":");
      socket.send(
          new DatagramPacket(
              bytes, bytes.length, InetAddress.getByName(to[0]), Integer.parseInt(to[1])));
    }
  }
}
