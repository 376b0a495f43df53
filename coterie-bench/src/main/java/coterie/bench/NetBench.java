package coterie.bench;

import coterie.Config;
import coterie.Coterie;
import coterie.net.Loop;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Many nodes in one JVM on real sockets: how long a crowd that starts at once takes to agree, and
 * what an idle node costs.
 */
final class NetBench {
  private static final int AGREE_SECONDS_MAX = 180;
  private static final int SETTLE_SECONDS = 20;
  private static final int IDLE_SECONDS = 60;

  private final PrintStream out;

  NetBench(PrintStream out) {
    this.out = out;
  }

  /** Measures a crowd that starts at once, and then a group that is idle. */
  void run(int crowd, int idle) {
    crowd(crowd);
    idle(idle);
  }

  private void crowd(int size) {
    Meter meter = new Meter();
    long sinceNanos = System.nanoTime();
    try (Loop loop = Loop.open("bench")) {
      List<Coterie> nodes = join(size, loop);
      out.printf("%d nodes have joined after %.1f s%n", size, seconds(sinceNanos));
      boolean agree = awaitAgreement(nodes);
      out.printf(
          "%d nodes %s after %.1f s and %.1f s of CPU%n",
          size,
          agree ? "list each other" : "do NOT list each other",
          seconds(sinceNanos),
          meter.programSeconds());
    }
  }

  private void idle(int size) {
    double beforeMegabytes = Meter.liveMegabytes();
    try (Loop loop = Loop.open("bench")) {
      List<Coterie> nodes = join(size, loop);
      if (!awaitAgreement(nodes)) {
        out.printf("%d nodes do NOT list each other%n", size);
        return;
      }
      sleep(SETTLE_SECONDS * 1000L);
      Meter meter = new Meter();
      long sinceNanos = System.nanoTime();
      sleep(IDLE_SECONDS * 1000L);
      double share = meter.programSeconds() / seconds(sinceNanos) / size;
      double megabytes = (Meter.liveMegabytes() - beforeMegabytes) / size;
      out.printf(
          "an idle node among %d: %.3f%% of a core, %.3f MB of heap%n",
          size, share * 100, megabytes);
      if (!awaitAgreement(nodes)) { // Also keeps them alive while the heap is measured.
        out.printf("some of the idle nodes were removed%n");
      }
    }
  }

  /** All of them join at the same time, by the first one. */
  private static List<Coterie> join(int size, Loop loop) {
    List<Coterie> nodes = new ArrayList<>();
    nodes.add(Coterie.join(config(0).build(), loop));
    String seed = nodes.getFirst().address();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Coterie>> joining = new ArrayList<>();
      for (int i = 1; i < size; i++) {
        Config config = config(i).seeds(seed).build();
        joining.add(threads.submit(() -> Coterie.join(config, loop)));
      }
      for (Future<Coterie> joined : joining) {
        nodes.add(joined.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a node could not join: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return nodes;
  }

  private static Config.Builder config(int number) {
    return Config.builder().cluster("bench").profile("lan").name("n" + number).bind("127.0.0.1:0");
  }

  /** Until each lists as many members as there are, and they all do so in one pass. */
  private static boolean awaitAgreement(List<Coterie> nodes) {
    long sinceNanos = System.nanoTime();
    while (seconds(sinceNanos) < AGREE_SECONDS_MAX) {
      if (nodes.stream().allMatch(node -> node.health().members() == nodes.size())) {
        return true;
      }
      sleep(20);
    }
    return false;
  }

  private static double seconds(long sinceNanos) {
    return (System.nanoTime() - sinceNanos) / 1e9;
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
