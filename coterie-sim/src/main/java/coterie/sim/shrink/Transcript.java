package coterie.sim.shrink;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.manual.Choice;
import coterie.sim.manual.MessageName;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a run in virtual time down event by event, as a schedule in which every message, alarm and
 * save has its place and its time. The network has no say in it any more: what arrives is said, and
 * all else is lost.
 */
final class Transcript implements StageWitness {
  private final boolean isRefusing;
  private final List<Choice> choices = new ArrayList<>();

  private Transcript(boolean isRefusing) {
    this.isRefusing = isRefusing;
  }

  /** Runs the scenario and returns the same as a schedule. */
  static Scenario of(Scenario scenario, Recipes recipes) {
    Transcript transcript = new Transcript(scenario.setup().refusing());
    try {
      ScenarioRun run = new ScenarioRun(scenario, recipes);
      run.stage().watch(transcript);
      run.run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // What has happened until then is known.
    }
    List<Fault> conditions =
        scenario.setup().conditions().stream().filter(Fault.OfClock.class::isInstance).toList();
    return scenario
        .withSteps(List.of())
        .withSetup(scenario.setup().withConditions(conditions))
        .withChoices(transcript.choices);
  }

  private void add(long at, Choice choice) {
    choices.add(new Choice.At(at, choice));
  }

  @Override
  public int wants() {
    return EVENTS;
  }

  @Override
  public void received(long at, NodeId to, int channel, NodeId from, Message message) {
    add(at, new Choice.Deliver(MessageName.of(from, to, message)));
  }

  /** Only the hint that nobody listens makes a difference to a message that finds nobody. */
  @Override
  public void dropped(long at, NodeId from, NodeId to, Message message, Drop why) {
    if (why == Drop.DOWN && isRefusing) {
      add(at, new Choice.Deliver(MessageName.of(from, to, message)));
    }
  }

  @Override
  public void unreachable(long at, NodeId node, int channel, NodeId to) {
    add(at, new Choice.Unreachable(node, to, List.of()));
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    add(at, new Choice.Expire(node, alarm));
  }

  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    add(at, new Choice.Durable(node));
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    List<String> words = List.of(String.valueOf(call).split(" "));
    add(at, new Choice.Call(node, words.getFirst(), words.subList(1, words.size())));
  }

  @Override
  public void faulted(long at, Fault fault) {
    if (fault instanceof Fault.OfProcess || fault instanceof Fault.OfClock) {
      add(at, new Choice.Inject(fault));
    }
  }
}
