package coterie.testkit.junit;

import coterie.recipe.Recipe;
import coterie.sim.explore.Monitor;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a protocol in virtual time with many seeds, and stops at the first seed that goes wrong. It
 * is one test, however many seeds it tries.
 *
 * <p>For each seed the method is called when the processes have started, before anything else
 * happens. It may do nothing; it may also call, crash, run and assert. When it returns, the run
 * goes on to its end, and the judges are asked: those of the recipe, and those that the annotation
 * adds.
 *
 * <pre>{@code
 * @SimTest(protocol = "raft", nodes = 5, seeds = 1000, faults = "all")
 * void twoNeverLead() {}
 *
 * @SimTest(protocol = "raft", nodes = 3, until = "60s")
 * void somebodyLeadsAfterTheStorm(Simulation simulation, Storm storm) {
 *   storm.withAllKinds().blow(20);
 *   storm.calm();
 *   storm.recoverAll();
 *   simulation.runFor(10 * SimulatedGroup.SECOND);
 *   assertThat(...);
 * }
 * }</pre>
 *
 * <p>A parameter of the method may be the {@link coterie.sim.Simulation} (or {@link
 * coterie.sim.Stage}), the {@link coterie.sim.scenario.ScenarioRun}, a {@link
 * coterie.testkit.SimulatedGroup} of a protocol, a {@link coterie.testkit.Storm} without strikes,
 * the {@link coterie.testkit.Draws} of the run, and the seed as a {@code long}; others are left to
 * other extensions. All of them are new for every seed. Fields of the test class and what {@code
 * BeforeEach} made are not.
 *
 * <p>{@code -Dcoterie.seed=17} runs one seed alone, and {@code -Dcoterie.seeds=50000} that many;
 * both may also be JUnit configuration parameters.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@SuppressWarnings("exports") // JUnit comes with the tests that use it.
@ExtendWith(SimTestExtension.class)
public @interface SimTest {
  /** The name of a recipe that the class path brings. */
  String protocol() default "";

  /** The recipe itself, for one that has no line in {@code META-INF/services}. */
  Class<? extends Recipe> recipe() default Recipe.class;

  /**
   * The name of a static method of the test class that takes a {@link coterie.core.View} and
   * returns a {@link coterie.core.Blueprint}, for a protocol without a recipe.
   */
  String blueprint() default "";

  /** How many processes the group has (default: 5). */
  int nodes() default 5;

  /** When a run ends (default: 30s). */
  String until() default "30s";

  /** How many seeds are tried, from 1 on (default: 100). */
  int seeds() default 100;

  /** How many seeds are tried with {@code -Dcoterie.deep=true} (default: as many as always). */
  int deepSeeds() default 0;

  /** The only seed that is tried (default: all of them). */
  long seed() default -1;

  /**
   * The kinds of faults from which each seed draws its own mix and rates: crash, partition, cut,
   * loss, duplicate, reorder, pause, slow, drift, disk, or all (default: none). The same seed of
   * {@code coterie hunt} draws the same.
   */
  String[] faults() default {};

  /** More statements of the scenario, such as {@code set retry 50ms} or {@code at 3 crash 1}. */
  String[] scenario() default {};

  /**
   * For a protocol that is broken on purpose: the test passes if a seed goes wrong with a sentence
   * that contains this, and fails if none does (default: no seed may go wrong).
   */
  String finds() default "";

  /**
   * Judges that are added to those of the recipe. Each has a constructor without parameters, or one
   * that takes the {@link coterie.core.View} of the members.
   */
  Class<? extends Monitor<?>>[] judges() default {};
}
