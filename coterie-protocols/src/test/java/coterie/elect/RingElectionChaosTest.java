package coterie.elect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.fault.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After random storms, all who are up follow one of them, and go on doing so. */
class RingElectionChaosTest {
  private static final int FACTOR = Boolean.getBoolean("coterie.deep") ? 20 : 1;

  private static int size(long seed) {
    return 2 + (int) (seed % 8);
  }

  @ParameterizedTest
  @CsvSource({
    "heartbeat, 1000, 20",
    "heartring, 100, 60",
    "swim, 100, 60",
    "phi, 50, 100",
    "vring, 100, 60"
  })
  void allFollowOneOnceFaultsStop(String detector, int schedules, int boundSeconds) {
    long worst = 0;
    for (long seed = 0; seed < (long) schedules * FACTOR; seed++) {
      int size = size(seed);
      ElectionGroup group =
          ElectionGroup.of(
              new RingRecipe(),
              size,
              Map.of("detector", detector),
              ElectionChaos.setup(size, seed));
      ElectionChaos chaos = new ElectionChaos(group, seed);
      chaos.storm();
      String run = "%s, seed %d, N=%d".formatted(detector, seed, size);
      long from = group.simulation.now();
      staysAgreed(group, List.of(group.up()), boundSeconds, run);
      if (group.lastNoteNanos() - from > worst) {
        worst = group.lastNoteNanos() - from;
        System.out.println(run + " worst " + TimeText.format(worst));
      }
      staysAgreed(group, chaos.partition(), boundSeconds, run + " parted");
      group.inject(new Fault.HealAll());
      staysAgreed(group, List.of(group.up()), boundSeconds, run + " healed");
    }
  }

  private static void staysAgreed(
      ElectionGroup group, List<List<NodeId>> parts, int boundSeconds, String run) {
    group.run(boundSeconds);
    int before = group.notes.size();
    group.run(20);
    for (List<NodeId> part : parts) {
      assertThat(group.agreed(part)).as(() -> run + " " + part + " " + group.states()).isPresent();
    }
    assertThat(group.notes.subList(before, group.notes.size())).as(run).isEmpty();
    assertThat(group.notes).as(run).noneMatch(note -> note.contains("BadMessage"));
  }
}
