package coterie.examples;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * An example of a lock of one's own: the first member is the clerk, who lends the only key.
 *
 * <p>Guarantees: never two inside, whatever is lost, doubled, late or crashes. Served in the order
 * in which requests reach the clerk.
 *
 * <p>Assumes, for progress, that the clerk is up, and that who crashes inside returns and asks.
 *
 * <p>Cost: 3 messages an entry, none for the clerk's own.
 */
public final class Clerk implements Protocol<Clerk.Msg> {
  /** What members say to each other. */
  public sealed interface Msg extends Message {}

  /** May I have the key? */
  public record Ask() implements Msg {}

  /** Here it is, lent for the time with that number. */
  public record Lend(long token) implements Msg {}

  /** I do not need it any more. */
  public record Return(long token) implements Msg {}

  /** What the clerk must not forget: who has the key, if anybody, and how often it was lent. */
  public record Book(long token, boolean isLent, NodeId holder) {}

  /** What a trace shows of a member. */
  public record State(boolean inside, boolean waiting, long token) {}

  /**
   * How the lock runs, and how its clients behave.
   *
   * @param clients how many of the first members ask for the lock again and again
   */
  public record Config(long clients, long holdNanos, long thinkNanos, long retryNanos) {
    public Config {
      if (clients > 0 && holdNanos == 0 && thinkNanos == 0) {
        throw new IllegalArgumentException("hold and think must not both be 0");
      }
    }
  }

  private static final String LOCK = "mutex";

  private final Context<Msg> context;
  private final NodeId clerk;
  private final boolean isClient;
  private final Config config;
  private final Stable<Book> book;
  private final Queue<NodeId> line = new ArrayDeque<>();
  private final Alarm thought;
  private final Alarm held;
  private final Alarm again;
  private boolean isWaiting;
  private boolean isInside;
  private long entry;
  private long seen;

  public Clerk(Context<Msg> context, View members, Config config) {
    this.context = context;
    this.clerk = members.at(0);
    this.isClient = members.indexOf(context.self()) < config.clients();
    this.config = config;
    this.book = context.stable("book", Book.class);
    this.thought = context.alarm("think", this::acquire);
    this.held = context.alarm("hold", this::release);
    this.again = context.alarm("again", this::ask);
  }

  @Override
  public void start() {
    if (isClient) {
      thought.start(config.thinkNanos());
    }
  }

  /** Waits for the lock; for clients and for scripts. */
  public void acquire() {
    if (isWaiting || isInside) {
      throw new IllegalStateException("this process waits already, or is inside");
    }
    isWaiting = true;
    context.note(new Note.Wanted(LOCK));
    ask();
  }

  /** Leaves. */
  public void release() {
    if (!isInside) {
      throw new IllegalStateException("this process is not inside");
    }
    isInside = false;
    context.note(new Note.Exited(LOCK, entry));
    tell(clerk, new Return(seen));
    if (isClient) {
      thought.start(config.thinkNanos());
    }
  }

  @Override
  public State state() {
    return new State(isInside, isWaiting, entry);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Ask ask -> asked(from);
      case Lend lend -> lent(lend.token());
      case Return back -> returned(from, back.token());
    }
  }

  private void ask() {
    again.start(config.retryNanos());
    tell(clerk, new Ask());
  }

  /** A holder that asks has crashed since, or its return was lost: it gets the key once more. */
  private void asked(NodeId from) {
    Book now = now();
    if (now.isLent() && now.holder().equals(from)) {
      lend(from);
    } else if (now.isLent()) {
      if (!line.contains(from)) {
        line.add(from);
      }
    } else {
      lend(from);
    }
  }

  private void lend(NodeId to) {
    long token = now().token() + 1;
    book.save(new Book(token, true, to));
    tell(to, new Lend(token));
  }

  private void lent(long token) {
    if (token <= seen) {
      return;
    }
    seen = token;
    if (isWaiting) {
      isWaiting = false;
      isInside = true;
      entry = token;
      again.stop();
      context.note(new Note.Entered(LOCK, token));
      held.start(config.holdNanos());
    } else if (!isInside) {
      tell(clerk, new Return(token));
    }
  }

  private void returned(NodeId from, long token) {
    Book now = now();
    if (!now.isLent() || !now.holder().equals(from) || now.token() != token) {
      return;
    }
    book.save(new Book(token, false, from));
    NodeId next = line.poll();
    if (next != null) {
      lend(next);
    }
  }

  private Book now() {
    Book value = book.value();
    return value == null ? new Book(0, false, clerk) : value;
  }

  private void tell(NodeId to, Msg message) {
    if (to.equals(context.self())) {
      receive(to, message);
    } else {
      context.send(to, message);
    }
  }
}
