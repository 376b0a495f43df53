package coterie.sim.check.detect;

import coterie.core.TimeText;
import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.Section;
import coterie.sim.check.detect.Property.Counterexample;
import coterie.sim.statistics.Samples;
import coterie.sim.trace.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a run is judged as that of a failure detector: its classes, and its quality of service. */
record SuspicionSection(SuspicionHistory suspicions, long settledNanos) implements Section {
  private static final long STEP_NANOS = 1_000_000;

  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    Classes classes = suspicions.classes(settledNanos);
    text.line(
        "Consistent with %s; eventually means: for the last %s at least.",
        signs(classes.consistent()), TimeText.format(settledNanos));
    if (!classes.open().isEmpty()) {
      text.line("The run ends too soon to tell about %s.", signs(classes.open()));
    }
    text.blank();
    Rows rows = text.table(4, "property", "holds", "from", "because");
    properties(classes)
        .forEach((name, property) -> addTo(rows, name, property, lateness(classes, property)));
    text.blank();
    addQuality(text, suspicions.quality());
    return text;
  }

  private static void addTo(Rows rows, String name, Property property, String lateness) {
    Counterexample example = property.counterexample();
    String because =
        property.isVacuous()
            ? "nothing to try it on"
            : example == null ? lateness : example.text(SuspicionSection::time);
    rows.add(words(name), answer(property), property.holds() ? from(property) : "", because);
  }

  /** Without a word, eventual accuracy from later on than accuracy itself reads as a mistake. */
  private static String lateness(Classes classes, Property property) {
    boolean isLate =
        property.holds()
            && isLater(property, classes.eventualStrongAccuracy(), classes.strongAccuracy());
    return isLate ? "no mistake: one that had recovered was suspected until then" : "";
  }

  private static boolean isLater(Property property, Property eventual, Property always) {
    return property.equals(eventual)
        && always.holds()
        && property.sinceNanos() > always.sinceNanos();
  }

  private static String from(Property property) {
    return property.sinceNanos() == 0 ? "start" : time(property.sinceNanos());
  }

  private static String answer(Property property) {
    return switch (property.outcome()) {
      case HOLDS -> "yes";
      case FAILS -> "no";
      case OPEN -> "open";
    };
  }

  private static void addQuality(ReportText text, Quality quality) {
    Rows times = text.table(1, "seconds", "count", "median", "p99", "max", "mean");
    samples(quality).forEach((name, samples) -> addTo(times, name, samples));
    text.blank();
    Rows figures = text.table(1, "figure", "value");
    numbers(quality)
        .forEach(
            (name, value) -> {
              if (value != null) {
                figures.add(words(name), value instanceof Double number ? digits(number) : value);
              }
            });
  }

  private static void addTo(Rows rows, String name, Samples samples) {
    if (samples.isEmpty()) {
      rows.add(words(name), 0, "-", "-", "-", "-");
    } else {
      rows.add(
          words(name),
          samples.count(),
          time(samples.median()),
          time(samples.quantile(0.99)),
          time(samples.max()),
          time(Math.round(samples.mean())));
    }
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("classes", json(suspicions.classes(settledNanos)));
    json.put("quality", json(suspicions.quality()));
    return json;
  }

  private Map<String, @Nullable Object> json(Classes classes) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("margin", Json.time(settledNanos));
    json.put("consistent", list(classes.consistent()));
    json.put("open", list(classes.open()));
    properties(classes).forEach((name, property) -> json.put(name, json(property)));
    return json;
  }

  private static Map<String, @Nullable Object> json(Quality quality) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    samples(quality).forEach((name, samples) -> json.put(name, json(samples)));
    json.putAll(numbers(quality));
    return json;
  }

  private static Map<String, Property> properties(Classes classes) {
    Map<String, Property> properties = new LinkedHashMap<>();
    properties.put("strongCompleteness", classes.strongCompleteness());
    properties.put("weakCompleteness", classes.weakCompleteness());
    properties.put("strongAccuracy", classes.strongAccuracy());
    properties.put("eventualStrongAccuracy", classes.eventualStrongAccuracy());
    properties.put("weakAccuracy", classes.weakAccuracy());
    properties.put("eventualWeakAccuracy", classes.eventualWeakAccuracy());
    return properties;
  }

  private static Map<String, Samples> samples(Quality quality) {
    Map<String, Samples> samples = new LinkedHashMap<>();
    samples.put("detection", quality.detection());
    samples.put("knownToAll", quality.knownToAll());
    samples.put("trust", quality.trust());
    samples.put("mistakeRecurrence", quality.recurrence());
    samples.put("mistakeDuration", quality.duration());
    samples.put("goodPeriod", quality.good());
    return samples;
  }

  private static Map<String, @Nullable Object> numbers(Quality quality) {
    Map<String, @Nullable Object> numbers = new LinkedHashMap<>();
    numbers.put("undetected", quality.undetected());
    numbers.put("missed", quality.missed());
    numbers.put("unknownToAll", quality.unknownToAll());
    numbers.put("untrusted", quality.untrusted());
    numbers.put("mistakes", quality.mistakes());
    numbers.put("mistakesPerMemberHour", quality.mistakesPerMemberHour());
    numbers.put("mistakesPerPairHour", quality.mistakesPerPairHour());
    numbers.put("accuracy", quality.accuracy());
    numbers.put("messagesPerMemberSecond", quality.messagesPerMemberSecond());
    numbers.put("bytesPerMemberSecond", quality.bytesPerMemberSecond());
    return numbers;
  }

  private static Map<String, @Nullable Object> json(Property property) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("outcome", property.outcome());
    json.put("since", Json.time(property.sinceNanos()));
    json.put("vacuous", property.isVacuous());
    Counterexample example = property.counterexample();
    json.put("counterexample", example == null ? null : Json.fields(example));
    return json;
  }

  private static Map<String, @Nullable Object> json(Samples samples) {
    boolean isKnown = !samples.isEmpty();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("count", samples.count());
    json.put("median", isKnown ? Json.time(samples.median()) : null);
    json.put("p99", isKnown ? Json.time(samples.quantile(0.99)) : null);
    json.put("max", isKnown ? Json.time(samples.max()) : null);
    json.put("mean", isKnown ? samples.mean() / TimeText.SECOND : null);
    return json;
  }

  private static String words(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private static List<String> list(Set<DetectorClass> classes) {
    return classes.stream().map(DetectorClass::sign).toList();
  }

  private static String signs(Set<DetectorClass> classes) {
    return classes.isEmpty()
        ? "no class"
        : classes.stream().map(DetectorClass::sign).collect(Collectors.joining(", "));
  }

  private static String time(long nanos) {
    return ReportText.rounded(nanos, STEP_NANOS);
  }

  /** Four digits tell enough; an accuracy near one needs those that differ from nine. */
  private static String digits(double value) {
    if (value > 0.99 && value < 1) {
      return String.format(Locale.ROOT, "%.6f", value);
    }
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }
}
