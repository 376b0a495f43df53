package coterie.grants;

import coterie.calls.RegisterCalls;
import coterie.core.Call;
import coterie.core.RegisterNote;
import coterie.net.Host;
import coterie.store.registers.RegisterAccess;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Brings calls on registers into the loop of a node, and their outcomes out of it. */
public final class RegisterDoor {
  private static final String CLOSED = "the node was closed";

  private final Host host;
  private final Supplier<String> obstacle;
  private final Map<Long, CompletableFuture<RegisterNote.Outcome>> open = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();
  private volatile boolean isClosed;

  /**
   * @param obstacle why there may be no outcome, in the loop; empty where nothing is known
   */
  public RegisterDoor(Host host, Supplier<String> obstacle) {
    this.host = host;
    this.obstacle = obstacle;
  }

  CompletableFuture<RegisterNote.Outcome> read(String name, long timeoutNanos) {
    RegisterCalls.Read call = new RegisterCalls.Read(name, timeoutNanos);
    return make(call, call::apply);
  }

  CompletableFuture<RegisterNote.Outcome> write(String name, String text, long timeoutNanos) {
    RegisterCalls.Write call = new RegisterCalls.Write(name, text, timeoutNanos);
    return make(call, call::apply);
  }

  CompletableFuture<RegisterNote.Outcome> writeIf(
      String name, long expected, String text, long timeoutNanos) {
    RegisterCalls.WriteIf call = new RegisterCalls.WriteIf(name, expected, text, timeoutNanos);
    return make(call, call::apply);
  }

  /** Done in the loop: whoever does more with it than wait goes on elsewhere. */
  private CompletableFuture<RegisterNote.Outcome> make(
      Call<RegisterAccess, Boolean> call,
      BiFunction<RegisterAccess, Consumer<RegisterNote.Outcome>, Boolean> method) {
    CompletableFuture<RegisterNote.Outcome> result = new CompletableFuture<>();
    long number = count.incrementAndGet();
    open.put(number, result);
    Future<?> unused =
        host.call(call, access -> method.apply(access, outcome -> end(number, outcome)))
            .whenComplete(
                (done, e) -> {
                  if (e != null) {
                    open.remove(number);
                    result.completeExceptionally(e);
                  }
                });
    if (isClosed) {
      close(); // It may have come after all others were told.
    }
    return result;
  }

  private void end(long number, RegisterNote.Outcome outcome) {
    CompletableFuture<RegisterNote.Outcome> result = open.remove(number);
    if (result != null) {
      result.complete(
          outcome instanceof RegisterNote.Unknown unknown ? explained(unknown) : outcome);
    }
  }

  private RegisterNote.Unknown explained(RegisterNote.Unknown unknown) {
    String more = obstacle.get();
    return more.isEmpty()
        ? unknown
        : new RegisterNote.Unknown(
            unknown.register(), unknown.request(), unknown.why() + "; " + more);
  }

  /** The node is no more: what is under way may have been done. */
  public void close() {
    isClosed = true;
    for (long number : List.copyOf(open.keySet())) {
      CompletableFuture<RegisterNote.Outcome> result = open.remove(number);
      if (result != null) {
        result.complete(new RegisterNote.Unknown("", 0, CLOSED));
      }
    }
  }
}
