package coterie.sim.fault;

import coterie.core.NodeId;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One message of a timed run, by its number among those of its type that one node sends to another.
 * They are counted from the start, or from the moment at which a script names the message.
 *
 * @param kind the simple name of its type
 * @param number from 1
 */
public record NthMessage(String kind, Target from, Target to, int number) {
  public NthMessage {
    if (number < 1) {
      throw new IllegalArgumentException("messages are counted from #1, not #" + number);
    }
    if (from.equals(to)) {
      throw new IllegalArgumentException(
          "a message is between two different nodes, not from one to itself");
    }
  }

  public NthMessage(String kind, NodeId from, NodeId to, int number) {
    this(kind, Target.of(from), Target.of(to), number);
  }

  NthMessage on(UnaryOperator<Target> replacement) {
    return new NthMessage(kind, replacement.apply(from), replacement.apply(to), number);
  }

  List<Target> targets() {
    return List.of(from, to);
  }

  /** Returns the words of a scenario file. */
  public String text() {
    return "%s %s -> %s%s"
        .formatted(kind, from.text(), to.text(), number == 1 ? "" : " #" + number);
  }
}
