package coterie.net.loop;

import coterie.kernel.Driver;
import coterie.kernel.NodeAlarm;
import coterie.wheel.Wheel;
import coterie.wire.Recent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One thread that serves the sockets and alarms of any number of nodes. Everything that a protocol
 * does happens on it, one event after the other, and time does not move during an event, as in the
 * simulator: so a recording needs one reading of the clock an event.
 *
 * <p>A turn reads all sockets before it expires alarms: a pause of one's own must not look like
 * everybody's silence.
 */
public final class EventLoop {
  /** What is called on the thread of the loop when a channel is ready. */
  public interface Ready {
    /** Returns whether there may be more to do at once. */
    boolean ready() throws IOException;
  }

  /** Takes the alarms of a node when their time has come: every driver in a loop is one. */
  public interface AlarmDriver extends Driver {
    void due(NodeAlarm alarm);
  }

  /**
   * Runs in the loop, and ends with it at the latest.
   *
   * @param shut ends it at once, in the loop
   * @param awaitEnd waits until it writes no more
   */
  public record Service(Runnable shut, Runnable awaitEnd) {}

  private static final System.Logger LOG = System.getLogger("coterie.net");
  private static final long MILLI = 1_000_000;

  /** A flooded socket must not starve the alarms. */
  private static final int ROUNDS_MAX = 64;

  /**
   * The loop reads its sockets after 16 tasks, before their packets fill the buffer of one node.
   */
  private static final int TASKS = 16;

  /** A loop whose alarms are so late has been stopped itself. */
  private static final long STOPPED_NANOS = 250_000_000;

  private static final long DISK_SECONDS = 10;

  private static final int GRACE_MILLIS = 20;
  private static final long GRACE_REST_NANOS = 1_000_000_000;

  /** An alarm that is later than this, in true time, does not go before packets. */
  private static final long LATE_NANOS = 2 * MILLI;

  private final Selector selector;
  private final Wheel wheel = new Wheel();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final List<Service> services = new ArrayList<>();
  private final ExecutorService disk;
  private final Thread thread;
  private final long originNanos = System.nanoTime();
  private final int pace;
  private final byte[] scratch = new byte[1 << 16];
  private final Recent recent = new Recent();
  private long now;
  private long gracedNanos = Long.MIN_VALUE / 2;
  private volatile Consumer<Throwable> onFailure =
      e -> LOG.log(System.Logger.Level.ERROR, "an event failed", e);
  private volatile boolean isClosing;
  private volatile boolean hasEnded;

  private EventLoop(String name, int pace) throws IOException {
    this.selector = Selector.open();
    this.pace = pace;
    this.disk =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name(name + "-disk").factory());
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /** Returns a loop at work, whose clock runs that many times as fast as time does. */
  public static EventLoop open(String name, int pace) {
    try {
      EventLoop loop = new EventLoop(name, pace);
      loop.thread.start();
      return loop;
    } catch (IOException e) {
      throw new UncheckedIOException("no selector can be opened: " + e.getMessage(), e);
    }
  }

  /** Returns what the clock of this loop shows. For any thread. */
  public long readNanos() {
    return (System.nanoTime() - originNanos) * pace;
  }

  /** Returns when the present event began, for those who are in it. */
  public long nowNanos() {
    return now;
  }

  /** Runs it as an event of its own on the thread of the loop, soon. */
  public void execute(Runnable task) {
    tasks.add(task);
    if (!isInLoop()) {
      selector.wakeup();
    }
    if (hasEnded) {
      runLeft();
    }
  }

  /** Nobody shall wait forever for a loop that has ended: its tasks find closed nodes. */
  private synchronized void runLeft() {
    while (!tasks.isEmpty()) {
      runTask();
    }
  }

  public boolean isInLoop() {
    return Thread.currentThread().equals(thread);
  }

  /** Runs it as an event of its own after that time on the loop's clock. Only within the loop. */
  public void schedule(long delayNanos, Runnable task) {
    wheel.add(now + delayNanos, 0, 0, task);
  }

  /** Tells the listener, instead of the log, what an event threw, on the thread of the loop. */
  public void onFailure(Consumer<Throwable> newOnFailure) {
    onFailure = newOnFailure;
  }

