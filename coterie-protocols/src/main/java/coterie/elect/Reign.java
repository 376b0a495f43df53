package coterie.elect;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who leads under which term, as one process knows it. It tells every change: first a note, then
 * the listeners in the order in which they came. Nothing is told twice.
 */
final class Reign {
  /** The process leads until it says otherwise. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  private final Context<?> context;
  private List<Election.Listener> listeners = List.of();
  private @Nullable NodeId leader;
  private long term;
  private boolean leading;
  private long untilNanos;

  Reign(Context<?> context) {
    this.context = context;
  }

  /** The list is copied, so that a listener may add another one while it is being told. */
  void listen(Election.Listener listener) {
    List<Election.Listener> more = new ArrayList<>(listeners);
    more.add(listener);
    listeners = List.copyOf(more);
  }

  @Nullable NodeId leader() {
    return leader;
  }

  long term() {
    return term;
  }

  boolean isLedBy(NodeId who) {
    return who.equals(leader);
  }

  /** Whether this process leads, and its own clock has not passed the end of its time. */
  boolean leads() {
    return leading && (untilNanos == UNBOUNDED || context.nowNanos() - untilNanos < 0);
  }

  /** A higher term is known, under which nobody leads yet. */
  void reached(long newTerm) {
    if (newTerm > term) {
      lost();
      term = newTerm;
    }
  }

  /** That one leads under that term; if it is another one, this process leads no more. */
  void elected(NodeId newLeader, long newTerm) {
    if (newLeader.equals(leader) && newTerm == term) {
      return;
    }
    if (!newLeader.equals(context.self()) || newTerm != term) {
      stepDown();
    }
    leader = newLeader;
    term = newTerm;
    context.note(new Note.Elected(newLeader, newTerm));
    listeners.forEach(listener -> listener.elected(newLeader, newTerm));
  }

  /** This process may act as the leader until its own clock shows that time. */
  void leads(long newUntilNanos) {
    boolean led = leads();
    if (leading && !led) {
      stepDown();
    }
    if (led && newUntilNanos == untilNanos) {
      return;
    }
    leading = true;
    untilNanos = newUntilNanos;
    context.note(new Note.Leads(term, newUntilNanos));
    if (!led) {
      long now = term;
      listeners.forEach(listener -> listener.ledFrom(now));
    }
  }

  /** This process acts as the leader no more. */
  void stepDown() {
    if (leading) {
      leading = false;
      long last = term;
      context.note(new Note.SteppedDown(last));
      listeners.forEach(listener -> listener.ledUntilNow(last));
    }
  }

  /** Nobody is known to lead any more. */
  void lost() {
    stepDown();
    NodeId last = leader;
    if (last != null) {
      leader = null;
      long lastTerm = term;
      context.note(new Note.LeaderLost(last, lastTerm));
      listeners.forEach(listener -> listener.leaderLost(last, lastTerm));
    }
  }
}
