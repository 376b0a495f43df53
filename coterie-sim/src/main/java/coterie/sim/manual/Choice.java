package coterie.sim.manual;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Target;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One event of a schedule: what happens next. A search finds lists of these, a person chooses them
 * one by one, a scenario file says them after {@code then}, and a shrinker leaves some out; {@link
 * ManualStage} lets them happen.
 *
 * <p>The text is one line, which {@code coterie.sim.scenario.ChoiceByName} reads back.
 */
public sealed interface Choice {
  /** Returns the words of a scenario file. */
  String text();

  /**
   * Returns the random numbers that the node draws while it handles the event, in order. Those that
   * it draws beyond them come from the seed.
   */
  default List<Long> draws() {
    return List.of();
  }

  /** Returns the nodes that it names. */
  List<NodeId> nodes();

  /** Returns the event itself, without the time that it may have. */
  default Choice event() {
    return this;
  }

  /** Returns the same event with other random numbers; one that draws none stays as it is. */
  default Choice drawing(List<Long> draws) {
    return this;
  }

  /**
   * The node starts for the first time. All that were not started by name start, in order, before
   * any other event.
   */
  record Start(NodeId node, List<Long> draws) implements Choice {
    public Start {
      draws = List.copyOf(draws);
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new Start(node, newDraws);
    }

    @Override
    public List<NodeId> nodes() {
      return List.of(node);
    }

    @Override
    public String text() {
      return withDraws("start " + node, draws);
    }
  }

  /** A message in flight arrives. If nobody is up there to take it, it is lost. */
  record Deliver(MessageName message, List<Long> draws) implements Choice {
    public Deliver {
      draws = List.copyOf(draws);
    }

    public Deliver(MessageName message) {
      this(message, List.of());
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new Deliver(message, newDraws);
    }

    @Override
    public List<NodeId> nodes() {
      return List.of(message.from(), message.to());
    }

    @Override
    public String text() {
      return withDraws("deliver " + message.text(), draws);
    }
  }

  /** A message in flight is lost. */
  record Drop(MessageName message) implements Choice {
    @Override
    public List<NodeId> nodes() {
      return List.of(message.from(), message.to());
    }

    @Override
    public String text() {
      return "drop " + message.text();
    }
  }

  /** A message in flight is there once more. */
  record Duplicate(MessageName message) implements Choice {
    @Override
    public List<NodeId> nodes() {
      return List.of(message.from(), message.to());
    }

    @Override
    public String text() {
      return "duplicate " + message.text();
    }
  }

  /** The hint that nobody listens at the target, to which the node has sent, comes back. */
  record Unreachable(NodeId node, NodeId target, List<Long> draws) implements Choice {
    public Unreachable {
      draws = List.copyOf(draws);
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new Unreachable(node, target, newDraws);
    }

    @Override
    public List<NodeId> nodes() {
      return List.of(node, target);
    }

    @Override
    public String text() {
      return withDraws("unreachable %s -> %s".formatted(node, target), draws);
    }
  }

  /**
   * The alarm expires that is the next one by the clock of its node, which goes on to the deadline.
   *
   * @param alarm its name; {@code channel:name} where two protocols of a node have alarms of the
   *     same name
   */
  record Expire(NodeId node, String alarm, List<Long> draws) implements Choice {
    public Expire {
      draws = List.copyOf(draws);
    }

    public Expire(NodeId node, String alarm) {
      this(node, alarm, List.of());
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new Expire(node, alarm, newDraws);
    }

    @Override
    public List<NodeId> nodes() {
      return List.of(node);
    }

    @Override
    public String text() {
      return withDraws("expire %s %s".formatted(node, alarm), draws);
    }
  }

  /** The oldest save of the node that was not durable becomes so. */
  record Durable(NodeId node, List<Long> draws) implements Choice {
    public Durable {
      draws = List.copyOf(draws);
    }

    public Durable(NodeId node) {
      this(node, List.of());
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new Durable(node, newDraws);
    }

    @Override
    public List<NodeId> nodes() {
      return List.of(node);
    }

    @Override
    public String text() {
      return withDraws("durable " + node, draws);
    }
  }

  /** A public method of the node's protocol is called. */
  record Call(NodeId node, String method, List<String> arguments, List<Long> draws)
      implements Choice {
    public Call {
      arguments = List.copyOf(arguments);
      draws = List.copyOf(draws);
    }

    public Call(NodeId node, String method, List<String> arguments) {
      this(node, method, arguments, List.of());
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new Call(node, method, arguments, newDraws);
    }

    /** Returns the method and its arguments, as a trace prints them. */
    public String words() {
      return arguments.isEmpty() ? method : method + " " + String.join(" ", arguments);
    }

    @Override
    public List<NodeId> nodes() {
      return List.of(node);
    }

    @Override
    public String text() {
      String text = "call %s %s".formatted(node, words());
      // An argument may be the very word that announces numbers.
      boolean isOpen = draws.isEmpty() && arguments.contains(DRAWING);
      return isOpen ? text + " " + DRAWING : withDraws(text, draws);
    }
  }

  /** Something goes wrong, or right again; a node that recovers may draw. */
  record Inject(Fault fault, List<Long> draws) implements Choice {
    public Inject {
      if (fault.namesRole()) {
        throw new IllegalArgumentException(
            "a schedule names nodes, such as P1, not roles: " + fault.text());
      }
      draws = List.copyOf(draws);
    }

    public Inject(Fault fault) {
      this(fault, List.of());
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new Inject(fault, newDraws);
    }

    @Override
    public List<NodeId> nodes() {
      return fault.targets().stream().map(Target::node).toList();
    }

    @Override
    public String text() {
      return withDraws(fault.text(), draws);
    }
  }

  /** Those who follow the run are told a sentence; no node hears it. */
  record Say(String sentence) implements Choice {
    @Override
    public List<NodeId> nodes() {
      return List.of();
    }

    @Override
    public String text() {
      return "say " + sentence;
    }
  }

  /** Happens when the clock of its node has gone on to that time since the start of the run. */
  record At(long atNanos, Choice choice) implements Choice {
    public At {
      if (choice instanceof At) {
        throw new IllegalArgumentException("an event has one time, not two: " + choice.text());
      }
    }

    @Override
    public List<Long> draws() {
      return choice.draws();
    }

    @Override
    public Choice drawing(List<Long> newDraws) {
      return new At(atNanos, choice.drawing(newDraws));
    }

    @Override
    public List<NodeId> nodes() {
      return choice.nodes();
    }

    @Override
    public Choice event() {
      return choice;
    }

    @Override
    public String text() {
      return "at %s %s".formatted(TimeText.format(atNanos), choice.text());
    }
  }

  /** The word before random numbers. */
  String DRAWING = "drawing";

  private static String withDraws(String text, List<Long> draws) {
    return draws.isEmpty()
        ? text
        : draws.stream()
            .map(String::valueOf)
            .collect(Collectors.joining(" ", text + " drawing ", ""));
  }
}
