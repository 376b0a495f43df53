package coterie.sim.hunt;

/** Counts how often something was seen, and in how many runs. */
final class Tally {
  private static final long NONE = -1;

  private long times;
  private long runs;
  private long lastRun = NONE;

  /** Returns what it adds to a digest; the same for one name on every machine. */
  final long code;

  Tally(String name) {
    this.code = name.hashCode() * 0x9e3779b97f4a7c15L;
  }

  void add(long run) {
    times++;
    if (lastRun != run) {
      lastRun = run;
      runs++;
    }
  }

  void add(Coverage.Count more) {
    times += more.times();
    runs += more.runs();
  }

  Coverage.Count count() {
    return new Coverage.Count(times, runs);
  }
}
