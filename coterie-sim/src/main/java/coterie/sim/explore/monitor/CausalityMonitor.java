package coterie.sim.explore.monitor;

import coterie.core.Dot;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stamp;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges clocks: whatever happened before an event has a lower stamp of the same clock, and a
 * vector counts exactly what happened before. Wall clocks promise nothing.
 *
 * <p>Messages in flight are remembered with what happened before them. Where equal ones have
 * different pasts, nobody can tell which of them arrives, and only what both have counts.
 */
final class CausalityMonitor implements Monitor<CausalityMonitor.State> {
  /** A message in flight. */
  record Flight(NodeId from, int channel, NodeId to, Message message) {}

  /** Something that is held back behind a save, and the past that it has. */
  record Waiting(int channel, Object what, Past past) {}

  /**
   * One process.
   *
   * @param now what it knows
   * @param shown what it knew when it last let anybody see something
   * @param heard what it may learn from the message that it handles; a refused one teaches nothing
   */
  record Known(Past now, Past shown, @Nullable Past heard, List<Waiting> held) {
    static final Known NOTHING = new Known(Past.NONE, Past.NONE, null, List.of());

    Known learned() {
      return heard == null ? this : new Known(now.and(heard), shown, null, held);
    }
  }

  /** All processes, and all messages in flight: how many equal ones, and with which past. */
  record State(ByNode<Known> processes, Map<Flight, Passage> flights, @Nullable String violation) {
    State with(NodeId node, Known known) {
      return new State(processes.with(node, known), flights, violation);
    }

    Known of(NodeId node) {
      return processes.at(node, Known.NOTHING);
    }
  }

  /** How many equal messages are in flight, and what happened before each of them. */
  record Passage(int count, Past past) {}

  /** Tells that a step is over. */
  record Over() {}

  private static final Over OVER = new Over();

  private final boolean keepsMessages;

  /**
   * @param keepsMessages as {@link Promises#keepsMessages}
   */
  CausalityMonitor(boolean keepsMessages) {
    this.keepsMessages = keepsMessages;
  }

  @Override
  public String judge() {
    return "clocks";
  }

  @Override
  public State initial() {
    return new State(ByNode.none(), Map.of(), null);
  }

  @Override
  public boolean minds(Observation seen) {
    return switch (seen) {
      case Observation.Sent sent -> true;
      case Observation.Received received -> true;
      case Observation.Lost lost -> !keepsMessages;
      case Observation.Duplicated duplicated -> !keepsMessages;
      case Observation.Ended ended -> true;
      case Observation.Looked looked -> looked.fact() instanceof Over;
      case Observation.Noted noted -> isClock(noted.note());
      case Observation.Held held -> held.what() instanceof Message || isClock(held.what());
      default -> false;
    };
  }

