package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.core.EventCounter;
import coterie.detect.vring.VRing;
import coterie.testkit.ManySeeds;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountsTest {
  private static final int FACTOR = ManySeeds.count(1, 25);
  private static final Counts.Learner DEAF = (index, before, count) -> {};

  // A vector beside the plain arrays it must agree with: the tree, and what the owner sees.

  private static final class Model {
    final int self;
    final int[] tree;
    int own;

    Model(int self, int[] tree, int own) {
      this.self = self;
      this.tree = tree;
      this.own = own;
    }

    Model with(int index, int value) {
      Model next = new Model(self, tree.clone(), own);
      if (index == self) {
        next.own = value;
      } else {
        next.tree[index] = value;
      }
      return next;
    }

    /** The definition, one index after the other up the ring from the tested process. */
    Model merge(Model theirs, Counts.Learner learner) {
      Model next = new Model(self, tree.clone(), own);
      int n = tree.length;
      for (int i = (theirs.self + 1) % n; i != self; i = (i + 1) % n) {
        if (theirs.tree[i] > tree[i]) {
          next.tree[i] = theirs.tree[i];
          learner.learned(i, tree[i], theirs.tree[i]);
        }
      }
      next.tree[self] = theirs.tree[self];
      return next;
    }

    List<Integer> seen() {
      List<Integer> seen = new ArrayList<>(Arrays.stream(tree).boxed().toList());
      seen.set(self, own);
      return seen;
    }
  }

  /** What the tree holds, also at the owner's index, where the owner itself does not look. */
  private static int[] told(Counts counts) {
    int[] told = counts.stream().mapToInt(v -> v).toArray();
    if (told.length > 1) {
      told[counts.self()] = counts.asSeenBy((counts.self() + 1) % told.length).at(counts.self());
    }
    return told;
  }

  private static int randomCount(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> -1;
      case 1 -> 120 + random.nextInt(16);
      case 2 -> random.nextInt(4) == 0 ? Integer.MAX_VALUE : random.nextInt(1000);
      default -> random.nextInt(3);
    };
  }

  private static List<Integer> boxed(int[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  /** Gives a tree with the same content in which every node is new. */
  private static Counts rebuilt(Model model) {
    Counts shadow = Counts.of(boxed(model.tree), model.self);
    return shadow.with(model.self, model.own);
  }

  private record Pair(Counts counts, Model model) {}

  private static Pair scattered(Pair origin, int changes, Random random) {
    Counts counts = origin.counts();
    Model model = origin.model();
    for (int c = 0; c < changes; c++) {
      int index = random.nextInt(counts.size());
      int value = randomCount(random);
      counts = counts.with(index, value);
      model = model.with(index, value);
    }
    return new Pair(counts, model);
  }

  private static Pair reowned(Pair pair, int self) {
    return new Pair(pair.counts().asSeenBy(self), new Model(self, pair.model().tree.clone(), 0));
  }

  private static Pair randomStart(int size, int self, Random random) {
    int[] tree = new int[size];
    if (random.nextBoolean()) {
      int fill = random.nextInt(2) - 1;
      Arrays.fill(tree, fill);
      Counts counts = fill < 0 ? Counts.unknown(size, self) : Counts.correct(size, self);
      return new Pair(counts, new Model(self, tree, 0));
    }
    Arrays.setAll(tree, i -> randomCount(random));
    return new Pair(Counts.of(boxed(tree), self), new Model(self, tree, tree[self]));
  }

  private static int randomSize(Random random) {
    int[] edges = {2, 3, 4, 5, 63, 64, 65, 127, 128, 129, 200, 4095, 4096, 4097, 4161};
    return edges[random.nextInt(random.nextInt(8) == 0 ? edges.length : 11)];
  }

  private static Counts merge(Counts mine, Counts theirs, Counts.Learner learner) {
    Counts merged = mine.merge(theirs);
    merged.tellRaised(mine, theirs.self(), learner);
    return merged;
  }

  private static void assertMergeAgrees(Pair tester, Pair tested) {
    List<List<Integer>> heard = new ArrayList<>();
    List<List<Integer>> due = new ArrayList<>();
    Counts merged =
        merge(tester.counts(), tested.counts(), (i, b, c) -> heard.add(List.of(i, b, c)));
    Model expected = tester.model().merge(tested.model(), (i, b, c) -> due.add(List.of(i, b, c)));
    assertThat(heard).isEqualTo(due);
    assertThat(told(merged)).containsExactly(expected.tree);
    assertThat(merged.self()).isEqualTo(expected.self);
    assertThat(merged.own()).isEqualTo(expected.own);
    assertThat(merged.equals(expected.seen())).isTrue();
    assertThat(told(tester.counts())).containsExactly(tester.model().tree);
    assertThat(told(tested.counts())).containsExactly(tested.model().tree);
    boolean keepsMine = tested.counts().self() < tester.counts().self();
    assertShared(merged.root, tester.counts().root, tested.counts().root, keepsMine);
    // A second look changes nothing, and is silent: the outcome is stable.
    Counts again = merge(merged, tested.counts(), (i, b, c) -> heard.add(List.of(i, b, c)));
    assertThat(again).isSameAs(merged);
    assertThat(heard).hasSameSizeAs(due);
  }

  /** Checks for every node that it is theirs or mine wherever the content allows it. */
  private static void assertShared(Object got, Object mine, Object theirs, boolean keepsMine) {
    boolean isMine = sameContent(got, mine);
    boolean isTheirs = sameContent(got, theirs);
    if (isMine && isTheirs && !(keepsMine && got instanceof Object[])) {
      assertThat(got).isSameAs(keepsMine ? mine : theirs);
    } else if (isTheirs && !keepsMine) {
      assertThat(got).isSameAs(theirs);
    } else if (!(got instanceof Object[]) && (isMine || isTheirs)) {
      assertThat(got).isSameAs(isMine ? mine : theirs);
    } else if (got instanceof Object[] children) {
      for (int k = 0; k < children.length; k++) {
        Object[] my = (Object[]) mine;
        Object[] their = (Object[]) theirs;
        assertShared(children[k], my[k], their[k], keepsMine);
      }
    }
  }

  private static boolean sameContent(Object a, Object b) {
    return a == b || Arrays.deepEquals(new Object[] {a}, new Object[] {b});
  }

  @Test
  void randomMergesAgreeWithPlainArrays() {
    Random random = new Random(20240601);
    for (int round = 0; round < 1_500 * FACTOR; round++) {
      int size = randomSize(random);
      int tester = random.nextInt(size);
      int gap = 1 + random.nextInt(random.nextBoolean() ? Math.min(3, size - 1) : size - 1);
      int tested = (tester + gap) % size;
      Pair start = scattered(randomStart(size, tester, random), random.nextInt(4), random);
      Pair mine = scattered(start, random.nextInt(4), random);
      Pair theirs = reowned(random.nextBoolean() ? start : mine, tested);
      theirs = scattered(theirs, random.nextInt(6), random);
      if (random.nextInt(3) == 0) {
        theirs = new Pair(rebuilt(theirs.model()), theirs.model());
        theirs = reowned(theirs, tested);
      }
      assertMergeAgrees(mine, theirs);
    }
  }

  @Test
  void unrelatedVectorsMergeLikePlainArrays() {
    Random random = new Random(7);
    for (int round = 0; round < 400 * FACTOR; round++) {
      int size = randomSize(random);
      int tester = random.nextInt(size);
      int tested = (tester + 1 + random.nextInt(size - 1)) % size;
      assertMergeAgrees(randomStart(size, tester, random), randomStart(size, tested, random));
    }
  }

  @Test
  void learnerHearsInRingOrderFromTheTestedOne() {
    Counts mine = Counts.correct(200, 100);
    Counts theirs = Counts.correct(200, 150);
    for (int index : new int[] {3, 70, 99, 100, 101, 149, 151, 199, 0}) {
      theirs = theirs.with(index, 2);
    }
    List<Integer> heard = new ArrayList<>();
    Counts merged = merge(mine, theirs, (index, before, count) -> heard.add(index));
    assertThat(heard).containsExactly(151, 199, 0, 3, 70, 99);
    assertThat(merged.at(101)).isZero();
    assertThat(merged.at(100)).isZero();
  }

  @Test
  void nothingNewGivesTheSameVector() {
    Counts mine = Counts.correct(5_000, 17);
    assertThat(mine.merge(mine.asSeenBy(18))).isSameAs(mine);
    Counts newer = mine.with(4_000, 3).with(20, 1);
    assertThat(newer.merge(mine.asSeenBy(18))).isSameAs(newer);
  }

  @Test
  void equalTreeIsTakenOverInSilence() {
    Counts mine = Counts.unknown(5_000, 17);
    Counts theirs = Counts.unknown(5_000, 18);
    Counts merged =
        merge(
            mine,
            theirs,
            (index, before, count) -> {
              throw new AssertionError("nothing was learned");
            });
    assertThat(merged.sharesTreeWith(mine)).isFalse();
    assertThat(merged.sharesTreeWith(theirs)).isTrue();
    assertThat(theirs.asSeenBy(4_999).merge(mine.asSeenBy(0)).sharesTreeWith(theirs)).isTrue();
  }

  @Test
  void recoveredProcessSharesTheTreeOfTheOthers() {
    Counts others = Counts.correct(300, 8).with(7, 2).with(250, 1);
    Counts recovered = Counts.unknown(300, 7).with(8, 0).merge(others);
    assertThat(recovered.sharesTreeWith(others)).isTrue();
    assertThat(recovered.own()).isZero();
    assertThat(recovered.at(7)).isZero();
    assertThat(recovered.at(250)).isOne();
    Counts before = Counts.correct(300, 6).with(7, 2);
    assertThat(before.merge(recovered).sharesTreeWith(others)).isTrue();
  }

  @Test
  void withAgreesWithPlainArrays() {
    Random random = new Random(99);
    for (int round = 0; round < 400 * FACTOR; round++) {
      int size = random.nextInt(10) == 0 ? 1 : randomSize(random);
      Pair pair = randomStart(size, random.nextInt(size), random);
      Pair next = scattered(pair, random.nextInt(8), random);
      assertThat(next.counts().equals(next.model().seen())).isTrue();
      assertThat(pair.counts().equals(pair.model().seen())).isTrue();
      int index = random.nextInt(size);
      assertThat(next.counts().with(index, next.counts().at(index))).isSameAs(next.counts());
    }
  }

  @Test
  void countersOutgrowAByteUnseen() {
    Counts counts = Counts.unknown(65, 0);
    for (int value : new int[] {-1, 0, 125, 126, 127, 128, 129, 255, 256, 70_000, 1, -1}) {
      counts = counts.with(40, value);
      assertThat(counts.at(40)).isEqualTo(value);
      assertThat(counts.at(41)).isEqualTo(-1);
    }
    Counts wide = Counts.correct(65, 1).with(40, 128).with(41, Integer.MAX_VALUE);
    Counts merged = Counts.unknown(65, 0).merge(wide);
    assertThat(merged.at(40)).isEqualTo(128);
    assertThat(merged.at(41)).isEqualTo(Integer.MAX_VALUE);
    assertThat(merged.at(1)).isEqualTo(-1);
    assertThat(wide.asSeenBy(0).merge(Counts.correct(65, 1)).at(41)).isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 63, 64, 65, 4096, 4097, 100_000})
  void vectorOfAnySizeHoldsWhatItWasGiven(int size) {
    int[] values = new Random(size).ints(size, -1, 300).toArray();
    Counts counts = Counts.of(boxed(values), size / 2);
    assertThat(counts.equals(boxed(values))).isTrue();
    assertThat(counts.hashCode()).isEqualTo(boxed(values).hashCode());
    assertThat(Counts.unknown(size, 0).stream().mapToInt(v -> v).sum()).isEqualTo(1 - size);
    assertThat(Counts.correct(size, size - 1).stream().allMatch(v -> v == 0)).isTrue();
    assertThat(counts.asSeenBy(size - 1).at(size - 1)).isZero();
  }

  @Test
  void onlyKnownOddCountsAreFaulty() {
    assertThat(IntStream.of(-1, 0, 1, 2, 129).filter(EventCounter::isFaulty))
        .containsExactly(1, 129);
    assertThat(IntStream.of(-1, 0, 1).filter(EventCounter::isKnown)).containsExactly(0, 1);
  }

  @Test
  void mistakesOfTheCallerAreRefused() {
    Counts counts = Counts.correct(3, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> counts.with(1, -2));
    assertThatIllegalArgumentException().isThrownBy(() -> counts.with(0, -2));
    assertThatIllegalArgumentException().isThrownBy(() -> Counts.unknown(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Counts.correct(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Counts.of(List.of(), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Counts.of(List.of(0, -2), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> counts.merge(Counts.correct(4, 1)));
    assertThatIllegalArgumentException().isThrownBy(() -> counts.merge(Counts.correct(3, 0)));
    assertThatIllegalArgumentException().isThrownBy(() -> counts.merge(counts));
    for (int index : new int[] {-1, 3, Integer.MIN_VALUE}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> counts.at(index));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> counts.with(index, 0));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> counts.asSeenBy(index));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> Counts.of(List.of(0, 0, 0), index));
    }
  }

  // News on the ring: every correct process tests on until it finds a correct one, and merges.

  private enum Order {
    RISING,
    FALLING,
    SHUFFLED
  }

  private static final class Ring {
    final Counts[] vectors;
    final Set<Integer> faulty = new TreeSet<>();
    final int[] order;

    Ring(int size, Order order, Random random) {
      Counts first = Counts.correct(size, 0);
      vectors = IntStream.range(0, size).mapToObj(first::asSeenBy).toArray(Counts[]::new);
      List<Integer> turns = new ArrayList<>(IntStream.range(0, size).boxed().toList());
      switch (order) {
        case RISING -> {}
        case FALLING -> Collections.reverse(turns);
        case SHUFFLED -> Collections.shuffle(turns, random);
      }
      this.order = turns.stream().mapToInt(v -> v).toArray();
    }

    /** A turn of everybody; counts the processes whose vector changed. */
    int round() {
      int changed = 0;
      for (int i : order) {
        Counts before = vectors[i];
        if (!faulty.contains(i)) {
          vectors[i] = turn(i);
          changed += vectors[i] == before ? 0 : 1;
        }
      }
      return changed;
    }

    Counts turn(int self) {
      int n = vectors.length;
      Counts mine = vectors[self];
      for (int i = (self + 1) % n; i != self; i = (i + 1) % n) {
        boolean down = faulty.contains(i);
        int count = mine.at(i);
        if (down != EventCounter.isFaulty(count)) {
          mine = mine.with(i, count + 1);
        }
        if (!down) {
          return mine.merge(vectors[i]);
        }
      }
      return mine;
    }

    long trees() {
      Set<Object> roots = Collections.newSetFromMap(new IdentityHashMap<>());
      IntStream.range(0, vectors.length)
          .filter(i -> !faulty.contains(i))
          .forEach(i -> roots.add(vectors[i].root));
      return roots.size();
    }
  }

  private static void assertNewsEndsInOneTree(int size, Order order, int news, int rounds) {
    Random random = new Random(size * 31L + order.ordinal());
    Ring ring = new Ring(size, order, random);
    int downMax = Math.min(10, size - 1);
    while (ring.faulty.size() < downMax) {
      ring.faulty.add(random.nextInt(size));
    }
    ring.round();
    int[] raised = new int[size];
    for (int k = 0; k < news; k++) {
      int tester = ring.order[random.nextInt(size)];
      int tested = (tester + 1) % size;
      if (tester != tested && !ring.faulty.contains(tester) && !ring.faulty.contains(tested)) {
        raised[tested] += 2 + 2 * random.nextInt(40);
        ring.vectors[tester] = ring.vectors[tester].with(tested, raised[tested]);
      }
      ring.round();
    }
    int spent = 0;
    while (ring.round() > 0) {
      assertThat(++spent).as("rounds at size " + size + " " + order).isLessThanOrEqualTo(rounds);
    }
    assertThat(ring.trees()).as("trees at size " + size + " " + order).isEqualTo(1);
    for (int i : new int[] {0, size / 3, size - 1}) {
      if (!ring.faulty.contains(i)) {
        assertEndsRight(ring, ring.vectors[i], raised);
      }
    }
  }

  private static void assertEndsRight(Ring ring, Counts vector, int[] raised) {
    int[] expected = raised.clone();
    ring.faulty.forEach(i -> expected[i] = 1);
    expected[vector.self()] = 0;
    assertThat(vector.equals(boxed(expected))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 12, 63, 64, 65, 130, 1000, 4096, 4097})
  void newsGoesRoundAndAllShareOneTree(int size) {
    assumeTrue(size <= 1000 || FACTOR > 1, "long: -Pdeep");
    for (Order order : Order.values()) {
      assertNewsEndsInOneTree(size, order, 25, 2 * size + 2);
    }
  }

  @Test
  void newsGoesRoundAmongAHundredThousand() {
    assertNewsEndsInOneTree(100_000, Order.FALLING, 25, 4);
  }

  @Test
  void everyVectorOnTheRingAgreesWithPlainArraysAtEveryTest() {
    for (int seed = 0; seed < 6 * FACTOR; seed++) {
      Random random = new Random(seed);
      int size = 2 + random.nextInt(140);
      Pair[] all = new Pair[size];
      for (int i = 0; i < size; i++) {
        all[i] = new Pair(Counts.unknown(size, i), new Model(i, new int[size], 0));
        Arrays.fill(all[i].model().tree, -1);
      }
      for (int step = 0; step < 4 * size; step++) {
        int self = random.nextInt(size);
        int tested = (self + 1 + random.nextInt(Math.min(3, size - 1))) % size;
        Pair mine = scattered(all[self], random.nextInt(8) == 0 ? 1 : 0, random);
        assertMergeAgrees(mine, all[tested]);
        all[self] =
            new Pair(
                mine.counts().merge(all[tested].counts()),
                mine.model().merge(all[tested].model(), DEAF));
      }
    }
  }

  @Test
  void fewChangesCostFewNodes() {
    Counts start = Counts.correct(100_000, 5);
    Counts theirs = start.asSeenBy(6).with(70_000, 2).with(30_000, 2);
    Counts mine = start.with(50_000, 2).merge(theirs);
    Set<Object> old = nodes(start.root);
    old.addAll(nodes(theirs.root));
    Set<Object> now = nodes(mine.root);
    now.removeAll(old);
    // The root, and the inner node and the leaf of 50,000.
    assertThat(now).hasSize(3);
    assertThat(now.stream().mapToInt(Array::getLength).max()).hasValue(64);
  }

  private static Set<Object> nodes(Object node) {
    Set<Object> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
    nodes.add(node);
    if (node instanceof Object[] children) {
      for (Object child : children) {
        nodes.addAll(nodes(child));
      }
    }
    return nodes;
  }

  @Test
  void countsComeBackFromTheWire() {
    Codec<VRing.Msg> codec = Codec.of(VRing.Msg.class);
    for (int size : new int[] {1, 64, 65, 5_000}) {
      Counts counts = Counts.unknown(size, size / 2).with(size - 1, 300).with(0, 4);
      VRing.Reply reply = new VRing.Reply(17, counts);
      byte[] bytes = codec.encode(reply);
      assertThat(bytes).hasSize(codec.size(reply));
      assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(reply));
      VRing.Reply read = (VRing.Reply) ((Decoded.Value<?>) codec.decode(bytes)).message();
      assertThat(read.counts().self()).isEqualTo(counts.self());
      assertThat(read.counts().own()).isEqualTo(counts.own());
    }
  }

  @Test
  void countsThatMakeNoSenseAreMalformed() {
    Codec<Counts.Vector> codec = Codec.of(Counts.Vector.class);
    Codec<VRing.Reply> replies = Codec.of(VRing.Reply.class);
    for (Counts.Vector bad :
        List.of(
            new Counts.Vector(0, List.of()),
            new Counts.Vector(2, List.of(0, 0)),
            new Counts.Vector(-1, List.of(0, 0)),
            new Counts.Vector(0, List.of(0, -2)))) {
      byte[] vector = codec.encode(bad);
      byte[] reply = new byte[vector.length + 2];
      reply[0] = Codec.VERSION;
      reply[2] = (byte) (vector.length - 1);
      System.arraycopy(vector, 1, reply, 3, vector.length - 1);
      assertThat(replies.decode(reply)).as("%s", bad).isInstanceOf(Decoded.Malformed.class);
    }
  }
}
