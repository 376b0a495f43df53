package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Judges any protocol: it throws nothing, no assertion of it fails, and nobody sends what no
 * correct sender can have sent.
 */
final class FailureMonitor implements Monitor<FailureMonitor.State> {
  /** Whether all was well. */
  record State(@Nullable String violation) {}

  private static final State WELL = new State(null);

  private final boolean judgesMessages;

  /**
   * @param judgesMessages whether a refused message is a violation; not where it may be refused by
   *     a wall clock, of which the model promises nothing
   */
  FailureMonitor(boolean judgesMessages) {
    this.judgesMessages = judgesMessages;
  }

  @Override
  public String judge() {
    return "failures";
  }

  @Override
  public State initial() {
    return WELL;
  }

  @Override
  public boolean minds(Observation seen) {
    return failure(seen) != null;
  }

  @Override
  public State next(State state, Observation seen) {
    return new State(failure(seen));
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  private @Nullable String failure(Observation seen) {
    return switch (seen) {
      case Observation.Threw(NodeId node, String text) -> "%s failed: %s".formatted(node, text);
      case Observation.Noted(NodeId node, int channel, Note.BadMessage(NodeId from, String why))
          when judgesMessages ->
          "%s refused a message of %s, which no correct process sends: %s"
              .formatted(node, from, why);
      default -> null;
    };
  }
}