  private static boolean isClock(Object note) {
    return switch (note) {
      case Note.Stamped stamped -> !stamped.clock().equals(Note.PHYSICAL);
      case Note.Versioned versioned -> versioned.clock().equals(Note.VECTOR);
      case Note.BadMessage bad -> true;
      default -> false;
    };
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Received(NodeId node, int channel, NodeId from, Message message) ->
          received(state, new Flight(from, channel, node, message));
      case Observation.Lost(NodeId node, int channel, NodeId to, Message message) ->
          landed(state, new Flight(node, channel, to, message));
      case Observation.Duplicated(NodeId node, int channel, NodeId to, Message message) ->
          doubled(state, new Flight(node, channel, to, message));
      case Observation.Sent(NodeId node, int channel, NodeId to, Message message) ->
          sent(state, new Flight(node, channel, to, message));
      case Observation.Looked(NodeId node, Record fact) ->
          state.with(node, state.of(node).learned());
      case Observation.Ended(NodeId node) -> ended(state, node);
      case Observation.Held(NodeId node, int channel, Object what) ->
          held(state, node, channel, what);
      case Observation.Noted(NodeId node, int channel, Note note) ->
          noted(state, node, channel, note);
      default -> state;
    };
  }

  // ---- messages

  private State received(State state, Flight flight) {
    Passage passage = state.flights.get(flight);
    Known known = state.of(flight.to).learned();
    Past heard = passage == null ? Past.NONE : passage.past;
    State after = state.with(flight.to, new Known(known.now, known.shown, heard, known.held));
    return keepsMessages ? after : landed(after, flight);
  }

  private static State landed(State state, Flight flight) {
    Passage passage = state.flights.get(flight);
    if (passage == null) {
      return state;
    }
    Map<Flight, Passage> flights = new HashMap<>(state.flights);
    if (passage.count == 1) {
      flights.remove(flight);
    } else {
      flights.put(flight, new Passage(passage.count - 1, passage.past));
    }
    return new State(state.processes, flights, state.violation);
  }

  private static State doubled(State state, Flight flight) {
    Passage passage = state.flights.get(flight);
    return passage == null ? state : flying(state, flight, passage.past);
  }

  private static State flying(State state, Flight flight, Past past) {
    Map<Flight, Passage> flights = new HashMap<>(state.flights);
    flights.merge(
        flight,
        new Passage(1, past),
        (some, one) -> new Passage(some.count + 1, some.past.or(one.past)));
    return new State(state.processes, flights, state.violation);
  }

  private State sent(State state, Flight flight) {
    Known known = state.of(flight.from).learned();
    Waiting waiting = waiting(known, flight.channel, flight.message);
    Past past = waiting == null ? known.now : waiting.past;
    State after = state.with(flight.from, shown(known, waiting, past));
    // A set has one of each: it was there from the first time on.
    return keepsMessages && state.flights.containsKey(flight) ? after : flying(after, flight, past);
  }

  // ---- what is held back

  private static @Nullable Waiting waiting(Known known, int channel, Object what) {
    for (Waiting each : known.held) {
      if (each.channel == channel) {
        return each.what.equals(what) ? each : null;
      }
    }
    return null;
  }

  /** Somebody has seen what happened up to there. */
  private static Known shown(Known known, @Nullable Waiting waiting, Past past) {
    List<Waiting> left = new ArrayList<>(known.held);
    if (waiting != null) {
      left.remove(waiting);
    }
    return new Known(known.now, known.shown.and(past), known.heard, List.copyOf(left));
  }

  private static State ended(State state, NodeId node) {
    Known known = state.of(node);
    Past now = known.now.after(node, known.shown);
    return state.with(node, new Known(now, known.shown, null, List.of()));
  }

  private static State held(State state, NodeId node, int channel, Object what) {
    State after = what instanceof Note note ? happened(state, node, note) : state;
    if (after.violation != null || what instanceof Note.BadMessage) {
      return after;
    }
    Known known = after.of(node).learned();
    List<Waiting> more = new ArrayList<>(known.held);
    more.add(new Waiting(channel, what, known.now));
    return after.with(node, new Known(known.now, known.shown, null, List.copyOf(more)));
  }

  private static State noted(State state, NodeId node, int channel, Note note) {
    Waiting waiting = waiting(state.of(node), channel, note);
    if (waiting != null) {
      return state.with(node, shown(state.of(node), waiting, waiting.past));
    }
    State after = happened(state, node, note);
    Known known = after.of(node);
    return after.violation != null ? after : after.with(node, shown(known, null, known.now));
  }

  // ---- clocks

  private static State happened(State state, NodeId node, Note note) {
    Known before = state.of(node);
    if (note instanceof Note.BadMessage) {
      return state.with(node, new Known(before.now, before.shown, null, before.held));
    }
    Known known = before.learned();
    return switch (note) {
      case Note.Stamped(String clock, String event, Stamp stamp) -> {
        Stamp last = known.now.stamps().get(clock);
        yield last != null && !last.isBefore(stamp)
            ? wrong(
                "the %s clock is wrong: \"%s\" of %s has %s, and what happened before it has %s"
                    .formatted(clock, event, node, stamp, last))
            : state.with(
                node, new Known(known.now.stamped(clock, stamp), known.shown, null, known.held));
      }
      case Note.Versioned(String clock, String event, List<Dot> version) -> {
        Past now = known.now.counted(node);
        String wrong = now.wrong(version);
        yield wrong != null
            ? wrong(
                "the %s clock is wrong: \"%s\" of %s has %s, which %s"
                    .formatted(clock, event, node, version, wrong))
            : state.with(node, new Known(now, known.shown, null, known.held));
      }
      default -> state;
    };
  }

  private static State wrong(String sentence) {
    return new State(ByNode.none(), Map.of(), sentence);
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  @Override
  public Record look(NodeId node, List<Protocol<?>> protocols) {
    return OVER;
  }
}
