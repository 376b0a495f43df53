package coterie.sim.trace;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.core.View;
import coterie.sim.Simulation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stamps of events in few letters. Readings of a wall clock are milliseconds since the start of the
 * run: {@code 512ms}; of a hybrid one, with its counter: {@code 512/1}. A Lamport clock says {@code
 * 3}, and a vector has a number for every member: {@code [1,0,2]}.
 *
 * @param event the name of the event that got the stamp
 * @param clock the word for the clock
 * @param text what the clock showed
 */
public record StampText(String event, String clock, String text) {
  public static final String LAMPORT = "lamport";
  public static final String HYBRID = "hybrid";

  private static final int COUNTER_BITS = 16;
  private static final int COLUMNS_MAX = 8;

  /** What a note says of a stamp; null if it is about something else. */
  public static @Nullable StampText of(Note note, NodeId self, View members) {
    return switch (note) {
      case Note.Stamped(String clock, String event, Stamp stamp) ->
          new StampText(event, clock, text(clock, stamp, self));
      case Note.Versioned(String clock, String event, List<Dot> version) ->
          new StampText(event, clock, text(version, members));
      default -> null;
    };
  }

  /** With the clock in front where the text alone would leave it open: {@code L3}. */
  public String brief() {
    return switch (clock) {
      case LAMPORT -> "L" + text;
      case Note.PHYSICAL, Note.VECTOR, HYBRID -> text;
      default -> text.startsWith("[") ? text : clock + " " + text;
    };
  }

  private static String text(String clock, Stamp stamp, NodeId self) {
    String whose = stamp.node().equals(self) ? "" : "@" + stamp.node();
    return switch (clock) {
      case Note.PHYSICAL -> sinceStart(stamp.time()) + "ms" + whose;
      case HYBRID ->
          "%d/%d%s"
              .formatted(
                  sinceStart(stamp.time() >> COUNTER_BITS),
                  stamp.time() & (1 << COUNTER_BITS) - 1,
                  whose);
      default -> stamp.time() + whose;
    };
  }

  private static long sinceStart(long millis) {
    return millis - Simulation.START_MILLIS;
  }

  /** In a small group every member has its place; in a large one each number has its name. */
  private static String text(List<Dot> version, View members) {
    boolean isSmall =
        members.size() <= COLUMNS_MAX
            && version.stream().allMatch(dot -> members.indexOf(dot.node()) >= 0);
    if (!isSmall) {
      return version.stream().map(Dot::toString).collect(Collectors.joining(",", "[", "]"));
    }
    long[] counts = new long[members.size()];
    version.forEach(dot -> counts[members.indexOf(dot.node())] = dot.number());
    return Arrays.stream(counts)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "[", "]"));
  }
}
