package coterie.lab.merge;

import coterie.lab.TextFiles;
import coterie.lab.campaign.ShardReport;
import coterie.lab.compare.Comparison;
import coterie.lab.compare.ComparisonRequest;
import coterie.lab.hunt.HuntReport;
import coterie.lab.report.Figures;
import coterie.lab.sweep.SweepCampaign;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of a merge.
 *
 * @param files the reports of all shards, in any order
 * @param json the file for JSON, or - for standard output; null for no JSON
 * @param csv the same for a table of figures
 */
public record MergeRequest(List<Path> files, @Nullable Path json, @Nullable Path csv) {
  private static final Path STANDARD_OUTPUT = Path.of("-");
  private static final int EXIT_FOUND = 1;

  /** Merges, and tells what all shards came to; returns the exit code. */
  public int run(Recipes recipes, PrintWriter out, PrintWriter err) throws IOException {
    for (Path file : new @Nullable Path[] {json, csv}) {
      if (file != null && !file.equals(STANDARD_OUTPUT)) {
        TextFiles.requireWritable(file);
      }
    }
    List<ShardReport> shards = ShardReport.readAll(files);
    return switch (shards.getFirst().kind()) {
      case "hunt" -> hunt(HuntReport.merged(shards), out);
      case "sweep" -> figures(SweepCampaign.merged(shards, recipes), List.of(), out, err);
      case "compare" -> {
        Comparison<?, ?> comparison = ComparisonRequest.merged(shards, recipes);
        yield figures(comparison, comparison.violations(), out, err);
      }
      default ->
          throw new IllegalArgumentException(
              "%s is of a campaign \"%s\"; there is hunt, compare and sweep"
                  .formatted(files.getFirst(), shards.getFirst().kind()));
    };
  }

  private int hunt(HuntReport report, PrintWriter out) throws IOException {
    if (csv != null) {
      throw new IllegalArgumentException("--csv goes with comparisons and sweeps; a hunt has JSON");
    }
    if (!isJsonPrinted()) {
      report.print(out);
    }
    writeJson(report.json(), out);
    return report.isClean() ? 0 : EXIT_FOUND;
  }

  private int figures(Figures figures, List<String> violations, PrintWriter out, PrintWriter err)
      throws IOException {
    if (STANDARD_OUTPUT.equals(csv)) {
      out.print(figures.csv());
    } else if (!isJsonPrinted()) {
      figures.print(out);
    }
    out.flush();
    if (csv != null && !STANDARD_OUTPUT.equals(csv)) {
      TextFiles.write(csv, figures.csv());
    }
    writeJson(figures.json(), out);
    violations.forEach(sentence -> err.println("coterie: " + sentence));
    return violations.isEmpty() ? 0 : EXIT_FOUND;
  }

  private boolean isJsonPrinted() {
    return STANDARD_OUTPUT.equals(json);
  }

  private void writeJson(Map<String, @Nullable Object> fields, PrintWriter out) throws IOException {
    if (isJsonPrinted()) {
      out.println(Json.of(fields));
      out.flush();
    } else if (json != null) {
      TextFiles.write(json, Json.of(fields) + "\n");
    }
  }
}
