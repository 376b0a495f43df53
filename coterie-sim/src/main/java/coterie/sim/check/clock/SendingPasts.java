package coterie.sim.check.clock;

import coterie.core.Message;
import coterie.core.NodeId;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What had happened before each message was first sent, for as long as it can arrive: messages are
 * told apart as objects, and one that nobody holds any more is forgotten.
 */
final class SendingPasts {
  private record Sending(NodeId from, NodeId to, CausalPast past) {}

  /** A message as an object, and not as a value. */
  private static final class Key extends WeakReference<Message> {
    private final int hash;

    Key(Message message, @Nullable ReferenceQueue<Message> queue) {
      super(message, queue);
      this.hash = System.identityHashCode(message);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof Key that && that.get() != null && refersTo(that.get()));
    }
  }

  private final ReferenceQueue<Message> gone = new ReferenceQueue<>();
  private final Map<Key, List<Sending>> sendings = new HashMap<>();

  void sent(NodeId from, NodeId to, Message message, CausalPast past) {
    for (Reference<? extends Message> key = gone.poll(); key != null; key = gone.poll()) {
      sendings.remove(key);
    }
    if (of(from, to, message) == null) {
      sendings
          .computeIfAbsent(new Key(message, gone), key -> new ArrayList<>(1))
          .add(new Sending(from, to, past));
    }
  }

  @Nullable CausalPast of(NodeId from, NodeId to, Message message) {
    for (Sending one : sendings.getOrDefault(new Key(message, null), List.of())) {
      if (one.from.equals(from) && one.to.equals(to)) {
        return one.past;
      }
    }
    return null;
  }
}
