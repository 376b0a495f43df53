package coterie.testkit.junit;

import coterie.recipe.Recipe;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Plan;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Explores a small group: every order of deliveries, alarms, calls and a bounded number of faults,
 * breadth first. It fails with a shortest schedule on which a judge objects.
 *
 * <pre>{@code
 * @ExploreTest(protocol = "bully", nodes = 3, crashes = 1, depth = 12, calls = "0 notice")
 * void anyOrderIsFine() {}
 * }</pre>
 *
 * <p>A search ends when all states are found, or at the first of its limits; a test passes in both
 * cases, unless it asks for {@link #exhausts}. The method is called after the search. It may take
 * what the search came to, as an {@link coterie.sim.explore.search.Explored}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@SuppressWarnings("exports") // JUnit comes with the tests that use it.
@ExtendWith(ExploreTestExtension.class)
public @interface ExploreTest {
  /** The name of a recipe that the class path brings. */
  String protocol() default "";

  /** The recipe itself, for one that has no line in {@code META-INF/services}. */
  Class<? extends Recipe> recipe() default Recipe.class;

  /**
   * The name of a static method of the test class that takes a {@link coterie.core.View} and
   * returns a {@link coterie.core.Blueprint}, for a protocol without a recipe.
   */
  String blueprint() default "";

  /** How many processes the group has (default: 3). */
  int nodes() default 3;

  /** Settings of the protocol, such as {@code retry 50ms}. */
  String[] settings() default {};

  /**
   * Calls of local methods, such as {@code 0 raise 5}; without a number, as in {@code read}, of any
   * one process. Each is made once at most, at any time.
   */
  String[] calls() default {};

  /** How many processes may crash on a path (default: 0). */
  int crashes() default 0;

  /** How many of those may recover (default: 0). */
  int recoveries() default 0;

  /** How many messages may be lost (default: 0). */
  int losses() default 0;

  /** How many messages may arrive a second time (default: 0). */
  int duplicates() default 0;

  /** How often links may be cut (default: 0). */
  int cuts() default 0;

  /** How often a process may be paused (default: 0). */
  int pauses() default 0;

  /** Whether alarms expire at any time, or only after all messages (default: at any time). */
  Plan.Timing timing() default Plan.Timing.ANY;

  /** What the network does with messages (default: each arrives once, in any order). */
  Plan.Order network() default Plan.Order.MULTISET;

  /** When a save is durable (default: at once). */
  Plan.Saves saves() default Plan.Saves.INSTANT;

  /** How many events a path has at most (default: 12). */
  int depth() default 12;

  /** How many states are visited, about (default: 1,000,000). */
  long states() default 1_000_000;

  /** How many messages of a link may be in flight (default: any number). */
  int pending() default Integer.MAX_VALUE;

  /** How many threads search (default: 1). */
  int threads() default 1;

  /** Whether the test fails unless all states were found within the depth (default: no). */
  boolean exhausts() default false;

  /**
   * For a protocol that is broken on purpose: the test passes if the search finds a violation whose
   * sentence contains this, and fails if it does not (default: none may be found).
   */
  String finds() default "";

  /**
   * Judges that are added to those of the recipe. Each has a constructor without parameters, or one
   * that takes the {@link coterie.core.View} of the members.
   */
  Class<? extends Monitor<?>>[] judges() default {};
}
