package coterie.net;

import coterie.core.Protocol;
import coterie.kernel.Kernel;
import coterie.kernel.NodeInput;
import coterie.net.loop.EventLoop;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the protocols of a node, each time in an event of its own. */
final class HostCalls {
  private static final int NODE = HostDriver.NODE;

  private final EventLoop loop;
  private final Kernel kernel;
  private final BooleanSupplier isOpen;

  HostCalls(EventLoop loop, Kernel kernel, BooleanSupplier isOpen) {
    this.loop = loop;
    this.kernel = kernel;
    this.isOpen = isOpen;
  }

  /**
   * Asks when the node is awake.
   *
   * @param type of the protocol that is asked
   * @param untilDurable whether the answer waits for what the protocol has saved
   */
  <T extends @Nullable Object> CompletableFuture<T> ask(
      Class<?> type, Supplier<T> question, boolean untilDurable) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable lost =
        () ->
            result.completeExceptionally(new IllegalStateException(kernel.id(NODE) + " is closed"));
    Runnable asked =
        () -> {
          try {
            T answer = question.get();
            if (untilDurable) {
              whenDurable(type, () -> result.complete(answer), lost);
            } else {
              result.complete(answer);
            }
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        };
    loop.execute(
        () ->
            kernel.whenAwake(
                NODE, input(() -> (isOpen.getAsBoolean() ? asked : lost).run(), lost)));
    return result;
  }

  private static NodeInput input(Runnable action, Runnable lost) {
    return new NodeInput() {
      @Override
      public void run() {
        action.run();
      }

      @Override
      public void lost() {
        lost.run();
      }
    };
  }

  /** Runs one of the two: when all that the protocol has saved is durable, or at the end. */
  private void whenDurable(Class<?> type, Runnable action, Runnable lost) {
    List<Protocol<?>> protocols = kernel.protocols(NODE);
    for (int channel = 0; channel < protocols.size(); channel++) {
      if (type.isInstance(protocols.get(channel))) {
        kernel.whenDurable(NODE, channel, input(action, lost));
        return;
      }
    }
    action.run();
  }
}
