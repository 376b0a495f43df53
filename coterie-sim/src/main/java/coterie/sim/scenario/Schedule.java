package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What decides the next event of a run: time, or a list that somebody has chosen. */
final class Schedule {
  private static final String MANUAL = "manual";
  private static final String TIMED = "timed";

  private final List<Planned> planned = new ArrayList<>();
  private boolean isManual;

  void read(Words words) {
    String word = words.next("manual or timed");
    if (!word.equals(MANUAL) && !word.equals(TIMED)) {
      throw words.error(
          "\"%s\" is not a schedule; choose manual, where every event is chosen, or timed"
              .formatted(word));
    }
    isManual = word.equals(MANUAL);
  }

  /** Reads an event; its words are taken as they stand, since fields may hold any text. */
  void readThen(Words words, String statement) {
    String text = statement.strip().substring("then".length()).strip();
    if (text.isEmpty()) {
      throw words.error("after \"then\" comes one of " + ChoiceByName.ALL);
    }
    words.skip();
    planned.add(new Planned(words.where(), ChoiceByName.read(words.where(), text)));
  }

  boolean isManual() {
    return isManual;
  }

  /** Returns the events; null where time decides. */
  @Nullable List<Planned> planned() {
    return isManual ? planned : null;
  }

  /** Refuses what a schedule by hand cannot have, and nodes that there are not. */
  void check(
      View members,
      @Nullable Latency latency,
      List<Fault> conditions,
      List<Step> steps,
      List<Chaos.Rate> rates) {
    if (!isManual) {
      if (!planned.isEmpty()) {
        throw new ScenarioException(
            planned.getFirst().where(),
            "\"then\" goes with \"schedule manual\", where every event is chosen");
      }
      return;
    }
    if (!steps.isEmpty()) {
      throw new ScenarioException(
          steps.getFirst().where(),
          "in a manual schedule nothing has a time of its own; write \"then\" instead of \"at"
              + " TIME\"");
    }
    if (!rates.isEmpty()) {
      throw new ScenarioException(
          rates.getFirst().where(), "in a manual schedule nothing comes by chance; choose it");
    }
    if (latency != null) {
      throw new ScenarioException(
          "", "in a manual schedule messages arrive when they are chosen; leave out latency");
    }
    for (Fault condition : conditions) {
      String why = ManualStage.refusal(condition);
      if (why != null) {
        throw new ScenarioException("", why);
      }
    }
    planned.forEach(one -> check(members, one));
  }

  private static void check(View members, Planned one) {
    for (NodeId node : one.choice().nodes()) {
      if (members.indexOf(node) < 0) {
        throw new ScenarioException(
            one.where(),
            "there is no %s; the nodes are %s to %s"
                .formatted(node, members.at(0), members.at(members.size() - 1)));
      }
    }
    if (one.choice().event() instanceof Choice.Inject inject) {
      String why = ManualStage.refusal(inject.fault());
      if (why != null) {
        throw new ScenarioException(one.where(), why);
      }
    }
  }
}
