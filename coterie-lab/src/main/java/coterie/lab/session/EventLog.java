package coterie.lab.session;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.StageWitness;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All events of a run in order, and which arrival belongs to which sending. The network tells when
 * a message is due; without that, equal messages of a link are taken to arrive in the order of
 * sending.
 */
final class EventLog implements StageWitness {
  /** No event. */
  static final int NONE = -1;

  private record Key(NodeId from, NodeId to, Message message) {}

  /** A message under way: where it was sent, and when it is due. */
  private record UnderWay(int sent, long dueNanos) {}

  private final View members;
  private final List<TraceEvent> events = new ArrayList<>();
  private final List<Integer> channels = new ArrayList<>();
  private final Map<Integer, Integer> pairs = new HashMap<>();
  private final Map<Key, Deque<UnderWay>> underWay = new HashMap<>();
  private int lastSent = NONE;
  private int channel;

  EventLog(View members) {
    this.members = members;
  }

  @Override
  public int wants() {
    return ALL;
  }

  // The trace is told after this witness, so the channel is that of the event that it adds next.

  @Override
  public void sent(long at, NodeId node, int channelOfMessage, NodeId to, Message message) {
    channel = channelOfMessage;
  }

  @Override
  public void received(long at, NodeId node, int channelOfMessage, NodeId from, Message message) {
    channel = channelOfMessage;
  }

  @Override
  public void expired(long at, NodeId node, int channelOfAlarm, String alarm) {
    channel = channelOfAlarm;
  }

  @Override
  public void routed(long at, NodeId from, NodeId to, Message message, long afterNanos) {
    Deque<UnderWay> same = underWay.get(new Key(from, to, message));
    if (same != null && lastSent != NONE) {
      boolean isFirst = same.removeIf(one -> one.sent == lastSent && one.dueNanos < 0);
      int sent = isFirst ? lastSent : same.isEmpty() ? lastSent : same.getLast().sent;
      same.addLast(new UnderWay(sent, at + afterNanos));
    }
  }

  void add(TraceEvent event) {
    int index = events.size();
    events.add(event);
    channels.add(channel);
    switch (event) {
      case TraceEvent.Sent sent -> {
        lastSent = index;
        underWay
            .computeIfAbsent(key(sent), key -> new ArrayDeque<>())
            .addLast(new UnderWay(index, -1));
      }
      case TraceEvent.Received received -> pair(index, key(received), received.atNanos());
      case TraceEvent.Dropped dropped -> pair(index, key(dropped), dropped.atNanos());
      default -> {}
    }
  }

  private static Key key(TraceEvent.OfMessage event) {
    return new Key(event.from(), event.to(), event.message());
  }

  private void pair(int index, Key key, long atNanos) {
    Deque<UnderWay> same = underWay.get(key);
    if (same == null || same.isEmpty()) {
      return;
    }
    UnderWay mine = same.getFirst();
    for (UnderWay one : same) {
      if (one.dueNanos == atNanos) {
        mine = one;
        break;
      }
    }
    same.removeFirstOccurrence(mine);
    if (same.isEmpty()) {
      underWay.remove(key);
    }
    pairs.put(index, mine.sent);
    pairs.putIfAbsent(mine.sent, index);
  }

  View members() {
    return members;
  }

  int size() {
    return events.size();
  }

  TraceEvent get(int index) {
    return events.get(index);
  }

  List<TraceEvent> all() {
    return events;
  }

  int channel(int index) {
    return channels.get(index);
  }

  /** The arrival of a sending, the sending of an arrival or a loss; {@link #NONE} for others. */
  int pair(int index) {
    return pairs.getOrDefault(index, NONE);
  }
}
