package coterie.net.admission;

import coterie.net.greet.Greeting;
import coterie.net.metrics.Counters;
import coterie.net.packet.Packets;
import coterie.net.socket.Origin;
import coterie.net.socket.Transport;
import coterie.wire.Codec;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sends greetings, sealed where there is a ring, as long as the host is open. */
final class GreetingSender {
  private final Codec<Greeting> codec = Codec.of(Greeting.class);
  private final Packets packets;
  private final Counters counters;
  private @Nullable Transport transport;

  GreetingSender(GreetingContext context) {
    this.packets = context.packets();
    this.counters = context.counters();
  }

  /** Sends by that transport from now on; null: not at all. */
  void sendBy(@Nullable Transport newTransport) {
    transport = newTransport;
  }

  boolean isOpen() {
    return transport != null;
  }

  Codec<Greeting> codec() {
    return codec;
  }

  /** Sends it; returns the packet that it was. */
  byte[] send(InetSocketAddress address, Greeting said) {
    if (transport == null) {
      throw new IllegalStateException("a host that does not listen greets nobody");
    }
    return send(new Origin.Address(transport, address), said);
  }

  /** Sends it where something came from; returns the packet that it was. */
  byte[] send(Origin to, Greeting said) {
    int size = packets.write(Greeting.CHANNEL, codec, Packets.ANYONE, 0, to.isStream(), said);
    byte[] packet = Arrays.copyOf(packets.buffer(), size);
    send(to, packet);
    return packet;
  }

  /** Returns a packet without a seal, for one that cannot be expected to open another. */
  byte[] clear(Greeting said) {
    return packets.clear(Greeting.CHANNEL, codec, said);
  }

  void send(Origin to, byte[] packet) {
    if (isOpen()) {
      counters.count(to.answer(packet), packet.length);
    }
  }
}
