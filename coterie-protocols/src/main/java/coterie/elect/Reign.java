package coterie.elect;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who leads under which term, as one process knows it. It tells every change: first a note, then
 * the listeners in the order in which they came. Nothing is told twice.
 *
 * <p>A listener may cause another change, for example resign. So listeners are told when a change
 * is complete, and all have heard of one change before anybody hears of the next.
 */
public final class Reign {
  /** The process leads until it says otherwise. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  private final Context<?> context;
  private final Deque<Consumer<Election.Listener>> news = new ArrayDeque<>(1);
  private List<Election.Listener> listeners = List.of();
  private boolean isTelling;
  private @Nullable NodeId leader;
  private long term;
  private boolean leading;
  private long untilNanos;

  public Reign(Context<?> context) {
    this.context = context;
  }

  /** The list is copied, so that a listener may add another one while it is being told. */
  public void listen(Election.Listener listener) {
    List<Election.Listener> more = new ArrayList<>(listeners);
    more.add(listener);
    listeners = List.copyOf(more);
  }

  public @Nullable NodeId leader() {
    return leader;
  }

  public long term() {
    return term;
  }

  public boolean isLedBy(NodeId who) {
    return who.equals(leader);
  }

  /** Whether this process leads, and its own clock has not passed the end of its time. */
  public boolean leads() {
    return leading && (untilNanos == UNBOUNDED || context.nowNanos() - untilNanos < 0);
  }

  /** A higher term is known, under which nobody leads yet. */
  public void reached(long newTerm) {
    if (newTerm > term) {
      forget();
      term = newTerm;
      tell();
    }
  }

  /** That one leads under that term; if it is another one, this process leads no more. */
  public void elected(NodeId newLeader, long newTerm) {
    assert newTerm >= term : "listeners fence by terms, which never go back";
    if (newLeader.equals(leader) && newTerm == term) {
      return;
    }
    if (!newLeader.equals(context.self()) || newTerm != term) {
      end();
    }
    leader = newLeader;
    term = newTerm;
    context.note(new Note.Elected(newLeader, newTerm));
    news.add(listener -> listener.elected(newLeader, newTerm));
    tell();
  }

  /** This process may act as the leader until its own clock shows that time. */
  public void leads(long newUntilNanos) {
    boolean led = leads();
    if (leading && !led) {
      end();
    }
    if (led && newUntilNanos == untilNanos) {
      return;
    }
    leading = true;
    untilNanos = newUntilNanos;
    context.note(new Note.Leads(term, newUntilNanos));
    if (!led) {
      long now = term;
      news.add(listener -> listener.ledFrom(now));
      tell();
    }
  }

  /** This process acts as the leader no more. */
  public void stepDown() {
    end();
    tell();
  }

  /** Nobody is known to lead any more. */
  public void lost() {
    forget();
    tell();
  }

  private void end() {
    if (leading) {
      leading = false;
      long last = term;
      context.note(new Note.SteppedDown(last));
      news.add(listener -> listener.ledUntilNow(last));
    }
  }

  private void forget() {
    end();
    NodeId last = leader;
    if (last != null) {
      leader = null;
      long lastTerm = term;
      context.note(new Note.LeaderLost(last, lastTerm));
      news.add(listener -> listener.leaderLost(last, lastTerm));
    }
  }

  /** The last thing that a change does, since whoever is told may change something again. */
  private void tell() {
    if (isTelling) {
      return;
    }
    isTelling = true;
    try {
      while (!news.isEmpty()) {
        listeners.forEach(news.remove());
      }
    } finally {
      isTelling = false;
    }
  }
}
