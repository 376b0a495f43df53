package coterie.testkit.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What whoever runs the tests may set: as system properties, or as configuration parameters of
 * JUnit.
 */
final class KitParameters {
  /** The only seed that is tried. */
  static final String SEED = "coterie.seed";

  /** How many seeds are tried. */
  static final String SEEDS = "coterie.seeds";

  /** Whether traces are written instead of compared. */
  static final String TRACES = "coterie.traces";

  /** The folder for the scenarios of failures. */
  private static final String FINDINGS = "coterie.findings";

  /** The folder of the module: Maven's Surefire sets it. */
  private static final String BASE = "basedir";

  private KitParameters() {}

  /** Refuses a number of an annotation that is too small. */
  static void require(String name, long given, long least) {
    if (given < least) {
      throw new ExtensionConfigurationException(
          "%s = %d; %s takes a whole number from %d"
              .formatted(name, given, name, Math.max(0, least)));
    }
  }

  /** Returns a number that was set; null if it was not. */
  static @Nullable Long number(ExtensionContext context, String name, long least) {
    String text = context.getConfigurationParameter(name).orElse(null);
    if (text == null) {
      return null;
    }
    if (!text.matches("[0-9]{1,18}") || Long.parseLong(text) < least) {
      throw new ExtensionConfigurationException(
          "%s=%s; %s takes a whole number from %d".formatted(name, text, name, least));
    }
    return Long.valueOf(text);
  }

  /** Returns the folder of the module whose tests run. */
  static Path base(ExtensionContext context) {
    return Path.of(context.getConfigurationParameter(BASE).orElse(""));
  }

  /** Returns where scenarios of failures are written; null if there is no place for them. */
  static @Nullable Path findings(ExtensionContext context) {
    String asked = context.getConfigurationParameter(FINDINGS).orElse(null);
    if (asked != null) {
      return Path.of(asked);
    }
    for (String output : List.of("target", "build")) {
      Path folder = base(context).resolve(output);
      if (Files.isDirectory(folder)) {
        return folder.resolve("coterie");
      }
    }
    return null;
  }
}
