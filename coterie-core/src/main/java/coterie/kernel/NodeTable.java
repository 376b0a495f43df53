package coterie.kernel;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contexts and protocols of all nodes, in flat arrays by node and channel: an object per node
 * would be three more waits for memory in every event.
 *
 * <p>They hang here, and not on the kernel itself, for the sake of a copying collector. It lays
 * objects down in the order in which it meets them. One step nearer to the root it would meet
 * alarms through their contexts, in the order of nodes, before the driver's queue, in the order of
 * time; at 100,000 scattered nodes that costs half of the speed.
 */
final class NodeTable {
  /** How many protocols a node may have: hints on sockets name channels in the bits of a long. */
  private static final int CHANNELS_MAX = 60;

  record Channel(String name, Class<? extends Message> family) {}

  final NodeId[] ids;
  final List<Channel> channels = new ArrayList<>();

  /** Null while the node is down. */
  @Nullable NodeContext<?>[] contexts;

  /** Null while the node is down. */
  @Nullable Protocol<?>[] protocols;

  int channelCount = 1;
  int upCount;
  private boolean isFixed;

  NodeTable(View members) {
    ids = new NodeId[members.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = members.at(i);
    }
    contexts = new @Nullable NodeContext<?>[ids.length];
    protocols = new @Nullable Protocol<?>[ids.length];
  }

  /** Lets the protocols act, if the node was built. */
  void endBuilding(int node, boolean isBuilt) {
    if (!isBuilt) {
      clear(node);
      channels.subList(isFixed ? channels.size() : 0, channels.size()).clear();
      return;
    }
    isFixed = true;
    upCount++;
    for (int at = node * channelCount; at < (node + 1) * channelCount; at++) {
      attach(contexts[at], protocols[at]);
    }
  }

  @SuppressWarnings("unchecked") // They were built together.
  private static void attach(@Nullable NodeContext<?> context, @Nullable Protocol<?> protocol) {
    if (context != null) {
      ((NodeContext<Message>) context).protocol = (Protocol<Message>) protocol;
    }
  }

  void put(NodeContext<?> context, Protocol<?> protocol) {
    int at = context.node * channelCount + context.channel;
    assert contexts[at] == null : "a second protocol on a channel would share its alarms";
    contexts[at] = context;
    protocols[at] = protocol;
  }

  /** Ends the life of all that runs there. */
  void clear(int node) {
    for (int at = node * channelCount; at < (node + 1) * channelCount; at++) {
      NodeContext<?> context = contexts[at];
      if (context != null) {
        context.die();
      }
      contexts[at] = null;
      protocols[at] = null;
    }
  }

  List<Protocol<?>> protocols(int node) {
    List<Protocol<?>> found = new ArrayList<>();
    for (int at = node * channelCount; at < (node + 1) * channelCount; at++) {
      Protocol<?> protocol = protocols[at];
      if (protocol != null) {
        found.add(protocol);
      }
    }
    return found;
  }

  void claim(int node, int channel, String name, Class<? extends Message> family) {
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
      add(node, wanted);
    }
  }

  /** Only while the first node is being built. */
  private void add(int node, Channel channel) {
    if (isFixed) {
      throw new IllegalArgumentException(
          "channel \"%s\" is missing on the first node".formatted(channel.name()));
    }
    if (channels.size() == CHANNELS_MAX) {
      throw new IllegalArgumentException("a node has at most %d protocols".formatted(CHANNELS_MAX));
    }
    channels.add(channel);
    if (channels.size() > channelCount) {
      int known = channelCount;
      channelCount = channels.size();
      contexts =
          moved(node, known, contexts, new @Nullable NodeContext<?>[ids.length * channelCount]);
      protocols =
          moved(node, known, protocols, new @Nullable Protocol<?>[ids.length * channelCount]);
    }
  }

  /** Only the first node that is built has anything there, whichever it is. */
  private <T> @Nullable T[] moved(int node, int known, @Nullable T[] from, @Nullable T[] to) {
    System.arraycopy(from, node * known, to, node * channelCount, known);
    return to;
  }
}
