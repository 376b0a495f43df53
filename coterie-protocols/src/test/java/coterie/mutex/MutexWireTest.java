package coterie.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.Stamps;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.mutex.lamport.LamportMutex;
import coterie.mutex.lease.LeaseLock;
import coterie.mutex.ricartagrawala.RicartAgrawala;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages of the locks as bytes. */
class MutexWireTest {
  private static <M extends Message> void assertShort(Class<M> family, List<M> messages, int most) {
    Codec<M> codec = Codec.of(family);
    for (M message : messages) {
      byte[] bytes = codec.encode(message);
      assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(message));
      assertThat(bytes).hasSizeLessThanOrEqualTo(most);
    }
  }

  @Test
  void messagesOfRicartAgrawalaComeBackAsTheyWereAndAreShort() {
    assertShort(
        RicartAgrawala.Msg.class,
        List.of(
            new RicartAgrawala.Request(1),
            new RicartAgrawala.Reply(10_000),
            new RicartAgrawala.Hello(4_097),
            new RicartAgrawala.Welcome(4_097, Stamps.STAMP_MAX)),
        16);
  }

  @Test
  void messagesOfLamportComeBackAsTheyWereAndAreShort() {
    assertShort(
        LamportMutex.Msg.class,
        List.of(
            new LamportMutex.Request(1),
            new LamportMutex.Ack(10_000, 9_999, 9_998),
            new LamportMutex.Release(Stamps.STAMP_MAX),
            new LamportMutex.Hello(4_097),
            new LamportMutex.Welcome(4_097, 4_098, 0, 4_096)),
        24);
  }

  @Test
  void messagesOfLeaseLockComeBackAsTheyWereAndAreShort() {
    long clock = 1L << 50;
    long token = 3_000_000_042L;
    List<NodeId> one = List.of(new NodeId(7));
    assertShort(
        LeaseLock.Msg.class,
        List.of(
            new LeaseLock.Ask("invoice-7", 2, 9, token, clock, false, 0xfedc_ba98L, 0),
            new LeaseLock.Ask("invoice-7", 2, 9, 0, clock, true, 0xfedc_ba98L, 0xfedc_ba98L),
            new LeaseLock.Grant("invoice-7", 2, 9, token, clock, 10_000_000_000L),
            new LeaseLock.InLine("invoice-7", 2, 9, one),
            new LeaseLock.InLine("invoice-7", 2, 9, List.of()),
            new LeaseLock.Refuse("invoice-7", 2, 9, clock),
            new LeaseLock.Release("invoice-7", 2, 9),
            new LeaseLock.Released("invoice-7", 2, 9),
            new LeaseLock.NotLeader("invoice-7", 2, 9, one)),
        42);
  }
}
