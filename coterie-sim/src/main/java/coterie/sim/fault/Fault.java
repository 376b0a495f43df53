package coterie.sim.fault;

import coterie.core.NodeId;
import coterie.core.TimeText;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that goes wrong, or right again, at an instant. The text of a fault is what a scenario
 * file says after {@code at TIME}, and what a trace prints.
 *
 * <p>A fault hits a process, the network or a clock; whoever lets faults happen switches over these
 * three families, so a new fault does not compile until it is injected.
 */
public sealed interface Fault {
  /** Returns the words of a scenario file. */
  String text();

  /** Returns the nodes and roles that it names. */
  List<Target> targets();

  /** Returns the same fault with each target replaced. */
  Fault on(UnaryOperator<Target> replacement);

  /** Returns the fault that undoes it after a while; null if it cannot be said to last. */
  default @Nullable Fault undo() {
    return null;
  }

  /** Returns whether it ends what another fault has begun. */
  default boolean isEnd() {
    return this instanceof Recover
        || this instanceof Resume
        || this instanceof Heal
        || this instanceof HealAll;
  }

  /** Returns whether one of its targets is a role. */
  default boolean namesRole() {
    return targets().stream().anyMatch(Target.Player.class::isInstance);
  }

  /** Happens to one process: it stops or goes on. */
  sealed interface OfProcess extends OfNode {}

  /** Happens between the processes. */
  sealed interface OfNetwork extends Fault
      permits Slow, Cut, Heal, Partition, SendOnly, ReceiveOnly, OfAll, Intervention {}

  /** Happens to the clocks of one process. */
  sealed interface OfClock extends OfNode {}

  /** Hits one node. */
  sealed interface OfNode extends Fault {
    Target target();

    /** Returns the node that is hit. */
    default NodeId node() {
      return target().node();
    }

    @Override
    default List<Target> targets() {
      return List.of(target());
    }
  }

  /**
   * The node loses its alarms and its memory.
   *
   * @param keeping whether what it has saved lately is durable all the same: the write made it to
   *     the disk, though nobody was told so; otherwise what was not yet durable is lost
   */
  record Crash(Target target, boolean keeping) implements OfProcess {
    public Crash(NodeId node, boolean keeping) {
      this(Target.of(node), keeping);
    }

    /** What was not yet durable is lost. */
    public Crash(NodeId node) {
      this(node, false);
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Crash(replacement.apply(target), keeping);
    }

    @Override
    public Fault undo() {
      return new Recover(target);
    }

    @Override
    public String text() {
      return "crash " + target.text() + (keeping ? " keeping" : "");
    }
  }

  /** The node starts again, with what its stable storage kept. */
  record Recover(Target target) implements OfProcess {
    public Recover(NodeId node) {
      this(Target.of(node));
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Recover(replacement.apply(target));
    }

    @Override
    public String text() {
      return "recover " + target.text();
    }
  }

  /** The node is paused, as in a long collection; what comes for it waits. */
  record Pause(Target target) implements OfProcess {
    public Pause(NodeId node) {
      this(Target.of(node));
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Pause(replacement.apply(target));
    }

    @Override
    public Fault undo() {
      return new Resume(target);
    }

    @Override
    public String text() {
      return "pause " + target.text();
    }
  }

  /** The node goes on: first the messages that waited, then the alarms, as an event loop does. */
  record Resume(Target target) implements OfProcess {
    public Resume(NodeId node) {
      this(Target.of(node));
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Resume(replacement.apply(target));
    }

    @Override
    public String text() {
      return "resume " + target.text();
    }
  }

  /** Everything that reaches the node is handled that much later; zero ends it. */
  record Slow(Target target, long byNanos) implements OfNode, OfNetwork {
    public Slow {
      requireDuration("slow", byNanos);
    }

    public Slow(NodeId node, long byNanos) {
      this(Target.of(node), byNanos);
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Slow(replacement.apply(target), byNanos);
    }

    @Override
    public Fault undo() {
      return new Slow(target, 0);
    }

    @Override
    public String text() {
      return "slow %s by %s".formatted(target.text(), TimeText.format(byNanos));
    }
  }

  /** Messages sent from one to the other from now on are lost. */
  record Cut(Target from, Target to, boolean bothWays) implements OfNetwork {
    public Cut(NodeId from, NodeId to, boolean bothWays) {
      this(Target.of(from), Target.of(to), bothWays);
    }

    @Override
    public List<Target> targets() {
      return List.of(from, to);
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Cut(replacement.apply(from), replacement.apply(to), bothWays);
    }

    @Override
    public Fault undo() {
      return new Heal(from, to, bothWays);
    }

    @Override
    public String text() {
      return "cut " + link(from, to, bothWays);
    }
  }

  /** Ends a cut. */
  record Heal(Target from, Target to, boolean bothWays) implements OfNetwork {
    public Heal(NodeId from, NodeId to, boolean bothWays) {
      this(Target.of(from), Target.of(to), bothWays);
    }

    @Override
    public List<Target> targets() {
      return List.of(from, to);
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Heal(replacement.apply(from), replacement.apply(to), bothWays);
    }

