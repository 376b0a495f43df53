package coterie.mutex;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Thin. */
public final class RicartAgrawala implements Protocol<RicartAgrawala.Msg>, Mutex {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {
    long stamp();
  }

  /** Let me in; my request has this stamp. */
  public record Request(long stamp) implements Msg {}

  /** As far as I am concerned, your request with that stamp may enter. */
  public record Reply(long stamp) implements Msg {}

  private final Context<Msg> context;
  private final View members;
  private final long retryNanos;
  private final int self;
  private final Turn turn;
  private final Alarm retry;
  private final BitSet replied = new BitSet();

  /** By member, the stamp of the request whose reply waits until this process has left. */
  private final long[] deferred;

  private long clock;
  private long stamp;

  RicartAgrawala(Context<Msg> context, View members, long retryNanos) {
    this.context = context;
    this.members = members;
    this.retryNanos = retryNanos;
    this.self = members.indexOf(context.self());
    this.turn = new Turn(context, "mutex", this::cancel);
    this.retry = context.alarm("retry", this::ask);
    this.deferred = new long[members.size()];
  }

  @Override
  public void acquire(long timeoutNanos, Waiter waiter) {
    turn.ask(timeoutNanos, waiter);
    stamp = ++clock;
    replied.clear();
    replied.set(self);
    ask();
    tryToEnter();
  }

  @Override
  public boolean cancel() {
    if (!turn.waits()) {
      return false;
    }
    replyToDeferred();
    turn.giveUp();
    return true;
  }

  @Override
  public void release() {
    turn.leave();
    replyToDeferred();
  }

  @Override
  public boolean holds() {
    return turn.isInside();
  }

  @Override
  public long token() {
    return turn.token();
  }

  @Override
  public @Nullable NodeId holder() {
    return turn.isInside() ? context.self() : null;
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int index = members.indexOf(from);
    if (index < 0 || index == self) {
      context.note(new Note.BadMessage(from, "not from another member"));
      return;
    }
    switch (message) {
      case Request request -> requested(index, request.stamp());
      case Reply reply -> replied(index, reply.stamp());
    }
  }

  private void requested(int from, long theirs) {
    clock = Math.max(clock, theirs);
    boolean isMineFirst = stamp < theirs || (stamp == theirs && self < from);
    if (turn.isInside() || (turn.waits() && isMineFirst)) {
      deferred[from] = Math.max(deferred[from], theirs);
    } else {
      context.send(members.at(from), new Reply(theirs));
    }
  }

  private void replied(int from, long mine) {
    if (turn.waits() && mine == stamp) {
      replied.set(from);
      tryToEnter();
    }
  }

  private void tryToEnter() {
    if (replied.cardinality() == members.size()) {
      retry.stop();
      turn.enter(stamp * members.size() + self);
    }
  }

  private void ask() {
    for (int i = replied.nextClearBit(0); i < members.size(); i = replied.nextClearBit(i + 1)) {
      context.send(members.at(i), new Request(stamp));
    }
    retry.start(retryNanos);
  }

  private void replyToDeferred() {
    retry.stop();
    for (int i = 0; i < deferred.length; i++) {
      if (deferred[i] > 0) {
        context.send(members.at(i), new Reply(deferred[i]));
      }
    }
    Arrays.fill(deferred, 0);
  }
}
