package coterie.mutex;

/**
 * What a resource does with tokens: it remembers the greatest that it has seen and refuses lesser
 * ones. So who has lost the lock without knowing it, as after a pause that is longer than anybody
 * allowed for, cannot undo what its successor has done.
 */
public final class Fence {
  private long greatest;

  /** Whether what comes with that token may be done; if so, lesser tokens are refused from now. */
  public boolean accepts(long token) {
    if (token < greatest) {
      return false;
    }
    greatest = token;
    return true;
  }

  /** The greatest token seen; 0 if there was none. */
  public long greatest() {
    return greatest;
  }
}
