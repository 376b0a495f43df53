package coterie.elect.ring;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.elect.Election;
import coterie.elect.ElectionChaos;
import coterie.elect.ElectionGroup;
import coterie.sim.fault.Fault;
import coterie.testkit.ManySeeds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * After random storms all who are up follow one of them, and go on doing so; when the group is
 * parted after that, each part does; and all do again when it has healed.
 */
class RingElectionChaosTest {
  private static final int FACTOR = ManySeeds.count(1, 50);

  /** Two elections that fail, of up to 5 s each in a group of nine, and an announcement. */
  private static final int ELECTIONS_SECONDS = 2 * 5 + 5;

  private static final int QUIET_SECONDS = 10;

  /** The seconds are those that the detector takes to see things right again. */
  @ParameterizedTest
  @CsvSource({
    "heartbeat, 400, 5",
    "heartring, 25, 30",
    "swim, 25, 30",
    "phi, 12, 60",
    "vring, 25, 30"
  })
  void allFollowOneOnceFaultsStop(String detector, int schedules, int settlingSeconds) {
    int boundSeconds = settlingSeconds + ELECTIONS_SECONDS;
    for (long seed = 0; seed < (long) schedules * FACTOR; seed++) {
      ElectionGroup group = group(seed, Map.of("detector", detector));
      assertThat(complaint(group, seed, boundSeconds))
          .as("%s, seed %d, N=%d", detector, seed, group.members.size())
          .isEmpty();
    }
  }

  /** A mistake that is often made: news of a leader is not handed on where it is none. */
  @Test
  void checkerNoticesAnAnnouncementThatStopsWhereTheLeaderIsKnown() {
    assertThat(
            isNoticed(
                seed -> {
                  ElectionGroup group = group(seed, Map.of("announce", "0"));
                  group.lose((from, to, message) -> isOldNews(group.election(from), from, message));
                  return group;
                }))
        .isTrue();
  }

  private static boolean isOldNews(Election election, NodeId self, Message message) {
    return message instanceof RingElection.Announcement announcement
        && !announcement.lap().initiator().equals(self)
        && announcement.leader().equals(election.leader());
  }

  @Test
  void checkerNoticesElectionsThatAreNeverBegunAnew() {
    Map<String, String> settings = Map.of("timeout", "1h", "announce", "0");
    assertThat(isNoticed(seed -> group(seed, settings))).isTrue();
  }

  /** Whether any of a hundred storms shows it. */
  private static boolean isNoticed(LongFunction<ElectionGroup> broken) {
    return LongStream.range(0, 100)
        .anyMatch(seed -> complaint(broken.apply(seed), seed, 20).isPresent());
  }

  private static ElectionGroup group(long seed, Map<String, String> settings) {
    int size = ElectionChaos.size(seed);
    return ElectionGroup.of(RingRecipe.RECIPE, size, settings, ElectionChaos.setup(size, seed));
  }

  /** What is wrong after a storm, a partition, or its healing; empty if nothing is. */
  private static Optional<String> complaint(ElectionGroup group, long seed, int boundSeconds) {
    ElectionChaos chaos = new ElectionChaos(group, seed);
    chaos.storm(isResigning(seed));
    return disagreement(group, "after the storm", List.of(group.up()), boundSeconds)
        .or(() -> disagreement(group, "parted", chaos.partition(), boundSeconds))
        .or(
            () -> {
              group.inject(new Fault.HealAll());
              return disagreement(group, "healed", List.of(group.up()), boundSeconds);
            });
  }

  /** Groups of every size meet both kinds of storms. */
  private static boolean isResigning(long seed) {
    return seed / 8 % 2 == 0;
  }

  private static Optional<String> disagreement(
      ElectionGroup group, String when, List<List<NodeId>> parts, int boundSeconds) {
    group.run(boundSeconds);
    List<String> late = group.notesOfNext(QUIET_SECONDS);
    boolean isCalm = late.isEmpty() && parts.stream().allMatch(p -> group.agreed(p).isPresent());
    boolean isClean = group.notes.stream().noneMatch(note -> note.contains("BadMessage"));
    return isCalm && isClean
        ? Optional.empty()
        : Optional.of("%s %s %s %s".formatted(when, parts, late, group.states()));
  }
}
