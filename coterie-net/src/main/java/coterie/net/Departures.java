package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a node sends: through a passage, if there is one, and by UDP or TCP. */
final class Departures {
  private final Host host;
  private @Nullable Passage passage;

  Departures(Host host) {
    this.host = host;
  }

  void sendThrough(@Nullable Passage newPassage) {
    passage = newPassage;
  }

  /** Whether the way there is open, so that a closed port means something. */
  boolean mayKnock(NodeId to) {
    return host.isOpen()
        && !host.isPaused()
        && (passage == null || passage.isOpen(host.self(), to));
  }

  void transmit(int channel, NodeId to, Message message) {
    if (to.equals(host.self())) {
      host.loop().execute(() -> host.whenAwake(() -> host.deliver(channel, to, message)));
      return;
    }
    long delay = passage == null ? 0 : passage.delayNanos(host.self(), to);
    if (delay == Passage.LOST) {
      host.dropped(Drop.LOST);
      return;
    }
    postAfter(delay, channel, to, message);
    long again = passage == null ? Passage.LOST : passage.againNanos(host.self(), to);
    if (again != Passage.LOST) {
      postAfter(again, channel, to, message);
    }
  }

  private void postAfter(long delay, int channel, NodeId to, Message message) {
    if (delay == 0) {
      post(channel, to, message);
    } else {
      host.loop().schedule(delay, () -> post(channel, to, message));
    }
  }

  private void post(int channel, NodeId to, Message message) {
    InetSocketAddress where = host.directory().address(to);
    Ports ports = host.ports();
    if (where == null || ports == null || !host.isOpen()) {
      host.dropped(Drop.NO_ADDRESS);
      return;
    }
    boolean isStream = host.config().transport() == HostConfig.Transport.TCP_ONLY;
    int size = write(channel, to, message, isStream);
    if (!isStream && size > host.config().datagramMax()) {
      isStream = true;
      size = host.packets().isSealing() ? write(channel, to, message, true) : size;
    }
    if (isStream) {
      byte[] copy = Arrays.copyOf(host.packets().buffer(), size);
      count(ports.streams().send(where, new Parcel(copy, to, channel, false)), size);
    } else {
      count(
          ports.datagrams().send(where, host.packets().buffer(), size) ? null : Drop.NOT_SENT,
          size);
      if (message.isAnswered()) {
        host.knocker().sent(to, channel);
      }
    }
  }

  private int write(int channel, NodeId to, Message message, boolean isStream) {
    long incarnation = host.directory().incarnation(to);
    return host.packets()
        .write(channel, host.driver().codec(channel), to, incarnation, isStream, message);
  }

  private void count(@Nullable Drop otherwise, int size) {
    if (otherwise == null) {
      host.counters().sent(size);
    } else {
      host.dropped(otherwise);
    }
  }

  /** Returns the packet that it was. */
  byte[] sendControl(Greeter.Origin to, Greeting said) {
    boolean isStream =
        to.stream() != null || host.config().transport() == HostConfig.Transport.TCP_ONLY;
    int size =
        host.packets()
            .write(Greeting.CHANNEL, host.greeter().codec(), Seals.ANYONE, 0, isStream, said);
    byte[] packet = Arrays.copyOf(host.packets().buffer(), size);
    sendControl(to, packet);
    return packet;
  }

  void sendControl(Greeter.Origin to, byte[] packet) {
    Ports ports = host.ports();
    if (ports == null || !host.isOpen()) {
      return;
    }
    InetSocketAddress source = to.source();
    Parcel parcel = new Parcel(packet, null, Greeting.CHANNEL, false);
    if (to.stream() != null) {
      count(to.stream().send(parcel) ? null : Drop.TOO_MUCH, packet.length);
    } else if (source != null && host.config().transport() == HostConfig.Transport.TCP_ONLY) {
      count(ports.streams().send(source, parcel), packet.length);
    } else if (source != null) {
      boolean isSent = ports.datagrams().send(source, packet, packet.length);
      count(isSent ? null : Drop.NOT_SENT, packet.length);
    }
  }
}
