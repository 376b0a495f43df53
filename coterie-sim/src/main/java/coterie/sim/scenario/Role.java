package coterie.sim.scenario;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A part that some node plays at an instant; a scenario may name it in place of the node. */
enum Role {
  LEADER,
  FOLLOWER,
  HOLDER;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of that name; null if the word is none. */
  static @Nullable Role of(String word) {
    for (Role role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    return null;
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
