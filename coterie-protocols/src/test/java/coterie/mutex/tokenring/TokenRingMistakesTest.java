package coterie.mutex.tokenring;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * How often a mistake of the detector lets two in: five processes for ten seconds, with 5 % loss,
 * and pauses that come after five seconds on average and last 0.5 s on average. The figures of
 * docs/token-ring.md come from {@code mvn -Pdeep verify}, with 1,000 runs each.
 */
class TokenRingMistakesTest {
  private static final int RUNS = ManySeeds.count(4, 1_000);
  private static final int SIZE = 5;

  /** How many of the runs had something in them. */
  private record Share(int mistaken, int overlapping) {}

  @Test
  void longerSilenceLetsFewerMistakesThrough() {
    Share hasty = share("300ms");
    Share middle = share("1s");
    Share calm = share("2s");
    if (ManySeeds.IS_DEEP) {
      System.out.printf("of %d runs: 300ms %s, 1s %s, 2s %s%n", RUNS, hasty, middle, calm);
    }
    assertThat(hasty.mistaken).isPositive();
    assertThat(middle.overlapping).isLessThanOrEqualTo(hasty.overlapping);
    assertThat(calm.overlapping).isLessThanOrEqualTo(middle.overlapping);
  }

  private static Share share(String silence) {
    int mistaken = 0;
    int overlapping = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      RingGroup group = paused(seed, silence);
      assertThat(group.entries.violations()).as("seed %d", seed).isEmpty();
      mistaken += group.entries.mistakes() > 0 ? 1 : 0;
      overlapping += group.entries.overlaps().count() > 0 ? 1 : 0;
    }
    return new Share(mistaken, overlapping);
  }

  private static RingGroup paused(long seed, String silence) {
    Map<String, String> values = new TreeMap<>();
    values.put("detector", "heartbeat");
    values.put("period", "100ms");
    values.put("silence", silence);
    values.put("retry", "100ms");
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(Latency.parse("uniform:1ms,5ms"))
            .withConditions(List.of(new Fault.Loss(0.05)));
    RingGroup group = new RingGroup(SIZE, values, setup);
    SplittableRandom random = new SplittableRandom(seed);
    double seconds = 0;
    while (seconds < 10) {
      double gap = exponential(random, 5);
      double lasting = exponential(random, 0.5);
      group.run(gap);
      NodeId node = RingGroup.id(1 + random.nextInt(SIZE));
      group.inject(new Fault.Pause(node));
      group.run(lasting);
      group.inject(new Fault.Resume(node));
      seconds += gap + lasting;
    }
    return group;
  }

  private static double exponential(SplittableRandom random, double mean) {
    return -mean * StrictMath.log(1 - random.nextDouble());
  }
}
