package coterie.bench;

import com.sun.management.ThreadMXBean;
import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.Loop;
import coterie.net.Recorder;
import coterie.recording.Entry;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What recording costs the loop. A node sends messages to itself, one in each event, in bursts that
 * the writer can follow; every event draws a number, starts an alarm and sends. No socket is in the
 * way, so the difference is that of the recording alone.
 */
public final class RecordBench {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BURST = 10_000;
  private static final long REST_MILLIS = 300;

  /** What the node tells itself. */
  public sealed interface Msg extends Message {}

  /** The text makes it as long as a message usually is. */
  public record Again(long left, String text) implements Msg {}

  private static final class Spinner implements Protocol<Msg> {
    private final Context<Msg> context;
    private final Alarm alarm;
    private CompletableFuture<Void> done = new CompletableFuture<>();

    Spinner(Context<Msg> context) {
      this.context = context;
      this.alarm = context.alarm("watch", () -> {});
    }

    boolean spin(CompletableFuture<Void> whenDone) {
      done = whenDone;
      context.send(context.self(), new Again(BURST, "that many times more, and then no more"));
      return true;
    }

    @Override
    public void receive(NodeId from, Msg message) {
      switch (message) {
        case Again(long left, String text) -> {
          alarm.start(1_000_000_000 + context.random(1_000_000));
          if (left > 0) {
            context.send(context.self(), new Again(left - 1, text));
          } else {
            done.complete(null);
          }
        }
      }
    }
  }

  private final PrintStream out;

  RecordBench(PrintStream out) {
    this.out = out;
  }

  void run(int bursts) {
    out.printf(
        "%-12s %12s %16s %14s %14s%n",
        "recording", "events", "CPU ns/event", "bytes/event", "missing");
    for (int round = 0; round < 3; round++) {
      measure(bursts, false);
      measure(bursts, true);
    }
  }

  private void measure(int bursts, boolean isRecorded) {
    try (Loop loop = Loop.open("bench")) {
      Path file = Files.createTempFile("bench", ".recording");
      NodeId self = new NodeId(0);
      InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      Host host =
          Host.open(
              loop,
              HostConfig.of("bench", self, any),
              node -> node.add("spin", Msg.class, Spinner::new));
      Recorder recorder =
          Recorder.open(file, new Entry.Life("bench", self, 1, "spin", List.of(), List.of(self)));
      if (isRecorded) {
        host.record(recorder);
      }
      host.start().join();
      burst(host, file, bursts); // For the compiler.
      long size = Files.size(file);
      long nanos = burst(host, file, bursts);
      long events = (long) bursts * (BURST + 1);
      out.printf(
          "%-12s %12d %16.0f %14.1f %14d%n",
          isRecorded ? "on" : "off",
          events,
          (double) nanos / events,
          (double) (Files.size(file) - size) / events,
          recorder.missing());
      recorder.close();
      host.close();
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The CPU time that the loop's thread spends on these bursts. */
  private static long burst(Host host, Path file, int bursts) throws IOException {
    long before = cpuNanos(host);
    for (int i = 0; i < bursts; i++) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      host.call(Spinner.class, "spin", spinner -> spinner.spin(done)).join();
      done.join();
      rest(file);
    }
    return cpuNanos(host) - before;
  }

  private static long cpuNanos(Host host) {
    return host.read(Spinner.class, spinner -> THREADS.getCurrentThreadCpuTime()).join();
  }

  /** Until the writer has followed: the file has not grown for a while. */
  private static void rest(Path file) throws IOException {
    long before = -1;
    try {
      while (Files.size(file) != before) {
        before = Files.size(file);
        Thread.sleep(REST_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
