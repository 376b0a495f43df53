package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import coterie.core.RegisterNote.Refused;
import coterie.core.RegisterNote.Requested;
import coterie.core.RegisterNote.Set;
import coterie.core.RegisterNote.Succeeded;
import coterie.core.RegisterNote.Unknown;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.explore.monitor.RegisterMoments.Open;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges registers: for each of them there is an order of all calls that explains every outcome, in
 * which each call takes effect between its request and its outcome. A call whose outcome is
 * unknown, or whose process has crashed, may take effect at any later moment, or never.
 *
 * <p>A request that is held back behind a save counts from when the process decided on it; an
 * outcome counts when it comes out.
 */
final class RegisterMonitor implements Monitor<RegisterMonitor.State> {
  /** In which life each process is, and what each register may be. */
  record State(
      ByNode<Long> lives,
      SortedMap<String, RegisterMoments> registers,
      @Nullable String violation) {
    State with(String register, RegisterMoments moments) {
      SortedMap<String, RegisterMoments> more = new TreeMap<>(registers);
      more.put(register, moments);
      return new State(lives, more, null);
    }

    RegisterMoments of(String register) {
      return registers.getOrDefault(register, RegisterMoments.FRESH);
    }
  }

  @Override
  public String judge() {
    return "linearizability";
  }

  @Override
  public State initial() {
    return new State(ByNode.none(), Collections.emptySortedMap(), null);
  }

  @Override
  public boolean minds(Observation seen) {
    return switch (seen) {
      case Observation.Started started -> true;
      case Observation.Ended ended -> true;
      case Observation.Noted noted -> noted.note() instanceof RegisterNote;
      case Observation.Held held -> held.what() instanceof Requested;
      default -> false;
    };
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Started(NodeId node, long incarnation) ->
          new State(state.lives.with(node, incarnation), state.registers, null);
      case Observation.Ended(NodeId node) -> ended(state, node);
      case Observation.Held(NodeId node, int channel, Requested note) -> noted(state, node, note);
      case Observation.Noted(NodeId node, int channel, RegisterNote note) ->
          noted(state, node, note);
      default -> state;
    };
  }

  private static State ended(State state, NodeId node) {
    SortedMap<String, RegisterMoments> registers = new TreeMap<>(state.registers);
    registers.replaceAll((name, moments) -> moments.abandoned(node));
    return new State(state.lives, registers, null);
  }

  private static State noted(State state, NodeId node, RegisterNote note) {
    String register = note.register();
    long life = state.lives.at(node, 0L);
    RegisterMoments before = state.of(register);
    if (note instanceof Requested requested) {
      Open open = new Open(node, life, requested.request(), requested.action());
      return state.with(register, before.began(open));
    }
    Open open = before.find(node, life, note.request());
    if (open == null) {
      return wrong("%s notes an outcome, and no request: %s".formatted(node, note));
    }
    return switch (note) {
      case Requested requested -> state;
      case Unknown unknown -> state.with(register, before.abandoned(open));
      case Succeeded done ->
          judged(state, open, before.ended(open, false, done.version(), done.value()), note);
      case Refused no ->
          judged(state, open, before.ended(open, true, no.version(), no.value()), note);
    };
  }

  private static State judged(State state, Open open, RegisterMoments after, RegisterNote outcome) {
    if (!after.moments().isEmpty()) {
      return state.with(outcome.register(), after);
    }
    return wrong(
        "register %s is not linearizable: no order of the calls explains %s of %s, which %s"
            .formatted(outcome.register(), text(open), open.node(), text(outcome)));
  }

  private static String text(Open open) {
    return switch (open.action()) {
      case Get get -> "get";
      case Set(String value) -> "set " + value;
      case Cas(long expected, String value) -> "cas %d %s".formatted(expected, value);
    };
  }

  private static String text(RegisterNote outcome) {
    return switch (outcome) {
      case Succeeded done ->
          "succeeded with version %d, %s".formatted(done.version(), value(done.value()));
      case Refused no -> "was refused at version %d, %s".formatted(no.version(), value(no.value()));
      case Unknown unknown -> "is unknown";
      case Requested requested -> "has begun";
    };
  }

  private static String value(String text) {
    return text.isEmpty() ? "no value" : text;
  }

  private static State wrong(String sentence) {
    return new State(ByNode.none(), Collections.emptySortedMap(), sentence);
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }
}
