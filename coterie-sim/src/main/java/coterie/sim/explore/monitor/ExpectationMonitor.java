package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.check.expect.Expectation;
import coterie.sim.check.expect.Needs;
import coterie.sim.check.expect.Sighting;
import coterie.sim.check.expect.Standing;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges a search by what a scenario says must never, or always, hold. It looks when a step is
 * over. A reign that ends by itself counts for whoever leads, but not for two that lead at once, as
 * that depends on clocks.
 */
public final class ExpectationMonitor implements Monitor<ExpectationMonitor.State> {
  /**
   * How the group stands.
   *
   * @param standing is never changed; a step makes another one
   * @param hasBegun whether all were up once
   */
  public record State(Standing standing, boolean hasBegun, @Nullable String violation) {}

  private final View members;
  private final Needs needs;
  private final Expectation expectation;

  /**
   * @param expectation one that {@link Expectation#isTimeless needs no time}
   */
  public ExpectationMonitor(View members, Expectation expectation) {
    if (!expectation.isTimeless()) {
      throw new IllegalArgumentException(
          "a search has no common clock; it judges never and always, not \"%s\""
              .formatted(expectation.words()));
    }
    this.members = members;
    this.expectation = expectation;
    this.needs = Needs.of(List.of(expectation.condition()));
  }

  @Override
  public String judge() {
    return "expectations";
  }

  @Override
  public State initial() {
    return new State(new Standing(members, needs), false, null);
  }

  @Override
  public Record look(NodeId node, List<Protocol<?>> protocols) {
    return Sighting.at(protocols, needs);
  }

  @Override
  public boolean minds(Observation seen) {
    return switch (seen) {
      case Observation.Started started -> true;
      case Observation.Ended ended -> true;
      case Observation.Paused paused -> true;
      case Observation.Resumed resumed -> true;
      case Observation.Noted noted -> true;
      case Observation.Looked looked -> looked.fact() instanceof Sighting;
      default -> false; // Nothing that a standing knows.
    };
  }

  @Override
  public State next(State state, Observation seen) {
    if (state.violation != null) {
      return state;
    }
    Standing standing = state.standing.copy();
    switch (seen) {
      case Observation.Started started -> standing.started(started.node());
      case Observation.Ended ended -> standing.ended(ended.node());
      case Observation.Paused paused -> standing.paused(paused.node());
      case Observation.Resumed resumed -> standing.resumed(resumed.node());
      case Observation.Noted noted -> standing.noted(noted.node(), noted.note(), end(noted.note()));
      case Observation.Looked(NodeId node, Sighting look) -> standing.looked(node, look);
      default -> {} // It does not mind anything else.
    }
    boolean hasBegun = state.hasBegun || standing.isComplete();
    boolean isOver = !(seen instanceof Observation.Noted || seen instanceof Observation.Started);
    boolean isBroken = isOver && hasBegun && expectation.isBrokenBy(standing);
    return new State(standing, hasBegun, isBroken ? expectation.complaint(standing, 0) : null);
  }

  private static long end(Note note) {
    boolean isLimited = note instanceof Note.Leads leads && leads.untilNanos() != Long.MAX_VALUE;
    return isLimited ? Standing.LIMITED : Long.MAX_VALUE;
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }
}
