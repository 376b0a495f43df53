package coterie.elect;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import java.util.function.Function;

/** A node on which a test decides, message by message, what is never sent. */
record LossyNode(Node node, BullyGroup.Fate fate) implements Node {
  @Override
  public NodeId self() {
    return node.self();
  }

  @Override
  public <M extends Message, P extends Protocol<M>> P add(
      String channel, Class<M> family, Function<? super Context<M>, P> maker) {
    return node.add(channel, family, context -> maker.apply(new LossyContext<>(context, fate)));
  }

  private record LossyContext<M extends Message>(Context<M> context, BullyGroup.Fate fate)
      implements Context<M> {
    @Override
    public void send(NodeId to, M message) {
      if (!fate.loses(self(), to, message)) {
        context.send(to, message);
      }
    }

    @Override
    public NodeId self() {
      return context.self();
    }

    @Override
    public long incarnation() {
      return context.incarnation();
    }

    @Override
    public long nowNanos() {
      return context.nowNanos();
    }

    @Override
    public long wallMillis() {
      return context.wallMillis();
    }

    @Override
    public long random(long bound) {
      return context.random(bound);
    }

    @Override
    public Alarm alarm(String name, Runnable onExpiry) {
      return context.alarm(name, onExpiry);
    }

    @Override
    public <T extends Record> Stable<T> stable(String name, Class<T> type) {
      return context.stable(name, type);
    }

    @Override
    public void note(Note note) {
      context.note(note);
    }
  }
}
