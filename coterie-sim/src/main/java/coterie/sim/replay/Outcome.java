package coterie.sim.replay;

/**
 * How a replay ended. An event is an input of the node; they are counted from 1. Times count from
 * the start of the life that they are in, by the clock of the node.
 */
public sealed interface Outcome {
  /**
   * The node did all that the recording says, and nothing else.
   *
   * @param outputs how many messages, notes, saves and alarms were compared
   * @param isCut whether the recording ends in the middle of something
   */
  record Same(int lives, long events, long outputs, long lastNanos, boolean isCut)
      implements Outcome {}

  /** It did something else than the recording says. */
  record Diverged(long event, long atNanos, String input, String recorded, String replayed)
      implements Outcome {}

  /** What comes next cannot be replayed; all before it was as recorded. */
  record Stopped(long event, long atNanos, String why) implements Outcome {}
}
