package coterie.kernel;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import java.util.function.Function;

/** Builds the protocols of one node for one life, by channel. */
final class NodeBuilder implements Node {
  private final Kernel kernel;
  private final NodeTable table;
  private final int node;
  private int next;

  NodeBuilder(Kernel kernel, NodeTable table, int node) {
    this.kernel = kernel;
    this.table = table;
    this.node = node;
  }

  @Override
  public NodeId self() {
    return table.ids[node];
  }

  @Override
  public <M extends Message, P extends Protocol<M>> P add(
      String name, Class<M> family, Function<? super Context<M>, P> maker) {
    int channel = next++;
    table.claim(channel, name, family);
    kernel.requireCoded(family);
    kernel.witnesses.added(self(), channel, name, family);
    NodeContext<M> context = new NodeContext<>(kernel, node, channel, self());
    P protocol = maker.apply(context);
    table.put(context, protocol);
    return protocol;
  }

  /** Builds all; if something throws, the node stays down. */
  void build(Blueprint blueprint) {
    boolean isBuilt = false;
    table.beginBuilding(node);
    try {
      blueprint.build(this);
      requireComplete();
      isBuilt = true;
    } finally {
      table.endBuilding(node, isBuilt);
      if (!isBuilt) {
        kernel.witnesses.ended(self());
      }
    }
  }

  private void requireComplete() {
    if (next == 0 || next != table.channels.size()) {
      throw new IllegalArgumentException(
          "a blueprint adds the same protocols, at least one, to every node");
    }
  }
}
