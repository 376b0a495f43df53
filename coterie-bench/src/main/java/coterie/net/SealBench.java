package coterie.net;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.packet.Packets;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * What it costs to write a packet and to open it: bare, with its sum (which is how packets go in
 * clear), and sealed; in CPU nanoseconds of the thread, and in allocated bytes. It lies in this
 * package because packets are nobody else's business.
 */
public final class SealBench {
  private static final int REPETITIONS = 15;
  private static final int WARM_UPS = 10;
  private static final int PACKETS = 100_000;
  private static final NodeId SENDER = new NodeId(1);
  private static final NodeId RECEIVER = new NodeId(2);

  /** A message of any length. */
  public record Load(Bytes content) implements Message {}

  private final PrintStream out;
  private final Codec<Load> codec = Codec.of(Load.class);
  private final Output output = new Output();
  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  public SealBench(PrintStream out) {
    this.out = out;
  }

  public void run(int... sizes) {
    out.printf(
        "%-8s %7s %7s %10s %8s %10s%n",
        "", "message", "packet", "median ns", "best ns", "B/packet");
    for (int size : sizes) {
      Security sealed = Security.sealed(KeyRing.of(KeyRing.generate()));
      Load load = new Load(Bytes.of(new byte[size]));
      measure("bare", size, () -> bare(load));
      measure("clear", size, between(Security.none(), load));
      measure("sealed", size, between(sealed, load));
    }
  }

  private IntSupplier between(Security security, Load load) {
    Packets sender = packets(SENDER, security);
    Packets receiver = packets(RECEIVER, security);
    return () -> pass(sender, receiver, load);
  }

  /**
   * @param pass writes and opens {@link #PACKETS} packets, and says how long one is
   */
  private void measure(String what, int size, IntSupplier pass) {
    double[] nanos = new double[REPETITIONS];
    long allocated = 0;
    int packet = 0;
    for (int i = -WARM_UPS; i < REPETITIONS; i++) {
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long start = threads.getCurrentThreadCpuTime();
      packet = pass.getAsInt();
      double spent = threads.getCurrentThreadCpuTime() - start;
      if (i >= 0) {
        nanos[i] = spent / PACKETS;
        allocated = (threads.getCurrentThreadAllocatedBytes() - bytes) / PACKETS;
      }
    }
    Arrays.sort(nanos);
    out.printf(
        "%-8s %7d %7d %10.0f %8.0f %10d%n",
        what, size, packet, nanos[REPETITIONS / 2], nanos[0], allocated);
  }

  private static Packets packets(NodeId self, Security security) {
    InetSocketAddress any = new InetSocketAddress(0);
    HostConfig config =
        HostConfig.of("bench", self, any).withIncarnation(System.currentTimeMillis());
    return new Packets(config.identity(), security.keys(), new Directory());
  }

  /** Envelope and message alone, as {@link Packets} would do it if there were no sum. */
  private int bare(Load load) {
    long life = System.currentTimeMillis();
    for (int i = 0; i < PACKETS; i++) {
      new Envelope(1, 0, SENDER, life, 1).write(output.clear());
      codec.write(load, output);
      if (!(Envelope.read(output.buffer(), 0, output.size()) instanceof Decoded.Value)) {
        throw new IllegalStateException("an envelope was refused");
      }
    }
    return output.size();
  }

  /** The size of a packet. */
  private int pass(Packets sender, Packets receiver, Load load) {
    int size = 0;
    for (int i = 0; i < PACKETS; i++) {
      size = sender.write(0, codec, RECEIVER, 1, false, load);
      if (!(receiver.open(sender.buffer(), 0, size) instanceof Packets.Opened.Packet)) {
        throw new IllegalStateException("a packet was refused");
      }
    }
    return size;
  }
}
