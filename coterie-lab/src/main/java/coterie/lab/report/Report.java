package coterie.lab.report;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.NoteCounts;
import coterie.sim.check.ReportText;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Judges;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run came to: the sections of the judges of its protocol, or of those of a protocol below,
 * or else the number of its notes; then what every process knows, and the sections of judges that
 * were appointed for this run.
 */
public final class Report {
  /** N vectors of N entries: beyond this they would fill the disk rather than tell anything. */
  private static final int STATES_MAX = 2048;

  private final ScenarioRun run;
  private final NoteCounts notes = new NoteCounts();
  private final Judge.Extent extent;
  private final boolean isAsked;

  /**
   * @param isAsked whether it was asked for how a protocol does as a failure detector
   */
  public Report(ScenarioRun run, Judge.Extent extent, boolean isAsked) {
    this.run = run;
    this.extent = extent;
    this.isAsked = isAsked;
    run.stage().watch(new Counter());
  }

  private final class Counter implements StageWitness {
    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      notes.add(note);
    }
  }

  private static String counted(long count, String noun) {
    return "%d %s%s".formatted(count, noun, count == 1 ? "" : "s");
  }

  public void print(PrintWriter out) {
    Scenario scenario = run.scenario();
    Stage stage = run.stage();
    out.printf(
        "%s, %d process%s, until %s, seed %d: %s, %s%n",
        scenario.protocol(),
        scenario.members().size(),
        scenario.members().size() == 1 ? "" : "es",
        TimeText.format(scenario.untilNanos()),
        scenario.setup().seed(),
        counted(stage.events(), "event"),
        counted(stage.messages(), "message"));
    if (isJudged() && stage instanceof Simulation) {
      out.println(network(scenario.setup()));
    }
    out.println();
    Judges judges = run.judges();
    if (!judges.ofRecipe().isEmpty()) {
      print(out, judges.ofRecipe());
    } else if (!judges.ofStack().isEmpty()) {
      print(out, judges.ofStack());
    } else {
      printNotes(out);
    }
    out.println();
    printStates(out);
    if (isJudged()) {
      out.println();
      print(out, judges.appointed());
    }
    ReportText expected = judges.expectations().section(extent).text();
    if (!expected.parts().isEmpty()) {
      out.println();
      Table.print(out, expected);
    }
  }

  private void print(PrintWriter out, List<Judge> judges) {
    boolean isFirst = true;
    for (Judge judge : judges) {
      ReportText text = judge.section(extent).text();
      if (!text.parts().isEmpty()) {
        if (!isFirst) {
          out.println();
        }
        Table.print(out, text);
        isFirst = false;
      }
    }
  }

  /** What decides how soon a crash is seen: a network that reports it makes any detector fast. */
  private static String network(Setup setup) {
    List<String> words = new ArrayList<>();
    boolean isInstant = setup.latency().equals(Latency.instant());
    words.add(isInstant ? "instant" : "latency " + setup.latency().text());
    setup.conditions().forEach(condition -> words.add(condition.text()));
    String hints =
        setup.refusing()
            ? "hints on: a crashed process refuses messages (--unreachable off: silence)"
            : "hints off: a crashed process is silent (--unreachable on: it refuses)";
    return "network: %s; %s".formatted(String.join(", ", words), hints);
  }

  /** Events that are counted have a table of their own: there it must be asked for. */
  private boolean isJudged() {
    Judges judges = run.judges();
    return !judges.appointed().isEmpty() && (judges.ofStack().isEmpty() || isAsked);
  }

  public Map<String, @Nullable Object> json() {
    Scenario scenario = run.scenario();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("protocol", scenario.protocol());
    json.put("nodes", scenario.members().size());
    json.put("until", Json.time(scenario.untilNanos()));
    json.put("seed", scenario.setup().seed());
    json.put("events", run.stage().events());
    json.put("messages", run.stage().messages());
    if (run.stage() instanceof Simulation) {
      json.put("latency", scenario.setup().latency().text());
      json.put("unreachable", scenario.setup().refusing());
    }
    Judges judges = run.judges();
    if (judges.ofStack().isEmpty()) {
      json.put("notes", notes.counts());
    }
    judges.ofStack().forEach(judge -> json.putAll(judge.section(extent).fields()));
    judges.ofRecipe().forEach(judge -> json.putAll(judge.section(extent).fields()));
    json.put("states", states(scenario.members()));
    if (isJudged()) {
      judges.appointed().forEach(judge -> json.putAll(judge.section(extent).fields()));
    }
    json.putAll(judges.expectations().section(extent).fields());
    return json;
  }

  private @Nullable List<Map<String, @Nullable Object>> states(View members) {
    if (members.size() > STATES_MAX) {
      return null;
    }
    List<Map<String, @Nullable Object>> states = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      states.add(state(members.at(i)));
    }
    return states;
  }

  private Map<String, @Nullable Object> state(NodeId node) {
    boolean isUp = run.stage().isUp(node);
    Map<String, @Nullable Object> state = new LinkedHashMap<>();
    state.put("node", node);
    state.put("up", isUp);
    for (Protocol<?> protocol : run.stage().protocols(node)) {
      Record shown = protocol.state();
      if (shown != null) {
        state.putAll(Json.fields(shown));
      }
    }
    if (!isUp && run.judge(Diagnosis.class).isPresent()) {
      state.put("state", forgotten(node));
    }
    return state;
  }

  /** A crash resets the counts: a process knows nothing but that it is there itself. */
  private List<Integer> forgotten(NodeId node) {
    View members = run.scenario().members();
    List<Integer> counts = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      counts.add(members.at(i).equals(node) ? 0 : EventCounter.UNKNOWN);
    }
    return counts;
  }

  private void printNotes(PrintWriter out) {
    if (notes.counts().isEmpty()) {
      out.println("Nothing was noted.");
      return;
    }
    Table table = new Table("note", "times");
    notes.counts().forEach((name, count) -> table.add(name, count));
    table.print(out, 1);
  }

  private void printStates(PrintWriter out) {
    View members = run.scenario().members();
    if (members.size() > STATES_MAX) {
      out.printf("What each process knows is printed for up to %d processes.%n", STATES_MAX);
      return;
    }
    Table table = new Table("process", "up", "knows at the end");
    for (int i = 0; i < members.size(); i++) {
      Map<String, @Nullable Object> state = state(members.at(i));
      boolean isUp = Boolean.TRUE.equals(state.get("up"));
      state.remove("node");
      state.remove("up");
      table.add(members.at(i), isUp ? "yes" : "no", text(state));
    }
    table.print(out, 3);
  }

  private static String text(Map<String, @Nullable Object> state) {
    StringBuilder text = new StringBuilder();
    state.forEach(
        (name, value) -> {
          text.append(text.isEmpty() ? "" : "  ");
          if (state.size() > 1) {
            text.append(name).append('=');
          }
          text.append(value instanceof List<?> list ? RunLength.of(list) : Lines.text(value));
        });
    return text.toString();
  }
}
