package coterie.cli;

import coterie.lab.TextFiles;
import coterie.lab.report.Figures;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The forms in which the caller asked for the figures of a laboratory. */
final class Results {
  private static final Path STANDARD_OUTPUT = Path.of("-");

  @Option(names = "--csv", arity = "0..1", fallbackValue = "-", paramLabel = "FILE")
  private @Nullable Path csv;

  @Option(names = "--svg", paramLabel = "FILE")
  private @Nullable Path svg;

  @Option(names = "--json")
  private boolean json;

  boolean hasSvg() {
    return svg != null;
  }

  /** Finds out before a long run that a file, of these or of others, cannot be written. */
  void check(@Nullable Path... others) {
    Set<Path> files = new HashSet<>();
    Path[] all = Arrays.copyOf(others, others.length + 2);
    all[others.length] = csv;
    all[others.length + 1] = svg;
    for (Path file : all) {
      if (file != null && !file.equals(STANDARD_OUTPUT)) {
        TextFiles.requireWritable(file);
        if (!files.add(file.toAbsolutePath().normalize())) {
          throw new IllegalArgumentException(
              "%s is named twice; each result takes a file of its own".formatted(file));
        }
      }
    }
  }

  void write(Figures figures, PrintWriter out) throws IOException {
    if (json) {
      out.println(Json.of(figures.json()));
    } else if (STANDARD_OUTPUT.equals(csv)) {
      out.print(figures.csv());
    } else {
      figures.print(out);
    }
    out.flush();
    if (csv != null && !csv.equals(STANDARD_OUTPUT)) {
      TextFiles.write(csv, figures.csv());
    }
    if (svg != null) {
      TextFiles.write(svg, figures.svg());
    }
  }
}
