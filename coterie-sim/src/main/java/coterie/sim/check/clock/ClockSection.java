package coterie.sim.check.clock;

import coterie.core.Note;
import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.Section;
import coterie.sim.check.clock.Causality.Pair;
import coterie.sim.check.clock.Causality.Reading;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * In which order each clock of a run puts the events, which causal pairs it breaks, and which pairs
 * it orders though neither event could know of the other.
 */
record ClockSection(Causality judge, Stage stage, boolean isHistoryShown) implements Section {
  /** How many events fit on a screen with what is said about them. */
  private static final int EVENTS_MAX = 24;

  private static final int NAMED_MAX = 40;

  /** With more, looking at all pairs would take longer than the run. */
  private static final int PAIRED_MAX = 2000;

  /** One clock, and what came of it. */
  private record Line(
      String clock,
      List<String> order,
      long causal,
      List<Pair> broken,
      long concurrent,
      long orderedThough) {}

  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    boolean isEmpty = ofProcesses().findAny().isEmpty();
    if (isEmpty && !isHistoryShown) {
      return text;
    }
    addOffsets(text);
    if (isEmpty) {
      text.line("No event got a stamp.");
      return text;
    }
    List<Line> lines = lines();
    if (isHistoryShown) {
      new ClockHistory(judge, stage.members()).addTo(text, EVENTS_MAX);
      text.blank();
    }
    if (isHistoryShown && !lines.isEmpty()) {
      addTable(text, lines);
    } else {
      lines.forEach(line -> text.line(sentence(line)));
    }
    tooLarge().forEach(clock -> text.line(uncounted(clock)));
    return text;
  }

  private void addOffsets(ReportText text) {
    boolean isAny = false;
    for (Fault fault : stage.initialFaults()) {
      if (fault instanceof Fault.ClockOffset offset && offset.byNanos() != 0) {
        text.line(
            "The wall clock of %s is %s s %s from the start.",
            offset.node(),
            TimeText.format(Math.abs(offset.byNanos())),
            offset.byNanos() > 0 ? "ahead" : "behind");
        isAny = true;
      }
    }
    if (isAny) {
      text.blank();
    }
  }

  private static void addTable(ReportText text, List<Line> lines) {
    Rows rows =
        text.table(4, "clock", "causal pairs it breaks", "concurrent pairs it orders", "its order");
    for (Line line : lines) {
      rows.add(
          line.clock,
          share(line.broken.size(), line.causal),
          share(line.orderedThough, line.concurrent),
          order(line));
    }
    for (Line line : lines) {
      if (!line.broken.isEmpty()) {
        text.blank();
        text.line("The %s clock breaks %s.", line.clock, named(line.broken));
      }
    }
  }

  private String sentence(Line line) {
    int events = judge.readings(line.clock).size();
    String kept =
        line.broken.isEmpty()
            ? "keep the order of all %d pairs of which one happened before the other"
                .formatted(line.causal)
            : "break the order of %d of %d causal pairs: %s"
                .formatted(line.broken.size(), line.causal, named(line.broken));
    return "The %s stamps of %d event%s %s."
        .formatted(line.clock, events, events == 1 ? "" : "s", kept);
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "none" : "%s of %d".formatted(part == 0 ? "none" : part, whole);
  }

  /** All that came too late after one event stand together: e1 → e4 e5, e2 → e4. */
  private static String named(List<Pair> pairs) {
    Map<String, List<String>> byFirst = new LinkedHashMap<>();
    pairs.stream()
        .limit(NAMED_MAX)
        .forEach(
            pair ->
                byFirst
                    .computeIfAbsent(pair.first().event(), key -> new ArrayList<>())
                    .add(pair.second().event()));
    return byFirst.entrySet().stream()
        .map(entry -> entry.getKey() + " → " + String.join(" ", entry.getValue()))
        .collect(Collectors.joining(", ", "", pairs.size() > NAMED_MAX ? ", …" : ""));
  }

  private static String order(Line line) {
    if (line.order.isEmpty()) {
      return "partial";
    }
    boolean isCut = line.order.size() > EVENTS_MAX;
    return line.order.stream()
        .limit(EVENTS_MAX)
        .collect(Collectors.joining(" ", "", isCut ? " …" : ""));
  }

  private List<Line> lines() {
    return ofProcesses().filter(clock -> !isTooLarge(clock)).map(this::line).toList();
  }

  private List<String> tooLarge() {
    return ofProcesses().filter(this::isTooLarge).toList();
  }

  private boolean isTooLarge(String clock) {
    return judge.readings(clock).size() > PAIRED_MAX;
  }

  private Stream<String> ofProcesses() {
    return judge.clocks().stream()
        .filter(this::isOfProcesses)
        .sorted(Comparator.comparingInt(ClockHistory::rank));
  }

  /** The judge needs no pairs, so what it promises is judged however many there are. */
  private String uncounted(String clock) {
    return "The %s clock gave %d stamps; pairs are counted for up to %d."
        .formatted(clock, judge.readings(clock).size(), PAIRED_MAX);
  }

  /** Vectors under another word count the versions of something, not the events of processes. */
  private boolean isOfProcesses(String clock) {
    return clock.equals(Note.VECTOR) || judge.readings(clock).getFirst().stamp() != null;
  }

  private Line line(String clock) {
    List<Pair> concurrent = judge.concurrentPairs(clock);
    return new Line(
        clock,
        total(clock),
        judge.causalPairs(clock),
        judge.brokenPairs(clock),
        concurrent.size(),
        concurrent.stream().filter(ClockSection::isOrdered).count());
  }

  /** The events in the order of their stamps; none if the clock gives vectors. */
  private List<String> total(String clock) {
    List<Reading> readings = new ArrayList<>(judge.readings(clock));
    if (readings.stream().anyMatch(reading -> reading.stamp() == null)) {
      return List.of();
    }
    readings.sort(Comparator.comparing(reading -> Objects.requireNonNull(reading.stamp())));
    return readings.stream().map(Reading::event).toList();
  }

  private static boolean isOrdered(Pair pair) {
    return pair.first().claimsBefore(pair.second()) || pair.second().claimsBefore(pair.first());
  }

  private static List<String> text(Pair pair) {
    return List.of(pair.first().event(), pair.second().event());
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    List<Map<String, @Nullable Object>> clocks = new ArrayList<>();
    lines().forEach(line -> clocks.add(json(line)));
    tooLarge().forEach(clock -> clocks.add(uncountedJson(clock)));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("clocks", clocks);
    return json;
  }

  private static Map<String, @Nullable Object> uncountedJson(String clock) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("clock", clock);
    for (String field :
        List.of("order", "causalPairs", "broken", "concurrentPairs", "orderedThough")) {
      json.put(field, null);
    }
    return json;
  }

  private static Map<String, @Nullable Object> json(Line line) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("clock", line.clock);
    json.put("order", line.order.isEmpty() ? null : line.order);
    json.put("causalPairs", line.causal);
    json.put("broken", line.broken.stream().map(ClockSection::text).toList());
    json.put("concurrentPairs", line.concurrent);
    json.put("orderedThough", line.orderedThough);
    return json;
  }
}
