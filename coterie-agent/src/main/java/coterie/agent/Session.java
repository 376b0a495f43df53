package coterie.agent;

import coterie.agent.http.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client that waits for something, or holds it. Whatever it holds is given back only when its
 * client says that nothing relies on it any more, or has never confirmed that it has it, and so has
 * started nothing. In every other case it is abandoned, and runs out.
 */
final class Session implements AutoCloseable {
  /** What a session is told, in order. */
  sealed interface Told {
    /** It has what it wants, with a fencing token. */
    record Gained(long token) implements Told {}

    /** It has it no more. */
    record Lost(long token) implements Told {}

    /** It will never have it. */
    record Refused(String why) implements Told {}

    /** Its client is done. */
    record Released() implements Told {}

    /** The agent leaves: what is held is to be given back. */
    record Ending() implements Told {}
  }

  /** A client that only waits keeps nobody out, and may be slow. */
  private static final long WAITING_MILLIS = 30_000;

  private final String id;
  private final Grace grace;
  private final long silenceMillis;
  private final Runnable onClose;
  private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private LongSupplier leftMillis = () -> 0;
  private Runnable onAbandon = () -> {};
  private long renewedNanos = System.nanoTime();
  private long token;
  private boolean isConfirmed;
  private boolean isEnding;
  private boolean isOver;

  Session(String id, Grace grace, long silenceMillis, Runnable onClose) {
    this.id = id;
    this.grace = grace;
    this.silenceMillis = silenceMillis;
    this.onClose = onClose;
  }

  String id() {
    return id;
  }

  Grace grace() {
    return grace;
  }

  /** What it holds or will hold: for how long that is sure, and how it is abandoned. */
  synchronized void of(LongSupplier newLeftMillis, Runnable newOnAbandon) {
    leftMillis = newLeftMillis;
    onAbandon = newOnAbandon;
  }

  synchronized long leftMillis() {
    return token == 0 ? 0 : leftMillis.getAsLong();
  }

  synchronized void tell(Told what) {
    switch (what) {
      case Told.Gained(long newToken) -> {
        token = newToken;
        renewedNanos = System.nanoTime(); // From now on it counts how long its client is silent.
      }
      case Told.Lost lost -> token = 0;
      case Told.Ending ending -> isEnding = true;
      case Told.Refused refused -> {}
      case Told.Released done -> released.countDown();
    }
    told.add(what);
  }

  @Nullable Told next(long millis) throws InterruptedException {
    return told.poll(millis, TimeUnit.MILLISECONDS);
  }

  /** The client is there. What it is told it has, it may rely on from now on. */
  synchronized Map<String, Object> renew() {
    if (isOver) {
      throw new Refusal(404, "this session is over");
    }
    renewedNanos = System.nanoTime();
    isConfirmed |= token != 0;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("token", token);
    fields.put("leftMillis", token == 0 ? 0 : leftMillis.getAsLong());
    fields.put("ending", isEnding);
    return fields;
  }

  /** Whether its client has been silent for too long; then it comes too late. */
  synchronized boolean expires() {
    long millis = token == 0 ? WAITING_MILLIS : silenceMillis;
    isOver |= System.nanoTime() - renewedNanos > millis * 1_000_000;
    return isOver;
  }

  boolean isReleased() {
    return released.getCount() == 0;
  }

  /** From now on nobody can rely on it who has not done so before. Whether somebody has. */
  private synchronized boolean end() {
    isOver = true;
    return isConfirmed;
  }

  void abandon() {
    end();
    Runnable action;
    synchronized (this) {
      action = onAbandon;
    }
    action.run();
  }

  /**
   * Nothing is held any more. Where that is not sure it runs out, and meanwhile its client may
   * still say so.
   */
  void giveUp(Runnable giveBack) throws InterruptedException {
    boolean isRelied = end();
    if (isRelied && !isReleased()) {
      long left = leftMillis();
      abandon();
      if (!released.await(left, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
    giveBack.run();
  }

  @Override
  public void close() {
    onClose.run();
  }
}
