package coterie.net;

import static coterie.net.Village.await;
import static coterie.net.Village.greet;
import static coterie.net.Village.named;
import static coterie.net.Village.say;
import static coterie.net.Village.talk;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.net.directory.Addresses;
import coterie.net.directory.Directory;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import coterie.net.socket.PacketFrames;
import coterie.wire.Codec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * Memory, a cable or a proxy may turn one bit of a packet, and without keys nothing but its sum
 * tells. Every bit of every kind of packet that two running nodes exchange is turned here, one at a
 * time, and nothing of it stays.
 */
class FlippedBitTest {
  private static final long LIFE = 1_700_000_000_000L;

  private final List<Long> superseded = new CopyOnWriteArrayList<>();
  private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

  @Test
  void noBitOfAnyPacketLeavesATrace() throws Exception {
    try (Village village = new Village()) {
      village.loop.onFailure(thrown::add);
      Host a = village.open(named("a").withIncarnation(LIFE));
      a.onSuperseded(superseded::add);
      a.start().get();
      Host b = village.start(named("b").withIncarnation(LIFE + 5));
      assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
      say(b, a.self(), 1);
      await("heard", () -> talk(a).heard.equals(List.of(1L)));
      List<byte[]> packets = packetsOf(a, b);
      int bits = packets.stream().mapToInt(packet -> packet.length * Byte.SIZE).sum();
      village.in(() -> packets.forEach(packet -> turnEachBit(a, b, packet)));
      requireUnharmed(village, a, b);
      assertThat(superseded).isEmpty();
      assertThat(a.counters().drops(Drop.DAMAGED)).isGreaterThan(bits * 2L / 3);
      assertThat(thrown).isEmpty();
      assertThat(talk(a).heard).containsExactly(1L);
      say(b, a.self(), 2);
      say(a, b.self(), 3);
      await("both hear as before", () -> talk(a).heard.contains(2L) && talk(b).heard.contains(3L));
      assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
    }
  }

  /** On a stream a wrong length would have the node wait for what never comes. */
  @Test
  void turnedBitOfALengthEndsItsConnectionAtOnce() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a").withIncarnation(LIFE));
      Host b = village.start(named("b").withIncarnation(LIFE + 5));
      byte[] packet = packetsOf(a, b).getFirst();
      byte[] turned = PacketFrames.head(packet.length);
      turned[2] ^= 1; // 256 bytes more, or less.
      try (Socket socket = new Socket(a.address().getAddress(), a.address().getPort())) {
        socket.setSoTimeout(20_000); // A packet that has begun may take 30 s.
        socket.getOutputStream().write(turned);
        socket.getOutputStream().write(packet);
        assertThat(hasEnded(socket)).isTrue();
      }
      await("counted", () -> a.counters().drops(Drop.DAMAGED) == 1);
      try (Socket again = new Socket(a.address().getAddress(), a.address().getPort())) {
        PacketFrames.write(again.getOutputStream(), packet);
        await("heard by another one", () -> talk(a).heard.equals(List.of(9L)));
      }
    }
  }

  private static boolean hasEnded(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true; // What was not read yet makes it a reset.
    }
  }

  private static void requireUnharmed(Village village, Host a, Host b) {
    List<Object> known = new CopyOnWriteArrayList<>();
    village.in(
        () -> {
          known.add(a.directory().incarnation(b.self()));
          known.add(String.valueOf(a.directory().address(b.self())));
          known.add(a.directory().strangers());
          known.add(a.network().greetings().unprovenLives().size());
        });
    assertThat(known).containsExactly(LIFE + 5, String.valueOf(b.address()), 1, 0);
  }

  /** What b says to a, one of each kind. */
  private static List<byte[]> packetsOf(Host a, Host b) {
    Packets from = Village.packets(b.config(), new Directory());
    Bytes address = Addresses.pack(b.address());
    Codec<Greeting> codec = Codec.of(Greeting.class);
    Bytes question = Bytes.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    List<byte[]> packets = new ArrayList<>();
    packets.add(packet(from, 0, Codec.of(Talk.Msg.class), a, new Talk.Say(9, Bytes.of())));
    for (Greeting said :
        List.of(
            new Greeting.Hello(Greeting.VERSION, "test", "b", address, question, ""),
            new Greeting.Welcome(77, "b", address, ""),
            new Greeting.Refusal(77, Greeting.Reason.INCARNATION, "", 0),
            new Greeting.Probe(77, b.self()),
            new Greeting.Present(77),
            new Greeting.Superseded(b.self(), LIFE + 9))) {
      packets.add(packet(from, Greeting.CHANNEL, codec, a, said));
    }
    return packets;
  }

  private static <M extends Message> byte[] packet(
      Packets from, int channel, Codec<M> codec, Host to, M message) {
    int size = from.write(channel, codec, to.self(), to.incarnation(), false, message);
    return Arrays.copyOf(from.buffer(), size);
  }

  private static void turnEachBit(Host a, Host b, byte[] packet) {
    InetSocketAddress source = b.address();
    for (int bit = 0; bit < packet.length * Byte.SIZE; bit++) {
      byte[] turned = packet.clone();
      turned[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Village.arrive(a, turned, source);
    }
  }
}
