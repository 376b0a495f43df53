package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Counters;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import coterie.net.socket.PortProbe;
import coterie.net.socket.Transport;
import coterie.wire.Codec;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node sends: over links that may have faults, by the transport that it fits. */
final class Outbound {
  private final NodeId self;
  private final EventLoop loop;
  private final Directory directory;
  private final Packets packets;
  private final PortProbe portProbe;
  private final Counters counters;
  private List<Transport> transports = List.of();
  private @Nullable LinkFaults faults;

  Outbound(
      NodeId self,
      EventLoop loop,
      Directory directory,
      Packets packets,
      PortProbe portProbe,
      Counters counters) {
    this.self = self;
    this.loop = loop;
    this.directory = directory;
    this.packets = packets;
    this.portProbe = portProbe;
    this.counters = counters;
  }

  /** Sends by the first of them, and by the last what is too long for that; by none, nothing. */
  void sendBy(List<Transport> newTransports) {
    transports = newTransports;
  }

  void sendThrough(@Nullable LinkFaults newFaults) {
    faults = newFaults;
  }

  /** Returns whether the way there is open, so that a closed port means something. */
  boolean isOpen(NodeId to) {
    return !transports.isEmpty() && (faults == null || faults.isOpen(self, to));
  }

  <M extends Message> void transmit(int channel, Codec<M> codec, NodeId to, M message) {
    long delay = faults == null ? 0 : faults.delayNanos(self, to);
    if (delay == LinkFaults.LOST) {
      counters.dropped(Drop.LOST);
      return;
    }
    postAfter(delay, channel, codec, to, message);
    long again = faults == null ? LinkFaults.LOST : faults.againNanos(self, to);
    if (again != LinkFaults.LOST) {
      postAfter(again, channel, codec, to, message);
    }
  }

  private <M extends Message> void postAfter(
      long delay, int channel, Codec<M> codec, NodeId to, M message) {
    if (delay == 0) {
      post(channel, codec, to, message);
    } else {
      loop.schedule(delay, () -> post(channel, codec, to, message));
    }
  }

  private <M extends Message> void post(int channel, Codec<M> codec, NodeId to, M message) {
    InetSocketAddress where = directory.address(to);
    if (where == null || transports.isEmpty()) {
      counters.dropped(Drop.NO_ADDRESS);
      return;
    }
    Transport by = transports.getFirst();
    int size = write(channel, codec, to, by, message);
    if (size > by.sizeMax()) {
      by = transports.getLast();
      size = packets.isSealing() ? write(channel, codec, to, by, message) : size;
    }
    counters.count(by.send(where, packets.buffer(), size, to, channel), size);
    if (!by.isStream() && message.isAnswered()) {
      portProbe.sent(to, channel);
    }
  }

  private <M extends Message> int write(
      int channel, Codec<M> codec, NodeId to, Transport by, M message) {
    return packets.write(channel, codec, to, directory.incarnation(to), by.isStream(), message);
  }
}
