package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Judges verdicts of detectors: nobody suspects itself. Where the model gives no excuse, nobody is
 * held for failed at all.
 */
final class MistakeMonitor implements Monitor<MistakeMonitor.State> {
  /** Whether all was well. */
  record State(@Nullable String violation) {}

  private static final State WELL = new State(null);

  private final boolean confirms;
  private final boolean isPunctual;

  /**
   * @param confirms which note is the verdict, as {@link coterie.recipe.DetectorRecipe#confirms}
   * @param isPunctual as {@link Promises#isPunctual}
   */
  MistakeMonitor(boolean confirms, boolean isPunctual) {
    this.confirms = confirms;
    this.isPunctual = isPunctual;
  }

  @Override
  public String judge() {
    return "suspicions";
  }

  @Override
  public State initial() {
    return WELL;
  }

  @Override
  public boolean minds(Observation seen) {
    return seen instanceof Observation.Noted noted && mistake(noted) != null;
  }

  @Override
  public State next(State state, Observation seen) {
    return seen instanceof Observation.Noted noted ? new State(mistake(noted)) : state;
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  private @Nullable String mistake(Observation.Noted noted) {
    return switch (noted.note()) {
      case Note.Suspected(NodeId who) -> mistake(noted.node(), who, "suspects %s", !confirms);
      case Note.Failed(NodeId who) -> mistake(noted.node(), who, "holds %s for failed", confirms);
      default -> null;
    };
  }

  private @Nullable String mistake(NodeId node, NodeId who, String verb, boolean isVerdict) {
    if (node.equals(who)) {
      return "%s %s".formatted(node, verb.formatted("itself"));
    }
    return isPunctual && isVerdict
        ? "%s %s, though nothing has failed and nothing came late"
            .formatted(node, verb.formatted(who))
        : null;
  }
}
