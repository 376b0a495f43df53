package coterie.sim.explore.encode;

/** A time by the clock of one node is in something that leaves the node. */
public final class TimeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TimeException(String where) {
    super(where + " is a time by the clock of one node", null, false, false);
  }
}
