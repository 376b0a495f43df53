package coterie.grants;

import coterie.Register;
import coterie.core.RegisterNote;
import coterie.store.registers.Registers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** A register by its name. */
public final class NamedRegister implements Register {
  public static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT_MAX = Duration.ofHours(1);
  private static final Executor VIRTUAL =
      task -> Thread.ofVirtual().name("coterie-register").start(task);

  /** How much later than the loop a thread that waits gives up. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final String name;
  private final RegisterDoor door;
  private final Runnable requireOpen;
  private final Duration timeout;

  public NamedRegister(String name, RegisterDoor door, Runnable requireOpen, Duration timeout) {
    this.name = name;
    this.door = door;
    this.requireOpen = requireOpen;
    this.timeout = timeout;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Duration timeout() {
    return timeout;
  }

  @Override
  public Register within(Duration newTimeout) {
    if (newTimeout.toMillis() < 1 || newTimeout.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "a timeout of a register is 1 ms to 1 h long, not " + newTimeout);
    }
    return new NamedRegister(name, door, requireOpen, newTimeout);
  }

  // ---- waiting

  @Override
  public Value get() throws InterruptedException, TimeoutException {
    return get(timeout.toNanos());
  }

  private Value get(long nanos) throws InterruptedException, TimeoutException {
    return switch (await(reading(nanos), nanos)) {
      case RegisterNote.Succeeded succeeded -> value(succeeded);
      case RegisterNote.Refused refused -> throw new AssertionError(refused);
      case RegisterNote.Unknown(String register, long request, String why) -> {
        requireOpen.run();
        throw unread(why);
      }
    };
  }

  @Override
  public Outcome set(String text) throws InterruptedException {
    return outcome(await(writing(text), timeout.toNanos()));
  }

  @Override
  public Outcome compareAndSet(long expected, String text) throws InterruptedException {
    return compareAndSet(expected, text, timeout.toNanos());
  }

  private Outcome compareAndSet(long expected, String text, long nanos)
      throws InterruptedException {
    return outcome(await(writing(expected, text, nanos), nanos));
  }

  @Override
  public Outcome update(UnaryOperator<String> change)
      throws InterruptedException, TimeoutException {
    Objects.requireNonNull(change, "change");
    long deadline = System.nanoTime() + timeout.toNanos();
    Value seen = get();
    while (true) {
      String next = Objects.requireNonNull(change.apply(seen.text()), "the function's result");
      long left = Math.max(1, deadline - System.nanoTime());
      Outcome outcome = compareAndSet(seen.version(), next, left);
      boolean isLate = System.nanoTime() - deadline >= 0;
      if (!(outcome instanceof Refused refused) || isLate) {
        return outcome;
      }
      seen = new Value(refused.version(), refused.text());
    }
  }

  // ---- without waiting

  @Override
  public CompletableFuture<Value> getAsync() {
    return reading(timeout.toNanos())
        .thenApplyAsync(
            outcome -> {
              if (outcome instanceof RegisterNote.Succeeded succeeded) {
                return value(succeeded);
              }
              requireOpen.run();
              String why = outcome instanceof RegisterNote.Unknown unknown ? unknown.why() : "";
              throw new CompletionException(unread(why));
            },
            VIRTUAL);
  }

  @Override
  public CompletableFuture<Outcome> setAsync(String text) {
    return writing(text).thenApplyAsync(NamedRegister::outcome, VIRTUAL);
  }

  @Override
  public CompletableFuture<Outcome> compareAndSetAsync(long expected, String text) {
    return writing(expected, text, timeout.toNanos())
        .thenApplyAsync(NamedRegister::outcome, VIRTUAL);
  }

  @Override
  public CompletableFuture<Outcome> updateAsync(UnaryOperator<String> change) {
    Objects.requireNonNull(change, "change");
    requireOpen.run();
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return update(change);
          } catch (InterruptedException | TimeoutException e) {
            throw new CompletionException(e);
          }
        },
        VIRTUAL);
  }

  // ---- the calls

  private CompletableFuture<RegisterNote.Outcome> reading(long nanos) {
    requireOpen.run();
    return door.read(name, nanos);
  }

  private CompletableFuture<RegisterNote.Outcome> writing(String text) {
    requireText(text);
    requireOpen.run();
    return door.write(name, text, timeout.toNanos());
  }

  private CompletableFuture<RegisterNote.Outcome> writing(long expected, String text, long nanos) {
    requireText(text);
    if (expected < 0) {
      throw new IllegalArgumentException(
          "the expected version is %d; give the version that was read, or 0 for none"
              .formatted(expected));
    }
    requireOpen.run();
    return door.writeIf(name, expected, text, nanos);
  }

  private RegisterNote.Outcome await(CompletableFuture<RegisterNote.Outcome> call, long nanos)
      throws InterruptedException {
    try {
      return call.get(nanos + GRACE_NANOS, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return new RegisterNote.Unknown(name, 0, "the event loop did not answer in time");
    } catch (ExecutionException e) {
      requireOpen.run();
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  private static Value value(RegisterNote.Succeeded succeeded) {
    return new Value(succeeded.version(), succeeded.value());
  }

  private static Outcome outcome(RegisterNote.Outcome outcome) {
    return switch (outcome) {
      case RegisterNote.Succeeded succeeded -> new Written(succeeded.version());
      case RegisterNote.Refused refused -> new Refused(refused.version(), refused.value());
      case RegisterNote.Unknown unknown -> new Unknown(unknown.why());
    };
  }

  private TimeoutException unread(String why) {
    return new TimeoutException("the register %s was not read: %s".formatted(name, why));
  }

  @Override
  public String toString() {
    return name;
  }

  /** The text of a register, before it is sent anywhere. */
  private static void requireText(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Registers.VALUE_MAX) {
      throw new IllegalArgumentException(
          "the text of a register has at most %d bytes, not %d"
              .formatted(Registers.VALUE_MAX, bytes));
    }
  }
}
