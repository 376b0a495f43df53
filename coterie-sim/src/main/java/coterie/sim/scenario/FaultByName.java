package coterie.sim.scenario;

import coterie.sim.fault.Fault;

/** Reads a fault in the words that {@link Fault#text} writes. */
public final class FaultByName {
  private FaultByName() {}

  /**
   * Reads one fault.
   *
   * @throws ScenarioException if the words mean no fault
   */
  public static Fault read(String text) {
    Words words = new Words("", text);
    Fault fault = FaultWords.read(words);
    if (fault == null) {
      throw words.error("there is no such fault; the faults are " + FaultWords.ALL);
    }
    return fault;
  }
}
