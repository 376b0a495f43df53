package coterie.lab.live;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.recording.Entry;
import java.util.List;

/** What a process of a group is told, by the process that has started it. */
public sealed interface Instruction {
  /** A fault that there was at that time of the run, in the words of a scenario. */
  record Past(long atNanos, String fault) {}

  /**
   * Be ready to build a node.
   *
   * @param life the protocols and the members
   * @param latency what is added to the delays of the machine, in the words of a scenario
   * @param refusing whether the node looks whether a silent port is closed
   */
  record Prepare(Entry.Life life, long seed, int pace, boolean refusing, String latency)
      implements Instruction {}

  /**
   * Build the node and open its port.
   *
   * @param faults those that there were so far
   * @param folder where its disk is
   * @param port the one it had in an earlier life; 0 for any
   */
  record Open(long incarnation, List<Past> faults, String folder, int port) implements Instruction {
    public Open {
      faults = List.copyOf(faults);
    }
  }

  /** That member is reached there, in that life; in life 0 it is down. */
  record Meet(NodeId who, Bytes address, long incarnation) implements Instruction {}

  /**
   * Start the protocols.
   *
   * @param originNanos when the run begins or began, on the monotonic clock of the machine
   */
  record Start(long originNanos) implements Instruction {}

  /** From now on there is this fault, in the words of a scenario. */
  record Apply(String fault) implements Instruction {}

  /** Call a method of a protocol, in the words of a scenario. */
  record Invoke(String words) implements Instruction {}

  /** End, in good order. */
  record End() implements Instruction {}
}
