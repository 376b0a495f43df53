package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Change;
import coterie.Config;
import coterie.Coterie;
import coterie.net.Loop;
import coterie.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A hundred nodes in one process, on one loop, started at once. */
class HundredNodesTest {
  private static final int NODES = 100;
  private static final int GONE = 10;

  @Test
  void hundredNodesInOneProcessAgree() throws Exception {
    Field.require();
    String seed = "127.0.0.1:" + Ports.free();
    try (Loop loop = Loop.open("hundred")) {
      List<Coterie> nodes = joinAll(loop, seed);
      agree(nodes, NODES);
      AtomicInteger failed = new AtomicInteger();
      nodes.getLast().watch(change -> failed.addAndGet(change instanceof Change.Failed ? 1 : 0));
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        nodes.subList(0, GONE).forEach(node -> threads.execute(node::close));
      }
      List<Coterie> left = nodes.subList(GONE, NODES);
      agree(left, NODES - GONE);
      assertThat(failed).hasValue(0);
    }
  }

  private static List<Coterie> joinAll(Loop loop, String seed) throws Exception {
    List<CompletableFuture<Coterie>> joining = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < NODES; i++) {
        Config config = config(i, i == 0 ? seed : "127.0.0.1:0", seed);
        joining.add(CompletableFuture.supplyAsync(() -> Coterie.join(config, loop), threads));
      }
    }
    List<Coterie> nodes = new ArrayList<>();
    for (CompletableFuture<Coterie> one : joining) {
      nodes.add(one.get(Cluster.AGREE_SECONDS, TimeUnit.SECONDS));
    }
    return nodes;
  }

  private static Config config(int number, String bind, String seed) {
    return Config.builder().cluster("hundred").name("n" + number).bind(bind).seeds(seed).build();
  }

  private static void agree(List<Coterie> nodes, int size) throws Exception {
    for (Coterie node : nodes) {
      Await.until(
          () -> "%s sees %d, not %d".formatted(node.name(), node.members().size(), size),
          Cluster.AGREE_SECONDS,
          () -> node.members().size() == size);
    }
  }
}
