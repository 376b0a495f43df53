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
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run in virtual time down event by event, as a schedule in which every message, alarm and
 * save has its place and its time. The network has no say in it any more: what arrives is said, and
 * all else is lost; what arrives twice is doubled before it arrives.
 */
final class Transcript implements StageWitness {
  /** The copies of one message on one link. */
  private static final class Copies {
    /** How many there are: those that were sent, and those that were doubled. */
    int made;

    int arrived;
    Choice.@Nullable At last;
  }

  private record Link(NodeId from, NodeId to) {}

  private final boolean isRefusing;
  private final List<Choice> choices = new ArrayList<>();
  private final Map<Link, Map<Message, Copies>> copies = new HashMap<>();

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
    return SENDS | EVENTS;
  }

  /** A message is told of by its very object, which may be sent to several, and again. */
  private Copies copies(NodeId from, NodeId to, Message message) {
    return copies
        .computeIfAbsent(new Link(from, to), link -> new IdentityHashMap<>())
        .computeIfAbsent(message, one -> new Copies());
  }

  @Override
  public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
    copies(from, to, message).made++;
  }

  @Override
  public void received(long at, NodeId to, int channel, NodeId from, Message message) {
    Copies same = copies(from, to, message);
    MessageName name = MessageName.of(from, to, message);
    same.arrived++;
    if (same.arrived > same.made && same.last != null) {
      doubled(same.last, name);
      same.made++;
    }
    same.last = new Choice.At(at, new Choice.Deliver(name));
    choices.add(same.last);
  }

  /** Only what is in flight can be doubled, so it is before the copy before has arrived. */
  private void doubled(Choice.At arrival, MessageName name) {
    Choice doubling = new Choice.At(arrival.atNanos(), new Choice.Duplicate(name));
    choices.add(choices.lastIndexOf(arrival), doubling);
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
