package coterie.net;

import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Says numbers to others, and remembers what it was told and who could not be reached. */
public final class Talk implements Protocol<Talk.Msg> {
  public sealed interface Msg extends Message {}

  public record Say(long number, Bytes more) implements Msg {}

  /** Nobody answers it. */
  public record Remark(long number) implements Msg {
    @Override
    public boolean isAnswered() {
      return false;
    }
  }

  private final Context<Msg> context;
  final List<Long> heard = new CopyOnWriteArrayList<>();
  final List<NodeId> senders = new CopyOnWriteArrayList<>();
  final List<NodeId> absent = new CopyOnWriteArrayList<>();

  Talk(Context<Msg> context) {
    this.context = context;
  }

  void say(NodeId to, long number, int bytes) {
    context.send(to, new Say(number, Bytes.of(new byte[bytes])));
  }

  void remark(NodeId to, long number) {
    context.send(to, new Remark(number));
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Say say -> {
        heard.add(say.number());
        senders.add(from);
      }
      case Remark remark -> heard.add(remark.number());
    }
  }

  @Override
  public void unreachable(NodeId to) {
    absent.add(to);
  }
}
