package coterie.sim.trace;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A run told to a reader: the sentences of its script stand out, and all stamps that an event got
 * stand in one line. What the script says at the start comes first, so that it can explain what the
 * processes show at the start; a state is told again only when it has changed.
 */
public final class Narrative implements Consumer<TraceEvent> {
  private static final long MILLISECOND = 1_000_000;
  private static final int INDENT = 17;

  private final View members;
  private final Consumer<String> lines;
  private final List<StampText> stamps = new ArrayList<>();
  private final List<TraceEvent> opening = new ArrayList<>();
  private final SortedMap<NodeId, String> states = new TreeMap<>();
  private TraceEvent.@Nullable Noted stamped;
  private boolean isAfterSentence = true;
  private boolean hasSpoken;

  public Narrative(View members, Consumer<String> lines) {
    this.members = members;
    this.lines = lines;
  }

  @Override
  public void accept(TraceEvent event) {
    boolean isSaid = event instanceof TraceEvent.Said;
    boolean isAtStart = event.atNanos() == 0;
    if (isAtStart && !isSaid && !hasSpoken) {
      opening.add(event);
      return;
    }
    if (!(isAtStart && isSaid)) {
      tellOpening();
    }
    hasSpoken |= isSaid;
    tell(event);
  }

  /** Tells what is left; to be called after the last event. */
  public void end() {
    tellOpening();
    endStamps();
  }

  private void tellOpening() {
    opening.forEach(this::tell);
    opening.clear();
  }

  private void tell(TraceEvent event) {
    if (event instanceof TraceEvent.Noted noted && addStamp(noted)) {
      return;
    }
    if (event instanceof TraceEvent.Knows knows && isTold(knows)) {
      return;
    }
    endStamps();
    if (event instanceof TraceEvent.Faulted(long at, Fault.Recover recover)) {
      states.remove(recover.node());
    }
    if (event instanceof TraceEvent.Said said) {
      if (!isAfterSentence) {
        lines.accept("");
      }
      String time = TimeText.format(said.atNanos() - said.atNanos() % MILLISECOND);
      lines.accept("%8s  %s".formatted(time, said.sentence()));
    } else if (event instanceof TraceEvent.Answered(long at, NodeId node, List<?> list)
        && list.size() > 1) {
      line(event, node, "answers");
      list.forEach(item -> lines.accept(" ".repeat(INDENT) + Lines.text(item)));
    } else {
      line(event, Lines.who(event), Lines.what(event));
    }
    isAfterSentence = event instanceof TraceEvent.Said;
  }

  private void endStamps() {
    if (stamped != null) {
      line(stamped, stamped.node(), words(stamps));
      isAfterSentence = false;
    }
    stamped = null;
    stamps.clear();
  }

  private boolean isTold(TraceEvent.Knows knows) {
    String state = Lines.what(knows);
    return state.equals(states.put(knows.node(), state));
  }

  /** Readers want milliseconds; --trace has the times exactly. */
  private void line(TraceEvent event, Object who, String what) {
    lines.accept(Lines.line(event.atNanos() - event.atNanos() % MILLISECOND, who, what));
  }

  private boolean addStamp(TraceEvent.Noted noted) {
    StampText stamp = StampText.of(noted.note(), noted.node(), members);
    if (stamp == null) {
      return false;
    }
    if (!isOfSameEvent(noted, stamp)) {
      endStamps();
    }
    stamped = noted;
    stamps.add(stamp);
    return true;
  }

  private boolean isOfSameEvent(TraceEvent.Noted noted, StampText stamp) {
    return stamped != null
        && stamped.node().equals(noted.node())
        && stamped.atNanos() == noted.atNanos()
        && stamps.getLast().event().equals(stamp.event());
  }

  private static String words(List<StampText> stamps) {
    return stamps.stream()
        .map(stamp -> stamp.clock() + " " + stamp.text())
        .collect(Collectors.joining(", ", stamps.getFirst().event() + ": ", ""));
  }
}
