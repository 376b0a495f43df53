package coterie.elect;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.testkit.TamperedContext;
import java.util.function.Function;

/** A node on which a test decides, message by message, what is never sent. */
public record LossyNode(Node node, Fate fate) implements Node {
  public interface Fate {
    boolean loses(NodeId from, NodeId to, Message message);
  }

  @Override
  public NodeId self() {
    return node.self();
  }

  @Override
  public <M extends Message, P extends Protocol<M>> P add(
      String channel, Class<M> family, Function<? super Context<M>, P> maker) {
    return node.add(channel, family, context -> maker.apply(lossy(context)));
  }

  private <M extends Message> Context<M> lossy(Context<M> context) {
    return new TamperedContext<>(context) {
      @Override
      public void send(NodeId to, M message) {
        if (!fate.loses(self(), to, message)) {
          super.send(to, message);
        }
      }
    };
  }
}
