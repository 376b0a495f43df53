package coterie.sim.scenario;

import coterie.sim.fault.Fault;
import coterie.sim.fault.Role;
import coterie.sim.fault.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that a scenario does at an instant.
 *
 * @param where the line or flag that asks for it
 */
public record Step(String where, long atNanos, Action action) {
  /** How long a fault lasts that is not undone. */
  public static final long FOREVER = Long.MAX_VALUE;

  /** Stands for the line or flag of a step that came by chance: a call may then be refused. */
  public static final String DRAWN = "drawn";

  /** What is done. */
  public sealed interface Action {
    /** Returns the roles that it names, which are looked up when its time has come. */
    List<Target.Player> players();
  }

  /**
   * Lets a fault happen.
   *
   * @param lastingNanos after that long the fault is undone
   * @param isDrawn whether it came by chance; nobody is told then that it could not be
   */
  public record Inject(Fault fault, long lastingNanos, boolean isDrawn) implements Action {
    public Inject(Fault fault) {
      this(fault, FOREVER, false);
    }

    @Override
    public List<Target.Player> players() {
      return Step.players(fault.targets());
    }
  }

  /**
   * Calls a public method of a node's protocol by its name.
   *
   * @param hasRoles whether an argument may be a role
   */
  public record Call(Target target, String method, List<String> arguments, boolean hasRoles)
      implements Action {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public List<Target.Player> players() {
      List<Target> named = new ArrayList<>(List.of(target));
      if (hasRoles) {
        arguments.stream().map(Role::player).flatMap(Stream::ofNullable).forEach(named::add);
      }
      return Step.players(named);
    }

    String text() {
      return arguments.isEmpty() ? method : method + " " + String.join(" ", arguments);
    }
  }

  /** Tells those who follow the run a sentence. */
  public record Say(String sentence) implements Action {
    @Override
    public List<Target.Player> players() {
      return List.of();
    }
  }

  /** Returns whether it came by chance; nobody is told then that it could not be. */
  boolean isDrawn() {
    return switch (action) {
      case Inject inject -> inject.isDrawn();
      case Call call -> where.equals(DRAWN);
      case Say say -> false;
    };
  }

  /** Returns whether it names a role. */
  boolean namesRole() {
    return !action.players().isEmpty();
  }

  private static List<Target.Player> players(List<Target> targets) {
    return targets.stream()
        .filter(Target.Player.class::isInstance)
        .map(Target.Player.class::cast)
        .toList();
  }
}
