package coterie.lab.hunt;

import coterie.core.TimeText;
import coterie.lab.campaign.Seeds;
import coterie.lab.campaign.ShardReport;
import coterie.lab.report.Table;
import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.Coverage.Subject;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells people and programs what a hunt came to: the same of one run and of merged shards. */
public final class HuntReport {
  private final Quarry quarry;
  private final HuntResult result;
  private final Coverage coverage;

  public HuntReport(Quarry quarry, HuntResult result) {
    this.quarry = quarry;
    this.result = result;
    this.coverage = result.coverage();
  }

  /** Makes the report of all shards of a hunt. */
  public static HuntReport merged(List<ShardReport> shards) {
    Quarry quarry = Quarry.read(shards.getFirst().campaign());
    Folding folding = new Folding(quarry.seeds(), quarry.keepGoing());
    for (ShardReport shard : shards) {
      Seeds due = shard.shard().of(quarry.seeds());
      List<Stretch> stretches = shard.lines().stream().map(StretchLine::read).toList();
      requireAll(shard, due, stretches, quarry.keepGoing());
      folding.add(stretches);
    }
    return new HuntReport(
        quarry, new HuntResult(folding.stretches(), quarry.seeds(), quarry.keepGoing()));
  }

  /** A shard that was interrupted lacks seeds. */
  private static void requireAll(
      ShardReport shard, Seeds due, List<Stretch> stretches, int violationsMax) {
    HuntResult part = new HuntResult(stretches, due, violationsMax);
    if (part.end() == HuntResult.End.EARLY && !due.isEmpty()) {
      throw new IllegalArgumentException(
          "shard %s has run %d of its %d seeds; run it again to its end"
              .formatted(shard.shard(), part.runs(), due.count()));
    }
  }

  /** Returns whether judges objected to nothing. */
  public boolean isClean() {
    return result.found().isEmpty();
  }

  // ---- for people

  public void print(PrintWriter out) {
    out.printf(
        "%s, %s processes, %s s a run, seeds %s, faults: %s%n",
        quarry.said("protocol"),
        quarry.said("nodes"),
        quarry.said("until"),
        quarry.seeds(),
        quarry.faults());
    out.println(outcome());
    out.println("digest " + result.digest());
    for (Found found : result.found()) {
      out.printf(
          "%nseed %d: %s objects: %s%n",
          found.seed(), found.violation().judge(), found.violation().sentence());
      out.println("  again: " + quarry.replay(found.seed()));
    }
    out.println();
    table().print(out, 2);
    List<String> unseen = Unseen.sentences(coverage, quarry);
    if (!unseen.isEmpty()) {
      out.println();
      unseen.forEach(out::println);
    }
    out.flush();
  }

  private String outcome() {
    int found = result.found().size();
    return "%d %s, %s simulated seconds, %d events: %s%s"
        .formatted(
            result.runs(),
            result.runs() == 1 ? "run" : "runs",
            simulatedSeconds().toPlainString(),
            result.events(),
            found == 0 ? "no violation" : found == 1 ? "1 violation" : found + " violations",
            result.end() == HuntResult.End.EARLY
                ? "; it was ended before seed %d".formatted(result.seeds().last() + 1)
                : "");
  }

  private Table table() {
    Table table = new Table("what", "which", "times", "runs");
    for (Subject subject : Subject.values()) {
      if (subject != Subject.STARTED) {
        coverage
            .counts(subject)
            .forEach((name, count) -> table.add(word(subject), name, count.times(), count.runs()));
      }
    }
    return table;
  }

  private static String word(Subject subject) {
    return switch (subject) {
      case MESSAGES -> "message sent";
      case DROPS -> "message dropped";
      case ALARMS -> "alarm expired";
      case STARTED -> "alarm started";
      case NOTES -> "note";
      case FAULTS -> "fault";
      case CALLS -> "call";
      case SAVES -> "save durable";
    };
  }

  private BigDecimal simulatedSeconds() {
    return new BigDecimal(TimeText.format(result.simulatedNanos()));
  }

  // ---- for programs

  /** Returns the fields of a JSON object. */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("protocol", quarry.said("protocol"));
    json.put("nodes", new BigDecimal(quarry.said("nodes")));
    json.put("until", new BigDecimal(quarry.said("until")));
    json.put("faults", quarry.faults());
    json.put("seeds", quarry.seeds().toString());
    json.put("runs", result.runs());
    json.put("simulatedSeconds", simulatedSeconds());
    json.put("events", result.events());
    json.put("endedBy", result.end().name().toLowerCase(Locale.ROOT));
    json.put("digest", result.digest());
    List<Object> violations = new ArrayList<>();
    for (Found found : result.found()) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("seed", found.seed());
      one.put("judge", found.violation().judge());
      one.put("text", found.violation().sentence());
      one.put("again", quarry.replay(found.seed()));
      violations.add(one);
    }
    json.put("violations", violations);
    json.put("coverage", StretchLine.coverage(coverage));
    json.put("never", Unseen.sentences(coverage, quarry));
    return json;
  }
}