    @Override
    public String text() {
      return "heal " + link(from, to, bothWays);
    }
  }

  /** Ends every cut, partition, send-only and receive-only. */
  record HealAll() implements OfAll {
    @Override
    public String text() {
      return "heal all";
    }
  }

  /**
   * Messages pass within a group only; nodes that are not named form one more group. Groups without
   * nodes are left out, so a partition drawn by chance may name nobody.
   */
  record Partition(List<List<Target>> groups) implements OfNetwork {
    public Partition {
      groups = groups.stream().filter(group -> !group.isEmpty()).map(List::copyOf).toList();
    }

    /** Parts nodes that are known. */
    public static Partition of(List<List<NodeId>> groups) {
      return new Partition(groups.stream().map(group -> Target.of(group)).toList());
    }

    @Override
    public List<Target> targets() {
      return groups.stream().flatMap(List::stream).toList();
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new Partition(
          groups.stream().map(group -> group.stream().map(replacement).toList()).toList());
    }

    @Override
    public Fault undo() {
      return new HealAll();
    }

    @Override
    public String text() {
      if (groups.isEmpty()) {
        return "partition none";
      }
      return groups.stream()
          .map(group -> group.stream().map(Target::text).collect(Collectors.joining(" ")))
          .collect(Collectors.joining(" | ", "partition ", ""));
    }
  }

  /** Nothing reaches the node any more, but what it sends gets through. */
  record SendOnly(Target target) implements OfNode, OfNetwork {
    public SendOnly(NodeId node) {
      this(Target.of(node));
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new SendOnly(replacement.apply(target));
    }

    @Override
    public String text() {
      return "send-only " + target.text();
    }
  }

  /** Nothing that the node sends gets through, but it hears the others. */
  record ReceiveOnly(Target target) implements OfNode, OfNetwork {
    public ReceiveOnly(NodeId node) {
      this(Target.of(node));
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new ReceiveOnly(replacement.apply(target));
    }

    @Override
    public String text() {
      return "receive-only " + target.text();
    }
  }

  /** Moves the wall clock of the node by that much, at once; the monotonic one never jumps. */
  record ClockOffset(Target target, long byNanos) implements OfClock {
    public ClockOffset(NodeId node, long byNanos) {
      this(Target.of(node), byNanos);
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new ClockOffset(replacement.apply(target), byNanos);
    }

    @Override
    public String text() {
      String sign = byNanos < 0 ? "-" : "+";
      return "clock %s offset %s%s"
          .formatted(target.text(), sign, TimeText.format(Math.abs(byNanos)));
    }
  }

  /** From now on the clocks of the node run faster (or slower) by that many parts in a million. */
  record ClockDrift(Target target, long partsPerMillion) implements OfClock {
    public ClockDrift {
      if (Math.abs(partsPerMillion) > 500_000) {
        throw new IllegalArgumentException(
            "a clock drifts by -500000 to 500000 ppm, not " + partsPerMillion);
      }
    }

    public ClockDrift(NodeId node, long partsPerMillion) {
      this(Target.of(node), partsPerMillion);
    }

    @Override
    public Fault on(UnaryOperator<Target> replacement) {
      return new ClockDrift(replacement.apply(target), partsPerMillion);
    }

    @Override
    public String text() {
      return "clock %s drift %+dppm".formatted(target.text(), partsPerMillion);
    }
  }

  /** Concerns all links alike. */
  sealed interface OfAll extends OfNetwork {
    @Override
    default List<Target> targets() {
      return List.of();
    }

    @Override
    default Fault on(UnaryOperator<Target> replacement) {
      return this;
    }
  }

  /** Each message is lost with this probability. */
  record Loss(double probability) implements OfAll {
    public Loss {
      requireProbability("loss", probability);
    }

    @Override
    public Fault undo() {
      return new Loss(0);
    }

    @Override
    public String text() {
      return "loss " + plain(probability);
    }
  }

  /** Each message arrives twice with this probability, each time with a delay of its own. */
  record Duplication(double probability) implements OfAll {
    public Duplication {
      requireProbability("duplicate", probability);
    }

    @Override
    public Fault undo() {
      return new Duplication(0);
    }

    @Override
    public String text() {
      return "duplicate " + plain(probability);
    }
  }

  /** Each message is held back, with this probability, by up to that much more. */
  record Reordering(double probability, long byNanos) implements OfAll {
    public Reordering {
      requireProbability("reorder", probability);
      requireDuration("reorder", byNanos);
    }

    @Override
    public Fault undo() {
      return new Reordering(0, 0);
    }

    @Override
    public String text() {
      return "reorder %s by %s".formatted(plain(probability), TimeText.format(byNanos));
    }
  }

  /** Delays follow this model from now on. */
  record Delay(Latency latency) implements OfAll {
    @Override
    public String text() {
      return "latency " + latency.text();
    }
  }

  /** Without an exponent, which a scenario file does not have. */
  private static String plain(double probability) {
    return new BigDecimal(Double.toString(probability)).toPlainString();
  }

  private static String link(Target from, Target to, boolean bothWays) {
    return "%s %s %s".formatted(from.text(), bothWays ? "-" : "->", to.text());
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
