package coterie.sim.scenario;

/** A scenario says something that cannot be. The message names the place, the word, the remedy. */
public final class ScenarioException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ScenarioException(String where, String why) {
    super(where.isEmpty() ? why : where + ": " + why);
  }
}
