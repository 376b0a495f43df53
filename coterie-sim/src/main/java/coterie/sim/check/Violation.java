package coterie.sim.check;

import coterie.core.TimeText;
import coterie.sim.Whereabouts;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A broken promise.
 *
 * @param judge the {@link Judge#name} of the judge that objects
 * @param sentence what is wrong
 * @param conflict the events that conflict, in the order of their times; empty if the judge does
 *     not tell
 */
public record Violation(String judge, String sentence, List<Moment> conflict) {
  private static final Pattern WORD = Pattern.compile("\\p{L}{2,}");

  public Violation {
    conflict = List.copyOf(conflict);
  }

  /** A violation of which no events are known. */
  public Violation(String judge, String sentence) {
    this(judge, sentence, List.of());
  }

  /** A protocol that throws breaks a promise as well; the judge is the class of what it throws. */
  public static Violation thrown(Throwable thrown) {
    Whereabouts at = Whereabouts.of(thrown);
    String name = thrown.getClass().getSimpleName();
    return at == null
        ? new Violation(name, "it threw " + thrown)
        : new Violation(
            name,
            "%s threw %s at %s".formatted(at.node(), thrown, TimeText.format(at.atNanos())),
            List.of(new Moment(at.atNanos(), at.node())));
  }

  /**
   * Returns whether another one is of the same judge and, as far as the words tell, for the same
   * reason: at least half of all words occur in both sentences. Names of nodes, numbers and times
   * do not count.
   */
  public boolean isLike(Violation other) {
    Set<String> shared = words();
    Set<String> all = words();
    shared.retainAll(other.words());
    all.addAll(other.words());
    return judge.equals(other.judge) && 2 * shared.size() >= all.size();
  }

  private Set<String> words() {
    return WORD.matcher(sentence)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
