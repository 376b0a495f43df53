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
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The same work on sockets in every run: pairs of nodes on loopback send a fixed number of messages
 * to and fro. Each message draws a number, sets an alarm and is answered; what is not due yet never
 * happens, so how fast the machine is does not change what is done.
 */
public final class PingBench {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int PAIRS = 20;
  private static final int ROUNDS = 9;
  private static final long ALARM_NANOS = 3_600_000_000_000L;

  /** What the nodes tell each other. */
  public sealed interface Msg extends Message {}

  /** The text makes it as long as a message usually is. */
  public record Ping(long left, String text) implements Msg {}

  private static final class Player implements Protocol<Msg> {
    private final Context<Msg> context;
    private final Alarm alarm;
    private CompletableFuture<Void> done = new CompletableFuture<>();

    Player(Context<Msg> context) {
      this.context = context;
      this.alarm = context.alarm("watch", () -> {});
    }

    boolean begin(NodeId other, long messages) {
      context.send(other, new Ping(messages - 1, "that many times more, and then no more"));
      return true;
    }

    @Override
    public void receive(NodeId from, Msg message) {
      switch (message) {
        case Ping(long left, String text) -> {
          alarm.start(ALARM_NANOS + context.random(1_000_000));
          if (left > 0) {
            context.send(from, new Ping(left - 1, text));
          } else {
            done.complete(null);
          }
        }
      }
    }
  }

  private final PrintStream out;

  PingBench(PrintStream out) {
    this.out = out;
  }

  /**
   * Measures.
   *
   * @param messages how many of them each round has, rounded to pairs with an odd number each: the
   *     node that begins does not get the last one
   */
  void run(int messages) {
    long each = Math.max(1, messages / PAIRS) | 1;
    long[] nanos = new long[ROUNDS];
    try (Loop loop = Loop.open("bench")) {
      List<Host> hosts = hosts(loop);
      round(hosts, each); // For the compiler.
      round(hosts, each);
      long bytes = allocated(hosts);
      for (int i = 0; i < ROUNDS; i++) {
        nanos[i] = round(hosts, each);
      }
      bytes = allocated(hosts) - bytes;
      Arrays.sort(nanos);
      double total = PAIRS * each;
      out.printf(
          "%d pairs, %d rounds of %.0f messages: %.0f ns of the loop's CPU a message (best %.0f,"
              + " worst %.0f), %.0f bytes a message%n",
          PAIRS,
          ROUNDS,
          total,
          nanos[ROUNDS / 2] / total,
          nanos[0] / total,
          nanos[ROUNDS - 1] / total,
          bytes / total / ROUNDS);
      hosts.forEach(Host::close);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Host> hosts(Loop loop) throws IOException {
    List<Host> hosts = new ArrayList<>();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    for (int i = 0; i < 2 * PAIRS; i++) {
      HostConfig config = HostConfig.of("bench", new NodeId(i), any);
      hosts.add(Host.open(loop, config, node -> node.add("ping", Msg.class, Player::new)));
      hosts.getLast().start().join();
    }
    for (int i = 0; i < hosts.size(); i++) {
      Host other = hosts.get(i ^ 1);
      Host host = hosts.get(i);
      CompletableFuture<Void> known = new CompletableFuture<>();
      loop.execute(
          () -> {
            host.directory().know(other.self(), other.address(), other.incarnation());
            known.complete(null);
          });
      known.join();
    }
    return hosts;
  }

  /** Returns the CPU time that the loop's thread spends on one round. */
  private static long round(List<Host> hosts, long each) {
    long before = cpuNanos(hosts);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i += 2) {
      NodeId other = hosts.get(i + 1).self();
      CompletableFuture<Void> done = new CompletableFuture<>();
      hosts
          .get(i + 1)
          .read(
              Player.class,
              player -> {
                player.done = done;
                return true;
              })
          .join();
      hosts.get(i).call(Player.class, "begin", player -> player.begin(other, each)).join();
      all.add(done);
    }
    CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
    return cpuNanos(hosts) - before;
  }

  private static long cpuNanos(List<Host> hosts) {
    return hosts.getFirst().read(Player.class, player -> THREADS.getCurrentThreadCpuTime()).join();
  }

  private static long allocated(List<Host> hosts) {
    return hosts
        .getFirst()
        .read(Player.class, player -> THREADS.getCurrentThreadAllocatedBytes())
        .join();
  }
}
