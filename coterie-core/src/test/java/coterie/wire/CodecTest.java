package coterie.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is written is read again, in the bytes that were agreed on. */
class CodecTest {
  private static final Codec<Everything.Msg> EVERYTHING = Codec.of(Everything.Msg.class);
  private static final Codec<Gossip.Msg> GOSSIP = Codec.of(Gossip.Msg.class);

  @Test
  void everyMessageComesBackEqualAndIsAsLongAsItsSizeSays() {
    for (int seed = 0; seed < 20_000; seed++) {
      Everything.Msg message = new Everything(new SplittableRandom(seed)).message(3);
      byte[] bytes = EVERYTHING.encode(message);
      assertThat(EVERYTHING.decode(bytes)).as("seed %d", seed).isEqualTo(value(message));
      assertThat(EVERYTHING.size(message)).as("seed %d", seed).isEqualTo(bytes.length);
    }
  }

  @Test
  void numbersOfEveryLengthComeBack() {
    for (int bits = 0; bits < 64; bits++) {
      for (long near = -2; near <= 2; near++) {
        assertComesBack(new Gossip.Nack((1L << bits) + near));
        assertComesBack(new Gossip.Nack(-(1L << bits) + near));
      }
    }
  }

  @Test
  void recordsOfEveryLengthComeBack() {
    for (int length = 0; length < 20_000; length += length < 300 ? 1 : 997) {
      Gossip.Tag tag = new Gossip.Tag("k", "x".repeat(length));
      Gossip.Update alive =
          new Gossip.Alive(new NodeId(-1), 1, "n", Bytes.none(), List.of(tag, tag));
      assertComesBack(new Gossip.Ack(-1, List.of(alive, new Gossip.Left(new NodeId(2), 3))));
    }
  }

  @Test
  void messagesAreWrittenOneBehindTheOther() {
    Output out = new Output();
    GOSSIP.write(new Gossip.Nack(1), out);
    int end = out.size();
    GOSSIP.write(Gossip.ofMembers(100), out);
    assertThat(GOSSIP.decode(out.buffer(), 0, end)).isEqualTo(value(new Gossip.Nack(1)));
    assertThat(GOSSIP.decode(out.buffer(), end, out.size()))
        .isEqualTo(value(Gossip.ofMembers(100)));
    assertThat(out.clear().toBytes()).isEmpty();
  }

  @Test
  void newsOfTenMembersFitsInto300Bytes() {
    assertThat(GOSSIP.size(Gossip.ofMembers(10))).isEqualTo(285);
  }

