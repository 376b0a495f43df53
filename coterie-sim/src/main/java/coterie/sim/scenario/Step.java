package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import java.util.List;

/**
 * Something that a scenario does at an instant.
 *
 * @param where the line or flag that asks for it
 */
public record Step(String where, long atNanos, Action action) {
  /** What is done. */
  public sealed interface Action {}

  public record Inject(Fault fault) implements Action {}

  /** Calls a public method of a node's protocol by its name. */
  public record Call(NodeId node, String method, List<String> arguments) implements Action {
    public Call {
      arguments = List.copyOf(arguments);
    }

    String text() {
      return arguments.isEmpty() ? method : method + " " + String.join(" ", arguments);
    }
  }
}
