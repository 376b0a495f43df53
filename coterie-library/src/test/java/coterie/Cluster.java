package coterie;

import coterie.elect.raft.RaftConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.net.Host;
import coterie.net.Loop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Nodes on loopback sockets, for tests; all that are still open are closed at the end. */
public final class Cluster implements AutoCloseable {
  public static final Duration LONG = Duration.ofSeconds(60);

  public final List<Coterie> nodes = new ArrayList<>();
  private final @Nullable Loop loop;

  private Cluster(@Nullable Loop loop) {
    this.loop = loop;
  }

  /** Each node with a loop of its own. */
  public static Cluster separate() {
    return new Cluster(null);
  }

  public static Cluster onOneLoop() {
    return new Cluster(Loop.open("test"));
  }

  /** A quick node that joins through all before it. */
  public Coterie join(String name, Consumer<Config.Builder> more) {
    Config.Builder builder = Config.builder();
    quick(builder.name(name));
    List<String> seeds = nodes.stream().filter(Coterie::isOpen).map(Coterie::address).toList();
    builder.seeds(seeds);
    more.accept(builder);
    Coterie node =
        loop == null ? Coterie.join(builder.build()) : Coterie.join(builder.build(), loop);
    nodes.add(node);
    return node;
  }

  public Coterie join(String name) {
    return join(name, more -> {});
  }

  public static Config.Builder quick(Config.Builder builder) {
    return builder
        .cluster("test")
        .bind("127.0.0.1:0")
        .profile("loopback")
        .raft(RaftConfig.paper())
        .lease(LeaseConfig.laboratory())
        .joinTimeout(LONG);
  }

  /** Three voters a, b and c, each with a directory below that one. */
  public void joinVoters(Path folder) {
    for (String name : List.of("a", "b", "c")) {
      join(name, more -> more.voters("a", "b", "c").data(folder.resolve(name)));
    }
  }

  public Coterie client(String name) {
    return join(name, more -> more.voters("a", "b", "c"));
  }

  public Coterie named(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).toList().getLast();
  }

  public static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within %s: %s".formatted(LONG, what));
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Waits until all who are open know each other and nobody else. */
  public static Host host(Coterie node) {
    return node.host();
  }

  public void awaitAgreement() throws InterruptedException {
    List<Coterie> open = nodes.stream().filter(Coterie::isOpen).toList();
    List<String> names = open.stream().map(Coterie::name).sorted().toList();
    for (Coterie node : open) {
      await(
          "%s sees %d members".formatted(node.name(), names.size()),
          () -> node.members().stream().map(Member::name).toList().equals(names));
    }
  }

  @Override
  public void close() {
    List<Thread> closing =
        nodes.stream().map(node -> Thread.ofVirtual().start(node::close)).toList();
    for (Thread thread : closing) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (loop != null) {
      loop.close();
    }
  }
}
