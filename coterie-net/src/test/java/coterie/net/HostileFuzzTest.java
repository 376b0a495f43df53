package coterie.net;

import com.code_intelligence.jazzer.junit.FuzzTest;
import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.greet.Greeting;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import coterie.net.socket.Origin;
import coterie.net.socket.PacketFrames;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Bytes that anybody may send: whatever they are, nothing is thrown. A build runs the inputs in
 * HostileFuzzTestInputs; CONTRIBUTING.md says how to look for more.
 */
class HostileFuzzTest {
  private static final String DURATION = "2m";
  private static final HostConfig CONFIG = HostConfig.of("test", "a", Village.any());
  private static final List<Codec<?>> CODECS = new ArrayList<>();
  private static final Packets CLEAR = Village.packets(CONFIG, new Directory());
  private static final Packets SEALED =
      Village.packets(
          CONFIG.withSecurity(Security.sealed(KeyRing.of(KeyRing.generate()))), new Directory());
  private static Village village;
  private static Host host;

  @BeforeAll
  static void open() throws Exception {
    for (Class<?> family : Samples.families().values()) {
      CODECS.add(Codec.of(family));
    }
    village = new Village();
    host = village.open(CONFIG);
    host.close(); // It thinks, but sends nothing.
  }

  @AfterAll
  static void close() {
    village.close();
  }

  @FuzzTest(maxDuration = DURATION)
  void packets(byte[] bytes) {
    for (Packets packets : List.of(CLEAR, SEALED)) {
      switch (packets.open(bytes, 0, bytes.length)) {
        case Packets.Opened.Packet packet -> require(packet.to() <= bytes.length);
        case Packets.Opened.Refused refused -> require(refused.why() != null);
      }
    }
    Packets.hint(bytes, 0, bytes.length, Codec.of(Greeting.class));
  }

  @FuzzTest(maxDuration = DURATION)
  void messages(byte[] bytes) {
    if (bytes.length > 0) {
      decode(CODECS.get((bytes[0] & 0xFF) % CODECS.size()), bytes);
    }
  }

  private static <M> void decode(Codec<M> codec, byte[] bytes) {
    if (codec.decode(bytes, 1, bytes.length) instanceof Decoded.Value<M>(M message)) {
      byte[] again = codec.encode(message);
      require(codec.decode(again).equals(new Decoded.Value<>(message)));
    }
  }

  @FuzzTest(maxDuration = DURATION)
  void greetings(byte[] bytes) {
    NodeId sender = new NodeId(bytes.length % 3);
    Envelope envelope = new Envelope(1, Greeting.CHANNEL, sender, 1 + bytes.length % 5, 0);
    Origin origin = new Nobody();
    Throwable[] thrown = new Throwable[1];
    village.in(
        () -> {
          try {
            host.network().greetings().receive(envelope, bytes, 0, bytes.length, 7, origin);
          } catch (RuntimeException | Error e) {
            thrown[0] = e;
          }
        });
    if (thrown[0] != null) {
      throw new AssertionError(thrown[0]);
    }
  }

  @FuzzTest(maxDuration = DURATION)
  void frames(byte[] bytes) {
    AtomicLong budget = new AtomicLong(100_000);
    PacketFrames frames =
        new PacketFrames(new ByteArrayInputStream(bytes), wait -> {}, budget, 1_000_000);
    try {
      while (true) {
        frames.release(frames.next(1));
      }
    } catch (IOException e) {
      require(budget.get() == 100_000);
    }
  }

  /** Where a host that is closed sends no answer. */
  private record Nobody() implements Origin {
    @Override
    public InetSocketAddress source() {
      return Village.any();
    }

    @Override
    public InetAddress host() {
      return Village.any().getAddress();
    }

    @Override
    public boolean isStream() {
      return false;
    }

    @Override
    public Drop answer(byte[] packet) {
      throw new AssertionError("a closed host answers");
    }
  }

  private static void require(boolean isRight) {
    if (!isRight) {
      throw new AssertionError("a promise is broken");
    }
  }
}
