package coterie.lab.finding;

import coterie.lab.Jars;
import coterie.lab.Numbers;
import coterie.lab.TextFiles;
import coterie.lab.page.PagePacker;
import coterie.lab.page.PagePacker.PackedRun;
import coterie.sim.check.Violation;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of the report about a violation.
 *
 * @param most how long the run may be made smaller; zero for no report at all
 * @param folder null for a new one in the current folder
 * @param html the file for the run as a page; null for none
 */
public record Shrinking(Duration most, @Nullable Path folder, @Nullable Path html) {
  /**
   * A report that was written.
   *
   * @param again the command that shows the violation again
   */
  public record Written(Finding small, Path folder, String again) {
    /** Returns the files of the report. */
    public List<String> files() throws IOException {
      try (var files = Files.list(folder)) {
        return files.map(Path::toString).sorted().toList();
      }
    }
  }

  /** The same without a page. */
  public static Shrinking of(String most, @Nullable Path folder) {
    return of(most, folder, null);
  }

  /**
   * Reads the flags {@code --shrink}, {@code --folder} and {@code --html}, and looks whether it can
   * be written.
   */
  public static Shrinking of(String most, @Nullable Path folder, @Nullable Path html) {
    Shrinking shrinking =
        new Shrinking(Duration.ofNanos(Numbers.timeFromZero("--shrink", most)), folder, html);
    shrinking.requireFolder();
    shrinking.requirePage();
    return shrinking;
  }

  /** Returns whether there is to be a report. */
  public boolean isWanted() {
    return !most.isZero();
  }

  /**
   * Makes the run smaller and writes the report.
   *
   * @param isStopped whether somebody wants to see what there is
   */
  public Written write(
      Recipes recipes,
      Scenario scenario,
      Violation violation,
      BooleanSupplier isStopped,
      PrintWriter err)
      throws IOException {
    return write(recipes, Finding.of(recipes, scenario, violation).shrunk(most, isStopped, err));
  }

  /** Writes the report about a run that is not made smaller. */
  public Written writeAsItIs(Recipes recipes, Scenario scenario, Violation violation)
      throws IOException {
    return write(recipes, Finding.of(recipes, scenario, violation));
  }

  private Written write(Recipes recipes, Finding small) throws IOException {
    Scenario scenario = small.scenario();
    Path to = folder == null ? small.freshFolder(Path.of("")) : folder;
    String program = "./coterie sim" + Jars.flags(List.of(recipes.named(scenario.protocol())));
    small.write(to, program);
    if (html != null) {
      PagePacker.write(html, page(recipes, small));
    }
    return new Written(small, to, FindingText.command(program, to));
  }

  private static PackedRun page(Recipes recipes, Finding small) {
    String sentence = small.violation().sentence();
    List<String> lines = new ArrayList<>();
    lines.add("# " + sentence);
    lines.addAll(ScenarioText.lines(small.scenario(), recipes));
    return new PackedRun(sentence, String.join("\n", lines) + "\n", null);
  }

  private void requirePage() {
    if (html == null) {
      return;
    }
    if (!isWanted()) {
      throw new IllegalArgumentException(
          "--html shows the small run; leave out --shrink 0, or give it a time such as 20s");
    }
    PagePacker.requireWritable(html);
  }

  /** Finds out before a long search that what it finds could not be written. */
  private void requireFolder() {
    if (folder == null || !isWanted()) {
      return;
    }
    String[] files = folder.toFile().list();
    if (Files.exists(folder) && (files == null || files.length > 0)) {
      throw new IllegalArgumentException(
          "--folder %s: give a folder that is empty or not there yet".formatted(folder));
    }
    List<Path> made = new ArrayList<>();
    for (Path path = folder.toAbsolutePath(); path != null && !Files.exists(path); ) {
      made.add(path);
      path = path.getParent();
    }
    try {
      Files.createDirectories(folder);
      TextFiles.requireWritable(folder.resolve(FindingFolder.SCENARIO));
      for (Path path : made) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--folder %s: it cannot be created; give a folder that is empty or not there yet"
              .formatted(folder),
          e);
    }
  }
}
