package coterie.sim.hunt;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was seen in many runs, and how often: so that a hunt can say what it never tried. */
public final class Coverage {
  /** What is counted. */
  public enum Subject {
    /** Messages that were sent, by their type. */
    MESSAGES,
    /** Messages that did not arrive, by the reason. */
    DROPS,
    /** Alarms that expired, by their name; numbers in a name are left out. */
    ALARMS,
    /** Alarms that were started. */
    STARTED,
    /** Outcomes, by their type. */
    NOTES,
    /** Faults that took effect, by their word. */
    FAULTS,
    /** Calls of users, by the name of the method. */
    CALLS,
    /** Saves that became durable, by the name of the value. */
    SAVES;

    /** Returns the word of reports. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How often something was seen.
   *
   * @param runs in how many runs it was seen at least once
   */
  public record Count(long times, long runs) {}

  private final Map<Subject, SortedMap<String, Tally>> tallies = new EnumMap<>(Subject.class);

  public Coverage() {
    for (Subject subject : Subject.values()) {
      tallies.put(subject, new TreeMap<>());
    }
  }

  /** Returns the counts of a subject, by name. */
  public SortedMap<String, Count> counts(Subject subject) {
    SortedMap<String, Count> counts = new TreeMap<>();
    of(subject).forEach((name, tally) -> counts.put(name, tally.count()));
    return Collections.unmodifiableSortedMap(counts);
  }

  /** Returns how often that was seen. */
  public Count count(Subject subject, String name) {
    Tally tally = of(subject).get(name);
    return tally == null ? new Count(0, 0) : tally.count();
  }

  /** Adds what other runs have seen. */
  public void add(Coverage other) {
    for (Subject subject : Subject.values()) {
      other.counts(subject).forEach((name, count) -> add(subject, name, count));
    }
  }

  /** Adds a count of other runs. */
  public void add(Subject subject, String name, Count count) {
    tally(subject, name).add(count);
  }

  Tally tally(Subject subject, String name) {
    return of(subject).computeIfAbsent(name, Tally::new);
  }

  private SortedMap<String, Tally> of(Subject subject) {
    SortedMap<String, Tally> map = tallies.get(subject);
    if (map == null) {
      throw new IllegalStateException("every subject has its tallies");
    }
    return map;
  }
}
