package coterie.elect;

import static coterie.elect.ElectionGroup.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Detector;
import coterie.elect.bully.Bully;
import coterie.elect.bully.BullyRecipe;
import coterie.elect.ring.RingElection;
import coterie.elect.ring.RingRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Settings;
import coterie.testkit.ManySeeds;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Elections of the highest by rank and not by number. Each process learns the ranks of the others
 * at moments of its own, through the storms of the other tests: in the end all follow the one of
 * the highest rank that is up.
 */
class RankingTest {
  private static final int SEEDS = ManySeeds.count(100, 4_000);
  private static final int SETTLING_SECONDS = 4 + 2 * (2 + 4) + 12;
  private static final long LATE_NANOS = 60 * SECOND;

  /** Some ranks are equal; then the number decides. */
  private static long rank(long seed, NodeId of) {
    return new SplittableRandom(seed * 31 + of.value()).nextInt(4);
  }

  private static Comparator<NodeId> order(long seed) {
    return Comparator.<NodeId>comparingLong(id -> rank(seed, id))
        .thenComparing(Comparator.naturalOrder());
  }

  /** What one process knows: the rank of each other one from some moment on, before that none. */
  private record Hearsay(long seed, Context<?> context) implements Ranking {
    @Override
    public boolean isAbove(NodeId one, NodeId other) {
      int byRank = Long.compare(known(one), known(other));
      return byRank != 0 ? byRank > 0 : one.compareTo(other) > 0;
    }

    private long known(NodeId of) {
      long pair = context.self().value() * 100 + of.value();
      long from = new SplittableRandom(seed ^ pair).nextLong(LATE_NANOS);
      boolean isHeard = of.equals(context.self()) || context.nowNanos() > from;
      return isHeard ? rank(seed, of) : 0;
    }
  }

  @FunctionalInterface
  private interface Maker {
    void add(coterie.core.Node node, View members, @Nullable Detector detector, long seed);
  }

  private static ElectionGroup group(ElectionRecipe recipe, Maker maker, long seed) {
    int size = ElectionChaos.size(seed);
    View members = View.numbered(1, size);
    ChosenDetector watch =
        ChosenDetector.of(
            members, new Settings(recipe.settings(), Map.of("detector", "heartbeat")));
    Blueprint blueprint = node -> maker.add(node, members, watch.add(node), seed);
    return new ElectionGroup(size, blueprint, ElectionChaos.setup(size, seed));
  }

  private static void bully(
      coterie.core.Node node, View members, @Nullable Detector detector, long seed) {
    Bully.Config config = new Bully.Config(2 * SECOND, 4 * SECOND, 3 * SECOND);
    node.add(
        "bully",
        Bully.Msg.class,
        c -> new Bully(c, members, detector, config, new Hearsay(seed, c)));
  }

  private static void ring(
      coterie.core.Node node, View members, @Nullable Detector detector, long seed) {
    RingElection.Config config = new RingElection.Config(2 * SECOND, 3 * SECOND);
    node.add(
        "ring",
        RingElection.Msg.class,
        c -> new RingElection(c, members, detector, config, new Hearsay(seed, c)));
  }

  /** Whether all follow the highest after the storm, and go on doing so. */
  private static boolean isRight(ElectionRecipe recipe, Maker maker, long seed) {
    ElectionGroup group = group(recipe, maker, seed);
    new ElectionChaos(group, seed).storm(false);
    group.run((int) (LATE_NANOS / SECOND) + SETTLING_SECONDS);
    List<NodeId> up = group.up();
    NodeId highest = up.stream().max(order(seed)).orElseThrow();
    boolean isClean = group.notes.stream().noneMatch(note -> note.contains("BadMessage"));
    return isClean
        && group.agreed(up).equals(java.util.Optional.of(highest))
        && group.notesOfNext(20).isEmpty();
  }

  private static List<Long> wrong(ElectionRecipe recipe, Maker maker) {
    return LongStream.range(0, SEEDS)
        .filter(seed -> !isRight(recipe, maker, seed))
        .boxed()
        .toList();
  }

  @Test
  void bullyFollowsTheHighestRank() {
    assertThat(wrong(BullyRecipe.RECIPE, RankingTest::bully)).isEmpty();
  }

  @Test
  void ringFollowsTheHighestRank() {
    assertThat(wrong(RingRecipe.RECIPE, RankingTest::ring)).isEmpty();
  }

  /** The check is no use unless it finds one that goes by numbers. */
  @Test
  void electionByNumberIsCaught() {
    Bully.Config config = new Bully.Config(2 * SECOND, 4 * SECOND, 3 * SECOND);
    Maker plain =
        (node, members, detector, seed) ->
            node.add("bully", Bully.Msg.class, c -> new Bully(c, members, detector, config));
    assertThat(wrong(BullyRecipe.RECIPE, plain)).hasSizeGreaterThan(SEEDS / 4);
  }
}
