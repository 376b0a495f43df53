package coterie.sim.fault;

import coterie.core.NodeId;
import coterie.core.TimeText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing that goes wrong, or right again, at an instant. The text of a fault is what a scenario
 * file says after {@code at TIME}, and what a trace prints.
 */
public sealed interface Fault {
  /** The words of a scenario file. */
  String text();

  /**
   * The node loses its alarms and its memory.
   *
   * @param keeping whether what it has saved lately is durable all the same: the write made it to
   *     the disk, though nobody was told so; otherwise what was not yet durable is lost
   */
  record Crash(NodeId node, boolean keeping) implements Fault {
    /** What was not yet durable is lost. */
    public Crash(NodeId node) {
      this(node, false);
    }

    @Override
    public String text() {
      return "crash " + node + (keeping ? " keeping" : "");
    }
  }

  /** The node starts again, with what its stable storage kept. */
  record Recover(NodeId node) implements Fault {
    @Override
    public String text() {
      return "recover " + node;
    }
  }

  /** The node stands still, as in a long collection; what comes for it waits. */
  record Pause(NodeId node) implements Fault {
    @Override
    public String text() {
      return "pause " + node;
    }
  }

  /** The node goes on: first the messages that waited, then the alarms, as an event loop does. */
  record Resume(NodeId node) implements Fault {
    @Override
    public String text() {
      return "resume " + node;
    }
  }

  /** Everything that reaches the node is handled that much later; zero ends it. */
  record Slow(NodeId node, long byNanos) implements Fault {
    public Slow {
      requireDuration("slow", byNanos);
    }

    @Override
    public String text() {
      return "slow %s by %s".formatted(node, TimeText.format(byNanos));
    }
  }

  /** Messages sent from one to the other from now on are lost. */
  record Cut(NodeId from, NodeId to, boolean bothWays) implements Fault {
    @Override
    public String text() {
      return "cut " + link(from, to, bothWays);
    }
  }

  /** Ends a cut. */
  record Heal(NodeId from, NodeId to, boolean bothWays) implements Fault {
    @Override
    public String text() {
      return "heal " + link(from, to, bothWays);
    }
  }

  /** Ends every cut, partition, send-only and receive-only. */
  record HealAll() implements Fault {
    @Override
    public String text() {
      return "heal all";
    }
  }

  /** Messages pass within a group only; nodes that are not named form one more group. */
  record Partition(List<List<NodeId>> groups) implements Fault {
    public Partition {
      groups = groups.stream().map(List::copyOf).toList();
    }

    @Override
    public String text() {
      return groups.stream()
          .map(group -> group.stream().map(NodeId::toString).collect(Collectors.joining(" ")))
          .collect(Collectors.joining(" | ", "partition ", ""));
    }
  }

  /** Nothing reaches the node any more, but what it sends gets through. */
  record SendOnly(NodeId node) implements Fault {
    @Override
    public String text() {
      return "send-only " + node;
    }
  }

  /** Nothing that the node sends gets through, but it hears the others. */
  record ReceiveOnly(NodeId node) implements Fault {
    @Override
    public String text() {
      return "receive-only " + node;
    }
  }

  /** Moves the wall clock of the node by that much, at once; the monotonic one never jumps. */
  record ClockOffset(NodeId node, long byNanos) implements Fault {
    @Override
    public String text() {
      String sign = byNanos < 0 ? "-" : "+";
      return "clock %s offset %s%s".formatted(node, sign, TimeText.format(Math.abs(byNanos)));
    }
  }

  /** From now on the clocks of the node run faster (or slower) by that many parts in a million. */
  record ClockDrift(NodeId node, long partsPerMillion) implements Fault {
    public ClockDrift {
      if (Math.abs(partsPerMillion) > 500_000) {
        throw new IllegalArgumentException(
            "a clock drifts by -500000 to 500000 ppm, not " + partsPerMillion);
      }
    }

    @Override
    public String text() {
      return "clock %s drift %+dppm".formatted(node, partsPerMillion);
    }
  }

  /** Each message is lost with this probability. */
  record Loss(double probability) implements Fault {
    public Loss {
      requireProbability("loss", probability);
    }

    @Override
    public String text() {
      return "loss " + probability;
    }
  }

  /** Each message arrives twice with this probability, each time with a delay of its own. */
  record Duplication(double probability) implements Fault {
    public Duplication {
      requireProbability("duplicate", probability);
    }

    @Override
    public String text() {
      return "duplicate " + probability;
    }
  }

  /** Each message is held back, with this probability, by up to so much more. */
  record Reordering(double probability, long byNanos) implements Fault {
    public Reordering {
      requireProbability("reorder", probability);
      requireDuration("reorder", byNanos);
    }

    @Override
    public String text() {
      return "reorder %s by %s".formatted(probability, TimeText.format(byNanos));
    }
  }

  /** Delays follow this model from now on. */
  record Delay(Latency latency) implements Fault {
    @Override
    public String text() {
      return "latency " + latency.text();
    }
  }

  private static String link(NodeId from, NodeId to, boolean bothWays) {
    return "%s %s %s".formatted(from, bothWays ? "-" : "->", to);
  }

  private static void requireProbability(String word, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          word + " takes a probability from 0 to 1, not " + probability);
    }
  }

  private static void requireDuration(String word, long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException(
          word + " takes a duration from 0, not " + TimeText.format(nanos));
    }
  }
}
