package coterie.grants;

import coterie.calls.VoterCalls;
import coterie.core.Call;
import coterie.core.NodeId;
import coterie.mutex.lease.LeaseLock;
import coterie.net.Host;
import coterie.net.Loop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All leases of a node, by their names: requests are passed to the protocol in the loop, which
 * tells the lease what becomes of it. Of one name there is one lease at a time.
 */
public final class Leases {
  private final Host host;
  private final Function<NodeId, String> names;
  private final Map<String, NodeLease> leases = new ConcurrentHashMap<>();

  /**
   * @param names the name of a member; in the loop
   */
  public Leases(Host host, Function<NodeId, String> names) {
    this.host = host;
    this.names = names;
  }

  Loop loop() {
    return host.loop();
  }

  /** In the loop, once the protocols are built. */
  public void begin() {
    host.protocol(LeaseLock.class)
        .tell(
            new LeaseLock.Holding() {
              @Override
              public void heldUntil(String lock, long untilNanos) {
                NodeLease lease = leases.get(lock);
                if (lease != null) {
                  lease.heldUntil(untilNanos);
                }
              }

              @Override
              public void isBehind(String lock, List<NodeId> inside) {
                NodeLease lease = leases.get(lock);
                if (lease != null) {
                  lease.inLine(inside.isEmpty() ? "" : names.apply(inside.getFirst()));
                }
              }
            });
  }

  /** Waits in line, for that long at most; what comes of it is told to the lease. */
  void ask(NodeLease lease, long timeoutNanos) {
    enlist(lease);
    VoterCalls.Acquire call = new VoterCalls.Acquire(lease.key(), timeoutNanos);
    call(call, locks -> call.apply(locks, lease), e -> failed(lease, e));
  }

  void tryAsk(NodeLease lease) {
    enlist(lease);
    VoterCalls.TryAcquire call = new VoterCalls.TryAcquire(lease.key());
    call(call, locks -> call.apply(locks, lease), e -> failed(lease, e));
  }

  /** After all that was said of an earlier lease of this name. */
  private void enlist(NodeLease lease) {
    host.loop().execute(() -> leases.put(lease.key(), lease));
  }

  private void failed(NodeLease lease, @Nullable Throwable e) {
    if (e != null) {
      leases.remove(lease.key(), lease);
      lease.closed();
    }
  }

  /** Nothing goes on with it any more. */
  void forget(NodeLease lease) {
    leases.remove(lease.key(), lease);
  }

  /** Gives back what is held, or waits in line no more; the other runs when that was said. */
  void giveBack(NodeLease lease, Runnable after) {
    // Or a grant on its way could make it seem held once more.
    host.loop().execute(lease::returned);
    VoterCalls.GiveBack call = new VoterCalls.GiveBack(lease.key());
    call(
        call,
        call::apply,
        e -> {
          leases.remove(lease.key(), lease);
          after.run();
        });
  }

  /** Says no more of it: what is held runs out. Nor is it given back when the node is closed. */
  void abandon(NodeLease lease) {
    host.loop().execute(lease::returned);
    VoterCalls.Abandon call = new VoterCalls.Abandon(lease.key());
    call(call, call::apply, e -> leases.remove(lease.key(), lease));
  }

  /** Nothing is held or waited for from now on. */
  public void giveAllBack() {
    host.loop()
        .execute(
            () -> {
              for (NodeLease lease : leases.values()) {
                lease.closed();
                giveBack(lease, () -> {});
              }
            });
  }

  /** The node is no more. */
  public void close() {
    leases.values().forEach(NodeLease::closed);
    leases.clear();
  }

  /** Asks who is inside. */
  Optional<String> holder(String lock, String what, Duration timeout)
      throws InterruptedException, TimeoutException {
    long nanos = Math.max(1, timeout.toNanos());
    CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
    VoterCalls.Inquire inquiry = new VoterCalls.Inquire(lock, nanos);
    Future<?> unused =
        host.call(inquiry, locks -> inquiry.apply(locks, new Answer(answer)))
            .whenComplete(
                (done, e) -> {
                  if (e != null) {
                    answer.completeExceptionally(e);
                  }
                });
    try {
      return answer.get(nanos + TimeUnit.SECONDS.toNanos(1), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw unanswered(what, timeout);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw unanswered(what, timeout);
      }
      throw new IllegalStateException("the node is closed", e);
    }
  }

  private static TimeoutException unanswered(String what, Duration timeout) {
    return new TimeoutException(
        "who %s is not known: no leader of the voters has answered within %s"
            .formatted(what, Seconds.text(timeout)));
  }

  private final class Answer implements LeaseLock.Asker {
    private final CompletableFuture<Optional<String>> answer;

    Answer(CompletableFuture<Optional<String>> answer) {
      this.answer = answer;
    }

    @Override
    public void told(@Nullable NodeId who, long token) {
      answer.complete(who == null ? Optional.empty() : Optional.of(names.apply(who)));
    }

    @Override
    public void unanswered() {
      answer.completeExceptionally(new TimeoutException());
    }
  }

  private void call(
      Call<LeaseLock, Boolean> call,
      Function<LeaseLock, Boolean> method,
      Consumer<@Nullable Throwable> after) {
    Future<?> unused = host.call(call, method).whenComplete((done, e) -> after.accept(e));
  }
}
