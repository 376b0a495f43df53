package coterie.sim.manual;

/** A schedule says other random numbers than a node draws: its mistake, not that of the node. */
final class DrawException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  DrawException(String why) {
    super(why);
  }
}
