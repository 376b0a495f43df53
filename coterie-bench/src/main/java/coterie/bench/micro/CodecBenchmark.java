package coterie.bench.micro;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.member.Card;
import coterie.member.swim.Swim;
import coterie.member.swim.Swim.Msg;
import coterie.member.swim.Update;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Output;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A gossip message of SWIM with news of some members as bytes. */
@State(Scope.Thread)
public class CodecBenchmark {
  /** Several messages, so that the processor cannot learn their branches by heart. */
  private static final int MESSAGES = 16;

  @Param({"10", "100"})
  public int members;

  private final Codec<Msg> codec = Codec.of(Msg.class);
  private final Output output = new Output();
  private final Msg[] messages = new Msg[MESSAGES];
  private final byte[][] encoded = new byte[MESSAGES][];
  private int turn;

  @Setup
  public void fill() {
    Arrays.setAll(messages, this::message);
    Arrays.setAll(encoded, i -> codec.encode(messages[i]));
  }

  private Msg message(int number) {
    List<Update> gossip = IntStream.range(0, members).mapToObj(CodecBenchmark::update).toList();
    return switch (number % 3) {
      case 0 -> new Swim.Ping(4711, gossip);
      case 1 -> new Swim.Ack(number, gossip);
      default -> new Swim.PingRequest(number, new NodeId(number), gossip);
    };
  }

  /** A name of 8 characters, an IPv4 address with a port, no tags, a small incarnation. */
  private static Update update(int number) {
    byte last = (byte) number;
    Bytes address = Bytes.of((byte) 10, (byte) 0, (byte) 3, last, (byte) 0x1F, (byte) -112);
    NodeId member = new NodeId(0x9E3779B97F4A7C15L * (number + 1));
    String name = "member%02d".formatted(number % 100);
    return new Update.Alive(member, number % 3, new Card(name, address, List.of()));
  }

  @Benchmark
  public int encode() {
    codec.write(messages[turn++ & (MESSAGES - 1)], output.clear());
    return output.size();
  }

  @Benchmark
  public Decoded<Msg> decode() {
    return codec.decode(encoded[turn++ & (MESSAGES - 1)]);
  }

  @Benchmark
  public Decoded<Msg> encodeAndDecode() {
    return codec.decode(output.buffer(), 0, encode());
  }

  @Benchmark
  public int size() {
    return codec.size(messages[turn++ & (MESSAGES - 1)]);
  }
}
