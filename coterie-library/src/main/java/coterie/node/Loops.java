package coterie.node;

import coterie.net.Loop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** How a thread asks something that only the thread of the loop may know. */
final class Loops {
  /** A loop answers within microseconds, unless its machine is paused. */
  private static final long PATIENCE_SECONDS = 5;

  /** An action waits longer than a question, since a machine may be very busy. */
  private static final long LONG_SECONDS = 60;

  private Loops() {}

  /** The answer; if there is none, because the loop has ended or is paused, the other one. */
  static <T> T ask(Loop loop, Supplier<T> question, Supplier<T> otherwise) {
    if (loop.isInLoop()) {
      return question.get();
    }
    try {
      return send(loop, question).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return otherwise.get();
    } catch (ExecutionException | TimeoutException e) {
      return otherwise.get();
    }
  }

  /** Does it; what it throws is thrown here. */
  static <T> T await(Loop loop, Supplier<T> action) {
    try {
      return send(loop, action).get(LONG_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the event loop", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "the event loop did not answer within %d s".formatted(LONG_SECONDS), e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static <T> CompletableFuture<T> send(Loop loop, Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    loop.execute(
        () -> {
          try {
            answer.complete(question.get());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }
}
