package coterie.net;

import coterie.core.Message;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** How messages become packets of a cluster, and packets messages. */
final class Packets {
  /** What a packet is found to be: its envelope and where its message begins, or why it is none. */
  sealed interface Opened {
    record Packet(Envelope envelope, int from, int to) implements Opened {}

    record Refused(Drop why) implements Opened {}
  }

  private final HostConfig config;
  private final int cluster;

  Packets(HostConfig config) {
    this.config = config;
    this.cluster = hash(config.cluster());
  }

  private static int hash(String name) {
    CRC32C crc = new CRC32C();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  <M extends Message> void write(
      Output out, HostContext<M> context, long receiverIncarnation, M message) {
    new Envelope(
            cluster, context.channel(), config.self(), config.incarnation(), receiverIncarnation)
        .write(out);
    context.codec().write(message, out);
  }

  Opened open(byte[] bytes, int from, int to) {
    return switch (Envelope.read(bytes, from, to)) {
      case Decoded.Value<Envelope>(Envelope envelope) ->
          envelope.cluster() == cluster
              ? new Opened.Packet(envelope, from + envelope.size(), to)
              : new Opened.Refused(Drop.OTHER_CLUSTER);
      case Decoded.Unknown<Envelope> unknown -> new Opened.Refused(Drop.UNKNOWN);
      case Decoded.Malformed<Envelope> malformed -> new Opened.Refused(Drop.MALFORMED);
    };
  }
}
