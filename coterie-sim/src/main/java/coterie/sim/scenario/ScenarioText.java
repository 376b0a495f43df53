package coterie.sim.scenario;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.trace.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes a scenario in the words of a file that {@link ScenarioReader} reads back to the same run.
 * Random faults are written as the ones that were drawn.
 */
public final class ScenarioText {
  private final Scenario scenario;
  private final Recipe recipe;
  private final List<String> lines = new ArrayList<>();

  private ScenarioText(Scenario scenario, Recipe recipe) {
    this.scenario = scenario;
    this.recipe = recipe;
  }

  /** Returns the lines of the file. */
  public static List<String> lines(Scenario scenario, Recipes recipes) {
    ScenarioText text = new ScenarioText(scenario, recipes.named(scenario.protocol()));
    text.writeGroup();
    text.writeSetup(scenario.setup());
    text.writeConditions(scenario.setup());
    text.writeShown();
    scenario.steps().forEach(text::write);
    scenario.expectations().forEach(one -> text.add(one.text()));
    scenario.choices().forEach(choice -> text.add("then " + choice.text()));
    return text.lines;
  }

  private void add(String line) {
    lines.add(line);
  }

  private void writeGroup() {
    View members = scenario.members();
    add("protocol " + scenario.protocol());
    add("nodes " + members.size());
    if (members.at(0).value() != 0) {
      add("ids-from " + members.at(0).value());
    }
    if (scenario.isManual()) {
      add("schedule manual");
    }
    if (!scenario.isManual() || scenario.untilNanos() > 0) {
      add("until " + TimeText.format(scenario.untilNanos()));
    }
    scenario.settings().forEach((name, value) -> add("set %s %s".formatted(name, value)));
  }

  private void writeSetup(Setup setup) {
    add("seed " + setup.seed());
    if (setup.ties() != Ties.SCHEDULED) {
      add("ties " + setup.ties().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    if (!scenario.isManual()) {
      add("latency " + setup.latency().text());
    }
    Latency latency = scenario.isManual() ? Latency.parse(recipe.latency()) : setup.latency();
    if (setup.refusing() != latency.equals(Latency.instant())) {
      add("unreachable " + (setup.refusing() ? "on" : "off"));
    }
    if (setup.syncNanos() != 0) {
      add("sync " + TimeText.format(setup.syncNanos()));
    }
  }

  /** Where nothing is said of a clock, the reader takes the clocks that the recipe asks for. */
  private void writeConditions(Setup setup) {
    boolean saysClock =
        setup.conditions().stream().anyMatch(Fault.OfClock.class::isInstance)
            || scenario.steps().stream().anyMatch(ScenarioText::isOfClock);
    if (!saysClock && !recipe.skews(scenario.members()).isEmpty()) {
      add(new Fault.ClockOffset(scenario.members().at(0), 0).text());
    }
    setup.conditions().forEach(condition -> add(condition.text()));
  }

  private static boolean isOfClock(Step step) {
    return step.action() instanceof Step.Inject in && in.fault() instanceof Fault.OfClock;
  }

  private void writeShown() {
    if (!scenario.shown().equals(Kind.usual())) {
      add(
          scenario.shown().size() == Kind.values().length
              ? "show all"
              : scenario.shown().stream()
                  .map(Kind::word)
                  .collect(Collectors.joining(" ", "show ", ""))
                  .strip());
    }
  }

  private void write(Step step) {
    String at = "at " + TimeText.format(step.atNanos());
    switch (step.action()) {
      case Step.Inject inject -> write(at, inject);
      case Step.Call call -> add("%s call %s %s".formatted(at, call.target().text(), call.text()));
      case Step.Say(String sentence) -> add("%s say %s".formatted(at, sentence));
    }
  }

  private void write(String at, Step.Inject inject) {
    String lasting =
        inject.lastingNanos() == Step.FOREVER
            ? ""
            : " for " + TimeText.format(inject.lastingNanos());
    add(
        "%s %s%s%s"
            .formatted(at, inject.isDrawn() ? "maybe " : "", inject.fault().text(), lasting));
  }
}
