package coterie.sim.explore;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is explored: a group, what may happen to it, how far to go, and who judges.
 *
 * @param blueprint of every node; several threads may build nodes by it
 * @param calls each is made once at most, at any time while its node is up
 */
public record Plan(
    View members,
    Blueprint blueprint,
    Faults faults,
    List<Call> calls,
    Model model,
    Bounds bounds,
    Effort effort,
    List<Monitor<?>> monitors) {
  /** How many nodes may be explored: which ones are down is kept in the bits of an int. */
  public static final int NODES_MAX = 16;

  /** How many calls there may be: those that were made are kept in the bits of a long. */
  public static final int CALLS_MAX = 62;

  /** How often each fault may happen on a path. What a cut or a pause ends with costs nothing. */
  public record Faults(
      int crashes, int recoveries, int losses, int duplicates, int cuts, int pauses) {
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0);
  }

  /**
   * A local method.
   *
   * @param node null if any one node may be called
   * @param words the name of the method and its arguments, as in a scenario
   */
  public record Call(@Nullable NodeId node, String words) {}

  /** When alarms expire. */
  public enum Timing {
    /** At any time: messages and clocks may be as slow as they like. */
    ANY,
    /** Only when no message to the node is in flight: messages are faster than alarms. */
    SYNC
  }

  /** What the network does with messages. */
  public enum Order {
    /** Each message arrives once, in any order. */
    MULTISET,
    /** Each message arrives any number of times, in any order; equal ones count once. */
    SET,
    /** The messages of a link arrive in the order in which they were sent. */
    FIFO
  }

  /** When what was saved is durable. */
  public enum Saves {
    /** At once. */
    INSTANT,
    /** At any time later; a crash before loses it, or keeps it. */
    LATER
  }

  /**
   * What may happen beside faults.
   *
   * @param hints whether senders may be told that nobody listens at a node that is down
   * @param drawsMax up to which bound all random numbers are tried; above it the lowest, the middle
   *     and the highest
   * @param forgets whether messages that nobody can receive any more are forgotten at once, and not
   *     in a step of their own; it makes the search smaller, and hides nothing
   */
  public record Model(
      Timing timing, Order order, Saves saves, boolean hints, int drawsMax, boolean forgets) {
    public static final Model STANDARD =
        new Model(Timing.ANY, Order.MULTISET, Saves.INSTANT, false, 4, true);
  }

  /**
   * How far to go.
   *
   * @param depth how many events a path has at most
   * @param states how many states are visited, about
   * @param pending how many messages of a link may be in flight
   * @param deviations from the schedule of the simulator on an instant network; negative if every
   *     schedule is explored
   * @param values the largest values of fields of protocols and messages, by their names, as in
   *     {@code term} or {@code Raft.term}
   */
  public record Bounds(
      int depth, long states, int pending, int deviations, SortedMap<String, Long> values) {
    public static final Bounds NONE =
        new Bounds(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, -1, new TreeMap<>());

    public Bounds {
      values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }
  }

  /**
   * What the search may cost.
   *
   * @param memoises whether what a node does is remembered; without, everything is tried again
   * @param keeps whether all states are kept, so that they can be asked for afterwards
   * @param cpuNanos the time that the calling thread has used
   */
  public record Effort(
      int threads, long memoryBytes, boolean memoises, boolean keeps, LongSupplier cpuNanos) {
    public static final Effort STANDARD =
        new Effort(1, Long.MAX_VALUE, true, false, System::nanoTime);
  }

  public Plan {
    calls = List.copyOf(calls);
    monitors = List.copyOf(monitors);
    if (members.size() > NODES_MAX) {
      throw new IllegalArgumentException(
          "%d nodes are too many to explore; take 1 to %d".formatted(members.size(), NODES_MAX));
    }
    if (calls.size() > CALLS_MAX) {
      throw new IllegalArgumentException(
          "%d calls are too many to explore; take at most %d".formatted(calls.size(), CALLS_MAX));
    }
    for (Call call : calls) {
      if (call.node() != null && members.indexOf(call.node()) < 0) {
        throw new IllegalArgumentException("there is no %s to call".formatted(call.node()));
      }
    }
  }

  /** Makes the plan of a group without faults, calls, bounds and monitors. */
  public static Plan of(View members, Blueprint blueprint) {
    return new Plan(
        members,
        blueprint,
        Faults.NONE,
        List.of(),
        Model.STANDARD,
        Bounds.NONE,
        Effort.STANDARD,
        List.of());
  }

  public Plan withFaults(Faults newFaults) {
    return new Plan(members, blueprint, newFaults, calls, model, bounds, effort, monitors);
  }

  public Plan withCalls(List<Call> newCalls) {
    return new Plan(members, blueprint, faults, newCalls, model, bounds, effort, monitors);
  }

  public Plan withModel(Model newModel) {
    return new Plan(members, blueprint, faults, calls, newModel, bounds, effort, monitors);
  }

  public Plan withBounds(Bounds newBounds) {
    return new Plan(members, blueprint, faults, calls, model, newBounds, effort, monitors);
  }

  public Plan withEffort(Effort newEffort) {
    return new Plan(members, blueprint, faults, calls, model, bounds, newEffort, monitors);
  }

  public Plan withMonitors(List<Monitor<?>> newMonitors) {
    return new Plan(members, blueprint, faults, calls, model, bounds, effort, newMonitors);
  }
}
