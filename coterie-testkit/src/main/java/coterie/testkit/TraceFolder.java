package coterie.testkit;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of golden traces: scenarios with the trace that each must give. The command {@code
 * coterie check --rewrite FILE} writes the traces of changed scenarios.
 *
 * @param recipes the protocols that the scenarios may name
 */
public record TraceFolder(Path folder, Recipes recipes) {
  /** Takes the protocols that the class path brings. */
  public static TraceFolder of(Path folder) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return new TraceFolder(folder, Recipes.of(loader));
  }

  /** Returns the files, in the order of their names. */
  public List<Path> files() throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(file -> file.toString().endsWith(".trace")).sorted().toList();
    }
  }

  /** Runs a file and says where the run first differs from it; empty if it does not. */
  public String difference(Path file) throws IOException {
    TraceFile test = new TraceFile(file.toString(), Files.readAllLines(file));
    return test.difference(test.run(recipes));
  }
}
