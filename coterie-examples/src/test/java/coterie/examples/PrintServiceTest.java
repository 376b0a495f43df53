package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.net.GroupList;
import coterie.net.GroupNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Protocols inside services: three of them, in one JVM here, each with ports of its own. */
class PrintServiceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int JOBS = 5;

  @TempDir private Path folder;

  /** A list of three members on ports that are free now. */
  private static GroupList group() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    String[] lines = new String[3];
    for (int i = 0; i < 3; i++) {
      lines[i] = "%d 127.0.0.1:%d".formatted(i + 1, sockets.get(i).getLocalPort());
      sockets.get(i).close();
    }
    return GroupList.of(lines);
  }

  private PrintService service(GroupList group, long id) {
    try {
      return new PrintService(group, new NodeId(id), folder.resolve("p" + id));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<PrintService> services(ExecutorService threads, GroupList group) throws Exception {
    List<Future<PrintService>> starting = new ArrayList<>();
    for (long id = 1; id <= 3; id++) {
      long self = id;
      starting.add(threads.submit(() -> service(group, self)));
    }
    List<PrintService> services = new ArrayList<>();
    for (Future<PrintService> one : starting) {
      services.add(one.get(60, TimeUnit.SECONDS));
    }
    return services;
  }

  @Test
  void threeServicesPrintOneAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    List<Long> tokens = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<PrintService> services = services(threads, group());
      List<Future<?>> done = new ArrayList<>();
      for (PrintService service : services) {
        done.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < JOBS; i++) {
                    service.print(
                        PATIENCE,
                        token -> {
                          assertThat(inside.incrementAndGet()).isEqualTo(1);
                          tokens.add(token);
                          inside.decrementAndGet();
                        });
                  }
                  return null;
                }));
      }
      for (Future<?> one : done) {
        one.get(60, TimeUnit.SECONDS);
      }
      services.forEach(PrintService::close);
    }
    assertThat(tokens).hasSize(3 * JOBS).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void serviceThatWaitsTooLongIsToldSoAndOneThatComesBackPrintsAgain() throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      GroupList group = group();
      List<PrintService> services = services(threads, group);
      CountDownLatch isInside = new CountDownLatch(1);
      CountDownLatch mayLeave = new CountDownLatch(1);
      Future<?> first =
          threads.submit(
              () -> {
                services.get(0).print(PATIENCE, token -> await(isInside, mayLeave));
                return null;
              });
      assertThat(isInside.await(60, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(() -> services.get(1).print(Duration.ofMillis(100), token -> {}))
          .isInstanceOf(TimeoutException.class);
      services.get(2).close();
      mayLeave.countDown();
      first.get(60, TimeUnit.SECONDS);
      assertThatThrownBy(() -> services.get(2).print(PATIENCE, token -> {}))
          .hasMessageContaining("closed");
      List<Long> tokens = new ArrayList<>();
      try (PrintService again = service(group, 3)) {
        services.get(1).print(PATIENCE, tokens::add);
        again.print(PATIENCE, tokens::add);
      }
      assertThat(tokens).hasSize(2).isSorted();
      services.forEach(PrintService::close);
    }
  }

  private static void await(CountDownLatch isInside, CountDownLatch mayLeave) {
    isInside.countDown();
    try {
      assertThat(mayLeave.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void protocolOfOnesOwnRunsInAService() throws Exception {
    GroupList group = group();
    BlockingQueue<Note> heard = new LinkedBlockingQueue<>();
    Rumor.Config config = new Rumor.Config(10_000_000, 3);
    List<GroupNode> nodes = new ArrayList<>();
    for (long id = 1; id <= 3; id++) {
      nodes.add(rumor(group, new NodeId(id), config, heard));
    }
    nodes.getFirst().tell(Rumor.class, "spread hello", rumor -> rumor.spread("hello")).join();
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(new Rumor.Heard("hello", new NodeId(1)));
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isInstanceOf(Rumor.Heard.class);
    assertThat(nodes.getFirst().read(Rumor.class, Rumor::state).join().rumor()).isEqualTo("hello");
    nodes.forEach(GroupNode::close);
  }

  private static GroupNode rumor(
      GroupList group, NodeId self, Rumor.Config config, BlockingQueue<Note> heard)
      throws IOException {
    return GroupNode.of(group, self)
        .cluster("gossips")
        .hear(heard::add)
        .open(
            "rumor",
            node ->
                node.add(
                    "rumor",
                    Rumor.Msg.class,
                    context -> new Rumor(context, group.members(), config)));
  }
}
