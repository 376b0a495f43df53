package coterie.bench;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.member.Card;
import coterie.member.swim.Swim;
import coterie.member.swim.Swim.Msg;
import coterie.member.swim.Update;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * What a gossip message costs: to write it, to read it, both, and to count its bytes; in CPU
 * nanoseconds of the thread, and in allocated bytes.
 */
final class WireBench {
  private static final int REPETITIONS = 15;
  private static final int WARM_UPS = 10;
  private static final int MEMBERS_A_REPETITION = 3_000_000;

  private final PrintStream out;
  private final Codec<Msg> codec = Codec.of(Msg.class);
  private final Output output = new Output();

  WireBench(PrintStream out) {
    this.out = out;
  }

  void run(int... sizes) {
    out.printf(
        "%-8s %7s %7s %7s %10s %8s %10s%n",
        "", "members", "bytes", "with", "median ns", "best ns", "B/message");
    for (int size : sizes) {
      measure(size);
    }
  }

  private void measure(int members) {
    // Several messages, so that no branch is learned by heart.
    Msg[] messages = new Msg[16];
    byte[][] encoded = new byte[messages.length][];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = message(members, i);
      encoded[i] = codec.encode(messages[i]);
    }
    int[] turn = {0};
    int bytes = encoded[0].length;
    time("encode", members, bytes, () -> encode(messages[turn[0]++ & 15]));
    time("decode", members, bytes, () -> decode(encoded[turn[0]++ & 15]));
    time("both", members, bytes, () -> both(messages[turn[0]++ & 15]));
    time("size", members, bytes, () -> codec.size(messages[turn[0]++ & 15]));
  }

  private static Msg message(int members, int number) {
    List<Update> gossip = gossip(members);
    return switch (number % 3) {
      case 0 -> new Swim.Ping(4711, gossip);
      case 1 -> new Swim.Ack(number, gossip);
      default -> new Swim.PingRequest(number, new NodeId(number), gossip);
    };
  }

  /** Names of 8 characters, IPv4 addresses with a port, no tags, small incarnations. */
  private static List<Update> gossip(int members) {
    List<Update> gossip = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      Bytes address = Bytes.of((byte) 10, (byte) 0, (byte) 3, (byte) i, (byte) 0x1F, (byte) -112);
      NodeId who = new NodeId(0x9E3779B97F4A7C15L * (i + 1));
      String name = "member%02d".formatted(i % 100);
      gossip.add(new Update.Alive(who, i % 3, new Card(name, address, List.of())));
    }
    return List.copyOf(gossip);
  }

  private int encode(Msg message) {
    output.clear();
    codec.write(message, output);
    return output.size();
  }

  private int decode(byte[] bytes) {
    return decode(bytes, bytes.length);
  }

  private int decode(byte[] bytes, int length) {
    return switch (codec.decode(bytes, 0, length)) {
      case Decoded.Value<Msg> value -> value.message().getClass() == null ? 0 : 1;
      case Decoded.Unknown<Msg> unknown -> throw new IllegalStateException(unknown.what());
      case Decoded.Malformed<Msg> malformed -> throw new IllegalStateException(malformed.why());
    };
  }

  private int both(Msg message) {
    return decode(output.buffer(), encode(message));
  }

  private void time(String what, int members, int bytes, IntSupplier step) {
    int steps = Math.max(1, MEMBERS_A_REPETITION / members);
    for (int i = 0; i < WARM_UPS; i++) {
      repeat(steps, step);
    }
    double[] nanos = new double[REPETITIONS];
    double allocated = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      Meter meter = new Meter();
      repeat(steps, step);
      nanos[i] = meter.threadSeconds() * 1e9 / steps;
      allocated = (double) meter.allocatedBytes() / steps;
    }
    Arrays.sort(nanos);
    out.printf(
        "%-8s %7d %7d %7d %10.0f %8.0f %10.0f%n",
        what,
        members,
        bytes,
        bytes + Envelope.size(0, 1, 1),
        nanos[REPETITIONS / 2],
        nanos[0],
        allocated);
  }

  /** The sum is looked at, so that the compiler cannot do without the work. */
  private static void repeat(int steps, IntSupplier step) {
    long sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += step.getAsInt();
    }
    if (sum == 0) {
      throw new IllegalStateException("nothing was done");
    }
  }
}
