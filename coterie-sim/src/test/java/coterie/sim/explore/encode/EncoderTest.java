package coterie.sim.explore.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.View;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each kind of field: what is alike has one code, and what differs has two. */
class EncoderTest {
  private static final long SHIFT = Encoder.SHIFT_NANOS;

  private final Fields fields = new Fields(new Atoms(), new TreeMap<>(Map.of("term", 5L)));

  enum Color {
    RED,
    BLUE
  }

  record Pair(long left, @Nullable Object right) {}

  record Holder(@Nullable Object value) {}

  /** Something that can change, and may know itself. */
  static final class Cell {
    int number;
    @Nullable Object next;

    Cell(int number) {
      this.number = number;
    }
  }

  static final class Timed {
    long sinceNanos;

    Timed(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }
  }

  static final class Elected {
    long term;

    Elected(long term) {
      this.term = term;
    }
  }

  static final class Fixed extends AbstractList<Integer> {
    private final int[] all;

    Fixed(int... all) {
      this.all = all;
    }

    @Override
    public Integer get(int index) {
      return all[index];
    }

    @Override
    public int size() {
      return all.length;
    }
  }

  static final class Named extends LinkedHashMap<String, Integer> {
    private static final long serialVersionUID = 1;
    final String name;

    Named(String name) {
      this.name = name;
    }
  }

  private byte[] code(@Nullable Object x, @Nullable Object y, long now) {
    Encoder encoder = new Encoder(fields, SHIFT);
    encoder.begin(now);
    encoder.value(new Holder(x), new Holder(y), "test");
    return encoder.code();
  }

  private byte[] code(Supplier<@Nullable Object> maker) {
    return code(maker.get(), maker.get(), 0);
  }

  private static IntSupplier lambda(int captured) {
    return () -> captured;
  }

  /** All of these are states that a protocol can tell apart. */
  private static List<Supplier<@Nullable Object>> different() {
    return List.of(
        () -> null,
        () -> 1L,
        () -> 1,
        () -> (short) 1,
        () -> (byte) 1,
        () -> 'a',
        () -> 1.0,
        () -> -0.0,
        () -> 0.0,
        () -> 1.0f,
        () -> true,
        () -> "1",
        () -> "",
        () -> Color.RED,
        () -> Color.BLUE,
        () -> new NodeId(1),
        () -> new NodeId(2),
        () -> Bytes.of((byte) 1),
        () -> Bytes.none(),
        () -> new Pair(1, null),
        () -> new Pair(1, 1L),
        () -> new Pair(2, null),
        () -> new Holder(1L),
        () -> new int[] {1},
        () -> new int[] {1, 2},
        () -> new long[] {1},
        () -> new boolean[] {true},
        () -> new Object[] {null},
        () -> new String[] {null},
        () -> List.of(1, 2),
        () -> List.of(2, 1),
        () -> List.of(List.of(1), 2),
        () -> Set.of(1, 2, 4),
        () -> Map.of("a", 1),
        () -> Map.of("a", 2),
        () -> BitSet.valueOf(new long[] {5}),
        () -> BitSet.valueOf(new long[] {4}),
        Optional::empty,
        () -> Optional.of(7),
        () -> new AtomicLong(7),
        () -> Integer.class,
        () -> Long.class,
        () -> lambda(1),
        () -> lambda(2),
        () -> new Cell(1),
        () -> new Cell(2),
        () -> loop(1),
        () -> twice(new Cell(1), new Cell(1)),
        () -> {
          Cell one = new Cell(1);
          return twice(one, one);
        },
        () -> new Fixed(1),
        () -> new Fixed(1, 2),
        () -> named("n", "a"),
        () -> named("n", "b"),
        () -> named("m", "a"));
  }

  private static Cell loop(int number) {
    Cell cell = new Cell(number);
    cell.next = cell;
    return cell;
  }

  private static Object twice(Cell one, Cell other) {
    Cell both = new Cell(0);
    both.next = new Object[] {one, other};
    return both;
  }

  private static Named named(String name, String key) {
    Named map = new Named(name);
    map.put(key, 1);
    return map;
  }

