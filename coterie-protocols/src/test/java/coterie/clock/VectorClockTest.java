package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorClockTest {
  private static final int ROUNDS = 20_000;

  private static final Codec<Carrier> CODEC = Codec.of(Carrier.class);

  private static NodeId id(long value) {
    return new NodeId(value);
  }

  private static Dot dot(long node, long number) {
    return new Dot(id(node), number);
  }

  /** As "0:1 2:3", in any order. */
  private static VectorClock vector(String text) {
    return VectorClock.of(
        Stream.of(text.split(" ", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.split(":", -1))
            .map(parts -> dot(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
            .toList());
  }

  /** Few nodes and small counts, so that all cases of order come often. */
  private static VectorClock random(SplittableRandom random) {
    List<Dot> dots = new ArrayList<>();
    for (int node = 0; node < 4; node++) {
      int count = random.nextInt(4);
      if (count > 0) {
        dots.add(dot(node * 1_000L - 1_500, count));
      }
    }
    return VectorClock.of(dots);
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', EQUAL",
    "'', 0:1, BEFORE",
    "0:1, '', AFTER",
    "0:1, 0:1, EQUAL",
    "0:1, 0:2, BEFORE",
    "0:2, 0:1, AFTER",
    "0:1, 1:1, CONCURRENT",
    "0:1 1:1, 1:1, AFTER",
    "0:1 1:1, 1:2, CONCURRENT",
    "0:1 1:1, 0:1 1:1 2:1, BEFORE",
    "0:1 2:1, 0:1 1:1 2:1, BEFORE",
    "1:1 2:1, 0:1 1:1 2:1, BEFORE",
    "0:2 2:1, 0:1 1:1 2:1, CONCURRENT",
    "0:1 1:1 2:1, 0:1 3:1, CONCURRENT",
    "-5:1 7:2, -5:1 7:3, BEFORE",
  })
  void vectorsAreComparedNodeByNode(String one, String other, Order order) {
    assertThat(vector(one).compare(vector(other))).isEqualTo(order);
    assertThat(vector(one).covers(vector(other)))
        .isEqualTo(order == Order.AFTER || order == Order.EQUAL);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0:1, 0:1",
    "0:1, 1:1, 0:1 1:1",
    "0:1 2:5, 1:1 2:3, 0:1 1:1 2:5",
    "0:1 1:2, 0:2 1:1, 0:2 1:2",
    "5:1 6:1, 1:1 2:1, 1:1 2:1 5:1 6:1",
    "1:1 2:1 3:1, 2:2, 1:1 2:2 3:1",
  })
  void mergeTakesTheHigherCountOfEveryNode(String one, String other, String merged) {
    assertThat(vector(one).merge(vector(other))).isEqualTo(vector(merged));
    assertThat(vector(other).merge(vector(one))).isEqualTo(vector(merged));
  }

  @Test
  void orderIsAPartialOrder() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ROUNDS; i++) {
      VectorClock a = random(random);
      VectorClock b = random(random);
      VectorClock c = random(random);
      assertThat(a.compare(a)).isEqualTo(Order.EQUAL);
      assertThat(b.compare(a)).isEqualTo(reversed(a.compare(b)));
      assertThat(a.compare(b) == Order.EQUAL).isEqualTo(a.equals(b));
      if (a.covers(b) && b.covers(c)) {
        assertThat(a.covers(c)).isTrue();
      }
    }
  }

  private static Order reversed(Order order) {
    return switch (order) {
      case BEFORE -> Order.AFTER;
      case AFTER -> Order.BEFORE;
      case EQUAL, CONCURRENT -> order;
    };
  }

  @Test
  void mergeIsTheLeastUpperBound() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < ROUNDS; i++) {
      VectorClock a = random(random);
      VectorClock b = random(random);
      VectorClock c = random(random);
      VectorClock merged = a.merge(b);
      assertThat(merged).isEqualTo(b.merge(a)).hasSameHashCodeAs(b.merge(a));
      assertThat(merged.merge(c)).isEqualTo(a.merge(b.merge(c)));
      assertThat(a.merge(a)).isSameAs(a);
      assertThat(merged.covers(a) && merged.covers(b)).isTrue();
      if (c.covers(a) && c.covers(b)) {
        assertThat(c.covers(merged)).isTrue();
      }
    }
  }

  @Test
  void mergeSharesTheSideThatCoversTheOther() {
    VectorClock low = vector("0:1 1:1");
    VectorClock high = vector("0:1 1:2 2:1");
    assertThat(low.merge(high)).isSameAs(high);
    assertThat(high.merge(low)).isSameAs(high);
    assertThat(high.with(dot(1, 2))).isSameAs(high);
    assertThat(VectorClock.none().merge(VectorClock.none())).isSameAs(VectorClock.none());
  }

  @Test
  void dotsAreCountedOneByOne() {
    VectorClock vector = VectorClock.none().increment(id(7)).increment(id(-3)).increment(id(7));
    assertThat(vector.entries()).containsExactly(dot(-3, 1), dot(7, 2));
    assertThat(vector.next(id(7))).isEqualTo(dot(7, 3));
    assertThat(vector.next(id(8))).isEqualTo(dot(8, 1));
    assertThat(vector.at(id(7))).isEqualTo(2);
    assertThat(vector.at(id(8))).isZero();
    assertThat(vector.covers(dot(7, 2))).isTrue();
    assertThat(vector.covers(dot(7, 3))).isFalse();
    assertThat(vector.covers(dot(8, 1))).isFalse();
    assertThat(vector.with(dot(8, 5))).isEqualTo(vector("-3:1 7:2 8:5"));
    assertThat(vector.with(dot(7, 1))).isSameAs(vector);
    assertThat(vector.size()).isEqualTo(2);
    assertThat(vector).hasToString("[P-3:1, P7:2]");
  }

  @Test
  void nodesThatAreGoneCanBeDropped() {
    VectorClock vector = vector("0:1 1:2 2:3");
    assertThat(vector.without(id(0))).isEqualTo(vector("1:2 2:3"));
    assertThat(vector.without(id(1))).isEqualTo(vector("0:1 2:3"));
    assertThat(vector.without(id(2))).isEqualTo(vector("0:1 1:2"));
    assertThat(vector.without(id(3))).isSameAs(vector);
    assertThat(vector("0:1").without(id(0))).isSameAs(VectorClock.none());
    assertThat(vector.retaining(View.numbered(1, 5))).isEqualTo(vector("1:2 2:3"));
    assertThat(vector.retaining(View.numbered(0, 3))).isSameAs(vector);
    assertThat(vector.retaining(View.numbered(9, 1))).isSameAs(VectorClock.none());
  }

  /** Pruning is safe only where all vectors that are compared are pruned. */
  @Test
  void prunedVectorSeemsNotToKnowWhatItKnew() {
    VectorClock earlier = vector("0:5 1:1");
    VectorClock later = vector("0:5 1:2");
    assertThat(earlier.compare(later)).isEqualTo(Order.BEFORE);
    assertThat(earlier.compare(later.without(id(0)))).isEqualTo(Order.CONCURRENT);
    assertThat(earlier.without(id(0)).compare(later.without(id(0)))).isEqualTo(Order.BEFORE);
    assertThat(later.without(id(0)).merge(earlier)).isEqualTo(later);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0:0", "0:-1", "0:1 0:1", "0:1 1:1 0:2", "0:1152921504606846977"})
  void entriesThatAreNoneAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> vector(text));
  }

  @Test
  void countsAreFromOneOn() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VectorClock.none().with(dot(3, 0)))
        .withMessage("a count in a vector is from 1 to 1152921504606846976, not 0 as that of P3");
  }

  /** The version, the lengths of record and list, and two bytes an entry. */
  @ParameterizedTest
  @CsvSource({
    "'', 01 01 00",
    "0:1, 01 03 02 00 02",
    "0:1 1:2 2:3, 01 07 06 00 02 02 04 02 06",
    "3:63 7:64, 01 06 04 06 7e 08 80 01",
    "-1:1, 01 03 02 01 02",
  })
  void numberedNodesWithSmallCountsTakeTwoBytesEach(String text, String bytes) {
    byte[] encoded = CODEC.encode(new Carrier(vector(text)));
    assertThat(HexFormat.ofDelimiter(" ").formatHex(encoded)).isEqualTo(bytes);
    assertThat(CODEC.decode(encoded)).isEqualTo(new Decoded.Value<>(new Carrier(vector(text))));
  }

  @Test
  void nodesThatAreHashesComeBackAsTheyWere() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1_000; i++) {
      VectorClock vector = VectorClock.none();
      for (int k = random.nextInt(20); k >= 0; k--) {
        vector = vector.with(dot(random.nextLong(), random.nextLong(1, 1L << 60)));
      }
      vector = random.nextBoolean() ? vector : vector.with(dot(Long.MIN_VALUE, 1));
      vector = random.nextBoolean() ? vector : vector.with(dot(Long.MAX_VALUE, 1));
      byte[] encoded = CODEC.encode(new Carrier(vector));
      assertThat(CODEC.size(new Carrier(vector))).isEqualTo(encoded.length);
      assertThat(CODEC.decode(encoded)).isEqualTo(new Decoded.Value<>(new Carrier(vector)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // One number, which is no pair.
        "01 02 01 00",
        // A count of 0, and one below 0.
        "01 03 02 00 00",
        "01 03 02 00 01",
        // The same node twice, and a lower one after it.
        "01 05 04 02 02 00 02",
        "01 05 04 02 02 01 02",
        // Cut off.
        "01 04 04 02 02 02",
      })
  void bytesThatAreNoVectorAreMalformed(String hex) {
    byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hex);
    assertThat(CODEC.decode(bytes)).isInstanceOf(Decoded.Malformed.class);
  }

  @Test
  void absurdlyLongVectorIsRefused() {
    List<Long> numbers = Collections.nCopies(2 * VectorClock.ENTRIES_MAX + 2, 1L);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VectorClock.unpacked(new VectorClock.Pairs(numbers)))
        .withMessageContaining("pairs of numbers, at most 65536");
    VectorClock longest =
        VectorClock.unpacked(new VectorClock.Pairs(numbers.subList(2, numbers.size())));
    assertThat(longest.size()).isEqualTo(VectorClock.ENTRIES_MAX);
  }
}
