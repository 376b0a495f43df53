package coterie.sim;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recording.Scribe;
import coterie.sim.Whereabouts.Doing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All nodes: who is up, in which incarnation, and the protocols that run on it. */
final class Hosts {
  private static final int NOBODY = -1;

  private record Channel(String name, Class<?> family) {}

  private final Engine engine;
  private final View members;
  private final Blueprint blueprint;
  private final long seed;
  private final NodeId[] ids;
  private final int[] incarnations;
  private final int[] restartedAt;
  private final @Nullable SeededRandom[] randoms;
  private final List<Channel> channels = new ArrayList<>();

  /** By node and channel; null while the node is down. */
  private @Nullable NodeContext<?>[] contexts;

  private @Nullable Protocol<?>[] protocols;
  private int channelCount;
  private int restarts;
  private int upCount;
  private int building = NOBODY;

  Hosts(Engine engine, View members, Blueprint blueprint, long seed) {
    this.engine = engine;
    this.members = members;
    this.blueprint = blueprint;
    this.seed = seed;
    int size = members.size();
    ids = new NodeId[size];
    for (int i = 0; i < size; i++) {
      ids[i] = members.at(i);
    }
    incarnations = new int[size];
    restartedAt = new int[size];
    randoms = new @Nullable SeededRandom[size];
    contexts = new @Nullable NodeContext<?>[size];
    protocols = new @Nullable Protocol<?>[size];
    channelCount = 1;
  }

  int size() {
    return ids.length;
  }

  View members() {
    return members;
  }

  NodeId id(int index) {
    return ids[index];
  }

  int index(NodeId id) {
    int index = members.indexOf(id);
    if (index < 0) {
      throw new IllegalArgumentException(
          "there is no %s; the nodes are %s to %s".formatted(id, ids[0], ids[ids.length - 1]));
    }
    return index;
  }

  int indexUp(NodeId id, String word) {
    int index = index(id);
    if (!isUp(index)) {
      throw new IllegalArgumentException(
          "%s is down; %s takes a node that is up".formatted(id, word));
    }
    return index;
  }

  void requireBuilt(int index) {
    if (index == building) {
      throw new IllegalStateException(
          "a protocol acts from start() on, not in its constructor: " + ids[index]);
    }
  }

  boolean isUp(int index) {
    return protocols[index * channelCount] != null;
  }

  int upCount() {
    return upCount;
  }

  long incarnation(int index) {
    return incarnations[index];
  }

  SeededRandom random(int index) {
    SeededRandom random = randoms[index];
    if (random == null) {
      random = new SeededRandom(Mix.mix(Mix.mix(seed, 0xA11CE), index, incarnations[index]));
      randoms[index] = random;
    }
    return random;
  }

  @SuppressWarnings("unchecked") // Every node has the same family of messages on a channel.
  @Nullable Protocol<Message> protocol(int index, int channel) {
    return (Protocol<Message>) protocols[index * channelCount + channel];
  }

  List<Protocol<?>> protocols(int index) {
    List<Protocol<?>> found = new ArrayList<>();
    for (int channel = 0; channel < channelCount; channel++) {
      Protocol<?> protocol = protocols[index * channelCount + channel];
      if (protocol != null) {
        found.add(protocol);
      }
    }
    return found;
  }

  List<Class<?>> families() {
    List<Class<?>> families = new ArrayList<>();
    channels.forEach(channel -> families.add(channel.family()));
    return families;
  }

  /** Whether a node has more than one protocol. */
  boolean hasStacks() {
    return channelCount > 1;
  }

  Class<?> family(int channel) {
    return channels.get(channel).family();
  }

  /** Counts the recoveries of all nodes; what is sent carries it. */
  int restarts() {
    return restarts;
  }

  /** Whether the node was started again after that count: it then drops what was meant before. */
  boolean isStale(int index, int stamp) {
    return stamp != restarts && restartedAt[index] > stamp;
  }

