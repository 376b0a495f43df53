package coterie.lab.explore;

import coterie.lab.Jars;
import coterie.lab.finding.Finding;
import coterie.sim.check.Violation;
import coterie.sim.explore.search.Explored;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A violation, made as small as possible and written to a folder.
 *
 * @param again the command that shows it again
 * @param files what was written
 */
public record ExploreFinding(Path folder, long messages, String again, List<String> files) {
  /**
   * Shrinks and writes what a search has found.
   *
   * @return null where nothing was found, where no folder is asked for, and where no run shows it:
   *     that something never happens takes a run without end
   */
  public static @Nullable ExploreFinding write(
      ExplorePlan asked, Explored found, Recipes recipes, ExploreFlags flags, PrintWriter err)
      throws IOException {
    Explored.Violation wrong = found.violation();
    long most = flags.shrinkNanos();
    if (wrong == null || most == 0 || found.exhausted()) {
      return null;
    }
    Scenario scenario = asked.scenario().withChoices(wrong.path());
    Violation violation = violation(wrong, Trial.of(recipes).violations(scenario));
    if (violation == null) {
      return null;
    }
    Finding small = Finding.of(recipes, scenario, violation).shrunk(Duration.ofNanos(most), err);
    Path given = flags.folder();
    Path folder = given == null ? small.freshFolder(Path.of("")) : given;
    String program = "./coterie sim" + Jars.flags(List.of(recipes.named(scenario.protocol())));
    small.write(folder, program);
    try (Stream<Path> written = Files.list(folder)) {
      return new ExploreFinding(
          folder,
          small.messages(),
          small.command(folder, program),
          written.map(Path::toString).sorted().toList());
    }
  }

  /** Of all that judges object to, what the search has found, by the judge that tells most. */
  private static @Nullable Violation violation(Explored.Violation wrong, List<Violation> all) {
    Violation best = null;
    for (Violation each : all) {
      boolean isIt =
          each.sentence().equals(wrong.text())
              || each.isLike(new Violation(each.judge(), wrong.text()));
      boolean tellsMore = best == null || each.conflict().size() > best.conflict().size();
      best = isIt && tellsMore ? each : best;
    }
    return best == null && !all.isEmpty() ? all.getFirst() : best;
  }
}
