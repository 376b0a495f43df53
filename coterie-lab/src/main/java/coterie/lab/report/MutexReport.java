package coterie.lab.report;

import coterie.core.Cost;
import coterie.core.MutexRecipe.Promise;
import coterie.core.TimeText;
import coterie.sim.check.Entries;
import coterie.sim.check.Entries.Entry;
import coterie.sim.check.Entries.Overlaps;
import coterie.sim.check.EntryFigures;
import coterie.sim.check.Samples;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the entries of a run came to, as a table with a few sentences, and as JSON. */
final class MutexReport {
  private final Entries judge;
  private final int nodes;
  private final int shownMax;

  /**
   * @param shownMax how many entries are listed
   */
  MutexReport(Entries judge, int nodes, int shownMax) {
    this.judge = judge;
    this.nodes = nodes;
    this.shownMax = shownMax;
  }

  void print(PrintWriter out) {
    EntryFigures figures = judge.figures();
    if (figures.requests() == 0) {
      out.println("Nobody asked to enter.");
      return;
    }
    if (figures.entries() > 0 && shownMax > 0) {
      printTable(out, figures.entries());
      out.println();
    }
    printCounts(out, figures);
    printTimes(out, figures);
    out.println("Two inside at once: " + text(figures.overlaps()) + ".");
    printExcuse(out, figures);
  }

  private void printTable(PrintWriter out, long count) {
    List<Entry> entries = judge.entered(shownMax);
    boolean hasLocks = judge.locks().size() > 1;
    List<String> head = new ArrayList<>(List.of("process"));
    if (hasLocks) {
      head.add("lock");
    }
    head.addAll(List.of("asked", "entered", "left", "waited", "messages", "token"));
    Table table = new Table(head.toArray(String[]::new));
    entries.forEach(entry -> table.add(row(entry, hasLocks)));
    table.print(out, hasLocks ? 2 : 1);
    if (count > entries.size()) {
      out.printf(
          "... and %d more; --entries all lists them, and --json has them.%n",
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

  private void printCounts(PrintWriter out, EntryFigures figures) {
    out.printf(
        Locale.ROOT,
        "%s of %s, %.1f a second%s.%n",
        counted(figures.entries(), "entry", "entries"),
        counted(figures.requests(), "request", "requests"),
        figures.throughput(),
        otherEnds(figures));
    if (figures.waitingAtEnd() > 0) {
      out.printf(
          "At the end %d still wait%s, the longest for %s s.%n",
          figures.waitingAtEnd(),
          figures.waitingAtEnd() == 1 ? "s" : "",
          rounded(figures.waitingLongestNanos()));
    }
    List<Cost> costs = judge.recipe().costs(nodes);
    if (figures.entries() > 0) {
      out.printf(
          Locale.ROOT,
          "Messages per entry: %.1f%s.%n",
          figures.messagesPerEntry(),
          costs.isEmpty() ? "" : "; by formula: " + ElectionReport.text(costs));
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

  private static void printTimes(PrintWriter out, EntryFigures figures) {
    Samples delays = figures.syncDelays();
    if (!delays.isEmpty()) {
      out.printf(
          "Synchronisation delay: median %s s, mean %s s; %s one left while another waited.%n",
          rounded(delays.median()), rounded(Math.round(delays.mean())), times(delays.count()));
    }
    Samples waits = figures.waits();
    if (!waits.isEmpty()) {
      out.printf(
          "Waited to enter: median %s s, 99%% at most %s s, longest %s s.%n",
          rounded(waits.median()), rounded(waits.quantile(0.99)), rounded(waits.max()));
      out.printf(
          Locale.ROOT,
          "Fairness among those who asked (Jain's index, 1 is best): %.3f.%n",
          figures.fairness());
    }
  }

  private void printExcuse(PrintWriter out, EntryFigures figures) {
    switch (judge.promise()) {
      case Promise.Always always -> {}
      case Promise.UnlessMistaken unless ->
          out.println(
              figures.mistakes() == 0
                  ? "The detector never suspected a process that was up."
                  : "The detector suspected a process that was up %s; two may be inside after that,"
                          .formatted(times(figures.mistakes()))
                      + " and tokens need not grow.");
      case Promise.WithinBounds(long drift, long pause) ->
          out.println(
              "Two are never inside while clocks drift by at most %d ppm and no process pauses"
                      .formatted(drift)
                  + " for longer than %s s: %s."
                      .formatted(
                          TimeText.format(pause),
                          figures.isExcused()
                              ? "these conditions did not hold in this run"
                              : "these conditions held in this run"));
    }
  }

  private static String text(Overlaps overlaps) {
    if (overlaps.count() == 0) {
      return "never";
    }
    return "%s, for %s s in total, %s s at most"
        .formatted(
            times(overlaps.count()),
            rounded(overlaps.totalNanos()),
            rounded(overlaps.longestNanos()));
  }

  private static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }

  private static String counted(long count, String one, String many) {
    return "%d %s".formatted(count, count == 1 ? one : many);
  }

  /** Adds its fields to those that every run has. */
  void addTo(Map<String, @Nullable Object> json) {
    EntryFigures figures = judge.figures();
    Samples waits = figures.waits();
    Samples delays = figures.syncDelays();
    json.put("entries", figures.entries());
    json.put("requests", figures.requests());
    json.put("throughput", figures.throughput());
    json.put("messagesPerEntry", figures.messagesPerEntry());
    json.put("costs", Digits.json(judge.recipe().costs(nodes)));
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
  }

  private static @Nullable BigDecimal quantile(Samples samples, double share) {
    return samples.isEmpty() ? null : Json.time(samples.quantile(share));
  }

  /** People want tenths of milliseconds; JSON has it exactly. */
  private static String rounded(long nanos) {
    return TimeText.format(Math.round(nanos / 1e5) * 100_000);
  }
}
