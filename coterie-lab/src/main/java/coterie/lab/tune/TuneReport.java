package coterie.lab.tune;

import coterie.lab.report.Digits;
import coterie.lab.report.Table;
import coterie.lab.trial.DetectorOutcome;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.Trial;
import coterie.lab.tune.Tuning.Answer;
import coterie.lab.tune.Tuning.Wish;
import coterie.sim.check.detect.Figure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a search for settings has found, for people and for programs. */
public record TuneReport(
    Answer answer,
    Wish wish,
    Laboratory laboratory,
    int nodes,
    double loss,
    int shortRuns,
    int longRuns) {
  public void print(PrintWriter out) {
    Contestant setting = answer.setting();
    DetectorOutcome outcome = answer.outcome();
    out.printf(opening(answer.verdict()) + "%n", setting.name());
    out.println(" " + setting.flags());
    out.println();
    Table table = new Table("", "wish", "measured", "at most (95 %)");
    table.add(
        "99 of 100 detect within",
        Digits.number(wish.detectWithin()) + "s",
        outcome.reachP99() == Double.POSITIVE_INFINITY
            ? "never"
            : Digits.number(outcome.reachP99()) + "s",
        "");
    table.add(
        "mistakes of a member per day",
        Digits.number(wish.mistakesPerDay()),
        Digits.number(outcome.mistakesPerHour() * Wish.DAY_HOURS),
        Digits.number(outcome.mistakesPerHourAtMost() * Wish.DAY_HOURS));
    table.add("messages per member and second", "", figure(outcome, Figure.MESSAGES), "");
    table.add("bytes per member and second", "", figure(outcome, Figure.BYTES), "");
    table.print(out, 1);
    out.println();
    explain(out);
  }

  private static String opening(Tuning.Verdict verdict) {
    return switch (verdict) {
      case MET -> "This setting of %s meets the targets at the least traffic:";
      case NOT_SHOWN ->
          "This setting of %s met the targets, but too little was simulated to be sure:";
      case NEAREST ->
          "No setting of %s meets the targets; this one misses them by the least factor:";
    };
  }

  private static String figure(DetectorOutcome outcome, Figure figure) {
    return Digits.number(outcome.figure(figure).value());
  }

  private void explain(PrintWriter out) {
    if (answer.verdict() == Tuning.Verdict.NOT_SHOWN) {
      out.printf(
          "Not shown: at most %s mistakes per day at 95 %%. %s%n",
          Digits.number(answer.outcome().mistakesPerHourAtMost() * Wish.DAY_HOURS),
          "--effort simulates more.");
    } else if (answer.verdict() == Tuning.Verdict.NEAREST) {
      out.printf(
          "It misses the targets by a factor of %.3f, the worse of detection time and mistakes.%n",
          wish.miss(answer.outcome()));
    }
    out.printf(
        "Tried %d settings with %d runs each%s, and %d of them with %d runs (%s hours"
            + " simulated).%n",
        answer.screened().size(),
        shortRuns,
        answer.contradictory() == 0
            ? ""
            : " (%d more contradict themselves)".formatted(answer.contradictory()),
        answer.proven().size(),
        longRuns,
        Digits.number(longRuns * laboratory.untilNanos() / 3.6e12));
    out.println("See it: " + laboratory.replay(new Trial<>(answer.setting(), nodes, loss), 1));
  }

  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("detector", answer.setting().name());
    json.put("verdict", answer.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    json.put("detectWithin", wish.detectWithin());
    json.put("mistakesPerDay", wish.mistakesPerDay());
    json.put("nodes", nodes);
    json.put("loss", loss);
    json.put("shortRuns", shortRuns);
    json.put("longRuns", longRuns);
    json.put("best", json(answer.setting(), answer.outcome()));
    json.put("miss", wish.miss(answer.outcome()));
    json.put("flags", answer.setting().flags().strip());
    json.put("replay", laboratory.replay(new Trial<>(answer.setting(), nodes, loss), 1));
    json.put("contradictory", answer.contradictory());
    json.put("tried", json(answer.screened()));
    json.put("proven", json(answer.proven()));
    return json;
  }

  private static List<Map<String, @Nullable Object>> json(
      Map<Contestant, DetectorOutcome> outcomes) {
    List<Map<String, @Nullable Object>> json = new ArrayList<>();
    outcomes.forEach((setting, outcome) -> json.add(json(setting, outcome)));
    return json;
  }

  private static Map<String, @Nullable Object> json(Contestant setting, DetectorOutcome outcome) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("settings", setting.settings());
    json.put("detectionReachP99", outcome.reachP99());
    json.put("mistakes", outcome.mistakes());
    json.put("mistakesPerDay", outcome.mistakesPerHour() * Wish.DAY_HOURS);
    json.put("mistakesPerDayAtMost", outcome.mistakesPerHourAtMost() * Wish.DAY_HOURS);
    json.put(Figure.MESSAGES.key(), outcome.figure(Figure.MESSAGES).value());
    json.put(Figure.BYTES.key(), outcome.figure(Figure.BYTES).value());
    return json;
  }
}
