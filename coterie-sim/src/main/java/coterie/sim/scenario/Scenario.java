package coterie.sim.scenario;

import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.check.expect.Expectation;
import coterie.sim.manual.Choice;
import coterie.sim.trace.Kind;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A run before it is run: who, how long, on which network, and what goes wrong when. Made from a
 * file or from flags by {@link ScenarioReader}; {@link ScenarioText} writes it.
 *
 * @param settings what was set about the protocol
 * @param steps in the order in which they happen
 * @param shown the kinds of lines that its trace shows
 * @param schedule all events of the run, if they were chosen by hand; null if time decides
 * @param expectations what must hold
 */
public record Scenario(
    String protocol,
    View members,
    long untilNanos,
    Setup setup,
    SortedMap<String, String> settings,
    List<Step> steps,
    Set<Kind> shown,
    @Nullable List<Planned> schedule,
    List<Expectation> expectations) {
  public Scenario {
    expectations = List.copyOf(expectations);
    steps = List.copyOf(steps);
    schedule = schedule == null ? null : List.copyOf(schedule);
  }

  /** Returns whether somebody has chosen each event, so that nothing happens by itself. */
  public boolean isManual() {
    return schedule != null;
  }

  /** Returns the events that were chosen; none if time decides. */
  public List<Choice> choices() {
    return schedule == null ? List.of() : schedule.stream().map(Planned::choice).toList();
  }

  /** The same run, with the bytes of every member counted. */
  public Scenario withBytes() {
    return withSetup(setup.withBytes(true));
  }

  public Scenario withMembers(View newMembers) {
    return new Scenario(
        protocol, newMembers, untilNanos, setup, settings, steps, shown, schedule, expectations);
  }

  public Scenario withUntil(long newUntilNanos) {
    return new Scenario(
        protocol, members, newUntilNanos, setup, settings, steps, shown, schedule, expectations);
  }

  public Scenario withSetup(Setup newSetup) {
    return new Scenario(
        protocol, members, untilNanos, newSetup, settings, steps, shown, schedule, expectations);
  }

  public Scenario withSettings(SortedMap<String, String> newSettings) {
    return new Scenario(
        protocol, members, untilNanos, setup, newSettings, steps, shown, schedule, expectations);
  }

  public Scenario withSteps(List<Step> newSteps) {
    return new Scenario(
        protocol, members, untilNanos, setup, settings, newSteps, shown, schedule, expectations);
  }

  public Scenario withShown(Set<Kind> newShown) {
    return new Scenario(
        protocol, members, untilNanos, setup, settings, steps, newShown, schedule, expectations);
  }

  /** The same group with these events and no others. */
  public Scenario withChoices(List<Choice> choices) {
    List<Planned> planned = choices.stream().map(choice -> new Planned("", choice)).toList();
    return new Scenario(
        protocol, members, untilNanos, setup, settings, List.of(), shown, planned, expectations);
  }

  public Scenario withExpectations(List<Expectation> newExpectations) {
    return new Scenario(
        protocol, members, untilNanos, setup, settings, steps, shown, schedule, newExpectations);
  }
}
