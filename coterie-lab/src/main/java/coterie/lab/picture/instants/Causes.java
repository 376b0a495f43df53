package coterie.lab.picture.instants;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.lab.timeline.Phrases;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which messages of a run made a difference: their receiver noted or saved something while it
 * handled them. The first message of every kind, and the first one of every kind that was lost,
 * count as well, so that a picture of these messages alone shows what the others look like. Equal
 * messages of a link are taken to arrive in the order of sending.
 */
public final class Causes {
  private record Key(NodeId from, NodeId to, Message message) {}

  private record Handled(long at, TraceEvent.Sent sent) {}

  private final Map<Key, Deque<TraceEvent.Sent>> open = new HashMap<>();
  private final Map<NodeId, Handled> handled = new HashMap<>();
  private final Set<String> kinds = new HashSet<>();
  private final IdentityHashMap<TraceEvent, TraceEvent.Sent> origins = new IdentityHashMap<>();
  private final Set<TraceEvent> firsts = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<TraceEvent> causes = Collections.newSetFromMap(new IdentityHashMap<>());

  private Causes() {}

  public static Causes of(List<TraceEvent> events) {
    Causes causes = new Causes();
    events.forEach(causes::add);
    return causes;
  }

  /** The sending of a message that was received or dropped; null if it is not known. */
  TraceEvent.@Nullable Sent origin(TraceEvent end) {
    return origins.get(end);
  }

  /** Whether a message, or a loss of one, is the first of its kind. */
  boolean isFirst(TraceEvent event) {
    return firsts.contains(event);
  }

  public boolean isCause(TraceEvent.Sent sent) {
    return causes.contains(sent);
  }

  private void add(TraceEvent event) {
    switch (event) {
      case TraceEvent.Sent sent -> sent(sent);
      case TraceEvent.Received received -> received(received);
      case TraceEvent.Dropped dropped -> dropped(dropped);
      case TraceEvent.Noted noted when Phrases.isTold(noted.note()) ->
          changed(noted.atNanos(), noted.node());
      case TraceEvent.Saved saved -> changed(saved.atNanos(), saved.node());
      case TraceEvent.Expired expired -> handled.remove(expired.node());
      case TraceEvent.Called called -> handled.remove(called.node());
      case TraceEvent.Unreachable unreachable -> handled.remove(unreachable.node());
      default -> {}
    }
  }

  private void sent(TraceEvent.Sent sent) {
    Key key = new Key(sent.from(), sent.to(), sent.message());
    open.computeIfAbsent(key, unused -> new ArrayDeque<>()).addLast(sent);
    if (kinds.add(sent.message().getClass().getSimpleName())) {
      firsts.add(sent);
      causes.add(sent);
    }
  }

  private void received(TraceEvent.Received received) {
    Key key = new Key(received.from(), received.to(), received.message());
    TraceEvent.Sent sent = ended(received, key);
    if (sent == null) {
      handled.remove(received.to());
    } else {
      handled.put(received.to(), new Handled(received.atNanos(), sent));
    }
  }

  private void dropped(TraceEvent.Dropped dropped) {
    TraceEvent.Sent sent = ended(dropped, new Key(dropped.from(), dropped.to(), dropped.message()));
    if (kinds.add(dropped.why() + dropped.message().getClass().getSimpleName())) {
      firsts.add(dropped);
      if (sent != null) {
        causes.add(sent);
      }
    }
  }

  private TraceEvent.@Nullable Sent ended(TraceEvent end, Key key) {
    Deque<TraceEvent.Sent> sendings = open.get(key);
    TraceEvent.@Nullable Sent sent = sendings == null ? null : sendings.pollFirst();
    if (sent != null) {
      origins.put(end, sent);
    }
    return sent;
  }

  private void changed(long at, NodeId node) {
    Handled last = handled.get(node);
    if (last != null && last.at == at) {
      causes.add(last.sent);
    }
  }
}
