package coterie.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;

import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.scenario.TraceFile;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.testkit.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioTextTest {
  private static final Recipes RECIPES = Recipes.of(ScenarioTextTest.class.getClassLoader());

  static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("../scenarios"))) {
      return all.filter(file -> file.toString().endsWith(".trace")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void whatIsWrittenIsReadBack(Path file) throws IOException {
    List<String> lines = new TraceFile(file.toString(), Files.readAllLines(file)).scenario();
    assertReadBack(read(lines));
  }

  @Test
  void randomScenariosRunTheSame() {
    List<String> names = RECIPES.all().stream().map(Recipe::name).toList();
    for (int seed = 1; seed <= 26; seed++) {
      Draws draws = new Draws(seed);
      Scenario scenario = read(statements(draws, names.get(seed % names.size()), seed));
      Scenario again = assertReadBack(scenario);
      assertEquals(trace(scenario), trace(again), () -> String.join("\n", text(scenario)));
    }
  }

  private static List<String> statements(Draws draws, String protocol, int seed) {
    List<String> lines = new ArrayList<>();
    lines.add("protocol " + protocol);
    lines.add("nodes " + (2 + draws.nextInt(4)));
    lines.add("until 4");
    lines.add("seed " + seed);
    lines.add("latency " + draws.pick("instant", "10ms", "uniform:1ms,5ms", "lognormal:2ms,0.5"));
    lines.add("unreachable " + draws.pick("on", "off"));
    lines.add("ties " + draws.pick("scheduled", "faults-last", "shuffled"));
    lines.add("sync " + draws.pick("0", "2ms"));
    lines.add("ids-from " + draws.nextInt(3));
    lines.add("loss 0.0000" + (1 + draws.nextInt(9)));
    lines.add("every 1.5 crash for 0.4");
    lines.add("every 1 partition for 0.5 from 1 until 3");
    lines.add("every 2 pause for 0.3");
    lines.add("at 1 reorder 0.1 by 20ms for 1");
    lines.add("at 2 say here it begins");
    return lines;
  }

  private static Scenario assertReadBack(Scenario scenario) {
    List<String> text = text(scenario);
    Scenario again = read(text);
    assertEquals(text, text(again));
    assertEquals(scenario.members().toString(), again.members().toString());
    assertEquals(scenario.setup(), again.setup());
    assertEquals(scenario.settings(), again.settings());
    assertEquals(scenario.untilNanos(), again.untilNanos());
    assertEquals(scenario.shown(), again.shown());
    assertEquals(
        scenario.steps().stream().map(step -> step.atNanos() + " " + step.action()).toList(),
        again.steps().stream().map(step -> step.atNanos() + " " + step.action()).toList());
    return again;
  }

  private static List<String> text(Scenario scenario) {
    return ScenarioText.lines(scenario, RECIPES);
  }

  private static Scenario read(List<String> lines) {
    return new ScenarioReader(RECIPES).text("test", lines).scenario();
  }

  private static List<String> trace(Scenario scenario) {
    ScenarioRun run = new ScenarioRun(scenario, RECIPES);
    List<String> lines = new ArrayList<>();
    run.trace(EnumSet.allOf(Kind.class), event -> lines.add(Lines.of(event)));
    run.run();
    lines.addAll(run.violations());
    return lines;
  }
}
