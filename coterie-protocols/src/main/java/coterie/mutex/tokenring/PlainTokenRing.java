package coterie.mutex.tokenring;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.mutex.Asking;
import coterie.mutex.Mutex;
import coterie.mutex.Turn;
import org.jspecify.annotations.Nullable;

/**
 * Mutual exclusion by a token that goes round a ring, in its textbook form (Le Lann 1977): the
 * process that has the token may enter, and passes it on after a short pause if it does not want
 * to. It travels without end, whether anybody wants it or not.
 *
 * <p>Guarantees that two are never inside at once, and that everybody enters in the order of the
 * ring, as long as no message is lost and nobody crashes.
 *
 * <p>A pass is one message that nobody acknowledges: a token that is lost with it, or in a crash,
 * is lost, and all wait without end. {@link TokenRing} mends that. A process that starts again
 * takes no token any more: it cannot know which one it has had, and two tokens are worse than none.
 *
 * <p>Cost: one message a pass. So one message an entry if all always want it, and n passes a round
 * if nobody does.
 */
public final class PlainTokenRing implements Protocol<PlainTokenRing.Msg>, Mutex {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {}

  /**
   * Here is the token.
   *
   * @param hop how many positions it has moved
   * @param count how many entries there were
   */
  public record Token(long hop, long count) implements Msg {}

  /** What a process saves when it starts for the first time. */
  public record Started(boolean isFirst) {}

  /** For traces: the numbers are those of the last token that was here. */
  public record State(boolean token, long hop, boolean wants, boolean inside) {}

  /**
   * @param lingerNanos how long a process that does not want the token keeps it
   */
  record Config(long lingerNanos) {
    Config {
      if (lingerNanos <= 0) {
        throw new IllegalArgumentException(
            "linger must be longer than 0 s, not %s s, or the token runs round at full speed"
                .formatted(TimeText.format(lingerNanos)));
      }
    }
  }

  private final Context<Msg> context;
  private final View members;
  private final int self;
  private final Config config;
  private final boolean takesTwice;
  private final Turn turn;
  private final Alarm linger;
  private final Stable<Started> started;
  private boolean isHere;
  private boolean isOld;
  private long hop = -1;
  private long count;

  PlainTokenRing(Context<Msg> context, View members, Config config) {
    this(context, members, config, false);
  }

  /**
   * @param takesTwice for a test that shows what would happen if a second copy of a pass were taken
   */
  PlainTokenRing(Context<Msg> context, View members, Config config, boolean takesTwice) {
    TokenRing.requireSize(members);
    this.context = context;
    this.members = members;
    this.self = Asking.requireMember(context, members);
    this.config = config;
    this.takesTwice = takesTwice;
    this.turn = new Turn(context, Note.ONLY_LOCK, this::cancel);
    this.linger = context.alarm("linger", this::pass);
    this.started = context.stable("started", Started.class);
  }

  // ---- the lock

  @Override
  public void acquire(long timeoutNanos, Waiter waiter) {
    turn.ask(timeoutNanos, waiter);
    if (isHere) {
      enter();
    }
  }

  @Override
  public boolean cancel() {
    if (!turn.waits()) {
      return false;
    }
    turn.giveUp();
    return true;
  }

  @Override
  public void release() {
    turn.leave();
    pass();
  }

  @Override
  public boolean holds() {
    return turn.isInside();
  }

  @Override
  public long token() {
    return turn.token();
  }

  /** One process can know of no other that it is inside: the token does not tell. */
  @Override
  public @Nullable NodeId holder() {
    return turn.isInside() ? context.self() : null;
  }

  @Override
  public State state() {
    return new State(isHere, Math.max(0, hop), turn.waits(), turn.isInside());
  }

  // ---- the token

  /** The first member makes the token, in its first life: it is saved that it did. */
  @Override
  public void start() {
    if (started.value() == null) {
      started.save(new Started(true));
    } else {
      isOld = true;
    }
  }

  @Override
  public void saved(Stable<?> what) {
    if (self == 0) {
      take(new Token(0, 0));
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Token token -> came(from, token);
    }
  }

  private void came(NodeId from, Token token) {
    int index = members.indexOf(from);
    if (index < 0 || members.after(index) != self || index == self) {
      context.note(new Note.BadMessage(from, "a token from another than the process before"));
    } else if (token.hop < 0 || token.count < 0) {
      context.note(new Note.BadMessage(from, "numbers that do not occur"));
    } else if (!isOld && (token.hop > hop || takesTwice)) {
      take(token);
    }
  }

  private void take(Token token) {
    isHere = true;
    hop = token.hop;
    count = token.count;
    if (turn.waits()) {
      enter();
    } else {
      linger.start(config.lingerNanos);
    }
  }

  private void enter() {
    linger.stop();
    turn.enter(++count);
  }

  /** Alone there is nobody to pass it to. */
  private void pass() {
    int next = members.after(self);
    if (next != self) {
      isHere = false;
      context.send(members.at(next), new Token(hop + 1, count));
    }
  }
}
