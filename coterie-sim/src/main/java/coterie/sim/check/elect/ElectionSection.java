package coterie.sim.check.elect;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.recipe.Cost;
import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.Section;
import coterie.sim.check.elect.Elections.Election;
import coterie.sim.check.elect.Elections.TwoLeaders;
import coterie.sim.trace.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the elections of a run came to, as a table with a few sentences, and as JSON. */
record ElectionSection(Elections judge, int nodes, long untilNanos) implements Section {
  /** Some elections take less than a millisecond. */
  private static final long STEP_NANOS = 100_000;

  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    List<Election> elections = judge.elections();
    if (elections.isEmpty()) {
      text.line("There was no election.");
    } else {
      addTable(text, elections);
    }
    List<Cost> costs = judge.recipe().costs(nodes);
    if (!costs.isEmpty()) {
      text.line(
          "Messages by formula, after a crash of the leader: %s.", ReportText.formulas(costs));
    }
    text.blank();
    NodeId leader = judge.leader();
    if (leader == null) {
      text.line("At the end the group does not agree on a leader.");
    } else {
      text.line("At the end all who are up know %s, which leads.", leader);
    }
    TwoLeaders two = judge.twoLeaders();
    text.line(
        "Without an agreed leader for %s s of %s s; two leaders at once: %s.",
        rounded(judge.leaderlessNanos()),
        TimeText.format(untilNanos),
        ReportText.stretches(two.stretches(), two.totalNanos(), two.longestNanos(), STEP_NANOS));
    return text;
  }

  private static void addTable(ReportText text, List<Election> elections) {
    Rows rows =
        text.table(
            3,
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
      rows.add(
          rounded(election.startedAtNanos()),
          election.reason(),
          leader == null ? "-" : leader,
          term == null ? "-" : term,
          elected == null ? "-" : rounded(elected),
          ended == null ? "under way" : rounded(ended),
          ended == null ? "-" : rounded(ended - election.startedAtNanos()),
          election.messages());
    }
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("elections", judge.elections().stream().map(Json::fields).toList());
    json.put("leaderAtEnd", judge.leader());
    json.put("agreed", judge.agrees());
    json.put("leaderless", Json.time(judge.leaderlessNanos()));
    json.put("twoLeaders", Json.fields(judge.twoLeaders()));
    json.put("costs", judge.recipe().costs(nodes).stream().map(Json::fields).toList());
    json.put("violations", judge.violations());
    return json;
  }

  private static String rounded(long nanos) {
    return ReportText.rounded(nanos, STEP_NANOS);
  }
}
