package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.recording.Scribe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The protocols of one node, by channel. */
final class Stack implements Node {
  /** A hint names its channels in the bits of a long. */
  static final int CHANNELS_MAX = 60;

  private final Host host;
  private final List<HostContext<?>> contexts = new ArrayList<>();
  private boolean isBuilt;

  Stack(Host host) {
    this.host = host;
  }

  void build(Blueprint blueprint) {
    blueprint.build(this);
    isBuilt = true;
    if (contexts.isEmpty()) {
      throw new IllegalArgumentException("a blueprint adds at least one protocol to a node");
    }
  }

  boolean isBuilt() {
    return isBuilt;
  }

  List<HostContext<?>> contexts() {
    return contexts;
  }

  @Nullable HostContext<?> at(int channel) {
    return channel < contexts.size() ? contexts.get(channel) : null;
  }

  List<Protocol<?>> protocols() {
    List<Protocol<?>> protocols = new ArrayList<>();
    contexts.forEach(context -> protocols.add(context.protocol()));
    return protocols;
  }

  @Override
  public NodeId self() {
    return host.self();
  }

  @Override
  public <M extends Message, P extends Protocol<M>> P add(
      String channel, Class<M> family, Function<? super Context<M>, P> maker) {
    if (contexts.size() == CHANNELS_MAX) {
      throw new IllegalArgumentException("a node has at most %d protocols".formatted(CHANNELS_MAX));
    }
    if (contexts.stream().anyMatch(known -> known.name().equals(channel))) {
      throw new IllegalArgumentException("two protocols share the channel name " + channel);
    }
    HostContext<M> context = new HostContext<>(host, contexts.size(), channel, family);
    Scribe scribe = host.scribe();
    if (scribe != null) {
      scribe.added(family);
    }
    P protocol = maker.apply(context);
    context.attach(protocol);
    contexts.add(context);
    return protocol;
  }
}
