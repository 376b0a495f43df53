package coterie.testkit.junit;

import coterie.recipe.Recipe;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs golden traces: files with a scenario, a line of dashes, and the trace that it must give.
 * Each file is a test of its own.
 *
 * <pre>{@code
 * @TraceTest("traces/*.trace")
 * void tracesAreAsExpected() {}
 * }</pre>
 *
 * <p>The method is called after the comparison. It may take the file as a {@link
 * java.nio.file.Path}.
 *
 * <p>A file without a line of dashes has no expected trace yet. {@code -Dcoterie.traces=write}
 * writes what the runs give into the files, in place of a comparison; read it before you keep it.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@SuppressWarnings("exports") // JUnit comes with the tests that use it.
@ExtendWith(TraceTestExtension.class)
public @interface TraceTest {
  /**
   * The files: a folder and a pattern of names, such as {@code traces/*.trace}, in the folder of
   * the module.
   */
  String value();

  /** Recipes without a line in {@code META-INF/services}. */
  Class<? extends Recipe>[] recipes() default {};
}
