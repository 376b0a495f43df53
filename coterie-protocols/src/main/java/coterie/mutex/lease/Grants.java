package coterie.mutex.lease;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.elect.Election;
import coterie.mutex.lease.LeaseLock.Ask;
import coterie.mutex.lease.LeaseLock.Msg;
import coterie.mutex.lease.LeaseLock.Release;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The leader's side of leased locks: who is inside, and who is in line. All of it is in memory. A
 * client that is inside or in line says so again and again, and loses its place after a lease
 * without a word; so a new leader, which knows nothing, has nobody to fear once it has waited for
 * one lease. Meanwhile it lets those who are inside keep what they have.
 */
final class Grants {
  /** A token is the term times this, and the number of the grant; people can read both from it. */
  static final long GRANTS_MAX = 1_000_000_000;

  private static final long TERM_MAX = Long.MAX_VALUE / GRANTS_MAX;
  private static final int LOCKS_MAX = 1 << 20;

  /** One client's place at one lock. */
  private static final class Seat {
    private final Line line;
    private final NodeId who;
    private final long life;
    private final long request;

    /** Its own clock when it sent its last word, and this process' clock when it came. */
    private long at;

    private long heardNanos;

    /** 0 while it is in line. */
    private long token;

    Seat(Line line, NodeId who, Ask ask) {
      this.line = line;
      this.who = who;
      this.life = ask.life();
      this.request = ask.request();
    }

    /** Negative if the client has moved on since that word of it. */
    int compare(long otherLife, long otherRequest) {
      int byLife = Long.compare(otherLife, life);
      return byLife != 0 ? byLife : Long.compare(otherRequest, request);
    }
  }

  /** One lock: who is inside, and who is in line, in the order in which they came. */
  private static final class Line {
    private final String lock;
    private final Map<NodeId, Seat> waiting = new LinkedHashMap<>();
    private @Nullable Seat inside;

    Line(String lock) {
      this.lock = lock;
    }

    /** The seat of a client in that life, if it is inside, or else in whichever it is in line. */
    @Nullable Seat of(NodeId who, long life) {
      return inside != null && inside.who.equals(who) && inside.life == life
          ? inside
          : waiting.get(who);
    }

    /** Whether a later life of that client is inside. */
    boolean isOutlived(NodeId who, long life) {
      return inside != null && inside.who.equals(who) && inside.life > life;
    }

    void remove(Seat seat) {
      if (seat == inside) {
        inside = null;
      } else {
        waiting.remove(seat.who, seat);
      }
    }

    boolean isEmpty() {
      return inside == null && waiting.isEmpty();
    }
  }

  private final Context<Msg> context;
  private final Election election;
  private final BiConsumer<NodeId, Msg> sender;
  private final long grantedNanos;
  private final long leaseNanos;
  private final long waitNanos;
  private final Alarm ready;
  private final Alarm expiry;
  private final Map<String, Line> lines = new TreeMap<>();

  /** All seats, those whose clients have been silent for the longest time first. */
  private final LinkedHashSet<Seat> bySilence = new LinkedHashSet<>();

  private long term;
  private long count;
  private boolean isReady;

  /**
   * @param grantedNanos the lease that clients are told of
   * @param leaseNanos how long they are waited for
   * @param waitNanos how long a new leader waits for the leases of its predecessor to end
   */
  Grants(
      Context<Msg> context,
      Election election,
      BiConsumer<NodeId, Msg> sender,
      long grantedNanos,
      long leaseNanos,
      long waitNanos) {
    this.context = context;
    this.election = election;
    this.sender = sender;
    this.grantedNanos = grantedNanos;
    this.leaseNanos = leaseNanos;
    this.waitNanos = waitNanos;
    this.ready = context.alarm("ready", this::readyNow);
    this.expiry = context.alarm("expiry", this::expire);
  }

  /** How many clients are inside or in line. */
  int size() {
    return bySilence.size();
  }

  /** Whether this process may answer clients at this very moment. */
  boolean isLeading() {
    return election.leads();
  }

  /**
   * This process leads from now on. Should it have led before in this term, nobody else has in
   * between; and nobody has led at all before the first term.
   */
  void ledFrom(long newTerm) {
    if (newTerm != term) {
      forget();
      term = newTerm;
      if (newTerm == 1) {
        isReady = true;
      } else {
        ready.start(Math.max(waitNanos, election.earlierLeasesNanos()));
      }
    }
    serveAll();
    expire();
  }

  /** Another one leads. */
  void forget() {
    lines.clear();
    bySilence.clear();
    ready.stop();
    expiry.stop();
    count = 0;
    isReady = false;
  }

  // ---- what clients say

  /** Somebody wants a lock, or has it and wants to keep it. */
  void asked(NodeId from, Ask ask) {
    Line line = lines.get(ask.lock());
    if (line == null) {
      if (lines.size() >= LOCKS_MAX || term >= TERM_MAX) {
        sender.accept(from, new LeaseLock.Refuse(ask.lock(), ask.life(), ask.request(), ask.at()));
        return;
      }
      line = new Line(ask.lock());
      lines.put(ask.lock(), line);
    }
    Seat seat = current(line, from, ask);
    if (seat != null) {
      answer(line, seat, ask);
      serve(line); // The client that was inside may have been refused.
    }
    settle(line);
  }

  /**
   * The client's seat as of this word of it; null if the word is an old one. A later life does not
   * inherit what the earlier one holds, and does not end it either: where a silent process counts
   * as gone, it may still run somewhere, and be inside until its lease ends.
   */
  private @Nullable Seat current(Line line, NodeId from, Ask ask) {
    if (line.isOutlived(from, ask.life())) {
      return null;
    }
    Seat seat = line.of(from, ask.life());
    int order = seat == null ? 1 : seat.compare(ask.life(), ask.request());
    if (order < 0) {
      return null;
    }
    if (seat == null || order > 0) { // A client that asks anew has left its earlier place.
      if (seat != null) {
        remove(seat);
      }
      seat = new Seat(line, from, ask);
    }
    seat.at = ask.at();
    heard(seat);
    return seat;
  }

