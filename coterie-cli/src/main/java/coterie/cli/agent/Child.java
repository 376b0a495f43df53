package coterie.cli.agent;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A command that runs only while something is held. */
final class Child {
  private final Process process;
  private final Guard guard;

  private Child(Process process, Guard guard) {
    this.process = process;
    this.guard = guard;
  }

  /** It reads and writes where this process does. */
  static Child start(List<String> command, Map<String, String> variables, Guard guard)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(variables);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot start %s: a program that is found and may be run is wanted"
              .formatted(command.getFirst()),
          e);
    }
    guard.started(process);
    return new Child(process, guard);
  }

  /**
   * Its exit code, once it has ended by itself or not. Process.onExit would need a thread of the
   * common pool, which has few and may be busy.
   */
  CompletableFuture<Integer> ended() {
    CompletableFuture<Integer> ended = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                int code = process.waitFor();
                guard.ended(process);
                ended.complete(code);
              } catch (InterruptedException e) {
                ended.completeExceptionally(e);
              }
            });
    return ended;
  }

  /** Asks it and what it has started to end; after the time, makes them. */
  void end(long graceMillis) {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroy();
    started.forEach(ProcessHandle::destroy);
    try {
      if (!process.waitFor(graceMillis, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    started.forEach(ProcessHandle::destroyForcibly);
  }
}
