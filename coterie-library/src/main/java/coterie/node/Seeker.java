package coterie.node;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Looks for other nodes where the seeds say that they are: often while this node is alone, and now
 * and then later, since two halves may have been started apart.
 */
public final class Seeker {
  private static final System.Logger LOG = System.getLogger("coterie");
  private static final long FIRST_MILLIS = 50;
  private static final long ALONE_MILLIS = 1_000;
  private static final long LATER_MILLIS = 30_000;
  private static final long FILE_MILLIS = 1_000;

  private final Seeds seeds;
  private final Supplier<Set<InetSocketAddress>> known;
  private final Predicate<InetSocketAddress> isSelf;
  private final Function<InetSocketAddress, CompletableFuture<?>> greet;
  private final Runnable onSilence;
  private volatile boolean isStopped;
  private volatile List<String> problems = List.of();
  private final Thread thread;

  /**
   * @param known the addresses of all members, this node included; none if nobody can tell
   * @param greet greets whoever is there; done when the outcome is known
   * @param onSilence run when all seeds were greeted once and the outcomes are known
   */
  Seeker(
      Seeds seeds,
      Supplier<Set<InetSocketAddress>> known,
      Predicate<InetSocketAddress> isSelf,
      Function<InetSocketAddress, CompletableFuture<?>> greet,
      Runnable onSilence) {
    this.seeds = seeds;
    this.known = known;
    this.isSelf = isSelf;
    this.greet = greet;
    this.onSilence = onSilence;
    this.thread = Thread.ofVirtual().name("coterie-seek").unstarted(this::run);
  }

  void start() {
    if (!seeds.isEmpty()) {
      thread.start();
    }
  }

  void stop() {
    isStopped = true;
    thread.interrupt();
  }

  /** What could not be looked up the last time. */
  public List<String> problems() {
    return problems;
  }

  private void run() {
    long delay = FIRST_MILLIS;
    try {
      while (!isStopped) {
        boolean isAlone = seek();
        delay = isAlone ? Math.min(2 * delay, ALONE_MILLIS) : LATER_MILLIS;
        rest(delay + ThreadLocalRandom.current().nextLong(delay / 2));
      }
    } catch (InterruptedException e) {
      // The node is closed.
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "the search for seeds has ended", e);
    }
  }

  /** Greets all who are not known; whether this node knows nobody. */
  private boolean seek() {
    List<String> found = new ArrayList<>();
    Set<InetSocketAddress> addresses = seeds.addresses(found);
    if (!problems.equals(found)) {
      found.forEach(problem -> LOG.log(System.Logger.Level.WARNING, problem));
      problems = List.copyOf(found);
    }
    Set<InetSocketAddress> members = known.get();
    if (members.isEmpty()) {
      return true; // The loop has no time for an answer now; a greeting would take more of it.
    }
    List<CompletableFuture<?>> greetings = new ArrayList<>();
    for (InetSocketAddress address : addresses) {
      if (!members.contains(address) && !isSelf.test(address) && !isStopped) {
        greetings.add(greet.apply(address));
      }
    }
    Future<?> unused =
        CompletableFuture.allOf(greetings.toArray(CompletableFuture[]::new))
            .whenComplete((nothing, e) -> onSilence.run());
    return members.size() <= 1;
  }

  /** Less long if a file of seeds changes. */
  private void rest(long millis) throws InterruptedException {
    long stamp = seeds.filesStamp();
    for (long left = millis; left > 0 && stamp == seeds.filesStamp(); left -= FILE_MILLIS) {
      Thread.sleep(Duration.ofMillis(Math.min(left, FILE_MILLIS)));
    }
  }
}