  void start(int index, Runnable told) {
    if (isUp(index)) {
      throw new IllegalArgumentException(
          "%s is up; recover takes a node that is down".formatted(ids[index]));
    }
    if (++incarnations[index] > 1) {
      restartedAt[index] = ++restarts;
    }
    randoms[index] = null;
    Scribe scribe = engine.scribe(index);
    if (scribe != null) {
      scribe.started(engine.clockNanos(index), incarnations[index]);
    }
    Builder builder = new Builder(index);
    building = index;
    blueprint.build(builder);
    building = NOBODY;
    if (builder.next == 0 || builder.next != channels.size()) {
      throw new IllegalArgumentException(
          "a blueprint adds the same protocols, at least one, to every node");
    }
    upCount++;
    told.run();
    try {
      startProtocols(index);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      engine.locate(e, ids[index], Doing.STARTED, null, null);
      throw e;
    }
    if (scribe != null) {
      scribe.handled();
    }
  }

  private void startProtocols(int index) {
    for (int channel = 0; channel < channelCount; channel++) {
      Protocol<?> protocol = protocols[index * channelCount + channel];
      if (protocol != null) {
        protocol.start();
        engine.started(index, protocol);
      }
    }
  }

  void stop(int index) {
    if (!isUp(index)) {
      throw new IllegalArgumentException(
          "%s is down already; crash takes a node that is up".formatted(ids[index]));
    }
    Scribe scribe = engine.scribe(index);
    if (scribe != null) {
      scribe.ended(engine.clockNanos(index));
    }
    upCount--;
    for (int channel = 0; channel < channelCount; channel++) {
      int at = index * channelCount + channel;
      NodeContext<?> context = contexts[at];
      if (context != null) {
        context.stopAlarms();
      }
      contexts[at] = null;
      protocols[at] = null;
    }
  }

  private int claimChannel(int channel, String name, Class<?> family) {
    Channel wanted = new Channel(name, family);
    if (channel < channels.size()) {
      if (!channels.get(channel).equals(wanted)) {
        throw new IllegalArgumentException(
            "channel %d is \"%s\" on the first node, not \"%s\""
                .formatted(channel, channels.get(channel).name(), name));
      }
    } else if (channels.stream().anyMatch(known -> known.name().equals(name))) {
      throw new IllegalArgumentException("two protocols share the channel name " + name);
    } else {
      addChannel(wanted);
    }
    return channel;
  }

  /** Only while the first node is being built, whose place in the arrays does not move. */
  private void addChannel(Channel channel) {
    if (channels.size() == Engine.CHANNEL || upCount > 0) {
      throw new IllegalArgumentException(
          upCount > 0
              ? "channel \"%s\" is missing on the first node".formatted(channel.name())
              : "a node has at most %d protocols".formatted(Engine.CHANNEL));
    }
    engine.requireCoded(channel.family());
    channels.add(channel);
    if (channels.size() > 1) {
      channelCount = channels.size();
      contexts = Arrays.copyOf(contexts, ids.length * channelCount);
      protocols = Arrays.copyOf(protocols, ids.length * channelCount);
    }
  }

  private final class Builder implements Node {
    private final int index;
    private int next;

    Builder(int index) {
      this.index = index;
    }

    @Override
    public NodeId self() {
      return ids[index];
    }

    @Override
    public <M extends Message, P extends Protocol<M>> P add(
        String name, Class<M> family, Function<? super Context<M>, P> maker) {
      int channel = claimChannel(next++, name, family);
      Scribe scribe = engine.scribe(index);
      if (scribe != null) {
        scribe.added(family);
      }
      NodeContext<M> context = new NodeContext<>(engine, index, channel, ids[index]);
      P protocol = maker.apply(context);
      context.attach(protocol);
      contexts[index * channelCount + channel] = context;
      protocols[index * channelCount + channel] = protocol;
      return protocol;
    }
  }
}
