package coterie.sim.scenario;

import coterie.core.ElectionRecipe;
import coterie.core.MutexRecipe;
import coterie.core.Recipe;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A part that some node plays at an instant; a scenario may name it in place of the node. */
enum Role {
  LEADER,
  FOLLOWER,
  HOLDER;

  private static final String NEXT = "next-";

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of that name, or of that name after {@code next-}; null if the word is none. */
  static @Nullable Role of(String word) {
    for (Role role : values()) {
      if (role.word().equals(word) || role.nextWord().equals(word)) {
        return role;
      }
    }
    return null;
  }

  /** The roles that processes of a protocol may have. */
  static List<Role> of(Recipe recipe) {
    return switch (recipe) {
      case ElectionRecipe election -> List.of(LEADER, FOLLOWER);
      case MutexRecipe mutex when mutex.hasLeader() -> List.of(HOLDER, LEADER, FOLLOWER);
      case MutexRecipe mutex -> List.of(HOLDER);
      default -> List.of();
    };
  }

  /** Names whoever has the role at that time, or else is the first to have it after that. */
  String nextWord() {
    return NEXT + word();
  }

  static boolean isNext(String word) {
    return word.startsWith(NEXT) && of(word) != null;
  }

  /** What is said where nobody has it. */
  String nobody() {
    return switch (this) {
      case LEADER -> "nobody led";
      case FOLLOWER -> "nobody followed";
      case HOLDER -> "nobody was inside";
    };
  }

  static boolean isIn(List<String> words) {
    return words.stream().anyMatch(word -> of(word) != null);
  }
}
