package coterie.bench.micro;

import coterie.clock.Clocks;
import coterie.clock.Order;
import coterie.clock.VectorClock;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Output;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Two vector clocks are merged and compared, by what their nodes and counters have in common. */
@State(Scope.Thread)
public class VectorClockBenchmark {
  /** Several vectors, so that the processor cannot learn their branches by heart. */
  private static final int VECTORS = 64;

  @Param("10")
  public int entries;

  @Param({"same-nodes", "equal", "covered", "random-nodes", "interleaved", "disjoint"})
  public String relation = "";

  private final SplittableRandom random = new SplittableRandom(1);
  private final Codec<Clocks.Msg> codec = Codec.of(Clocks.Msg.class);
  private final Output output = new Output();
  private final VectorClock[] some = new VectorClock[VECTORS];
  private final VectorClock[] others = new VectorClock[VECTORS];
  private final Clocks.Letter[] letters = new Clocks.Letter[VECTORS];
  private final byte[][] encoded = new byte[VECTORS][];
  private int turn;

  @Setup
  public void fill() {
    boolean isInterleaved = relation.equals("interleaved");
    UnaryOperator<VectorClock> other = other();
    for (int i = 0; i < VECTORS; i++) {
      some[i] = vector(LongStream.range(0, entries).map(n -> isInterleaved ? 2 * n : n));
      others[i] = other.apply(some[i]);
      letters[i] = new Clocks.Letter("", 1_794_822_000_123L, i + 1, some[i], 1L << 56);
      encoded[i] = codec.encode(letters[i]);
    }
  }

  private UnaryOperator<VectorClock> other() {
    long[] nodes = LongStream.range(0, entries).toArray();
    return switch (relation) {
      case "same-nodes" -> vector -> vector(Arrays.stream(nodes));
      case "equal" -> vector -> VectorClock.of(vector.entries()); // Shares nothing with it.
      case "covered" -> vector -> vector.increment(vector.entries().getLast().node());
      case "random-nodes" ->
          vector -> vector(random.longs(0, 2L * entries).distinct().limit(entries));
      case "interleaved" -> vector -> vector(Arrays.stream(nodes).map(node -> 2 * node + 1));
      case "disjoint" -> vector -> vector(Arrays.stream(nodes).map(node -> entries + node));
      default -> throw new IllegalArgumentException(relation);
    };
  }

  private VectorClock vector(LongStream nodes) {
    return VectorClock.of(
        nodes.mapToObj(node -> new Dot(new NodeId(node), 1 + random.nextInt(60))).toList());
  }

  @Benchmark
  public VectorClock merge() {
    int i = turn++ & (VECTORS - 1);
    return some[i].merge(others[i]);
  }

  @Benchmark
  public Order compare() {
    int i = turn++ & (VECTORS - 1);
    return some[i].compare(others[i]);
  }

  @Benchmark
  public int encodeLetter() {
    codec.write(letters[turn++ & (VECTORS - 1)], output.clear());
    return output.size();
  }

  @Benchmark
  public Decoded<Clocks.Msg> decodeLetter() {
    return codec.decode(encoded[turn++ & (VECTORS - 1)]);
  }
}
