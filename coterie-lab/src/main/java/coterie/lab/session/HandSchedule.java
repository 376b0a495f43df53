package coterie.lab.session;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.kernel.Driver;
import coterie.sim.Setup;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import coterie.sim.manual.MessageName;
import coterie.sim.scenario.ManualRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.scenario.ScenarioText;
import coterie.sim.scenario.Step;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run whose next event is chosen by hand: what can be chosen, and how a timed run becomes one.
 */
final class HandSchedule {
  private static final int EVENTS_MAX = 4000;

  private final Scenario scenario;
  private final ManualStage stage;
  private final List<Choice> chosen = new ArrayList<>();

  private HandSchedule(Scenario given, Recipes recipes) {
    this.scenario =
        given
            .withChoices(List.of())
            .withUntil(given.isManual() ? given.untilNanos() : 0)
            .withSteps(List.of())
            .withExpectations(List.of())
            .withSetup(certain(given.setup()));
    Scenario open = scenario.withUntil(Driver.FOREVER);
    ScenarioRun run = new ScenarioRun(open, recipes, ManualRun::stage);
    this.stage = (ManualStage) run.stage();
    run.start();
  }

  /** Nothing is lost, doubled or held back by chance where every event is chosen. */
  private static Setup certain(Setup setup) {
    return setup.withConditions(
        setup.conditions().stream().filter(one -> ManualStage.refusal(one) == null).toList());
  }

  /** Returns what can happen after the schedule of a scenario, which has none if it is timed. */
  static Map<String, @Nullable Object> next(Scenario scenario, Recipes recipes) {
    HandSchedule hand = new HandSchedule(scenario, recipes);
    scenario.choices().forEach(hand.stage::apply);
    List<Object> events = new ArrayList<>();
    hand.stage.choices().forEach(choice -> events.add(entry(choice, scenario)));
    hand.calls(scenario).forEach(choice -> events.add(entry(choice, scenario)));
    List<Object> mishaps = new ArrayList<>();
    hand.stage.mishaps().forEach(choice -> mishaps.add(entry(choice, scenario)));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("atNanos", hand.stage.now());
    answer.put("at", TimeText.format(hand.stage.now()));
    answer.put("chosen", scenario.choices().size());
    answer.put("events", events);
    answer.put("mishaps", mishaps);
    return answer;
  }

  /** The calls of a timed scenario have no time of their own any more; they can be chosen. */
  private List<Choice> calls(Scenario timed) {
    List<Choice> calls = new ArrayList<>();
    for (Step step : timed.steps()) {
      if (step.action() instanceof Step.Call call && step.action().players().isEmpty()) {
        calls.add(new Choice.Call(call.target().node(), call.method(), call.arguments()));
      }
    }
    return calls;
  }

