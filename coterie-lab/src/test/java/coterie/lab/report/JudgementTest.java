package coterie.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.check.Judge;
import coterie.sim.check.detect.SuspicionHistory;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is printed about a failure detector. */
public class JudgementTest {
  public record Beat() implements Message {}

  /** Beats to all every second, and suspects who was silent for two and a half. */
  private static final class Silence implements Protocol<Beat> {
    private final Context<Beat> context;
    private final View view;
    private final Alarm beat;
    private final Alarm[] silences;
    private final boolean[] suspected;

    Silence(Context<Beat> context, View view) {
      this.context = context;
      this.view = view;
      this.beat = context.alarm("beat", this::beatDue);
      this.silences = new Alarm[view.size()];
      this.suspected = new boolean[view.size()];
      for (int i = 0; i < silences.length; i++) {
        int who = i;
        silences[i] = context.alarm("silence " + view.at(i), () -> silent(who));
      }
    }

    @Override
    public void start() {
      beat.start(TimeText.SECOND);
      for (int i = 0; i < silences.length; i++) {
        listenTo(i);
      }
    }

    private void listenTo(int who) {
      if (!view.at(who).equals(context.self())) {
        silences[who].start(TimeText.parse("2.5"));
      }
    }

    private void beatDue() {
      beat.start(TimeText.SECOND);
      for (int i = 0; i < view.size(); i++) {
        context.send(view.at(i), new Beat());
      }
    }

    private void silent(int who) {
      suspected[who] = true;
      context.note(new Note.Suspected(view.at(who)));
    }

    @Override
    public void receive(NodeId from, Beat message) {
      int who = view.indexOf(from);
      listenTo(who);
      if (suspected[who]) {
        suspected[who] = false;
        context.note(new Note.Trusted(from));
      }
    }
  }

  private static final class SilenceRecipe implements DetectorRecipe {
    @Override
    public String name() {
      return "silence";
    }

    @Override
    public String summary() {
      return "suspect who is silent";
    }

    @Override
    public Map<String, String> laboratory() {
      return Map.of();
    }

    @Override
    public List<Knob> knobs() {
      return List.of();
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return node -> node.add("silence", Beat.class, context -> new Silence(context, members));
    }
  }

  private static Report report(String... statements) {
    Recipes recipes = new Recipes(List.of(new SilenceRecipe()));
    ScenarioReader reader = new ScenarioReader(recipes);
    reader.statement("", "protocol silence");
    for (String statement : statements) {
      reader.statement(statement, statement);
    }
    ScenarioRun run = new ScenarioRun(reader.scenario(), recipes);
    SuspicionHistory judge = run.judges().appoint(SuspicionHistory::of).orElseThrow();
    assertThat(judge.violations()).isEmpty();
    Judge.Extent extent =
        new Judge.Extent(run.scenario().untilNanos(), TimeText.parse("6"), Integer.MAX_VALUE);
    Report report = new Report(run, extent, false);
    run.run();
    return report;
  }

  private static List<String> lines(Report report) {
    StringWriter out = new StringWriter();
    report.print(new PrintWriter(out, true));
    return out.toString().lines().toList();
  }

