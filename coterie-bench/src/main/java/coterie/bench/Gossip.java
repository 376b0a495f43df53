package coterie.bench;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;

/** A family as a membership protocol has it: the load of the benchmark of the wire. */
public final class Gossip {
  public sealed interface Msg extends Message {}

  public record Ping(long number, List<Update> gossip) implements Msg {}

  public record PingRequest(long number, NodeId target, List<Update> gossip) implements Msg {}

  public record Ack(long number, List<Update> gossip) implements Msg {}

  public record Nack(long number) implements Msg {}

  public sealed interface Update {}

  public record Alive(NodeId who, long incarnation, String name, Bytes address, List<Tag> tags)
      implements Update {}

  public record Suspect(NodeId who, long incarnation, NodeId by) implements Update {}

  public record Failed(NodeId who, long incarnation) implements Update {}

  public record Left(NodeId who, long incarnation) implements Update {}

  public record Tag(String key, String value) {}

  private Gossip() {}

  /** Names of 8 characters, IPv4 addresses with a port, no tags, small incarnations. */
  public static Ping ofMembers(int count) {
    List<Update> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Bytes address = Bytes.of((byte) 10, (byte) 0, (byte) 3, (byte) i, (byte) 0x1F, (byte) -112);
      NodeId who = new NodeId(0x9E3779B97F4A7C15L * (i + 1));
      members.add(new Alive(who, i % 3, "member%02d".formatted(i % 100), address, List.of()));
    }
    return new Ping(4711, List.copyOf(members));
  }
}