  /** Ends all that runs in it; waits for the thread, and for the disk up to ten seconds. */
  public void close() {
    isClosing = true;
    selector.wakeup();
    if (!isInLoop()) {
      try {
        thread.join();
        if (!disk.awaitTermination(DISK_SECONDS, TimeUnit.SECONDS)) {
          LOG.log(System.Logger.Level.WARNING, "the disk is still at work after the end");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What all sockets read into; its content holds until the next reading. */
  public byte[] scratch() {
    return scratch;
  }

  /** What all nodes read with. */
  public Recent recent() {
    return recent;
  }

  public void add(Service service) {
    services.add(service);
  }

  public void remove(Service service) {
    services.remove(service);
  }

  public SelectionKey register(SelectableChannel channel, int operations, Ready ready)
      throws IOException {
    return channel.register(selector, operations, ready);
  }

  /** Runs it on the thread that may wait for disks, after all that was given before. */
  public void onDisk(Runnable work) {
    disk.execute(work);
  }

  public int startAlarm(long delayNanos, NodeAlarm alarm) {
    return wheel.add(now + delayNanos, 0, 0, alarm);
  }

  public void stopAlarm(int event) {
    wheel.remove(event);
  }

  /**
   * Runs what belongs to one event; what it throws is a defect, and harms no other node. That goes
   * for errors, too: a thread that has died in silence would be worse than any of them.
   */
  public void event(Runnable action) {
    now = Math.max(now, readNanos());
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
    }
  }

  // ---- the thread

  private void run() {
    while (!isClosing) {
      try {
        await();
        readSockets();
        runTasks();
        expireAlarms();
      } catch (IOException | ClosedSelectorException e) {
        LOG.log(System.Logger.Level.ERROR, "the selector failed", e);
        isClosing = true;
      }
    }
    end();
  }

  private void await() throws IOException {
    long earliest = wheel.earliest();
    long left = earliest == Long.MAX_VALUE ? Long.MAX_VALUE : (earliest - readNanos()) / pace;
    if (-left > STOPPED_NANOS && isGraceDue()) {
      // The threads that read streams were stopped as well, and hand on what waited for them.
      selector.select(GRACE_MILLIS);
      selector.selectNow();
    } else if (!tasks.isEmpty() || left <= 0) {
      selector.selectNow();
    } else {
      // Rounded up: to wake up too early would only be to wait again.
      selector.select(left == Long.MAX_VALUE ? 0 : (left + MILLI - 1) / MILLI);
    }
  }

  /** Not more than once a second, or a loop with too much to do would have even less time. */
  private boolean isGraceDue() {
    long real = System.nanoTime() - originNanos;
    if (real - gracedNanos < GRACE_REST_NANOS) {
      return false;
    }
    gracedNanos = real;
    return true;
  }

  private void readSockets() throws IOException {
    for (int rounds = 0; rounds < ROUNDS_MAX; rounds++) {
      boolean more = false;
      for (SelectionKey key : selector.selectedKeys()) {
        more |= isReady(key);
      }
      selector.selectedKeys().clear();
      // What is answered at once counts as well if an alarm would go before the answer.
      if (!(more || wheel.earliest() <= readNanos()) || selector.selectNow() == 0) {
        return;
      }
    }
  }

  private boolean isReady(SelectionKey key) {
    try {
      return key.isValid() && ((Ready) key.attachment()).ready();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a socket failed", e);
      return false;
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
      return false;
    }
  }

  /**
   * Those that were there at the beginning. A crowd that starts at once greets the same node, and
   * the buffer of a socket holds a few hundred packets.
   */
  private void runTasks() throws IOException {
    for (int left = tasks.size(); left > 0; left--) {
      runTask();
      if (left % TASKS == 0 && selector.selectNow() > 0) {
        readSockets();
      }
    }
  }

  private void runTask() {
    Runnable task = tasks.poll();
    if (task != null) {
      event(task);
    }
  }

  /**
   * Where the machine was late and many alarms are due at once, what an earlier one has sent to a
   * node of the same loop arrives before a later one expires, as it would have in time.
   */
  private void expireAlarms() throws IOException {
    long due = readNanos();
    int event = wheel.take(due);
    while (event != Wheel.NONE) {
      boolean isLate = (due - wheel.time(event)) / pace > LATE_NANOS;
      Object subject = wheel.subject(event);
      wheel.release(event);
      if (subject instanceof NodeAlarm alarm) {
        event(() -> ((AlarmDriver) alarm.driver()).due(alarm));
      } else {
        event((Runnable) subject);
      }
      if (isLate && selector.selectNow() > 0) {
        readSockets();
      }
      event = wheel.take(due);
    }
  }

  private void end() {
    List<Service> left = List.copyOf(services);
    left.forEach(service -> event(service.shut));
    left.forEach(service -> service.awaitEnd.run());
    disk.shutdown();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the selector did not close", e);
    }
    hasEnded = true;
    runLeft();
  }
}
