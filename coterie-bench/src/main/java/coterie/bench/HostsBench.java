package coterie.bench;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.Loop;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** What nodes on sockets cost that do nothing: their share of the heap and of direct buffers. */
final class HostsBench {
  /** Nobody says it. */
  record Nothing() implements Message {}

  private static final class Idle implements Protocol<Nothing> {
    @Override
    public void receive(NodeId from, Nothing message) {}
  }

  private final PrintStream out;

  HostsBench(PrintStream out) {
    this.out = out;
  }

  void run(int count) {
    try (Loop loop = Loop.open("bench")) {
      long heap = heap();
      long direct = direct();
      List<Host> hosts = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        hosts.add(host(loop, i));
      }
      out.printf(
          "%d idle nodes: %d bytes of heap and %d bytes of direct buffers each%n",
          hosts.size(), (heap() - heap) / count, (direct() - direct) / count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Host host(Loop loop, int number) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HostConfig config = HostConfig.of("bench", "node-" + number, any);
    Host host =
        Host.open(loop, config, node -> node.add("idle", Nothing.class, context -> new Idle()));
    host.start().join();
    return host;
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
