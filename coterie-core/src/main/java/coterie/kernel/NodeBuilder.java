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
  private final Outputs outputs;
  private final NodeTable table;
  private final int node;
  private int next;

  NodeBuilder(Outputs outputs, NodeTable table, int node) {
    this.outputs = outputs;
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
    table.claim(node, channel, name, family);
    outputs.requireCoded(family);
    outputs.witnesses.added(self(), channel, name, family);
    NodeContext<M> context = new NodeContext<>(outputs, node, channel, self());
    P protocol = maker.apply(context);
    table.put(context, protocol);
    return protocol;
  }

  /** Builds all; if something throws, the node stays down. */
  void build(Blueprint blueprint) {
    boolean isBuilt = false;
    outputs.beginBuilding(node);
    try {
      blueprint.build(this);
      requireComplete();
      isBuilt = true;
    } finally {
      outputs.endBuilding(node);
      table.endBuilding(node, isBuilt);
      if (!isBuilt) {
        outputs.witnesses.ended(self());
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
