package coterie.lab.hunt;

import coterie.lab.campaign.Digest;
import coterie.lab.campaign.Seeds;
import coterie.sim.check.Violation;
import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.Coverage.Count;
import coterie.sim.hunt.Coverage.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stretch as a JSON object, and back. */
public final class StretchLine {
  private StretchLine() {}

  /** Returns the fields of the object. */
  public static Map<String, @Nullable Object> of(Stretch stretch) {
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("first", stretch.seeds().first());
    line.put("last", stretch.seeds().last());
    line.put("nanos", stretch.nanos());
    line.put("events", stretch.events());
    line.put("digest", Digest.text(stretch.digest()));
    line.put("coverage", coverage(stretch.coverage()));
    Found found = stretch.found();
    if (found != null) {
      line.put("seed", found.seed());
      line.put("judge", found.violation().judge());
      line.put("sentence", found.violation().sentence());
      line.put("atNanos", found.atNanos());
    }
    return line;
  }

  /** Returns the counts: times and runs, by subject and name. */
  static Map<String, Object> coverage(Coverage coverage) {
    Map<String, Object> subjects = new LinkedHashMap<>();
    for (Subject subject : Subject.values()) {
      Map<String, Object> counts = new LinkedHashMap<>();
      coverage
          .counts(subject)
          .forEach((name, count) -> counts.put(name, List.of(count.times(), count.runs())));
      subjects.put(subject.word(), counts);
    }
    return subjects;
  }

  /** Reads what {@link #of} has written. */
  public static Stretch read(Map<String, @Nullable Object> line) {
    Coverage coverage = new Coverage();
    if (line.get("coverage") instanceof Map<?, ?> subjects) {
      for (Subject subject : Subject.values()) {
        if (subjects.get(subject.word()) instanceof Map<?, ?> counts) {
          counts.forEach((name, count) -> coverage.add(subject, name.toString(), count(count)));
        }
      }
    }
    return new Stretch(
        new Seeds(number(line, "first"), number(line, "last")),
        number(line, "nanos"),
        number(line, "events"),
        Long.parseUnsignedLong(String.valueOf(line.get("digest")), 16),
        coverage,
        line.containsKey("seed") ? found(line) : null);
  }

  private static Found found(Map<String, @Nullable Object> line) {
    return new Found(
        number(line, "seed"),
        new Violation(String.valueOf(line.get("judge")), String.valueOf(line.get("sentence"))),
        number(line, "atNanos"));
  }

  private static Count count(Object value) {
    return value instanceof List<?> pair
            && pair.size() == 2
            && pair.getFirst() instanceof Long times
            && pair.getLast() instanceof Long runs
        ? new Count(times, runs)
        : new Count(0, 0);
  }

  private static long number(Map<String, @Nullable Object> line, String name) {
    if (line.get(name) instanceof Long number) {
      return number;
    }
    throw new IllegalArgumentException(
        "the report of a shard has no number \"%s\"; run the shard again".formatted(name));
  }
}
