package coterie.elect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * After random storms all who are up follow one of them, and go on doing so; when the group is
 * parted after that, each part does; and all do again when it has healed.
 */
class RingElectionChaosTest {
  private static final int FACTOR = Boolean.getBoolean("coterie.deep") ? 20 : 1;
  private static final RingRecipe RECIPE = new RingRecipe();

  /** Two elections that fail, of up to 5 s each in a group of nine, and an announcement. */
  private static final int ELECTIONS_SECONDS = 2 * 5 + 5;

  private static final int QUIET_SECONDS = 10;

  /** The seconds are those that the detector takes to see things right again. */
  @ParameterizedTest
  @CsvSource({
    "heartbeat, 1000, 5",
    "heartring, 60, 30",
    "swim, 60, 30",
    "phi, 30, 60",
    "vring, 60, 30"
  })
  void allFollowOneOnceFaultsStop(String detector, int schedules, int settlingSeconds) {
    int boundSeconds = settlingSeconds + ELECTIONS_SECONDS;
    for (long seed = 0; seed < (long) schedules * FACTOR; seed++) {
      int size = size(seed);
      Blueprint blueprint = ElectionGroup.blueprint(RECIPE, size, Map.of("detector", detector));
      assertThat(complaint(blueprint, size, seed, boundSeconds))
          .as("%s, seed %d, N=%d", detector, seed, size)
          .isEmpty();
    }
  }

  @Test
  void checkerNoticesAnAnnouncementThatStopsWhereTheLeaderIsKnown() {
    assertThat(
            isNoticed(
                size -> {
                  Blueprint whole = ElectionGroup.blueprint(RECIPE, size, Map.of("announce", "0"));
                  return node -> whole.build(new DeafToNews(node));
                }))
        .isTrue();
  }

  @Test
  void checkerNoticesElectionsThatAreNeverBegunAnew() {
    assertThat(
            isNoticed(
                size ->
                    ElectionGroup.blueprint(
                        RECIPE, size, Map.of("timeout", "1h", "announce", "0"))))
        .isTrue();
  }

  private interface Maker {
    Blueprint of(int size);
  }

  /** Whether any of a hundred storms shows it. */
  private static boolean isNoticed(Maker broken) {
    for (long seed = 0; seed < 100; seed++) {
      int size = size(seed);
      if (complaint(broken.of(size), size, seed, 20).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static int size(long seed) {
    return 2 + (int) (seed % 8);
  }

  /** What is wrong after a storm, a partition, or its healing; empty if nothing is. */
  private static Optional<String> complaint(
      Blueprint blueprint, int size, long seed, int boundSeconds) {
    ElectionGroup group = new ElectionGroup(size, blueprint, ElectionChaos.setup(size, seed));
    ElectionChaos chaos = new ElectionChaos(group, seed);
    chaos.storm();
    return disagreement(group, "after the storm", List.of(group.up()), boundSeconds)
        .or(() -> disagreement(group, "parted", chaos.partition(), boundSeconds))
        .or(
            () -> {
              group.inject(new Fault.HealAll());
              return disagreement(group, "healed", List.of(group.up()), boundSeconds);
            });
  }

  private static Optional<String> disagreement(
      ElectionGroup group, String when, List<List<NodeId>> parts, int boundSeconds) {
    group.run(boundSeconds);
    int before = group.notes.size();
    group.run(QUIET_SECONDS);
    List<String> late = group.notes.subList(before, group.notes.size());
    boolean isCalm = late.isEmpty() && parts.stream().allMatch(p -> group.agreed(p).isPresent());
    boolean isClean = group.notes.stream().noneMatch(note -> note.contains("BadMessage"));
    return isCalm && isClean
        ? Optional.empty()
        : Optional.of("%s %s %s %s".formatted(when, parts, late, group.states()));
  }
}
