package coterie.lab.report;

import coterie.core.Cost;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.check.elect.Elections;
import coterie.sim.check.elect.Elections.Election;
import coterie.sim.check.elect.Elections.TwoLeaders;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the elections of a run came to, as a table with a few sentences, and as JSON. */
public final class ElectionReport {
  private final Elections judge;
  private final int nodes;
  private final long untilNanos;

  ElectionReport(Elections judge, int nodes, long untilNanos) {
    this.judge = judge;
    this.nodes = nodes;
    this.untilNanos = untilNanos;
  }

  void print(PrintWriter out) {
    List<Election> elections = judge.elections();
    if (elections.isEmpty()) {
      out.println("There was no election.");
    } else {
      printTable(out, elections);
    }
    List<Cost> costs = judge.recipe().costs(nodes);
    if (!costs.isEmpty()) {
      out.println("Messages by formula, after a crash of the leader: " + text(costs) + ".");
    }
    out.println();
    NodeId leader = judge.leader();
    out.println(
        leader == null
            ? "At the end the group does not agree on a leader."
            : "At the end all who are up know %s, which leads.".formatted(leader));
    out.printf(
        "Without an agreed leader for %s s of %s s; two leaders at once: %s.%n",
        rounded(judge.leaderlessNanos()), TimeText.format(untilNanos), text(judge.twoLeaders()));
  }

  private static void printTable(PrintWriter out, List<Election> elections) {
    Table table =
        new Table(
            "started at",
            "reason",
            "leader",
            "term",
            "leader elected at",
            "known to all at",
            "took",
            "messages");
    for (Election election : elections) {
      Long elected = election.electedAtNanos();
      Long ended = election.endedAtNanos();
      NodeId leader = election.leader();
      Long term = election.term();
      table.add(
          rounded(election.startedAtNanos()),
          election.reason(),
          leader == null ? "-" : leader,
          term == null ? "-" : term,
          elected == null ? "-" : rounded(elected),
          ended == null ? "under way" : rounded(ended),
          ended == null ? "-" : rounded(ended - election.startedAtNanos()),
          election.messages());
    }
    table.print(out, 3);
  }

  /** Such as: best n = 5, worst n²-n = 20. */
  static String text(List<Cost> costs) {
    return costs.stream().map(ElectionReport::text).collect(Collectors.joining(", "));
  }

  private static String text(Cost cost) {
    String value = Long.toString(cost.messages());
    return cost.formula().equals(value)
        ? "%s %s".formatted(cost.when(), value)
        : "%s %s = %s".formatted(cost.when(), cost.formula(), value);
  }

  private static String text(TwoLeaders two) {
    if (two.stretches() == 0) {
      return "never";
    }
    return "%s, for %s s in total, %s s at most"
        .formatted(
            two.stretches() == 1 ? "once" : two.stretches() + " times",
            rounded(two.totalNanos()),
            rounded(two.longestNanos()));
  }

  /** Adds its fields to those that every run has. */
  void addTo(Map<String, @Nullable Object> json) {
    json.put("elections", judge.elections().stream().map(Json::fields).toList());
    json.put("leaderAtEnd", judge.leader());
    json.put("agreed", judge.agrees());
    json.put("leaderless", Json.time(judge.leaderlessNanos()));
    json.put("twoLeaders", Json.fields(judge.twoLeaders()));
    json.put("costs", Digits.json(judge.recipe().costs(nodes)));
    json.put("violations", judge.violations());
  }

  /** People want milliseconds, and less where an election takes less; JSON has it exactly. */
  private static String rounded(long nanos) {
    return TimeText.format(Math.round(nanos / 1e5) * 100_000);
  }
}
