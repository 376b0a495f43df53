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
import coterie.sim.check.Causality;
import coterie.sim.check.Copies;
import coterie.sim.check.Diagnosis;
import coterie.sim.check.Diagnosis.Diagnosed;
import coterie.sim.check.Elections;
import coterie.sim.check.Entries;
import coterie.sim.check.Linearizability;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a run came to. A protocol that counts events gets the table of their diagnoses, an election
 * that of its elections, a mutual exclusion that of its entries, a store that of its copies,
 * registers that of their calls, and a protocol that notes stamps that of its clocks; any other one
 * gets the number of its notes. Then comes what every process knows, and for a failure detector how
 * it is judged.
 */
public final class Report {
  /** N vectors of N entries: beyond this they would fill the disk rather than tell anything. */
  private static final int STATES_MAX = 2048;

  private final ScenarioRun run;
  private final SortedMap<String, Long> notes = new TreeMap<>();

  private final @Nullable Judgement judgement;
  private final @Nullable ElectionReport elections;
  private final @Nullable MutexReport entries;
  private final @Nullable CopiesReport copies;
  private final @Nullable CallsReport calls;
  private final @Nullable ClocksReport clocks;

  /**
   * @param entriesMax of a mutual exclusion, how many entries are listed
   */
  public Report(ScenarioRun run, @Nullable Judgement judgement, int entriesMax) {
    this.run = run;
    this.judgement = judgement;
    Elections judge = run.elections();
    Scenario scenario = run.scenario();
    this.elections =
        judge == null
            ? null
            : new ElectionReport(judge, scenario.members().size(), scenario.untilNanos());
    Entries mutex = run.entries();
    this.entries =
        mutex == null ? null : new MutexReport(mutex, scenario.members().size(), entriesMax);
    Copies store = run.copies();
    this.copies = store == null ? null : new CopiesReport(store, run.stage());
    Linearizability registers = run.linearizability();
    this.calls = registers == null ? null : new CallsReport(registers, run.stage());
    Causality causality = run.causality();
    this.clocks =
        causality == null ? null : new ClocksReport(causality, scenario.members(), store == null);
    run.stage().watch(new Counter());
  }

  private final class Counter implements StageWitness {
    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      notes.merge(note.getClass().getSimpleName(), 1L, Long::sum);
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
    Diagnosis diagnosis = run.diagnosis();
    if (elections != null) {
      elections.print(out);
    } else if (entries != null) {
      entries.print(out);
    } else if (copies != null || clocks != null) {
      printData(out);
    } else if (calls != null) {
      calls.print(out);
    } else if (diagnosis == null) {
      printNotes(out);
    } else {
      printDiagnoses(out, diagnosis.events());
      diagnosis.alone().forEach(alone -> out.println(sentence(alone)));
    }
    out.println();
    printStates(out);
    if (isJudged() && judgement != null) {
      out.println();
      judgement.print(out);
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

  private void printData(PrintWriter out) {
    if (copies != null) {
      copies.print(out);
      out.println(noted());
    }
    if (clocks != null && (copies == null || !clocks.isEmpty())) {
      if (copies != null) {
        out.println();
      }
      printSkews(out);
      clocks.print(out);
    }
  }

  private void printSkews(PrintWriter out) {
    List<String> skews = new ArrayList<>();
    for (Fault fault : run.stage().initialFaults()) {
      if (fault instanceof Fault.ClockOffset skew && skew.byNanos() != 0) {
        long byNanos = skew.byNanos();
        skews.add(
            "The wall clock of %s is %s s %s from the start."
                .formatted(
                    skew.node(),
                    TimeText.format(Math.abs(byNanos)),
                    byNanos > 0 ? "ahead" : "behind"));
      }
    }
    if (!skews.isEmpty()) {
      skews.forEach(out::println);
      out.println();
    }
  }

  /** Such as: Notes: Conflict 24, Edited 208. */
  private String noted() {
    return notes.isEmpty()
        ? "Nothing was noted."
        : notes.entrySet().stream()
            .map(note -> note.getKey() + " " + note.getValue())
            .collect(Collectors.joining(", ", "Notes: ", "."));
  }

  /** Events that are counted have a table of their own: there it must be asked for. */
  private boolean isJudged() {
    return judgement != null && (run.diagnosis() == null || judgement.isAsked());
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
    Diagnosis diagnosis = run.diagnosis();
    if (diagnosis == null) {
      json.put("notes", notes);
    } else {
      json.put("diagnoses", diagnosis.events().stream().map(Json::fields).toList());
      if (!diagnosis.alone().isEmpty()) {
        json.put("onlyOneLeft", diagnosis.alone().stream().map(Json::fields).toList());
      }
    }
    if (elections != null) {
      elections.addTo(json);
    }
    if (entries != null) {
      entries.addTo(json);
    }
    if (copies != null) {
      copies.addTo(json);
    }
    if (calls != null) {
      calls.addTo(json);
    }
    if (clocks != null) {
      clocks.addTo(json);
    }
    json.put("states", states(scenario.members()));
    if (isJudged() && judgement != null) {
      json.put("classes", judgement.classes());
      json.put("quality", judgement.quality());
    }
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
    if (!isUp && run.diagnosis() != null) {
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

  private static void printDiagnoses(PrintWriter out, List<Diagnosed> events) {
    if (events.isEmpty()) {
      out.println("No process crashed or recovered.");
      return;
    }
    Table table = new Table("event", "process", "at", "tests", "rounds", "latency", "diagnosed at");
    for (Diagnosed event : events) {
      Long latency = event.latencyNanos();
      Long diagnosedAt = event.diagnosedAtNanos();
      table.add(
          event.event(),
          event.node(),
          rounded(event.atNanos()),
          event.tests(),
          event.rounds(),
          latency == null ? "-" : rounded(latency),
          diagnosedAt == null ? "not diagnosed" : rounded(diagnosedAt));
    }
    table.print(out, 2);
  }

  private static String sentence(Diagnosis.Alone alone) {
    Long to = alone.toNanos();
    String end = to == null ? "the end" : rounded(to);
    return "Only one correct process was left: %s, from %s to %s."
        .formatted(alone.node(), rounded(alone.fromNanos()), end);
  }

  /** People want milliseconds at the most; JSON has it exactly. */
  private static String rounded(long nanos) {
    return TimeText.format(Math.round(nanos / 1e6) * 1_000_000);
  }

  private void printNotes(PrintWriter out) {
    if (notes.isEmpty()) {
      out.println("Nothing was noted.");
      return;
    }
    Table table = new Table("note", "times");
    notes.forEach((name, count) -> table.add(name, count));
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
