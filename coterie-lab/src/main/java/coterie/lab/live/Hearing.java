package coterie.lab.live;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.kernel.Witness;
import coterie.sim.StageWitness.Drop;
import coterie.sim.StageWitnesses;
import coterie.wire.Codec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells the witnesses of a run what happens at each of its nodes. A message that has crossed a
 * socket is another object than the one that was sent; who watches a run tells messages apart as
 * objects, so the one that was sent is shown again.
 */
final class Hearing implements Witness, LiveLinks.Fate {
  /** More than a socket's buffer holds; what is older was lost in it. */
  private static final int FLYING_MAX = 10_000;

  private record Link(NodeId from, NodeId to) {}

  private final StageWitnesses witnesses;
  private final LongSupplier now;
  private final Predicate<NodeId> isUp;
  private final Runnable onEvent;
  private final Map<Link, ArrayDeque<Message>> flying = new HashMap<>();
  private final List<Codec<Message>> codecs = new ArrayList<>();
  private @Nullable Message sending;
  private long events;
  private long messages;

  /**
   * @param now the time of the run
   * @param onEvent is run after every event of a node
   */
  Hearing(StageWitnesses witnesses, LongSupplier now, Predicate<NodeId> isUp, Runnable onEvent) {
    this.witnesses = witnesses;
    this.now = now;
    this.isUp = isUp;
    this.onEvent = onEvent;
  }

  long events() {
    return events;
  }

  long messages() {
    return messages;
  }

  /** A fault, or a step of a script, is an event as well. */
  void counted() {
    events++;
  }

  /** What was under way to a node that has crashed is for nobody. */
  void crashed(NodeId node) {
    flying.keySet().removeIf(link -> link.to.equals(node));
  }

  @Override
  public int wants() {
    return ALL;
  }

  @Override
  public void added(NodeId node, int channel, String name, Class<? extends Message> family) {
    if (codecs.size() == channel) {
      codecs.add(codec(family));
    }
  }

  @SuppressWarnings("unchecked") // Every message on a channel is of the channel's family.
  private static Codec<Message> codec(Class<?> family) {
    return (Codec<Message>) Codec.of(family);
  }

  @Override
  public void sent(long at, NodeId self, int channel, NodeId to, Message message) {
    messages++;
    sending = message;
    witnesses.sent(now.getAsLong(), self, channel, to, message);
    if (witnesses.watch() && (isUp.test(to) || self.equals(to))) {
      fly(self, to, message);
    } else if (witnesses.watch()) {
      // The packet goes out all the same, and finds its port closed.
      witnesses.dropped(now.getAsLong(), self, to, message, Drop.DOWN);
    }
  }

  private void fly(NodeId from, NodeId to, Message message) {
    ArrayDeque<Message> link =
        flying.computeIfAbsent(new Link(from, to), any -> new ArrayDeque<>());
    if (link.size() == FLYING_MAX) {
      link.removeFirst();
    }
    link.add(message);
  }

  @Override
  public void dropped(NodeId from, NodeId to, Drop why) {
    if (sending != null) {
      fated(from, to, sending, why);
    }
  }

  @Override
  public void doubled(NodeId from, NodeId to) {
    if (sending != null) {
      fated(from, to, sending, null);
    }
  }

  /**
   * Tells what becomes of a message that was sent.
   *
   * @param why it goes no further; null if a second one goes with it
   */
  void fated(NodeId from, NodeId to, Message message, @Nullable Drop why) {
    if (!witnesses.watch() || !isUp.test(to)) {
      return;
    }
    if (why == null) {
      fly(from, to, message);
    } else {
      Message unused = landed(from, to, 0, message);
      witnesses.dropped(now.getAsLong(), from, to, message, why);
    }
  }

  @Override
  public void received(long at, NodeId self, int channel, NodeId from, Message message) {
    events++;
    if (witnesses.watch()) {
      Message landed = landed(from, self, channel, message);
      if (landed == null) {
        // Its sender was killed before it could tell.
        landed = message;
        witnesses.sent(now.getAsLong(), from, channel, self, message);
      }
      witnesses.received(now.getAsLong(), self, channel, from, landed);
    }
  }

  /** The object that was sent and is equal to what has come, or has the same bytes. */
  private @Nullable Message landed(NodeId from, NodeId to, int channel, Message message) {
    ArrayDeque<Message> link = flying.get(new Link(from, to));
    if (link == null) {
      return null;
    }
    Message found = take(link, message::equals);
    if (found == null) {
      byte[] bytes = codecs.get(channel).encode(message);
      found =
          take(
              link,
              one ->
                  one.getClass() == message.getClass()
                      && Arrays.equals(bytes, codecs.get(channel).encode(one)));
    }
    return found;
  }

  private static @Nullable Message take(ArrayDeque<Message> link, Predicate<Message> isIt) {
    Iterator<Message> sent = link.iterator();
    while (sent.hasNext()) {
      Message one = sent.next();
      if (isIt.test(one)) {
        sent.remove();
        return one;
      }
    }
    return null;
  }

  @Override
  public void unreachable(long at, NodeId self, int channel, NodeId to) {
    events++;
    witnesses.unreachable(now.getAsLong(), self, channel, to);
  }

  @Override
  public void expired(long at, NodeId self, int channel, String alarm) {
    events++;
    witnesses.expired(now.getAsLong(), self, channel, alarm);
  }

  @Override
  public void durable(long at, NodeId self, int channel, String name, Record value) {
    events++;
    witnesses.durable(now.getAsLong(), self, channel, name, value);
  }

  @Override
  public void called(long at, NodeId self, Object call) {
    events++;
    witnesses.called(now.getAsLong(), self, call);
  }

  @Override
  public void answered(long at, NodeId self, Object answer) {
    witnesses.answered(now.getAsLong(), self, answer);
  }

  @Override
  public void held(long at, NodeId self, int channel, Object what) {
    witnesses.held(now.getAsLong(), self, channel, what);
  }

  @Override
  public void noted(long at, NodeId self, int channel, Note note) {
    witnesses.noted(now.getAsLong(), self, channel, note);
  }

  @Override
  public void handled(long at, NodeId self, int channel, Protocol<?> protocol) {
    witnesses.handled(now.getAsLong(), self, channel, protocol);
    onEvent.run();
  }
}
