package coterie.net;

import coterie.net.loop.EventLoop;
import java.util.function.Consumer;

/**
 * One thread that serves the sockets and alarms of any number of nodes. Everything that a protocol
 * does happens on it, one event after the other, and time does not move during an event, as in the
 * simulator: so a recording needs one reading of the clock an event.
 */
public final class Loop implements AutoCloseable {
  private final EventLoop events;

  private Loop(EventLoop events) {
    this.events = events;
  }

  /** Returns a loop at work. */
  public static Loop open(String name) {
    return open(name, 1);
  }

  /**
   * Returns a loop whose clock runs that many times as fast as time does, for trying out on sockets
   * in seconds what takes minutes.
   */
  public static Loop open(String name, int pace) {
    if (pace < 1) {
      throw new IllegalArgumentException("a clock runs at 1 time its pace or more, not " + pace);
    }
    return new Loop(EventLoop.open(name, pace));
  }

  /** Returns what the clock of this loop shows. For any thread. */
  public long readNanos() {
    return events.readNanos();
  }

  /** Returns when the present event began, for those who are in it. */
  public long nowNanos() {
    return events.nowNanos();
  }

  /** Runs it as an event of its own on the thread of the loop, soon. */
  public void execute(Runnable task) {
    events.execute(task);
  }

  public boolean isInLoop() {
    return events.isInLoop();
  }

  /** Runs it as an event of its own after that time on the loop's clock. Only within the loop. */
  public void schedule(long delayNanos, Runnable task) {
    events.schedule(delayNanos, task);
  }

  /** Tells the listener, instead of the log, what an event threw, on the thread of the loop. */
  public void onFailure(Consumer<Throwable> listener) {
    events.onFailure(listener);
  }

  /**
   * Closes all nodes at once, without a farewell. Waits until the thread has ended and the disk has
   * what was begun, so that the caller may delete a folder then. A disk that hangs holds it up for
   * ten seconds at most.
   */
  @Override
  public void close() {
    events.close();
  }

  /** Returns what its hosts work with. */
  EventLoop events() {
    return events;
  }
}