  private static Map<String, Object> entry(Choice choice, Scenario scenario) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("text", choice.text());
    entry.put("kind", choice.text().split(" ", 2)[0]);
    entry.put(
        "nodes", choice.nodes().stream().map(node -> scenario.members().indexOf(node)).toList());
    return entry;
  }

  // ---- from a timed run

  /**
   * Returns the text of a schedule that does what a timed run did up to an event.
   *
   * @throws IllegalArgumentException if that cannot be done by hand; it says what cannot
   */
  static String upTo(Scenario timed, EventLog log, int last, Recipes recipes) {
    if (last >= EVENTS_MAX) {
      throw new IllegalArgumentException(
          "%d events are too many to be written down one by one; go on by hand from one of the"
                  .formatted(last + 1)
              + " first "
              + EVENTS_MAX);
    }
    HandSchedule hand = new HandSchedule(timed, recipes);
    Map<Integer, Integer> copies = copies(log);
    for (int i = 0; i <= last; i++) {
      try {
        hand.follow(log.get(i), log.pair(i), copies);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "the run cannot go on by hand from there: at %s %s; choose an earlier event"
                .formatted(TimeText.format(log.get(i).atNanos()), e.getMessage()));
      }
    }
    return String.join("\n", ScenarioText.lines(hand.scenario.withChoices(hand.chosen), recipes))
        + "\n";
  }

  /** How often each message will have arrived or been lost, by its sending. */
  private static Map<Integer, Integer> copies(EventLog log) {
    Map<Integer, Integer> copies = new HashMap<>();
    for (int i = 0; i < log.size(); i++) {
      boolean isEnd =
          log.get(i) instanceof TraceEvent.Received || log.get(i) instanceof TraceEvent.Dropped;
      if (isEnd && log.pair(i) >= 0) {
        copies.merge(log.pair(i), 1, Integer::sum);
      }
    }
    return copies;
  }

  private void follow(TraceEvent event, int sent, Map<Integer, Integer> copies) {
    long at = event.atNanos();
    switch (event) {
      case TraceEvent.Received(long time, NodeId from, NodeId to, var message) -> {
        MessageName name = inFlight(MessageName.of(from, to, message));
        if (copies.merge(sent, -1, Integer::sum) > 0) {
          apply(new Choice.Duplicate(name));
        }
        apply(new Choice.At(at, new Choice.Deliver(name)));
      }
      case TraceEvent.Dropped dropped -> {
        if (copies.merge(sent, -1, Integer::sum) <= 0) {
          lose(dropped);
        }
      }
      case TraceEvent.Expired(long time, NodeId node, String alarm) ->
          apply(new Choice.At(at, new Choice.Expire(node, alarmName(node, alarm))));
      case TraceEvent.Unreachable(long time, NodeId node, NodeId to) -> {
        Choice hint = new Choice.Unreachable(node, to, List.of());
        if (!isPossible(hint)) {
          arriveAtNobody(node, to);
        }
        apply(new Choice.At(at, hint));
      }
      case TraceEvent.Saved(long time, NodeId node, String name, Record value) -> {
        Choice durable = new Choice.Durable(node);
        if (isPossible(durable)) {
          apply(new Choice.At(at, durable));
        }
      }
      case TraceEvent.Called(long time, NodeId node, String call) -> {
        List<String> words = new ArrayList<>(List.of(call.split(" ", -1)));
        String method = words.removeFirst();
        apply(new Choice.At(at, new Choice.Call(node, method, words)));
      }
      case TraceEvent.Faulted(long time, Fault fault) -> {
        if (ManualStage.refusal(fault) == null) {
          apply(
              fault instanceof Fault.OfNode
                  ? new Choice.At(at, new Choice.Inject(fault))
                  : new Choice.Inject(fault));
        }
      }
      case TraceEvent.Said(long time, String sentence) -> apply(new Choice.Say(sentence));
      default -> {} // It comes of what was chosen.
    }
    settle();
  }

  private void lose(TraceEvent.Dropped dropped) {
    MessageName name = inFlight(MessageName.of(dropped.from(), dropped.to(), dropped.message()));
    Choice arrival = new Choice.Deliver(name);
    if (isPossible(arrival)) { // A cut has lost it at once.
      apply(dropped.why() == StageWitness.Drop.DOWN ? arrival : new Choice.Drop(name));
    }
  }

  private boolean isPossible(Choice choice) {
    return stage.choices().contains(choice);
  }

  /** The sender to a process that is down hears of it when the message has come there. */
  private void arriveAtNobody(NodeId from, NodeId to) {
    for (Choice choice : stage.choices()) {
      if (choice instanceof Choice.Deliver deliver
          && deliver.message().from().equals(from)
          && deliver.message().to().equals(to)) {
        apply(choice);
        return;
      }
    }
  }

  private void apply(Choice choice) {
    Choice simplest = stage.simplest(choice);
    stage.apply(choice);
    chosen.add(simplest);
  }

  /** Where stable storage takes no time, a save is durable at once. */
  private void settle() {
    if (scenario.setup().syncNanos() == 0) {
      for (Choice choice : stage.choices()) {
        if (choice instanceof Choice.Durable) {
          apply(choice);
        }
      }
    }
  }

  /** Returns the name that the stage has for such a message: the channel is part of some. */
  private MessageName inFlight(MessageName name) {
    for (Choice choice : stage.choices()) {
      if (choice instanceof Choice.Deliver(MessageName other, List<Long> draws)
          && other.from().equals(name.from())
          && other.to().equals(name.to())
          && (other.kind().equals(name.kind()) || other.kind().endsWith(":" + name.kind()))
          && Objects.equals(other.fields(), name.fields())) {
        return other;
      }
    }
    return name;
  }

  private String alarmName(NodeId node, String alarm) {
    for (Choice choice : stage.choices()) {
      if (choice instanceof Choice.Expire(NodeId other, String name, List<Long> draws)
          && other.equals(node)
          && name.endsWith(":" + alarm)) {
        return name;
      }
    }
    return alarm;
  }
}
