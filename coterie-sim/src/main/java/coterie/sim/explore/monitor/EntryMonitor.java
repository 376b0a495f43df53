package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.recipe.MutexRecipe.Promise;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Judges locks: two are not inside at once, and tokens grow with every entry; but for a lock whose
 * detector was wrong nothing of it is promised any more. A lock by leases is inside for a time by a
 * clock, which is not judged: its tokens are, of which no two are the same.
 */
final class EntryMonitor implements Monitor<EntryMonitor.State> {
  /** Where a process is that has asked for a lock. */
  enum Place {
    WAITING,
    INSIDE
  }

  /**
   * One lock.
   *
   * @param tokens the greatest one of all entries; of a lock by leases all of them
   */
  record Lock(ByNode<Place> places, SortedSet<Long> tokens) {
    static final Lock FREE = new Lock(ByNode.none(), Collections.emptySortedSet());

    Lock with(NodeId node, @Nullable Place place) {
      return new Lock(place == null ? places.without(node) : places.with(node, place), tokens);
    }
  }

  /**
   * What may matter later.
   *
   * @param up who is up, where a detector can be wrong
   * @param isMistaken whether it was
   */
  record State(
      SortedMap<String, Lock> locks,
      ByNode<Boolean> up,
      boolean isMistaken,
      @Nullable String violation) {
    State with(String lock, Lock changed) {
      SortedMap<String, Lock> more = new TreeMap<>(locks);
      more.put(lock, changed);
      return new State(more, up, isMistaken, violation);
    }
  }

  private final Promise promise;

  EntryMonitor(Promise promise) {
    this.promise = promise;
  }

  @Override
  public String judge() {
    return "entries";
  }

  @Override
  public State initial() {
    return new State(Collections.emptySortedMap(), ByNode.none(), false, null);
  }

  @Override
  public boolean minds(Observation seen) {
    return switch (seen) {
      case Observation.Started started -> promise instanceof Promise.UnlessMistaken;
      case Observation.Ended ended -> true;
      case Observation.Noted noted ->
          switch (noted.note()) {
            case Note.Wanted wanted -> true;
            case Note.Entered entered -> true;
            case Note.Exited exited -> true;
            case Note.LostLock lost -> true;
            case Note.GaveUp gaveUp -> true;
            default -> verdict(noted.note()) != null;
          };
      default -> false;
    };
  }

  @Override
  public State next(State state, Observation seen) {
    return switch (seen) {
      case Observation.Started(NodeId node, long incarnation) when !state.isMistaken ->
          new State(state.locks, state.up.with(node, true), false, null);
      case Observation.Ended(NodeId node) -> ended(state, node);
      case Observation.Noted(NodeId node, int channel, Note note) -> noted(state, node, note);
      default -> state;
    };
  }

  @Override
  public @Nullable String violation(State state) {
    return state.violation;
  }

  private State ended(State state, NodeId node) {
    SortedMap<String, Lock> locks = new TreeMap<>(state.locks);
    locks.replaceAll((name, lock) -> lock.with(node, null));
    return new State(locks, state.up.without(node), state.isMistaken, null);
  }

  private State noted(State state, NodeId node, Note note) {
    return switch (note) {
      case Note.Wanted(String lock) -> wanted(state, node, lock);
      case Note.Entered(String lock, long token) -> entered(state, node, lock, token);
      case Note.Exited(String lock, long token) -> left(state, node, lock, Place.INSIDE);
      case Note.LostLock(String lock, long token) -> left(state, node, lock, Place.INSIDE);
      case Note.GaveUp(String lock) -> left(state, node, lock, Place.WAITING);
      default -> suspected(state, verdict(note));
    };
  }

  private @Nullable NodeId verdict(Note note) {
    boolean confirms = promise instanceof Promise.UnlessMistaken(boolean isFailed) && isFailed;
    return switch (note) {
      case Note.Suspected(NodeId who) when promise instanceof Promise.UnlessMistaken && !confirms ->
          who;
      case Note.Failed(NodeId who) when confirms -> who;
      default -> null;
    };
  }

  /** From now on only what a single process does can be wrong. */
  private static State suspected(State state, @Nullable NodeId who) {
    if (who == null || !state.up.at(who, false)) {
      return state;
    }
    SortedMap<String, Lock> locks = new TreeMap<>(state.locks);
    locks.replaceAll((name, lock) -> new Lock(lock.places, Collections.emptySortedSet()));
    return new State(locks, ByNode.none(), true, null);
  }

  private static State wanted(State state, NodeId node, String name) {
    Lock lock = state.locks.getOrDefault(name, Lock.FREE);
    return lock.places.at(node) != null
        ? wrong("%s asked for %s again before that had ended".formatted(node, name))
        : state.with(name, lock.with(node, Place.WAITING));
  }

  private State entered(State state, NodeId node, String name, long token) {
    Lock lock = state.locks.getOrDefault(name, Lock.FREE);
    if (lock.places.at(node) != Place.WAITING) {
      return wrong("%s entered %s and had not asked".formatted(node, name));
    }
    if (state.isMistaken) {
      return state.with(name, lock.with(node, Place.INSIDE));
    }
    boolean isLeased = promise instanceof Promise.WithinBounds;
    if (isLeased && lock.tokens.contains(token)) {
      return wrong(
          "%s entered %s with token %d, with which one had entered before; no two have the same"
              .formatted(node, name, token));
    }
    if (!isLeased && !lock.tokens.isEmpty() && token <= lock.tokens.last()) {
      return wrong(
          "%s entered %s with token %d after one with token %d; tokens grow with every entry"
              .formatted(node, name, token, lock.tokens.last()));
    }
    for (Map.Entry<NodeId, Place> other : lock.places.values().entrySet()) {
      if (!isLeased && other.getValue() == Place.INSIDE) {
        return wrong(
            "%s entered %s while %s was inside; one is inside at a time"
                .formatted(node, name, other.getKey()));
      }
    }
    SortedSet<Long> tokens = new TreeSet<>(isLeased ? lock.tokens : Collections.emptySortedSet());
    tokens.add(token);
    return state.with(name, new Lock(lock.places.with(node, Place.INSIDE), tokens));
  }

  private static State left(State state, NodeId node, String name, Place from) {
    Lock lock = state.locks.getOrDefault(name, Lock.FREE);
    if (lock.places.at(node) != from) {
      return wrong(
          from == Place.WAITING
              ? "%s gave %s up and did not wait".formatted(node, name)
              : "%s left %s and was not inside".formatted(node, name));
    }
    return state.with(name, lock.with(node, null));
  }

  private static State wrong(String sentence) {
    return new State(Collections.emptySortedMap(), ByNode.none(), false, sentence);
  }
}
