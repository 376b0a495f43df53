package coterie.sim.hunt;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.fault.Target;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.ScenarioException;
import coterie.sim.scenario.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that users of a protocol ask of it, by the name that scenarios use. Clients of locks,
 * stores and registers are part of their recipes; what else is asked is drawn.
 */
enum CallKind {
  /** A process notices, for whatever reason, that the leader may be down. */
  NOTICE("notice", Argument.NONE),
  /** A leader makes way. */
  RESIGN("resign", Argument.NONE),
  /** A leader makes way for somebody. */
  TRANSFER("transfer", Argument.NODE),
  /** A member leaves in good order, and joins again some time later. */
  LEAVE("leave", Argument.NONE),
  /** A member tells all of an event. */
  CAST("cast", Argument.WORD),
  /** A copy forgets what it may. */
  COLLECT("collect", Argument.NONE);

  private enum Argument {
    NONE,
    NODE,
    WORD
  }

  private static final String JOIN = "join";

  private final String method;
  private final Argument argument;

  CallKind(String method, Argument argument) {
    this.method = method;
    this.argument = argument;
  }

  /** Returns those that the protocols of a node offer. */
  static List<CallKind> of(Stage stage) {
    NodeId first = stage.members().at(0);
    List<Protocol<?>> stack = stage.protocols(first);
    List<CallKind> kinds = new ArrayList<>();
    for (CallKind kind : values()) {
      if (isOffered(stack, first, kind.words(first))) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  String method() {
    return method;
  }

  private static boolean isOffered(List<Protocol<?>> stack, NodeId node, String words) {
    try {
      CallByName.locate(node, stack, words);
      return true;
    } catch (ScenarioException e) {
      return false;
    }
  }

  private String words(NodeId some) {
    return switch (argument) {
      case NONE -> method;
      case NODE -> method + " " + some;
      case WORD -> method + " word";
    };
  }

  /** Adds calls of this kind, in half of the scenarios, to the steps. */
  void draw(View members, long calmNanos, Chances chances, List<Step> steps) {
    if (chances.oneIn(2)) {
      return;
    }
    long mean = chances.scaled(calmNanos / 10, calmNanos);
    int number = 0;
    for (long at = chances.gap(mean); at < calmNanos; at += chances.gap(mean)) {
      NodeId node = chances.node(members);
      NodeId other = chances.node(members);
      switch (argument) {
        case NONE -> add(steps, at, node, method, List.of());
        case NODE -> add(steps, at, node, method, List.of(other.toString()));
        case WORD -> add(steps, at, node, method, List.of("event" + ++number));
      }
      if (this == LEAVE && !other.equals(node)) {
        long back = at + chances.scaled(calmNanos / 50, Math.max(1, calmNanos - at));
        add(steps, back, node, JOIN, List.of(other.toString()));
      }
    }
  }

  private static void add(
      List<Step> steps, long at, NodeId node, String method, List<String> arguments) {
    steps.add(new Step(Step.DRAWN, at, new Step.Call(Target.of(node), method, arguments, false)));
  }
}