  private void answer(Line line, Seat seat, Ask ask) {
    if (seat == line.inside && (ask.token() == 0 || ask.token() == seat.token)) {
      grant(seat);
    } else if (ask.token() != 0) {
      keep(line, seat, ask.token());
    } else if (ask.tries() && !isFree(line)) {
      refuse(seat);
    } else if (seat != line.inside) {
      if (line.waiting.putIfAbsent(seat.who, seat) == null) {
        context.note(new LeaseLock.Queued(line.lock, seat.who, seat.request));
      }
      serve(line);
      if (seat != line.inside) {
        List<NodeId> holder = line.inside == null ? List.of() : List.of(line.inside.who);
        sender.accept(seat.who, new LeaseLock.InLine(line.lock, seat.life, seat.request, holder));
      }
    }
  }

  /** Its holder was let in by an earlier leader. It keeps the lock, unless it is too late. */
  private void keep(Line line, Seat seat, long token) {
    Seat rival = line.inside;
    boolean isLate = isReady || token / GRANTS_MAX >= term;
    if (isLate || (rival != null && rival != seat && rival.token > token)) {
      refuse(seat);
      return;
    }
    if (rival != null && rival != seat) {
      remove(rival);
    }
    line.waiting.remove(seat.who, seat);
    if (rival != seat) {
      context.note(new LeaseLock.Kept(line.lock, seat.who, seat.request, token));
    }
    assert token < term * GRANTS_MAX : "a later grant of this term could have the same token";
    line.inside = seat;
    seat.token = token;
    grant(seat);
  }

  /** Somebody has left, or waits no more. */
  void released(NodeId from, Release release) {
    Line line = lines.get(release.lock());
    Seat seat = line == null ? null : line.of(from, release.life());
    if (line != null && seat != null && seat.compare(release.life(), release.request()) >= 0) {
      remove(seat);
      serve(line);
      settle(line);
    }
    sender.accept(from, new LeaseLock.Released(release.lock(), release.life(), release.request()));
  }

  /** Somebody wants to know who is inside. */
  void inquired(NodeId from, LeaseLock.Inquire inquire) {
    Line line = lines.get(inquire.lock());
    Seat inside = line == null ? null : line.inside;
    // Until old leases are over it may be that somebody is inside who has not told it yet.
    if (inside == null && !isReady) {
      sender.accept(
          from,
          new LeaseLock.NotLeader(inquire.lock(), inquire.life(), inquire.request(), List.of()));
      return;
    }
    List<NodeId> who = inside == null ? List.of() : List.of(inside.who);
    long token = inside == null ? 0 : inside.token;
    sender.accept(
        from, new LeaseLock.Inside(inquire.lock(), inquire.life(), inquire.request(), who, token));
  }

  // ---- letting in

  private boolean isFree(Line line) {
    return isReady && line.inside == null && line.waiting.isEmpty();
  }

  private void serve(Line line) {
    if (line.inside != null || line.waiting.isEmpty() || !isReady || !isLeading()) {
      return;
    }
    Seat next = line.waiting.values().iterator().next();
    assert next.token == 0 : "whoever is inside is in line no more";
    assert count < GRANTS_MAX - 1 : "the number would spill into the next term";
    line.waiting.remove(next.who);
    line.inside = next;
    next.token = term * GRANTS_MAX + ++count;
    context.note(new LeaseLock.Granted(line.lock, next.who, next.request, next.token));
    grant(next);
    if (count == GRANTS_MAX - 1) {
      election.resign(); // A new term has new numbers.
    }
  }

  private void grant(Seat seat) {
    sender.accept(
        seat.who,
        new LeaseLock.Grant(
            seat.line.lock, seat.life, seat.request, seat.token, seat.at, grantedNanos));
  }

  private void refuse(Seat seat) {
    remove(seat);
    sender.accept(seat.who, new LeaseLock.Refuse(seat.line.lock, seat.life, seat.request, seat.at));
  }

  private void readyNow() {
    isReady = true;
    serveAll();
  }

  private void serveAll() {
    lines.values().forEach(this::serve);
  }

  // ---- seats

  private void heard(Seat seat) {
    seat.heardNanos = context.nowNanos();
    bySilence.remove(seat);
    bySilence.add(seat);
    if (!expiry.isRunning()) {
      expiry.start(leaseNanos);
    }
  }

  private void remove(Seat seat) {
    assert bySilence.contains(seat) : "a seat without a clock would keep its lock without end";
    seat.line.remove(seat);
    bySilence.remove(seat);
  }

  private void settle(Line line) {
    if (line.isEmpty()) {
      lines.remove(line.lock);
    }
  }

  /** Removes those who have been silent for a lease, and lets in those who come after them. */
  private void expire() {
    if (!isLeading()) {
      return; // The next leader decides; it may be this process, in the same term.
    }
    long now = context.nowNanos();
    List<Line> freed = new ArrayList<>();
    while (!bySilence.isEmpty()) {
      Seat seat = bySilence.getFirst();
      long left = seat.heardNanos + leaseNanos - now;
      if (left > 0) {
        expiry.start(left);
        break;
      }
      context.note(new LeaseLock.Dropped(seat.line.lock, seat.who, seat.request));
      remove(seat);
      freed.add(seat.line);
    }
    for (Line line : freed) {
      serve(line);
      settle(line);
    }
  }
}
