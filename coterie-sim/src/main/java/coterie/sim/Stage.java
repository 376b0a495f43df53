package coterie.sim;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.fault.Fault;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a group of nodes acts: in virtual time, as {@link Simulation}, or on sockets. Scripts act
 * on it, and judges, traces and pictures look at it, without knowing which of the two it is.
 *
 * <p>All that witnesses are told comes in one order, from one thread, and the methods here may be
 * called by them; or by the thread that drives the stage, while it does not run.
 */
public interface Stage {
  /** The faults that hold from before the start, which no witness can have been told. */
  List<Fault> initialFaults();

  /** Tells the witness from now on what it wants to know; faults in any case. */
  void watch(StageWitness witness);

  /** Schedules a fault. What cannot be (crashing what is down) throws when its time has come. */
  void at(long time, Fault fault);

  /** Schedules anything else, such as a {@link #call}. */
  void at(long time, Runnable action);

  /** Lets a fault happen now. */
  void inject(Fault fault);

  /** Calls a method of a node's protocol now, as a local event of that node. */
  <P, T extends @Nullable Object> T call(
      NodeId node, Class<P> type, String what, Function<P, T> method);

  /** Tells those who watch the run a sentence; no node hears it. */
  void say(String sentence);

  /** Runs all events up to and including that time. */
  void runUntil(long time);

  /** Runs on for that long. */
  default void runFor(long nanos) {
    runUntil(now() + nanos);
  }

  /** Runs until the condition holds after an event, at most until that time. */
  boolean runUntil(BooleanSupplier condition, long limit);

  /** Starts all nodes, in order, if that has not been done yet. */
  void start();

  /** The time since the start of the run. */
  long now();

  /** What the monotonic clock of that node shows now, whether it is up or not. */
  long clockNanos(NodeId node);

  /**
   * The first true time from now on at which the monotonic clock of that node shows that, unless
   * its drift is changed before.
   */
  long trueNanos(NodeId node, long clockNanos);

  /** How many events there were: deliveries, alarms, faults, calls, saves. */
  long events();

  /** How many messages were sent. */
  long messages();

  /** Whether the traffic of every member is counted. */
  boolean countsBytes();

  /** How many bytes of packets all members have sent, as a transport is given them. */
  long bytes();

  /** What a member has sent and received, where that is counted. */
  Load load(NodeId node);

  View members();

  boolean isUp(NodeId node);

  /** How many nodes are up. */
  int upCount();

  /** The protocol of that type on a node that is up. */
  default <P> P protocol(NodeId node, Class<P> type) {
    for (Protocol<?> protocol : protocols(node)) {
      if (type.isInstance(protocol)) {
        return type.cast(protocol);
      }
    }
    throw new IllegalArgumentException(
        isUp(node)
            ? "no %s runs on %s".formatted(type.getSimpleName(), node)
            : "%s is down; a protocol can be asked while its node is up".formatted(node));
  }

  /** The families of messages, by channel; the last one is that of the topmost protocol. */
  List<Class<?>> families();

  /** All protocols of a node, by channel; none while it is down. */
  List<Protocol<?>> protocols(NodeId node);
}
