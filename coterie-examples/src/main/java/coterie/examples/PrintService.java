package coterie.examples;

import coterie.core.NodeId;
import coterie.mutex.Mutex;
import coterie.mutex.ricartagrawala.RicartAgrawala;
import coterie.mutex.ricartagrawala.RicartAgrawalaRecipe;
import coterie.net.GroupList;
import coterie.net.GroupNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/**
 * A service that shares one printer with others of its kind. Each is a member of a group that runs
 * Ricart and Agrawala's mutual exclusion, and prints when all others have let it in.
 */
public final class PrintService implements AutoCloseable {
  private final GroupNode node;

  /** Joins the group; the folder keeps what must survive a crash of this service. */
  public PrintService(GroupList group, NodeId self, Path data) throws IOException {
    node =
        GroupNode.of(group, self)
            .cluster("print-shop")
            .data(data)
            .open(new RicartAgrawalaRecipe(), Map.of("clients", "0"));
  }

  /**
   * Prints while no other service prints.
   *
   * @param job is given a token, which is greater than that of every job before
   * @throws TimeoutException if its turn has not come within that time
   */
  public synchronized void print(Duration patience, LongConsumer job)
      throws InterruptedException, TimeoutException {
    long token = enter(patience);
    try {
      job.accept(token);
    } finally {
      node.tell(RicartAgrawala.class, "release", Mutex::release).join();
    }
  }

  private long enter(Duration patience) throws InterruptedException, TimeoutException {
    CompletableFuture<Long> turn = new CompletableFuture<>();
    CompletableFuture<Long> entered =
        node.tell(
                RicartAgrawala.class,
                "acquire " + patience.toMillis() + "ms",
                lock -> lock.acquire(patience.toNanos(), new Turn(turn)))
            .thenCompose(nothing -> turn);
    try {
      Object first = CompletableFuture.anyOf(entered, node.closed()).get();
      if (first instanceof Long token) {
        return token;
      }
      throw new IllegalStateException("the service is closed");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException late) {
        throw late;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Hears what becomes of one request, on the thread of the node. */
  private record Turn(CompletableFuture<Long> turn) implements Mutex.Waiter {
    @Override
    public void entered(long token) {
      turn.complete(token);
    }

    @Override
    public void gaveUp() {
      turn.completeExceptionally(new TimeoutException("another service prints for too long"));
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
