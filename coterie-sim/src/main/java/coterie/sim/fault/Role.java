package coterie.sim.fault;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A part that some node plays at an instant; a scenario may name it in place of the node. */
public enum Role {
  LEADER,
  FOLLOWER,
  HOLDER;

  private static final String NEXT = "next-";

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the role of that name; null if there is no such role. */
  public static @Nullable Role of(String word) {
    for (Role role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    return null;
  }

  /** Returns the target that a word such as leader or next-holder means; null if it means none. */
  public static Target.@Nullable Player player(String word) {
    boolean isNext = word.startsWith(NEXT);
    Role role = of(isNext ? word.substring(NEXT.length()) : word);
    return role == null ? null : new Target.Player(role, isNext);
  }

  /** Names the node that has the role at that time, or else is the first to have it later. */
  public String nextWord() {
    return NEXT + word();
  }

  /** Returns what is said where no node has it. */
  public String nobody() {
    return switch (this) {
      case LEADER -> "nobody led";
      case FOLLOWER -> "nobody followed";
      case HOLDER -> "nobody was inside";
    };
  }
}
