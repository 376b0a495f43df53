package coterie.cli;

import coterie.cli.flags.TraceFlags;
import coterie.lab.Numbers;
import coterie.lab.product.HtmlFile;
import coterie.lab.product.JsonLinesFile;
import coterie.lab.product.Product;
import coterie.lab.product.RecordedProcesses;
import coterie.lab.product.ShiVizFile;
import coterie.lab.product.ShownRun;
import coterie.lab.product.ShownRun.Lines;
import coterie.lab.product.ShownRun.Wanted;
import coterie.lab.product.SpaceTimeFile;
import coterie.lab.product.StepsFile;
import coterie.lab.product.VersionsFile;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a run leaves behind: lines, JSON, a picture, and a table at the end. */
final class RunOutput {
  @Mixin private TraceFlags lines;

  @Option(names = "--jsonl", paramLabel = "FILE")
  private @Nullable Path jsonl;

  @Option(names = "--svg", paramLabel = "FILE")
  private @Nullable Path svg;

  @Option(names = "--html", paramLabel = "FILE")
  private @Nullable Path html;

  @Option(names = "--versions", paramLabel = "FILE")
  private @Nullable Path versions;

  @Option(names = "--steps", paramLabel = "FILE")
  private @Nullable Path steps;

  @Option(names = "--shiviz", paramLabel = "FILE")
  private @Nullable Path shiviz;

  @Option(names = "--record", paramLabel = "FOLDER")
  private @Nullable Path record;

  @Option(names = "--timeline")
  private boolean timeline;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--judge")
  private boolean judge;

  @Option(names = "--settled", paramLabel = "TIME")
  private @Nullable String settled;

  @Option(names = "--entries", paramLabel = "COUNT")
  private @Nullable String entries;

  private @Nullable TraceFile named;
  private @Nullable Consumer<ScenarioRun> narrator;

  /** Somebody hears of the run before all that print it, and may say something about it. */
  RunOutput toldBy(Consumer<ScenarioRun> newNarrator) {
    narrator = newNarrator;
    return this;
  }

  int run(Scenario scenario, Recipes recipes, CommandLine command) throws IOException {
    return run(scenario, recipes, ScenarioRun.builder(scenario), command, false);
  }

  /** The same on another stage. */
  int run(Scenario scenario, Recipes recipes, ScenarioRun.Builder builder, CommandLine command)
      throws IOException {
    return run(scenario, recipes, builder, command, false);
  }

  /** The same, as a story: what the scenario shows is told unless lines are asked for. */
  int tell(Scenario scenario, Recipes recipes, CommandLine command) throws IOException {
    return tell(scenario, recipes, ScenarioRun.builder(scenario), command);
  }

  int tell(Scenario scenario, Recipes recipes, ScenarioRun.Builder builder, CommandLine command)
      throws IOException {
    return run(scenario, recipes, builder, command, !lines.isTrace() && !json);
  }

  /** Whether one object is all that is printed. */
  boolean isJson() {
    return json;
  }

  private int run(
      Scenario scenario,
      Recipes recipes,
      ScenarioRun.Builder stage,
      CommandLine command,
      boolean isTold)
      throws IOException {
    if (json && lines.isAsked()) {
      throw new IllegalArgumentException(
          "--json prints one object and no lines; --jsonl FILE writes the lines, or leave out one"
              + " of the two");
    }
    List<Product> products = products();
    products.forEach(product -> product.check(scenario, recipes));
    boolean isPrinted = lines.isAsked() && !json;
    Lines shown = isTold ? Lines.TOLD : isPrinted ? Lines.PRINTED : Lines.NONE;
    Wanted wanted = new Wanted(shown, json, timeline && !json, judge, settled, entriesMax());
    List<String> violations =
        ShownRun.of(
                scenario,
                recipes,
                stage,
                narrator == null ? run -> {} : narrator,
                wanted,
                lines.filter(scenario),
                products,
                command.getOut(),
                command.getErr())
            .run();
    violations.forEach(sentence -> command.getErr().println("coterie: " + sentence));
    return violations.isEmpty() ? 0 : Main.FAILED;
  }

  /** Takes the names of steps from a trace test, for the run that is its own. */
  void nameSteps(@Nullable TraceFile from) {
    named = from;
  }

  private List<Product> products() {
    List<Product> products = new ArrayList<>();
    if (svg != null) {
      products.add(new SpaceTimeFile(svg, narrator != null));
    }
    if (html != null) {
      products.add(new HtmlFile(html));
    }
    if (shiviz != null) {
      products.add(new ShiVizFile(shiviz));
    }
    if (steps != null) {
      products.add(new StepsFile(steps, named));
    }
    if (versions != null) {
      products.add(new VersionsFile(versions));
    }
    if (record != null) {
      products.add(new RecordedProcesses(record));
    }
    if (jsonl != null) {
      products.add(new JsonLinesFile(jsonl));
    }
    return products;
  }

  private @Nullable Integer entriesMax() {
    if (entries == null || entries.equals("all")) {
      return entries == null ? null : Integer.valueOf(Integer.MAX_VALUE);
    }
    return Numbers.count("--entries", entries, 0, Integer.MAX_VALUE);
  }
}
