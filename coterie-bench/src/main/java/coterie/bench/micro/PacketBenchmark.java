package coterie.bench.micro;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.packet.Packets;
import coterie.net.packet.SealKey;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A packet is written and opened: bare, with its sum (which is how packets go in clear), and
 * sealed. The message in it is not decoded.
 */
@State(Scope.Thread)
public class PacketBenchmark {
  private static final NodeId SENDER = new NodeId(1);
  private static final NodeId RECEIVER = new NodeId(2);

  /** A message of any length. */
  public record Load(Bytes content) implements Message {}

  @Param({"300", "1200"})
  public int bytes;

  private final Codec<Load> codec = Codec.of(Load.class);
  private final Output output = new Output();
  private final SealKey key = new SealKey(new byte[32]);
  private final Packets clearSender = packets(SENDER, null);
  private final Packets clearReceiver = packets(RECEIVER, null);
  private final Packets sealingSender = packets(SENDER, key);
  private final Packets sealingReceiver = packets(RECEIVER, key);
  private final long life = System.currentTimeMillis();
  private Load load = new Load(Bytes.of());

  @Setup
  public void fill() {
    load = new Load(Bytes.of(new byte[bytes]));
    if (!(sealed() instanceof Packets.Opened.Packet)) {
      throw new IllegalStateException("a packet was refused");
    }
  }

  private static Packets packets(NodeId self, @Nullable SealKey key) {
    Identity identity = new Identity("bench", self.toString(), self, System.currentTimeMillis());
    return new Packets(identity, key == null ? null : () -> List.of(key), new Directory());
  }

  /** Envelope and message alone, as {@link Packets} would do it if there were no sum. */
  @Benchmark
  public Decoded<Envelope.Placed> bare() {
    new Envelope(1, 0, SENDER, life, 1).write(output.clear());
    codec.write(load, output);
    return Envelope.read(output.buffer(), 0, output.size());
  }

  @Benchmark
  public Packets.Opened clear() {
    return pass(clearSender, clearReceiver);
  }

  @Benchmark
  public Packets.Opened sealed() {
    return pass(sealingSender, sealingReceiver);
  }

  private Packets.Opened pass(Packets sender, Packets receiver) {
    int size = sender.write(0, codec, RECEIVER, 1, false, load);
    return receiver.open(sender.buffer(), 0, size);
  }
}
