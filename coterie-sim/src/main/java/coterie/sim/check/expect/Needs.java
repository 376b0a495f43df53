package coterie.sim.check.expect;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** What has to be followed for some conditions, so that nothing else is. */
public final class Needs {
  /** Groups of facts. */
  public enum Fact {
    LEADERS,
    LOCKS,
    SUSPICIONS,
    MEMBERS,
    COPIES
  }

  final Set<Fact> facts = EnumSet.noneOf(Fact.class);
  final SortedSet<String> fields = new TreeSet<>();
  final Set<NotePattern> notes = new LinkedHashSet<>();

  private Needs() {}

  /** Returns what these conditions ask for. */
  public static Needs of(Iterable<Condition> conditions) {
    Needs needs = new Needs();
    conditions.forEach(condition -> condition.addTo(needs));
    return needs;
  }

  /** Returns the groups of facts. */
  public Set<Fact> facts() {
    return Set.copyOf(facts);
  }

  /** Returns the fields that a protocol has to show. */
  public SortedSet<String> fields() {
    return new TreeSet<>(fields);
  }

  /** Returns whether what the protocols of a node show has to be followed. */
  public boolean isLooking() {
    return !fields.isEmpty() || facts.contains(Fact.COPIES);
  }
}
