package coterie.lab.finding;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.StageWitness;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;

/**
 * How large a run is.
 *
 * @param steps faults and calls of a script, or chosen events
 * @param arrived messages from one node to another that arrived
 */
record RunSize(int nodes, int steps, long arrived, long nanos, boolean isManual) {
  /** Runs the scenario and counts. */
  static RunSize of(Scenario scenario, Recipes recipes) {
    ScenarioRun run = new ScenarioRun(scenario, recipes);
    Arrivals arrivals = new Arrivals();
    run.stage().watch(arrivals);
    try {
      run.run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // A protocol that throws may be what was found.
    }
    return new RunSize(
        scenario.members().size(),
        scenario.steps().size() + scenario.choices().size(),
        arrivals.count,
        run.stage().now(),
        scenario.isManual());
  }

  String text() {
    return "%s, %s, %s%s"
        .formatted(
            count(nodes, "process", "processes"),
            isManual ? count(steps, "event", "events") : count(steps, "step", "steps"),
            count(arrived, "message that arrives", "messages that arrive"),
            isManual ? "" : ", until " + TimeText.format(nanos));
  }

  private static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  private static final class Arrivals implements StageWitness {
    private long count;

    @Override
    public int wants() {
      return EVENTS;
    }

    @Override
    public void received(long at, NodeId node, int channel, NodeId from, Message message) {
      count += node.equals(from) ? 0 : 1;
    }
  }
}