  @Test
  void classesPropertiesAndFiguresStandAfterTheRest() {
    List<String> lines =
        lines(
            report(
                "nodes 3",
                "until 60",
                "latency 100ms",
                "at 10.5 pause 1 for 4",
                "at 30.5 crash 2",
                "at 40 recover 2",
                "at 50.2 crash 0"));
    assertThat(lines.subList(lines.indexOf("") + 1, lines.size()))
        .containsSequence(
            "Consistent with ◇P, S, ◇S, ◇Q, W, ◇W; eventually means: for the last 6 at least.",
            "",
            "property                  holds  from   because",
            "strong completeness       yes    52.6",
            "weak completeness         yes    52.6",
            "strong accuracy           no            P0 suspects P1 from 12.6 to 14.6",
            "eventual strong accuracy  yes    41.1",
            "weak accuracy             yes    start",
            "eventual weak accuracy    yes    14.6",
            "",
            "seconds             count  median  p99  max  mean",
            "detection               4     2.1  2.4  2.4  2.25",
            "known to all            2     2.1  2.4  2.4  2.25",
            "trust                   2     1.1  1.1  1.1   1.1",
            "mistake recurrence      0       -    -    -     -",
            "mistake duration        2       2    2    2     2",
            "good period             0       -    -    -     -",
            "",
            "figure                       value",
            "undetected                       0",
            "missed                           0",
            "unknown to all                   0",
            "untrusted                        0",
            "mistakes                         2",
            "mistakes per member hour     44.80",
            "mistakes per pair hour       25.66",
            "accuracy                    0.9857",
            "messages per member second   2.912");
  }

  @Test
  void runThatEndsTooSoonLeavesClassesOpen() {
    List<String> lines = lines(report("nodes 3", "until 60", "latency 100ms", "at 55 crash 1"));
    assertThat(lines)
        .contains("Consistent with no class; eventually means: for the last 6 at least.")
        .contains("The run ends too soon to tell about P, ◇P, S, ◇S, Q, ◇Q, W, ◇W.");
  }

  @Test
  void jsonHasClassesAndQualityByStableNames() {
    Report report = report("nodes 2", "until 60", "latency 100ms", "at 30.5 crash 1");
    String held = "{\"outcome\":\"holds\",\"since\":%s,\"vacuous\":false,\"counterexample\":null}";
    assertThat(Json.of(report.json().get("classes")))
        .isEqualTo(
            ("{\"margin\":6,\"consistent\":[\"P\",\"◇P\",\"S\",\"◇S\",\"Q\",\"◇Q\",\"W\",\"◇W\"],"
                    + "\"open\":[],\"strongCompleteness\":%s,\"weakCompleteness\":%s,"
                    + "\"strongAccuracy\":%s,\"eventualStrongAccuracy\":%s,\"weakAccuracy\":%s,"
                    + "\"eventualWeakAccuracy\":%s}")
                .formatted(
                    held.formatted("32.6"),
                    held.formatted("32.6"),
                    held.formatted("0"),
                    held.formatted("0"),
                    held.formatted("0"),
                    held.formatted("0")));
    String none = "{\"count\":0,\"median\":null,\"p99\":null,\"max\":null,\"mean\":null}";
    assertThat(Json.of(report.json().get("quality")))
        .startsWith(
            "{\"detection\":{\"count\":1,\"median\":2.1,\"p99\":2.1,\"max\":2.1,\"mean\":2.1},"
                + "\"knownToAll\":{\"count\":1,\"median\":2.1,\"p99\":2.1,\"max\":2.1,\"mean\":2.1},"
                + "\"trust\":%s,\"mistakeRecurrence\":%s,\"mistakeDuration\":%s,\"goodPeriod\":%s,"
                    .formatted(none, none, none, none)
                + "\"undetected\":0,\"missed\":0,\"unknownToAll\":0,\"untrusted\":0,\"mistakes\":0,"
                + "\"mistakesPerMemberHour\":0.0,\"mistakesPerPairHour\":0.0,\"accuracy\":1.0,"
                + "\"messagesPerMemberSecond\":")
        .contains("\"bytesPerMemberSecond\":");
  }

  @Test
  void counterexampleInJsonSaysWhoAndWhen() {
    Report report = report("nodes 2", "until 60", "latency 100ms", "at 10.5 pause 1 for 4");
    assertThat(Json.of(report.json().get("classes")))
        .contains(
            "\"strongAccuracy\":{\"outcome\":\"fails\",\"since\":12.6,\"vacuous\":false,"
                + "\"counterexample\":{\"observer\":0,\"about\":1,\"suspects\":true,"
                + "\"since\":12.6,\"until\":14.6}}");
  }
}
