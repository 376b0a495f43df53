package coterie.lab.session;

/**
 * How much one page may ask of a session.
 *
 * @param nodesMax how many processes a scenario may have
 * @param eventsMax after how many events a run is stopped
 * @param runsMax how many runs may be open at once
 * @param textMax how many characters a scenario may have
 */
public record LabLimits(int nodesMax, int eventsMax, int runsMax, int textMax) {
  /** Those of a browser: a run with a million events takes about 300 MB. */
  public static final LabLimits STANDARD = new LabLimits(200, 1_000_000, 32, 100_000);
}
