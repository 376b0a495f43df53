package coterie.sim;

import coterie.core.Message;
import coterie.kernel.Kernel;
import coterie.wire.Codec;
import coterie.wire.Envelope;
import java.util.Arrays;

/** Counts what every member sends and receives: an envelope and a message a packet. */
final class Traffic {
  private final Hosts hosts;
  private final Kernel kernel;
  private final long[] messagesSent;
  private final long[] bytesSent;
  private final long[] messagesReceived;
  private final long[] bytesReceived;
  private Codec<?>[] codecs = {};
  private long bytes;

  Traffic(Hosts hosts, Kernel kernel) {
    this.hosts = hosts;
    this.kernel = kernel;
    int size = hosts.size();
    messagesSent = new long[size];
    bytesSent = new long[size];
    messagesReceived = new long[size];
    bytesReceived = new long[size];
  }

  long bytes() {
    return bytes;
  }

  Load load(int node) {
    return new Load(
        messagesSent[node], bytesSent[node], messagesReceived[node], bytesReceived[node]);
  }

  void sent(int from, int to, int channel, Message message) {
    if (from == to) {
      return;
    }
    int size = size(from, to, channel, message);
    messagesSent[from]++;
    bytesSent[from] += size;
    bytes += size;
  }

  void received(int from, int to, int channel, Message message) {
    if (from == to) {
      return;
    }
    messagesReceived[to]++;
    bytesReceived[to] += size(from, to, channel, message);
  }

  private int size(int from, int to, int channel, Message message) {
    return Envelope.size(channel, hosts.incarnation(from), hosts.incarnation(to))
        + codec(channel).size(message);
  }

  @SuppressWarnings("unchecked") // Every message on a channel is of the channel's family.
  private Codec<Message> codec(int channel) {
    if (channel >= codecs.length) {
      int known = codecs.length;
      codecs = Arrays.copyOf(codecs, channel + 1);
      for (int i = known; i <= channel; i++) {
        codecs[i] = Codec.of(kernel.families().get(i));
      }
    }
    return (Codec<Message>) codecs[channel];
  }
}