  @Test
  void whatDiffersHasTwoCodes() {
    List<Supplier<@Nullable Object>> all = different();
    for (int i = 0; i < all.size(); i++) {
      for (int k = i + 1; k < all.size(); k++) {
        assertThat(code(all.get(i))).as("%d and %d", i, k).isNotEqualTo(code(all.get(k)));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> whatIsAlikeHasOneCode() {
    Map<String, List<Supplier<@Nullable Object>>> alike = new TreeMap<>();
    alike.put(
        "hash order",
        List.of(
            () -> new HashSet<>(List.of("x", "y", "zebra", "Aa", "BB")),
            () -> new HashSet<>(List.of("BB", "Aa", "zebra", "y", "x"))));
    alike.put(
        "hash map",
        List.of(() -> map(new HashMap<>(), "Aa", "BB"), () -> map(new HashMap<>(64), "BB", "Aa")));
    alike.put(
        "list",
        List.of(() -> new ArrayList<>(List.of(1, 2)), () -> new ArrayDeque<>(List.of(1, 2))));
    alike.put("string", List.of(() -> "ab", () -> new StringBuilder("a").append('b').toString()));
    alike.put("record", List.of(() -> new Pair(1, "x"), () -> new Pair(1, "x")));
    alike.put("cycle", List.of(() -> loop(3), () -> loop(3)));
    return alike.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () ->
                        assertThat(code(each.getValue().get(0)))
                            .isEqualTo(code(each.getValue().get(1)))));
  }

  private static Map<String, Integer> map(Map<String, Integer> into, String... keys) {
    for (String key : keys) {
      into.put(key, key.charAt(0) + 0);
    }
    return into;
  }

  @Test
  void equalRecordsAreAlikeBeTheyOneObjectOrTwo() {
    Pair one = new Pair(1, null);
    byte[] shared = code(List.of(one, one), List.of(one, one), 0);
    assertThat(code(() -> List.of(new Pair(1, null), new Pair(1, null)))).isEqualTo(shared);
  }

  @Test
  void timesAreSeenFromNow() {
    byte[] early = code(new Timed(100), new Timed(100 + SHIFT), 90);
    assertThat(code(new Timed(200), new Timed(200 + SHIFT), 190)).isEqualTo(early);
    assertThat(code(new Timed(200), new Timed(200 + SHIFT), 191)).isNotEqualTo(early);
    assertThat(code(new Timed(10), new Timed(10), 0)).isNotEqualTo(early);
  }

  @Test
  void fieldThatDependsOnTheOriginOfTheClockIsNamed() {
    assertThatThrownBy(() -> code(new Timed(7), new Timed((7 + SHIFT) / 2), 0))
        .isInstanceOf(EncodingException.class)
        .hasMessageStartingWith(
            "Timed.sinceNanos depends on the origin of the clock: it is 7 at 0");
    assertThatThrownBy(() -> code(new Cell(1), new Cell(2), 0))
        .hasMessageStartingWith("Cell.number depends on the origin of the clock");
    assertThatThrownBy(() -> code(List.of(1), List.of(), 0))
        .hasMessageStartingWith("Holder.value depends on the origin of the clock");
  }

  @Test
  void fieldThatCannotBeEncodedIsNamed() {
    Cell cell = new Cell(1);
    cell.next = new Random(1);
    assertThatThrownBy(() -> code(cell, cell, 0))
        .isInstanceOf(EncodingException.class)
        .hasMessage(
            "Cell.next holds a java.util.Random, which cannot be explored; keep values, records,"
                + " arrays and collections");
  }

  @Test
  void timeThatLeavesTheNodeIsTold() {
    Encoder encoder = new Encoder(fields, SHIFT);
    encoder.begin(0);
    encoder.leaveNode();
    assertThatThrownBy(() -> encoder.value(new Timed(1), new Timed(1 + SHIFT), "test"))
        .isInstanceOf(TimeException.class);
  }

  @Test
  void valueAboveItsBoundIsTold() {
    Encoder encoder = new Encoder(fields, SHIFT);
    encoder.begin(0);
    encoder.value(new Elected(5), new Elected(5), "test");
    assertThat(encoder.isBeyondBounds()).isFalse();
    encoder.value(new Elected(6), new Elected(6), "test");
    assertThat(encoder.isBeyondBounds()).isTrue();
  }

  @Test
  void viewsAndComparatorsAreNoState() {
    assertThat(code(() -> View.numbered(0, 3))).isEqualTo(code(() -> View.numbered(0, 4)));
    assertThat(code(() -> Comparator.comparing(String::length)))
        .isEqualTo(code(() -> Comparator.comparing(String::length)));
  }
}
