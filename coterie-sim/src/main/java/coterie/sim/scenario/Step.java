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

  /** Tells those who follow the run a sentence. */
  public record Say(String sentence) implements Action {}

  /**
   * A fault or a call that is read when its time has come, because who has a role is not known
   * before.
   *
   * @param words what a scenario says after {@code at TIME}
   * @param lastingNanos after so long a fault is undone
   * @param isDrawn whether it came by chance; nobody is told then that it could not be
   */
  public record Late(String words, long lastingNanos, boolean isDrawn) implements Action {
    static final long FOR_EVER = Long.MAX_VALUE;

    /** Whether it waits for somebody to have the role that it names. */
    boolean isPatient() {
      return wordList().stream().anyMatch(Role::isNext);
    }

    List<String> wordList() {
      return List.of(words.split(" ", -1));
    }
  }

  /** The same step, read when its time has come. */
  Step late(String words) {
    return new Step(where, atNanos, new Late(words, Late.FOR_EVER, false));
  }
}
