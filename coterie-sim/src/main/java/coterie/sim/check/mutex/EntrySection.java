package coterie.sim.check.mutex;

import coterie.core.TimeText;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe.Promise;
import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.Section;
import coterie.sim.check.mutex.Entries.Entry;
import coterie.sim.check.mutex.Entries.Overlaps;
import coterie.sim.statistics.Samples;
import coterie.sim.trace.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the entries of a run came to, as a table with a few sentences, and as JSON. */
record EntrySection(Entries judge, int nodes, int shownMax) implements Section {
  private static final long STEP_NANOS = 100_000;

  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    EntryFigures figures = judge.figures();
    if (figures.requests() == 0) {
      text.line("Nobody asked to enter.");
      return text;
    }
    if (figures.entries() > 0 && shownMax > 0) {
      addTable(text, figures.entries());
      text.blank();
    }
    addCounts(text, figures);
    addTimes(text, figures);
    Overlaps overlaps = figures.overlaps();
    text.line(
        "Two inside at once: %s.",
        ReportText.stretches(
            overlaps.count(), overlaps.totalNanos(), overlaps.longestNanos(), STEP_NANOS));
    addExcuse(text, figures);
    return text;
  }

  private void addTable(ReportText text, long count) {
    List<Entry> entries = judge.entered(shownMax);
    boolean hasLocks = judge.locks().size() > 1;
    List<String> head = new ArrayList<>(List.of("process"));
    if (hasLocks) {
      head.add("lock");
    }
    head.addAll(List.of("asked", "entered", "left", "waited", "messages", "token"));
    Rows rows = text.table(hasLocks ? 2 : 1, head.toArray(String[]::new));
    entries.forEach(entry -> rows.add(row(entry, hasLocks)));
    if (count > entries.size()) {
      text.line(
          "... and %d more; --entries all lists them, and --json has them.",
          count - entries.size());
    }
  }

  private static long enteredAt(Entry entry) {
    Long at = entry.enteredAtNanos();
    return at == null ? Long.MAX_VALUE : at;
  }

  private static Object[] row(Entry entry, boolean hasLocks) {
    List<Object> cells = new ArrayList<>(List.of(entry.who()));
    if (hasLocks) {
      cells.add(entry.lock());
    }
    long entered = enteredAt(entry);
    cells.add(rounded(entry.askedAtNanos()));
    cells.add(rounded(entered));
    cells.add(left(entry));
    cells.add(rounded(entered - entry.askedAtNanos()));
    cells.add(entry.messages());
    cells.add(String.valueOf(entry.token()));
    return cells.toArray();
  }

  private static String left(Entry entry) {
    Long ended = entry.endedAtNanos();
    String at = ended == null ? "" : rounded(ended);
    return switch (entry.end()) {
      case RELEASED -> at;
      case LOST -> "lost it " + at;
      case CRASHED -> "crashed " + at;
      case INSIDE, WAITING, GAVE_UP -> "inside";
    };
  }

  private void addCounts(ReportText text, EntryFigures figures) {
    text.line(
        "%s of %s, %.1f a second%s.",
        counted(figures.entries(), "entry", "entries"),
        counted(figures.requests(), "request", "requests"),
        figures.throughput(),
        otherEnds(figures));
    if (figures.waitingAtEnd() > 0) {
      text.line(
          "At the end %d still wait%s, the longest for %s s.",
          figures.waitingAtEnd(),
          figures.waitingAtEnd() == 1 ? "s" : "",
          rounded(figures.waitingLongestNanos()));
    }
    List<Cost> costs = judge.recipe().costs(nodes);
    if (figures.entries() > 0) {
      text.line(
          "Messages per entry: %.1f%s.",
          figures.messagesPerEntry(),
          costs.isEmpty() ? "" : "; by formula: " + ReportText.formulas(costs));
    }
  }

  /** Such as: ; 2 gave up, 1 crashed inside. */
  private static String otherEnds(EntryFigures figures) {
    List<String> ends = new ArrayList<>();
    if (figures.gaveUp() > 0) {
      ends.add(figures.gaveUp() + " gave up");
    }
    if (figures.lost() > 0) {
      ends.add(figures.lost() + " lost the lock");
    }
    if (figures.crashedInside() > 0) {
      ends.add(figures.crashedInside() + " crashed inside");
    }
    return ends.isEmpty() ? "" : "; " + String.join(", ", ends);
  }

  private static void addTimes(ReportText text, EntryFigures figures) {
    Samples delays = figures.syncDelays();
    if (!delays.isEmpty()) {
      text.line(
          "Synchronisation delay: median %s s, mean %s s; %s one left while another waited.",
          rounded(delays.median()),
          rounded(Math.round(delays.mean())),
          ReportText.times(delays.count()));
    }
    Samples waits = figures.waits();
    if (!waits.isEmpty()) {
      text.line(
          "Waited to enter: median %s s, 99%% at most %s s, longest %s s.",
          rounded(waits.median()), rounded(waits.quantile(0.99)), rounded(waits.max()));
      text.line(
          "Fairness among those who asked (Jain's index, 1 is best): %.3f.", figures.fairness());
    }
  }

  private void addExcuse(ReportText text, EntryFigures figures) {
    switch (judge.promise()) {
      case Promise.Always always -> {}
      case Promise.UnlessMistaken unless -> {
        if (figures.mistakes() == 0) {
          text.line("The detector never suspected a process that was up.");
        } else {
          text.line(
              "The detector suspected a process that was up %s; two may be inside after that,"
                  + " and tokens need not grow.",
              ReportText.times(figures.mistakes()));
        }
      }
      case Promise.WithinBounds(long drift, long pause) ->
          text.line(
              "Two are never inside while clocks drift by at most %d ppm and no process pauses"
                  + " for longer than %s s: these conditions %s in this run.",
              drift, TimeText.format(pause), figures.isExcused() ? "did not hold" : "held");
    }
  }

  private static String counted(long count, String one, String many) {
    return "%d %s".formatted(count, count == 1 ? one : many);
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    EntryFigures figures = judge.figures();
    Samples waits = figures.waits();
    Samples delays = figures.syncDelays();
    json.put("entries", figures.entries());
    json.put("requests", figures.requests());
    json.put("throughput", figures.throughput());
    json.put("messagesPerEntry", figures.messagesPerEntry());
    json.put("costs", judge.recipe().costs(nodes).stream().map(Json::fields).toList());
    json.put("syncDelayP50", quantile(delays, 0.5));
    json.put("syncDelayMean", delays.isEmpty() ? null : Json.time(Math.round(delays.mean())));
    json.put("waitP50", quantile(waits, 0.5));
    json.put("waitP99", quantile(waits, 0.99));
    json.put("waitLongest", quantile(waits, 1));
    json.put("waitingAtEnd", figures.waitingAtEnd());
    json.put("waitingLongest", Json.time(figures.waitingLongestNanos()));
    json.put("fairness", figures.fairness());
    json.put("gaveUp", figures.gaveUp());
    json.put("lost", figures.lost());
    json.put("crashedInside", figures.crashedInside());
    json.put("overlaps", figures.overlaps().count());
    json.put("overlapTime", Json.time(figures.overlaps().totalNanos()));
    json.put("overlapLongest", Json.time(figures.overlaps().longestNanos()));
    json.put("mistakes", figures.mistakes());
    json.put("excused", figures.isExcused());
    json.put("violations", judge.violations());
    json.put("sections", judge.entries().stream().map(Json::fields).toList());
    return json;
  }

  private static @Nullable BigDecimal quantile(Samples samples, double share) {
    return samples.isEmpty() ? null : Json.time(samples.quantile(share));
  }

  private static String rounded(long nanos) {
    return ReportText.rounded(nanos, STEP_NANOS);
  }
}
