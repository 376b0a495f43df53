package coterie.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import coterie.core.NodeId;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No bytes whatsoever make the reader throw, or take memory out of proportion. */
public class HostileTest {
  private static final Codec<Everything.Msg> EVERYTHING = Codec.of(Everything.Msg.class);
  private static final Codec<Gossip.Msg> GOSSIP = Codec.of(Gossip.Msg.class);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** An element of a list takes a byte or two and may become a record of some fields. */
  private static final int BYTES_A_BYTE = 400;

  private static final int BYTES_ANYWAY = 4_000;

  /** The first reasons load the classes that format them. */
  private static final int WARM_UP = 5_000;

  private static final int SEEDS = Boolean.getBoolean("coterie.deep") ? 1_000_000 : 30_000;

  @Test
  void randomAndMutatedBytesGiveAnOutcomeAndLittleGarbage() {
    int[] outcomes = new int[3];
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = seed % 4 == 0 ? noise(random) : mutated(random);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      Decoded<Everything.Msg> decoded = EVERYTHING.decode(bytes);
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      if (seed >= WARM_UP) {
        assertThat(allocated)
            .as("seed %d, %d bytes", seed, bytes.length)
            .isLessThan(BYTES_ANYWAY + (long) BYTES_A_BYTE * bytes.length);
      }
      switch (decoded) {
        case Decoded.Value<Everything.Msg> value -> {
          outcomes[0]++;
          assertThat(EVERYTHING.decode(EVERYTHING.encode(value.message()))).isEqualTo(value);
        }
        case Decoded.Unknown<Everything.Msg> unknown -> outcomes[1]++;
        case Decoded.Malformed<Everything.Msg> malformed -> {
          outcomes[2]++;
          assertThat(malformed.why()).as("seed %d", seed).doesNotContain("Index", "null");
        }
      }
    }
    assertThat(Arrays.stream(outcomes).min().orElse(0))
        .as("the rarest outcome")
        .isGreaterThan(SEEDS / 100);
  }

  @Test
  void everyPrefixAndEveryFlippedBitGivesAnOutcome() {
    byte[] good = GOSSIP.encode(Gossip.ofMembers(3));
    for (int length = 0; length < good.length; length++) {
      assertThat(GOSSIP.decode(Arrays.copyOf(good, length))).isNotNull();
    }
    for (int bit = 0; bit < 8 * good.length; bit++) {
      byte[] flipped = good.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(GOSSIP.decode(flipped)).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', no bytes at all",
    "00, version 0 where 1 is understood",
    "02, version 2 where 1 is understood",
    "01, a number is cut off",
    "0103ff, a number is cut off",
    "01038000, a number takes more bytes than it needs",
    "0103ffffffffffffffffff02, a number takes more bytes than it needs",
    "0103ffffffffffffffffffff01, a number takes more bytes than it needs",
    "010002ffffff7f, a list of 268435455 elements with 0 bytes left",
    "010002ffffffffffffffffff01, a list of 18446744073709551615 elements with 0 bytes left",
    "0100020201, a list of 2 elements with 1 bytes left",
    "010002010105, a record of 5 bytes with 0 bytes left",
    "0100020101ffffffffffffffffff01, a record of 18446744073709551615 bytes with 0 bytes left",
    "0100020100040000, a record of 4 bytes with 2 bytes left",
    "01000201000400000000, a fixed number is cut off",
    "010002010013000000000000000100 08 6d656d62657230ff 00 00, a string is not UTF-8",
    "01000201000b0000000000000001000900, a string of 9 bytes with 1 bytes left",
  })
  void badBytesAreMalformedForAReason(String hex, String why) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertThat(GOSSIP.decode(bytes)).isEqualTo(new Decoded.Malformed<>(why));
  }

  @ParameterizedTest
  @CsvSource({
    "0101 00 8080808010, 2147483648 is not an int",
    "0101 00 00 808004, 32768 is not a short",
    "0101 00 00 00 00 02, '2 is not a boolean, which is 0 or 1'",
    "0101 00 00 00 00 ff, '-1 is not a boolean, which is 0 or 1'",
    "0101 00 00 00 00 00 0000, a fixed number is cut off",
  })
  void valuesOutOfRangeAreMalformed(String hex, String why) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertThat(EVERYTHING.decode(bytes)).isEqualTo(new Decoded.Malformed<>(why));
  }

  @Test
  void bytesBehindTheLastFieldAreTakenForFieldsOfANewerVersion() {
    assertThat(GOSSIP.decode(HexFormat.of().parseHex("01030effff")))
        .isEqualTo(new Decoded.Value<>(new Gossip.Nack(7)));
  }

  @Test
  void nestingEndsAtItsLimit() {
    Everything.Msg deep = new Everything.Empty();
    for (int i = 0; i < 200; i++) {
      deep = new Everything.First(deep);
    }
    assertThat(EVERYTHING.decode(EVERYTHING.encode(deep)))
        .isEqualTo(new Decoded.Malformed<>("records and lists lie more than 32 deep"));
  }

  /** The first kind of this family holds another of the family, so it has no default. */
  @Test
  void fieldWithoutAnEndIsMalformedWhenItIsMissing() {
    Codec<Endless> codec = Codec.of(Endless.class);
    assertThat(codec.decode(new byte[] {1, 0}))
        .isEqualTo(new Decoded.Malformed<>("records and lists lie more than 32 deep"));
    assertThat(codec.decode(new byte[] {1, 1})).isEqualTo(new Decoded.Value<>(new Endless.End()));
  }

  /** A chain that has to end somewhere. */
  public sealed interface Endless {
    record Link(Endless next) implements Endless {}

    record End() implements Endless {}
  }

  @Test
  void recordThatRefusesItsFieldsIsMalformed() {
    Codec<Positive> codec = Codec.of(Positive.class);
    assertThat(codec.decode(codec.encode(new Positive(1)))).isInstanceOf(Decoded.Value.class);
    assertThat(codec.decode(new byte[] {1, 1}))
        .isEqualTo(new Decoded.Malformed<>("a record refuses its fields: -1 is not positive"));
    assertThat(codec.decode(new byte[] {1})).isInstanceOf(Decoded.Malformed.class);
  }

  /** A record with an opinion. */
  public record Positive(int value) {
    public Positive {
      if (value < 1) {
        throw new IllegalArgumentException(value + " is not positive");
      }
    }
  }

  @Test
  void limitsAreTheReadersOwn() {
    Codec<Gossip.Msg> small = GOSSIP.withLimits(new Limits(100, 8, 2, 4));
    assertThat(small.decode(GOSSIP.encode(Gossip.ofMembers(2)))).isInstanceOf(Decoded.Value.class);
    assertThat(small.decode(GOSSIP.encode(Gossip.ofMembers(3))))
        .isEqualTo(new Decoded.Malformed<>("a list of 3 elements with 84 bytes left"));
    assertThat(small.decode(GOSSIP.encode(Gossip.ofMembers(4))))
        .isEqualTo(new Decoded.Malformed<>("117 bytes where 100 are allowed"));
    Gossip.Update left = new Gossip.Left(new NodeId(1), 1);
    assertThat(small.decode(GOSSIP.encode(new Gossip.Ack(1, List.of(left)))))
        .isInstanceOf(Decoded.Value.class);
  }

  /** A byte an element, and a record each: 16 lists of a million would take half a gigabyte. */
  @Test
  void elementsAreCountedOverAllLists() {
    Codec<Outer> codec = Codec.of(Outer.class);
    List<Inner> ten = Collections.nCopies(10, new Inner("", ""));
    Outer outer = new Outer(Collections.nCopies(3, new Middle(ten)));
    assertThat(codec.withLimits(new Limits(1_000, 8, 33, 8)).decode(codec.encode(outer)))
        .isEqualTo(new Decoded.Value<>(outer));
    assertThat(codec.withLimits(new Limits(1_000, 8, 32, 8)).decode(codec.encode(outer)))
        .isEqualTo(new Decoded.Malformed<>("lists of more than 32 elements altogether"));
  }

  /** Lists of lists. */
  public record Outer(List<Middle> middles) {}

  /** A list. */
  public record Middle(List<Inner> inners) {}

  /** What takes one byte where it is empty. */
  public record Inner(String first, String second) {}

  private static byte[] noise(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(random.nextInt(2, 2_000))];
    random.nextBytes(bytes);
    if (bytes.length > 1) {
      bytes[0] = Codec.VERSION;
      bytes[1] = (byte) random.nextInt(7);
    }
    return bytes;
  }

  private static byte[] mutated(SplittableRandom random) {
    byte[] bytes = EVERYTHING.encode(new Everything(random).message(3));
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0xFF : 0x80);
        default -> bytes = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length + 5));
      }
    }
    return bytes;
  }
}
