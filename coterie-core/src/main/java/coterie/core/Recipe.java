package coterie.core;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * A protocol that can be asked for by name. Recipes are found by {@link java.util.ServiceLoader},
 * so a jar of one's own brings its protocol by naming its recipe in {@code META-INF/services}.
 */
public interface Recipe {
  /** The word for the command line: lower case, dashes between words. */
  String name();

  /** One line that says what the protocol does. */
  String summary();

  /** What can be set, each with its fallback. */
  default List<Setting> settings() {
    return List.of();
  }

  /**
   * The delays of messages with which it is simulated unless others are asked for, in the words of
   * a scenario: an instant network, or a duration such as 30ms.
   */
  default String latency() {
    return "instant";
  }

  /**
   * By how many nanoseconds wall clocks are ahead from the start in a simulation that says nothing
   * of clocks; all others are right.
   */
  default SortedMap<NodeId, Long> skews(View members) {
    return Collections.emptySortedMap();
  }

  /** Whether its processes note the stamps of their events, so that a run's clocks are judged. */
  default boolean notesStamps() {
    return false;
  }

  /**
   * The blueprint of one node for a group of these members.
   *
   * @throws IllegalArgumentException if the settings contradict each other or do not suit the group
   */
  Blueprint blueprint(View members, Settings settings);
}
