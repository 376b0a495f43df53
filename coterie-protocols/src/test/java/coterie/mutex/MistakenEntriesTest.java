package coterie.mutex;

import static coterie.mutex.AskingGroup.MILLI;
import static coterie.mutex.AskingGroup.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.TimeText;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a detector that is wrong lets two in. Five clients that hold the lock for 20 ms and
 * think for 50 ms, 5% loss, and now and then one of them stands still, for half a second on the
 * average; a minute each. With {@code -Pdeep} the figures of the documentation are printed.
 */
class MistakenEntriesTest {
  private static final int NODES = 5;
  private static final long RUN = 60 * TimeText.SECOND;

  private static AskingGroup run(String name, String silence, long seed) {
    Map<String, String> values =
        Map.of("detector", "heartbeat", "period", "100ms", "silence", silence);
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(Latency.parse("uniform:1ms,5ms"))
            .withConditions(List.of(new Fault.Loss(0.05)));
    AskingGroup group = new AskingGroup(AskingStormTest.recipe(name), NODES, values, setup);
    SplittableRandom random = new SplittableRandom(seed);
    while (true) {
      long next = group.simulation.now() + exponential(random, 5_000 * MILLI);
      long lasting = exponential(random, 500 * MILLI);
      if (next + lasting > RUN) {
        group.simulation.runUntil(RUN);
        return group;
      }
      group.simulation.runUntil(next);
      Fault.Pause pause = new Fault.Pause(id(random.nextInt(NODES)));
      group.inject(pause);
      group.simulation.runFor(lasting);
      group.inject(new Fault.Resume(pause.node()));
    }
  }

  private static long exponential(SplittableRandom random, long mean) {
    return (long) (-mean * StrictMath.log(1 - random.nextDouble()));
  }

  /** The longer a process may be silent, the fewer mistakes, and the fewer that let two in. */
  @ParameterizedTest
  @CsvSource({
    "ricart-agrawala, 300ms", "ricart-agrawala, 1s", "ricart-agrawala, 2s",
    "lamport, 300ms", "lamport, 1s", "lamport, 2s"
  })
  void twoAreInsideInFewOfTheRunsWithAMistake(String name, String silence) {
    int runs = ManySeeds.count(10, 1_000);
    int mistaken = 0;
    int overlapping = 0;
    long overlaps = 0;
    long overlapNanos = 0;
    long entries = 0;
    for (long seed = 0; seed < runs; seed++) {
      AskingGroup group = run(name, silence, seed);
      Entries.Overlaps two = group.judge.overlaps();
      assertThat(group.wrong()).as("seed %d", seed).isEmpty();
      mistaken += group.judge.mistakes() > 0 ? 1 : 0;
      overlapping += two.count() > 0 ? 1 : 0;
      overlaps += two.count();
      overlapNanos += two.totalNanos();
      entries += group.entries();
    }
    assertThat(overlapping).isLessThanOrEqualTo(mistaken);
    assertThat(entries).isGreaterThan(runs * 100L);
    if (ManySeeds.IS_DEEP) {
      System.out.printf(
          "%s, silence %s: %d runs, %d with a mistake, %d with two inside; %d times in %d entries,"
              + " for %s s each%n",
          name,
          silence,
          runs,
          mistaken,
          overlapping,
          overlaps,
          entries,
          TimeText.format(overlaps == 0 ? 0 : overlapNanos / overlaps / MILLI * MILLI));
    }
  }
}
