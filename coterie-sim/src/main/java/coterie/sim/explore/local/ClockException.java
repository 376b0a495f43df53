package coterie.sim.explore.local;

/** A protocol uses more of the clock than was expected; the search has to begin again. */
public final class ClockException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ClockUse use;

  ClockException(ClockUse use) {
    super("the clock is used as " + use, null, false, false);
    this.use = use;
  }

  /** Returns what the protocol does. */
  public ClockUse use() {
    return use;
  }
}
