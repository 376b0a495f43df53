package coterie.recipe;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;

/**
 * A protocol that can be asked for by name. Recipes are found by {@link java.util.ServiceLoader},
 * so a jar of one's own brings its protocol by naming its recipe in {@code META-INF/services}. A
 * recipe is a class of its own, or a value such as {@link Value}.
 */
public interface Recipe {
  /** Builds nodes for a group, by the values of the settings. */
  @FunctionalInterface
  interface Maker {
    /** Does what {@link Recipe#blueprint} says. */
    Blueprint blueprint(View members, Settings settings);
  }

  /** What the values have in common: their blueprint is a function. */
  interface Made extends Recipe {
    Maker maker();

    @Override
    default Blueprint blueprint(View members, Settings settings) {
      return maker().blueprint(members, settings);
    }
  }

  /** A recipe as a value. */
  record Value(String name, String summary, String latency, List<Setting> settings, Maker maker)
      implements Made {}

  /** Several recipes under one name in {@code META-INF/services}. */
  interface Book {
    List<Recipe> recipes();
  }

  /** Finds all recipes that the loader and its parents bring, those of books included. */
  static List<Recipe> all(ClassLoader loader) {
    List<Recipe> all = new ArrayList<>();
    ServiceLoader.load(Recipe.class, loader).forEach(all::add);
    ServiceLoader.load(Book.class, loader).forEach(book -> all.addAll(book.recipes()));
    return all;
  }

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
