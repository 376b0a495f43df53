package coterie.sim.replay;

/** Ends a replay from within a handler. */
final class Unlike extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Outcome outcome;

  Unlike(Outcome outcome) {
    super(null, null, false, false);
    this.outcome = outcome;
  }

  Outcome outcome() {
    return outcome;
  }
}
