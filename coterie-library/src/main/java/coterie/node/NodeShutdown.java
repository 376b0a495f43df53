package coterie.node;

import coterie.calls.VoterCalls;
import coterie.grants.LeadershipLease;
import coterie.mutex.lease.LeaseLock;
import coterie.net.Host;
import coterie.net.Loop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How a node ends: it gives back what it holds, makes way if it leads the voters, tells the others,
 * and then is gone. Each of these takes a bounded time, since nobody may be there to listen.
 */
final class NodeShutdown {
  private static final long RELEASE_MILLIS = 1_000;
  private static final long LEAVE_MILLIS = 3_000;
  private static final long LOOK_NANOS = 5_000_000;

  private final RunningNode node;
  private final Host host;
  private final Life life;
  private final @Nullable Loop ownLoop;
  private final AtomicBoolean isSaid = new AtomicBoolean();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final CompletableFuture<Void> left = new CompletableFuture<>();

  NodeShutdown(RunningNode node, Host host, Life life, @Nullable Loop ownLoop) {
    this.node = node;
    this.host = host;
    this.life = life;
    this.ownLoop = ownLoop;
  }

  boolean isSaid() {
    return isSaid.get();
  }

  /** The others know. */
  void hasLeft() {
    left.complete(null);
  }

  void say() {
    if (isSaid.compareAndSet(false, true)) {
      try {
        node.seeker().stop();
        boolean isCut = await(release(), RELEASE_MILLIS);
        await(leave(), isCut ? 1 : LEAVE_MILLIS);
      } finally {
        end();
      }
    } else {
      await(done, RELEASE_MILLIS + LEAVE_MILLIS);
    }
  }

  /** At once, and without a word: the name belongs to somebody else. */
  void stop() {
    if (isSaid.compareAndSet(false, true)) {
      host.close();
      Thread.ofVirtual().name("coterie-stop").start(this::end);
    }
  }

  private void end() {
    host.close();
    if (ownLoop != null) {
      ownLoop.close();
    }
    // Where a disk hangs, the next life must not begin before the last word of this one is written.
    Future<?> unused = host.settled().whenComplete((nothing, e) -> life.close());
    done.complete(null);
  }

  /** Done when the leader of the voters knows that nothing is held here any more. */
  private CompletableFuture<Void> release() {
    CompletableFuture<Void> released = new CompletableFuture<>();
    if (!node.isOpen()) {
      released.complete(null);
      return released;
    }
    if (!node.config().hasGrants()) {
      host.loop().execute(() -> makeWay(released));
      return released;
    }
    for (LeadershipLease leadership : node.leaderships()) {
      if (leadership.stands()) { // What was abandoned runs out.
        leadership.resign();
      }
    }
    node.leases().giveAllBack();
    host.loop().execute(() -> look(released));
    return released;
  }

  private void look(CompletableFuture<Void> released) {
    if (!host.isOpen() || released.isDone()) {
      released.complete(null);
    } else if (host.protocol(LeaseLock.class).isIdle()) {
      makeWay(released);
    } else {
      host.loop().schedule(LOOK_NANOS, () -> look(released));
    }
  }

  private void makeWay(CompletableFuture<Void> released) {
    if (node.isOpen() && node.election() != null) {
      host.callNow(new VoterCalls.Resign());
    }
    released.complete(null);
  }

  private CompletableFuture<Void> leave() {
    host.loop()
        .execute(
            () -> {
              boolean isOver = !node.isOpen() || node.group().size() <= 1;
              if (isOver || !node.group().leave(host)) {
                left.complete(null);
              }
            });
    return left;
  }

  /** Whether this thread was told not to wait. */
  private static boolean await(CompletableFuture<Void> what, long millis) {
    if (Thread.currentThread().isInterrupted()) {
      return true;
    }
    try {
      what.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Nobody has listened: the others will notice.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
    return false;
  }
}
