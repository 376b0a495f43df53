package coterie.sim.explore.monitor;

import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that one register may be, as far as the outcomes tell. A call is made to take effect when it
 * must have: at its end, after others that are open.
 *
 * @param open calls that may still take effect, in the order in which they began
 * @param moments the possibilities; none if the outcomes contradict each other
 */
record RegisterMoments(List<Open> open, Set<Moment> moments) {
  static final RegisterMoments FRESH =
      new RegisterMoments(List.of(), Set.of(new Moment(0, "", Set.of())));

  /** A call that has not ended. */
  record Open(NodeId node, long life, long request, Action action) {}

  /** A call that has taken effect and not ended, and what it will have to say. */
  record Done(Open call, boolean isRefused, long version, String value) {}

  /** One possibility. */
  record Moment(long version, String value, Set<Done> done) {
    boolean has(Open call) {
      return done.stream().anyMatch(each -> each.call.equals(call));
    }

    /** The call takes effect now. */
    Moment after(Open call) {
      return switch (call.action) {
        case Get get -> with(new Done(call, false, version, value), version, value);
        case RegisterNote.Set(String written) ->
            with(new Done(call, false, version + 1, written), version + 1, written);
        case Cas(long expected, String written) ->
            expected == version
                ? with(new Done(call, false, version + 1, written), version + 1, written)
                : with(new Done(call, true, version, value), version, value);
      };
    }

    private Moment with(Done one, long newVersion, String newValue) {
      Set<Done> more = new HashSet<>(done);
      more.add(one);
      return new Moment(newVersion, newValue, more);
    }

    Moment without(Predicate<Open> call) {
      return new Moment(
          version,
          value,
          done.stream().filter(each -> !call.test(each.call)).collect(Collectors.toSet()));
    }
  }

  @Nullable Open find(NodeId node, long life, long request) {
    for (Open each : open) {
      if (each.node.equals(node) && each.life == life && each.request == request) {
        return each;
      }
    }
    return null;
  }

  RegisterMoments began(Open call) {
    if (open.contains(call)) {
      return this; // It was held back, and comes out now.
    }
    List<Open> more = new ArrayList<>(open);
    more.add(call);
    return new RegisterMoments(more, moments);
  }

  /** The node has crashed: what only reads will never tell. */
  RegisterMoments abandoned(NodeId node) {
    return without(call -> call.node.equals(node) && call.action instanceof Get);
  }

  /** Nobody will ever know of that call. */
  RegisterMoments abandoned(Open call) {
    return call.action instanceof Get ? without(call::equals) : this;
  }

  private RegisterMoments without(Predicate<Open> call) {
    return new RegisterMoments(
        open.stream().filter(call.negate()).toList(),
        moments.stream().map(moment -> moment.without(call)).collect(Collectors.toSet()));
  }

  /** The call has ended with that outcome: only what explains it remains. */
  RegisterMoments ended(Open call, boolean isRefused, long version, String value) {
    Done outcome = new Done(call, isRefused, version, value);
    Set<Moment> explained = new HashSet<>();
    Set<Moment> visited = new HashSet<>(moments);
    ArrayDeque<Moment> ways = new ArrayDeque<>(moments);
    while (!ways.isEmpty()) {
      Moment moment = ways.remove();
      if (moment.has(call)) {
        if (moment.done.contains(outcome)) {
          explained.add(moment.without(call::equals));
        }
        continue;
      }
      for (Open next : open) {
        if (!moment.has(next)) {
          Moment after = moment.after(next);
          if (visited.add(after)) {
            ways.add(after);
          }
        }
      }
    }
    List<Open> others = open.stream().filter(each -> !each.equals(call)).toList();
    return new RegisterMoments(others, explained);
  }
}
