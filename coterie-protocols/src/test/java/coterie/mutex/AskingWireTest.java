package coterie.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Message;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages of both locks as bytes. */
class AskingWireTest {
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
}
