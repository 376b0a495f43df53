package coterie.lab.picture.instants;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.trace.TraceEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much every instant of a run matters to its picture. A message matters if one of its ends is
 * where somebody changes its mind or does something; one that comes again and again and of which
 * nothing follows, such as a heartbeat, is routine.
 */
public final class Ranks {
  /** What matters most comes first. */
  public enum Rank {
    /** A fault, a verdict, a sentence of the script. */
    TURN,
    /** Somebody changes its mind about another one, or a kind of message is seen first. */
    CHANGE,
    /** Anything else that is noted, asked for or saved. */
    STEP,
    /** The other end of a message that starts or ends where something changes. */
    END,
    ROUTINE
  }

  /** A process that wakes up gets what was sent for as long as it slept. */
  private static final int ENDS_MAX = 6;

  private record Place(long at, NodeId node) {}

  private record Entry(NodeId node, NodeId about) {}

  private final SortedMap<Long, Rank> byTime = new TreeMap<>();
  private final Set<Place> busy = new HashSet<>();
  private final Map<Entry, Integer> counts = new HashMap<>();
  private final Map<NodeId, Long> terms = new HashMap<>();
  private final Map<Place, Integer> ends = new HashMap<>();

  private final Causes causes;
  private final boolean isThinned;

  private Ranks(Causes causes, boolean isThinned) {
    this.causes = causes;
    this.isThinned = isThinned;
  }

  /**
   * @param isThinned whether a message matters only by what its receiver makes of it
   */
  static SortedMap<Long, Rank> of(List<TraceEvent> events, Causes causes, boolean isThinned) {
    Ranks ranks = new Ranks(causes, isThinned);
    events.forEach(ranks::add);
    events.forEach(ranks::follow);
    return ranks.byTime;
  }

  private void add(TraceEvent event) {
    switch (event) {
      case TraceEvent.Expired expired -> {}
      case TraceEvent.Knows knows -> {
        if (byTime.isEmpty()) {
          set(knows.atNanos(), Rank.CHANGE);
        }
      }
      case TraceEvent.Faulted faulted -> set(faulted.atNanos(), Rank.TURN);
      case TraceEvent.Judged judged -> set(judged.atNanos(), Rank.TURN);
      case TraceEvent.Said said -> set(said.atNanos(), Rank.TURN);
      case TraceEvent.Noted noted -> set(noted.atNanos(), noted.node(), rank(noted));
      case TraceEvent.Called called -> set(called.atNanos(), called.node(), Rank.STEP);
      case TraceEvent.Answered answered -> set(answered.atNanos(), answered.node(), Rank.STEP);
      case TraceEvent.Saved saved -> set(saved.atNanos(), saved.node(), Rank.STEP);
      case TraceEvent.Sent sent -> set(sent.atNanos(), sent.from(), first(sent));
      case TraceEvent.Dropped dropped -> set(dropped.atNanos(), dropped.from(), first(dropped));
      default -> set(event.atNanos(), Rank.ROUTINE);
    }
  }

  private Rank first(TraceEvent event) {
    return causes.isFirst(event) ? Rank.CHANGE : Rank.ROUTINE;
  }

  private void set(long at, NodeId node, Rank rank) {
    if (rank.compareTo(Rank.STEP) <= 0) {
      busy.add(new Place(at, node));
    }
    set(at, rank);
  }

  private void set(long at, Rank rank) {
    byTime.merge(at, rank, (one, other) -> one.compareTo(other) <= 0 ? one : other);
  }

  private Rank rank(TraceEvent.Noted noted) {
    NodeId node = noted.node();
    return switch (noted.note()) {
      case EventCounter.Tested(NodeId who, int count) -> changed(new Entry(node, who), count);
      case EventCounter.Learned(NodeId about, int count, NodeId from) ->
          changed(new Entry(node, about), count);
      case EventCounter.TurnEnded ended -> Rank.ROUTINE;
      case Note.Detail detail -> Rank.ROUTINE;
      case Note.Leads(long term, long until) -> {
        Long before = terms.put(node, term);
        yield before != null && before == term ? Rank.ROUTINE : Rank.CHANGE;
      }
      case Note note when isOpinion(note) -> Rank.CHANGE;
      default -> Rank.STEP;
    };
  }

  private Rank changed(Entry entry, int count) {
    Integer before = counts.put(entry, count);
    return before != null && before == count ? Rank.ROUTINE : Rank.STEP;
  }

  private static boolean isOpinion(Note note) {
    return note instanceof Note.Suspected
        || note instanceof Note.Trusted
        || note instanceof Note.Unknown
        || note instanceof Note.Failed
        || note instanceof Note.Joined
        || note instanceof Note.Left
        || note instanceof Note.Campaigned
        || note instanceof Note.Elected
        || note instanceof Note.LeaderLost
        || note instanceof Note.SteppedDown
        || note instanceof Note.LostLock;
  }

  private void follow(TraceEvent event) {
    switch (event) {
      case TraceEvent.Received received -> ended(received, received.to());
      case TraceEvent.Dropped dropped -> ended(dropped, dropped.to());
      default -> {}
    }
  }

  private void ended(TraceEvent end, NodeId to) {
    TraceEvent.Sent sent = causes.origin(end);
    if (sent != null && isSeen(sent, end.atNanos(), to)) {
      set(sent.atNanos(), Rank.END);
      set(end.atNanos(), Rank.END);
    }
  }

  private boolean isSeen(TraceEvent.Sent sent, long at, NodeId to) {
    return isThinned ? causes.isCause(sent) : isTold(sent.atNanos(), sent.from()) || isTold(at, to);
  }

  /** Whether something changes there; of many messages that meet there, the first ones count. */
  private boolean isTold(long at, NodeId node) {
    Place place = new Place(at, node);
    return busy.contains(place) && ends.merge(place, 1, Integer::sum) <= ENDS_MAX;
  }
}
