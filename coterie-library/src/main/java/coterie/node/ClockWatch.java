package coterie.node;

import coterie.Member;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Warns of clocks that differ from this machine's by more than the limit, once when it begins. For
 * the loop only.
 */
final class ClockWatch {
  private static final System.Logger LOG = System.getLogger("coterie");

  /** Sorts before all names, which are not empty. */
  private static final String SELF = "";

  private final long limitMillis;
  private final Wall wall;
  private final Set<String> warned = new TreeSet<>();

  ClockWatch(Wall wall, Duration limit) {
    this.wall = wall;
    this.limitMillis = limit.toMillis();
  }

  private boolean isWrong(Member member) {
    return member.skewMillis().isPresent()
        && Math.abs(member.skewMillis().getAsLong()) > limitMillis;
  }

  /** What is wrong now, each in a sentence. */
  List<String> problems(List<Member> members) {
    return List.copyOf(found(members).values());
  }

  /** Warns of what is new. */
  void look(List<Member> members) {
    Map<String, String> found = found(members);
    warned.retainAll(found.keySet());
    found.forEach(
        (about, sentence) -> {
          if (warned.add(about)) {
            LOG.log(System.Logger.Level.WARNING, sentence);
          }
        });
  }

  private Map<String, String> found(List<Member> members) {
    Map<String, String> found = new TreeMap<>();
    for (Member member : members) {
      if (isWrong(member)) {
        found.put(member.name(), sentence(member.name(), member.skewMillis().orElse(0)));
      }
    }
    long set = wall.setMillis();
    if (Math.abs(set) > limitMillis) {
      found.put(
          SELF,
          "the clock of this machine was set %s by %s; the node goes on with the time of its start"
              .formatted(set < 0 ? "back" : "forward", text(set)));
    }
    return found;
  }

  static String sentence(String name, long skewMillis) {
    return "the clock of %s is %s %s that of this machine"
        .formatted(name, text(skewMillis), skewMillis < 0 ? "behind" : "ahead of");
  }

  /** In the largest unit of which there are at least two, rounded. */
  static String text(long millis) {
    long seconds = Math.round(Math.abs(millis) / 1_000.0);
    long minutes = Math.round(seconds / 60.0);
    long hours = Math.round(seconds / 3_600.0);
    long days = Math.round(seconds / 86_400.0);
    if (days >= 2) {
      return days + " days";
    }
    if (hours >= 2) {
      return hours + " h";
    }
    return minutes >= 2 ? minutes + " min" : seconds + " s";
  }
}
