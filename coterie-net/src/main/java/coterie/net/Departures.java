package coterie.net;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.wire.Codec;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node sends: through a passage, if there is one, and by the transport that it fits. */
final class Departures {
  private final NodeId self;
  private final EventLoop loop;
  private final Directory directory;
  private final Packets packets;
  private final Knocker knocker;
  private final Counters counters;
  private List<Transport> transports = List.of();
  private @Nullable Passage passage;

  Departures(
      NodeId self,
      EventLoop loop,
      Directory directory,
      Packets packets,
      Knocker knocker,
      Counters counters) {
    this.self = self;
    this.loop = loop;
    this.directory = directory;
    this.packets = packets;
    this.knocker = knocker;
    this.counters = counters;
  }

  /** Sends by the first of them, and by the last what is too long for that; by none, nothing. */
  void sendBy(List<Transport> newTransports) {
    transports = newTransports;
  }

  void sendThrough(@Nullable Passage newPassage) {
    passage = newPassage;
  }

  /** Returns whether the way there is open, so that a closed port means something. */
  boolean isOpen(NodeId to) {
    return !transports.isEmpty() && (passage == null || passage.isOpen(self, to));
  }

  <M extends Message> void transmit(int channel, Codec<M> codec, NodeId to, M message) {
    long delay = passage == null ? 0 : passage.delayNanos(self, to);
    if (delay == Passage.LOST) {
      counters.dropped(Drop.LOST);
      return;
    }
    postAfter(delay, channel, codec, to, message);
    long again = passage == null ? Passage.LOST : passage.againNanos(self, to);
    if (again != Passage.LOST) {
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
      knocker.sent(to, channel);
    }
  }

  private <M extends Message> int write(
      int channel, Codec<M> codec, NodeId to, Transport by, M message) {
    return packets.write(channel, codec, to, directory.incarnation(to), by.isStream(), message);
  }
}
