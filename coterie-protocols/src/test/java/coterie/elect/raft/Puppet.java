package coterie.elect.raft;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import java.util.ArrayList;
import java.util.List;

/** A process that says what a test tells it to, and remembers what it heard. */
final class Puppet<M extends Message> implements Protocol<M> {
  private final Context<M> context;
  final List<M> heard = new ArrayList<>();

  Puppet(Context<M> context) {
    this.context = context;
  }

  void say(NodeId to, M message) {
    context.send(to, message);
  }

  @Override
  public void receive(NodeId from, M message) {
    heard.add(message);
  }
}