  @Test
  void anyListCanBeSentAndIsImmutableWhenRead() {
    List<Gossip.Update> linked = new LinkedList<>(Gossip.ofMembers(50).gossip());
    Gossip.Ping ping = new Gossip.Ping(1, linked);
    assertComesBack(ping);
    Gossip.Ping read =
        (Gossip.Ping) ((Decoded.Value<?>) GOSSIP.decode(GOSSIP.encode(ping))).message();
    assertThatThrownBy(() -> read.gossip().remove(0))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.gossip().set(0, linked.get(1)))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void singleRecordIsAFamilyOfItsOwnWithoutAKind() {
    Codec<Gossip.Tag> codec = Codec.of(Gossip.Tag.class);
    byte[] bytes = codec.encode(new Gossip.Tag("a", "b"));
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("0101610162");
    assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(new Gossip.Tag("a", "b")));
  }

  /** A change of these files is a change of the format. */
  @Test
  void bytesOfEveryKindAreThoseAgreedOn() throws IOException {
    NodeId one = new NodeId(0x0123456789ABCDEFL);
    Gossip.Alive alive =
        new Gossip.Alive(
            one,
            3,
            "jos\u00e9",
            Bytes.of((byte) 127, (byte) 1),
            List.of(new Gossip.Tag("dc", "eu")));
    List<Gossip.Update> all =
        List.of(
            alive,
            new Gossip.Suspect(one, -1, new NodeId(-2)),
            new Gossip.Failed(one, 64),
            new Gossip.Left(one, 1L << 40));
    Map<String, Gossip.Msg> golden =
        Map.of(
            "ping", new Gossip.Ping(1, all),
            "ping-request", new Gossip.PingRequest(300, one, List.of()),
            "ack", new Gossip.Ack(-5, List.of(alive)),
            "nack", new Gossip.Nack(Long.MIN_VALUE));
    Map<String, String> written = new TreeMap<>();
    Map<String, String> agreed = new TreeMap<>();
    for (Map.Entry<String, Gossip.Msg> each : golden.entrySet()) {
      written.put(each.getKey(), HexFormat.of().formatHex(GOSSIP.encode(each.getValue())));
      agreed.put(each.getKey(), golden(each.getKey()));
    }
    assertThat(written).isEqualTo(agreed);
  }

  @Test
  void halfASurrogatePairBecomesAQuestionMark() {
    Codec<Gossip.Tag> codec = Codec.of(Gossip.Tag.class);
    Gossip.Tag tag = new Gossip.Tag("\uD800", "");
    assertThat(codec.size(tag)).isEqualTo(codec.encode(tag).length);
    assertThat(codec.decode(codec.encode(tag)))
        .isEqualTo(new Decoded.Value<>(new Gossip.Tag("?", "")));
  }

  @Test
  void replacementCharacterItselfCanBeSent() {
    Gossip.Tag tag = new Gossip.Tag("\uFFFD", "");
    Codec<Gossip.Tag> codec = Codec.of(Gossip.Tag.class);
    assertThat(codec.decode(codec.encode(tag))).isEqualTo(new Decoded.Value<>(tag));
  }

  @Test
  void envelopeComesBackInEighteenBytes() {
    Envelope envelope = new Envelope(0xC0FFEE00, 3, new NodeId(-7), 1, 2);
    Output out = new Output();
    envelope.write(out);
    assertThat(out.size()).isEqualTo(18).isEqualTo(envelope.size());
    assertThat(Envelope.read(out.buffer(), 0, 18)).isEqualTo(placed(envelope, 18));
    for (int length = 0; length < 18; length++) {
      assertThat(Envelope.read(out.buffer(), 0, length)).isInstanceOf(Decoded.Malformed.class);
    }
    Envelope late = new Envelope(1, 300, new NodeId(0), Long.MAX_VALUE, 1L << 41);
    late.write(out.clear());
    assertThat(out.size()).isEqualTo(late.size());
    assertThat(Envelope.read(out.buffer(), 0, out.size())).isEqualTo(placed(late, out.size()));
  }

  @Test
  void stampAndSealComeBackBehindTheEnvelope() {
    Envelope.Seal seal = new Envelope.Seal(0xCAFE, -1, 300);
    for (Envelope envelope :
        List.of(
            new Envelope(1, 3, new NodeId(-7), 1, 2, 77, 3, null),
            new Envelope(1, 3, new NodeId(-7), 1, 2, 0, 0, seal),
            new Envelope(1, 3, new NodeId(-7), 1, 2, Long.MIN_VALUE, -5_000_000_000L, seal))) {
      Output out = new Output();
      envelope.write(out);
      int size = out.size();
      assertThat(size).isEqualTo(envelope.size());
      assertThat(Envelope.read(out.buffer(), 0, size)).isEqualTo(placed(envelope, size));
      for (int length = 0; length < size; length++) {
        assertThat(Envelope.read(out.buffer(), 0, length)).isInstanceOf(Decoded.Malformed.class);
      }
    }
  }

  @Test
  void nextVersionOfTheEnvelopeMayAppend() {
    Envelope envelope = new Envelope(1, 3, new NodeId(-7), 1, 2, 77, 3, null);
    Output out = new Output();
    envelope.write(out);
    byte[] bytes = Arrays.copyOf(out.toBytes(), out.size() + 2);
    bytes[0] = 4;
    bytes[16] = (byte) (bytes[16] + 2);
    assertThat(Envelope.read(bytes, 0, bytes.length)).isEqualTo(placed(envelope, bytes.length));
    bytes[0] = 5;
    assertThat(Envelope.read(bytes, 0, bytes.length)).isInstanceOf(Decoded.Unknown.class);
    bytes[0] = 2;
    assertThat(Envelope.read(bytes, 0, bytes.length))
        .as("a version without sums")
        .isInstanceOf(Decoded.Unknown.class);
    bytes[0] = 77;
    assertThat(Envelope.read(bytes, 0, bytes.length)).isInstanceOf(Decoded.Malformed.class);
  }

  private static Decoded<Envelope.Placed> placed(Envelope envelope, int messageFrom) {
    return new Decoded.Value<>(new Envelope.Placed(envelope, messageFrom));
  }

  private static void assertComesBack(Gossip.Msg message) {
    byte[] bytes = GOSSIP.encode(message);
    assertThat(GOSSIP.decode(bytes)).isEqualTo(value(message));
    assertThat(GOSSIP.size(message)).isEqualTo(bytes.length);
  }

  private static <M> Decoded<M> value(M message) {
    return new Decoded.Value<>(message);
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = CodecTest.class.getResourceAsStream("/wire/" + name + ".hex")) {
      assertThat(in).as("src/test/resources/wire/%s.hex", name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
    }
  }
}
