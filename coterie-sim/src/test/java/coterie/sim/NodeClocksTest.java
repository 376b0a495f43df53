package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.TimeText;
import coterie.sim.Probe.Group;
import coterie.sim.fault.Fault;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeClocksTest {
  private static final long SECOND = TimeText.SECOND;
  private static final long YEAR = 365 * 24 * 3600 * SECOND;
  private static final Probe.Script SILENT = new Probe.Script() {};

  @Test
  void monotonicClocksOfTwoNodesAreNotComparable() {
    Group group = new Group(20, Setup.standard(), SILENT);
    group.simulation.start();
    long least = Long.MAX_VALUE;
    for (int i = 1; i < 20; i++) {
      long apart = group.probe(i).context.nowNanos() - group.probe(i - 1).context.nowNanos();
      least = Math.min(least, Math.abs(apart));
    }
    assertThat(least).isGreaterThan(SECOND);
  }

  @Test
  void monotonicClockRunsAtTheTrueRate() {
    Group group = new Group(1, Setup.standard(), SILENT);
    group.simulation.start();
    long before = group.probe(0).context.nowNanos();
    group.simulation.runFor(YEAR + 1);
    assertThat(group.probe(0).context.nowNanos() - before).isEqualTo(YEAR + 1);
  }

  @Test
  void wallClocksAgreeUntilOneIsMoved() {
    Group group = new Group(2, Setup.standard(), SILENT);
    group.run("1.5");
    assertThat(group.probe(0).context.wallMillis()).isEqualTo(1_735_689_601_500L);
    assertThat(group.probe(1).context.wallMillis()).isEqualTo(1_735_689_601_500L);
  }

  @Test
  void offsetMovesTheWallClockOnly() {
    Group group = new Group(2, Setup.standard(), SILENT);
    group.simulation.start();
    long monotonic = group.probe(0).context.nowNanos();
    long wall = group.probe(0).context.wallMillis();
    group.probe(0).alarm("x", "10");
    group.simulation.inject(new Fault.ClockOffset(id(0), -5 * SECOND));
    group.simulation.inject(new Fault.ClockOffset(id(0), 2 * SECOND));
    assertThat(group.probe(0).context.wallMillis()).isEqualTo(wall - 3000);
    assertThat(group.probe(1).context.wallMillis()).isEqualTo(wall);
    assertThat(group.probe(0).context.nowNanos()).isEqualTo(monotonic);
    group.run("20");
    assertThat(group.log).endsWith("10 P0 alarm x");
  }

  @ParameterizedTest
  @CsvSource({"100000, 9.090909091", "-100000, 11.111111112", "0, 10", "500000, 6.666666667"})
  void driftStretchesAlarms(long partsPerMillion, String expires) {
    Group group = new Group(2, Setup.standard(), SILENT);
    group.simulation.inject(new Fault.ClockDrift(id(0), partsPerMillion));
    group.probe(0).alarm("x", "10");
    group.probe(1).alarm("y", "10");
    group.run("20");
    assertThat(group.log).contains(expires + " P0 alarm x", "10 P1 alarm y");
  }

  @Test
  void driftIsExactOverLongTimes() {
    for (long ppm : new long[] {1, -1, 37, -37, 100, 500_000, -500_000}) {
      Group group = new Group(1, Setup.standard(), SILENT);
      group.simulation.inject(new Fault.ClockDrift(id(0), ppm));
      long before = group.probe(0).context.nowNanos();
      long wall = group.probe(0).context.wallMillis();
      group.simulation.runFor(20 * YEAR);
      long expected = 20 * YEAR + 20 * YEAR / 1_000_000 * ppm;
      assertThat(group.probe(0).context.nowNanos() - before).as("%d ppm", ppm).isEqualTo(expected);
      assertThat(group.probe(0).context.wallMillis() - wall)
          .as("%d ppm", ppm)
          .isEqualTo(expected / 1_000_000);
    }
  }

  @Test
  void clockNeverRunsBackwards() {
    for (long seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Group group = new Group(1, Setup.standard().withSeed(seed), SILENT);
      group.simulation.start();
      long last = group.probe(0).context.nowNanos();
      for (int i = 0; i < 100; i++) {
        group.simulation.runFor(random.nextLong(1L << random.nextInt(1, 40)));
        long now = group.probe(0).context.nowNanos();
        assertThat(now).as("seed %d", seed).isGreaterThanOrEqualTo(last);
        last = now;
        if (random.nextInt(5) == 0) {
          long ppm = random.nextLong(-500_000, 500_001);
          group.simulation.inject(new Fault.ClockDrift(id(0), ppm));
          assertThat(group.probe(0).context.nowNanos()).as("seed %d", seed).isEqualTo(now);
        }
      }
    }
  }

  @Test
  void alarmIsNeverEarlyAndAtMostAMomentLateOnTheLocalClock() {
    for (long seed = 0; seed < 2000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long delay = random.nextLong(1L << random.nextInt(1, 50));
      long[] expired = new long[1];
      Probe.Script script =
          new Probe.Script() {
            @Override
            public void expired(Probe probe, String alarm) {
              expired[0] = probe.context.nowNanos();
            }
          };
      Group group = new Group(1, Setup.standard().withSeed(seed), script);
      group.simulation.runUntil(random.nextLong(1L << 40));
      long ppm = random.nextLong(-500_000, 500_001);
      group.simulation.inject(new Fault.ClockDrift(id(0), ppm));
      group.simulation.runFor(random.nextLong(1L << 40));
      long before = group.probe(0).context.nowNanos();
      group.probe(0).alarm("x").start(delay);
      group.simulation.runFor(4 * delay + 4);
      assertThat(expired[0] - before).as("seed %d", seed).isBetween(delay, delay + 2);
    }
  }

  @Test
  void clocksGoOnThroughACrash() {
    Group group = new Group(1, Setup.standard(), SILENT);
    group.simulation.inject(new Fault.ClockOffset(id(0), SECOND));
    long monotonic = group.probe(0).context.nowNanos();
    long wall = group.probe(0).context.wallMillis();
    group.simulation.inject(new Fault.Crash(id(0)));
    group.simulation.runFor(SECOND);
    group.simulation.inject(new Fault.Recover(id(0)));
    assertThat(group.probe(0).context.nowNanos() - monotonic).isEqualTo(SECOND);
    assertThat(group.probe(0).context.wallMillis() - wall).isEqualTo(1000);
  }

  @Test
  void driftBeyondHalfOfTheRateIsRefused() {
    assertThatThrownBy(() -> new Fault.ClockDrift(id(0), 500_001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a clock drifts by -500000 to 500000 ppm, not 500001");
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "-1", "250000", "-333333", "500000", "-500000"})
  void trueTimeIsTheFirstAtWhichTheClockShowsIt(long partsPerMillion) {
    Group group = new Group(1, Setup.standard(), SILENT);
    group.run("1");
    group.simulation.inject(new Fault.ClockDrift(id(0), partsPerMillion));
    group.run("1.7");
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 1000; i++) {
      long clock = group.simulation.clockNanos(id(0)) + random.nextLong(3 * SECOND);
      long at = group.simulation.trueNanos(id(0), clock);
      group.simulation.runUntil(Math.max(group.simulation.now(), at - 1));
      assertThat(group.simulation.clockNanos(id(0)) < clock).isEqualTo(at > group.simulation.now());
      group.simulation.runUntil(at);
      assertThat(group.simulation.clockNanos(id(0))).isGreaterThanOrEqualTo(clock);
    }
    assertThat(group.simulation.trueNanos(id(0), 0)).isEqualTo(group.simulation.now());
  }
}
