package coterie.wire;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Records that come again are not made again, and are the right ones. */
class RecentTest {
  private static <M> M read(Codec<M> codec, M message, Recent recent) {
    byte[] bytes = codec.encode(message);
    assertThat(codec.decode(bytes, 0, bytes.length, recent))
        .isEqualTo(new Decoded.Value<>(message));
    return ((Decoded.Value<M>) codec.decode(bytes, 0, bytes.length, recent)).message();
  }

  @Test
  void recordThatComesAgainIsTheSame() {
    Codec<Gossip.Ping> codec = Codec.of(Gossip.Ping.class);
    Recent recent = new Recent();
    Gossip.Ping first = read(codec, Gossip.ofMembers(100), recent);
    List<Gossip.Update> turned = new ArrayList<>(first.gossip()).reversed();
    Gossip.Ping second = read(codec, new Gossip.Ping(7, turned), recent);
    for (int i = 0; i < 100; i++) {
      assertThat(second.gossip().get(i)).isSameAs(first.gossip().get(99 - i));
    }
  }

  @Test
  void equalBytesOfAnotherKindAreAnotherRecord() {
    NodeId who = new NodeId(5);
    long incarnation = Long.MAX_VALUE; // As many bytes as are remembered.
    read(
        Codec.of(Gossip.Ack.class),
        new Gossip.Ack(
            1,
            List.of(
                new Gossip.Failed(who, incarnation),
                new Gossip.Left(who, incarnation),
                new Gossip.Failed(who, incarnation))),
        new Recent());
  }

  /** More than it remembers, of many lengths, in one place as in another. */
  @Test
  void whatIsReadIsWhatWasWritten() {
    SplittableRandom random = new SplittableRandom(1);
    Recent recent = new Recent();
    Codec<Gossip.Ack> codec = Codec.of(Gossip.Ack.class);
    for (int round = 0; round < 2_000; round++) {
      List<Gossip.Update> updates = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        String name = "n".repeat(random.nextInt(300));
        NodeId who = new NodeId(random.nextInt(20_000));
        updates.add(new Gossip.Alive(who, random.nextInt(2), name, Bytes.none(), List.of()));
      }
      read(codec, new Gossip.Ack(round, updates), recent);
    }
  }
}
