package coterie.testkit;

import coterie.core.View;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The random choices of one run of a test, all drawn from one seed: the same seed and the same
 * questions give the same answers.
 */
public final class Draws {
  private static final String[] LATENCIES = {"uniform:1ms,5ms", "uniform:1ms,20ms", "2ms"};

  private final SplittableRandom random;

  public Draws(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Returns a number from 0 to the bound, which is left out. */
  public int nextInt(int bound) {
    return random.nextInt(bound);
  }

  /** Returns a number from 0 to the bound, which is left out. */
  public long nextLong(long bound) {
    return random.nextLong(bound);
  }

  public boolean nextBoolean() {
    return random.nextBoolean();
  }

  /** Returns true once in that many times. */
  public boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /** Returns one of these. */
  public long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** Returns one of these. */
  public String pick(String... values) {
    return values[random.nextInt(values.length)];
  }

  /** Returns delays of a local network: short, of up to 20 ms, or always the same. */
  public Latency latency() {
    return latency(LATENCIES);
  }

  /** Returns one of these delays, each in the words of a scenario. */
  public Latency latency(String... latencies) {
    return Latency.parse(pick(latencies));
  }

  /** Returns an order for events of the same instant: as scheduled, or shuffled. */
  public Ties ties() {
    return random.nextBoolean() ? Ties.SHUFFLED : Ties.SCHEDULED;
  }

  /** Returns clocks that all run wrong, each by its own share up to the bound. */
  public List<Fault> drifts(View members, int partsPerMillion) {
    List<Fault> drifts = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      drifts.add(
          new Fault.ClockDrift(
              members.at(i), random.nextInt(2 * partsPerMillion + 1) - partsPerMillion));
    }
    return drifts;
  }
}
