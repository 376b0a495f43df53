package coterie.lab.flag;

import coterie.lab.Resources;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A flag that is a statement of the scenario language, or a fault at a time, of the same name.
 *
 * @param label what it takes
 */
public record RunFlag(String kind, String name, String label, String help) {
  static final String STATEMENT = "statement";
  static final String FAULT = "fault";
  static final String NOTICE = "notice";

  /** Lists all of them. */
  public static List<RunFlag> all() {
    return Resources.text(RunFlag.class, "run.flags")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" [|] ", 4))
        .map(words -> new RunFlag(words[0], words[1], words[2], words[3]))
        .toList();
  }

  /**
   * Says what it means for a protocol.
   *
   * @param recipe what is run; null if a file says it
   * @param isOnSockets whether real messages take their own time
   */
  public String help(@Nullable Recipe recipe, boolean isOnSockets) {
    return switch (name) {
      case "latency" ->
          help
              + (isOnSockets
                  ? ", added to that of the sockets (default: nothing)"
                  : recipe == null
                      ? " (default: that of the protocol)"
                      : " (default: %s)".formatted(recipe.latency()));
      case "crash" -> help + roles(recipe);
      default -> help;
    };
  }

  private static String roles(@Nullable Recipe recipe) {
    return switch (recipe) {
      case ElectionRecipe election ->
          "; WHO may be leader or follower at that time, or next-leader, which waits until a"
              + " process leads; other faults take roles as well";
      case MutexRecipe mutex when mutex.hasLeader() ->
          "; WHO may be holder, leader or follower at that time, or next-holder or next-leader,"
              + " which wait until a process has the role; other faults take roles as well";
      case MutexRecipe mutex ->
          "; WHO may be holder, the process inside at that time, or next-holder, which waits until"
              + " a process enters; other faults take roles as well";
      case null -> "; WHO may be a role: leader, follower, holder, or next-leader, next-holder";
      default -> "";
    };
  }

  /** Names the flags, with their dashes, that say nothing about such a run. */
  public static Set<String> hidden(@Nullable Recipe recipe, boolean isOnSockets) {
    Set<String> hidden = new HashSet<>(isOnSockets ? Set.of("--ties", "--sync") : Set.of());
    if (recipe != null) {
      hidden.addAll(recipe instanceof DetectorRecipe ? Set.of() : Set.of("--judge", "--settled"));
      hidden.addAll(recipe instanceof MutexRecipe ? Set.of() : Set.of("--entries"));
      hidden.addAll(canNotice(recipe) ? Set.of() : Set.of("--" + NOTICE));
    }
    return hidden;
  }

  /** An election whose detector can be left out is told by script that something is wrong. */
  private static boolean canNotice(Recipe recipe) {
    return recipe instanceof ElectionRecipe
        && recipe.settings().stream()
            .anyMatch(
                setting -> setting.name().equals("detector") && setting.words().contains("none"));
  }
}
