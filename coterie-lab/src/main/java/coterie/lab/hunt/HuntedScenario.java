package coterie.lab.hunt;

import coterie.lab.TextFiles;
import coterie.lab.flag.PlainFlags;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What all seeds of a hunt have in common, as plain flags say it. */
public final class HuntedScenario {
  private HuntedScenario() {}

  /**
   * Takes the protocol or the scenario file, and all flags that are left.
   *
   * @throws IllegalArgumentException if there is no such protocol, or a flag is of something else
   */
  public static Scenario of(PlainFlags flags, Recipes recipes) throws IOException {
    String subject = flags.word("a protocol or a scenario file");
    ScenarioReader reader = new ScenarioReader(recipes);
    reader.statement("", "until " + HuntRequest.until());
    boolean isFile = !recipes.has(subject) && Files.exists(Path.of(subject));
    boolean isLengthSaid = isFile || flags.has("until");
    if (isFile) {
      reader.text(subject, new TraceFile(subject, TextFiles.read(Path.of(subject))).scenario());
    } else {
      reader.statement("", "protocol " + recipes.named(subject).name());
      flags.settings(recipes.named(subject)).accept(reader);
    }
    flags.run(reader);
    flags.end();
    Scenario said = reader.scenario();
    return isLengthSaid ? said : HuntRequest.longEnough(said, recipes.named(subject));
  }
}
