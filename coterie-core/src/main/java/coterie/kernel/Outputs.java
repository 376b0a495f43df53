package coterie.kernel;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.kernel.PendingWrite.Held;
import coterie.wire.Codec;
import org.jspecify.annotations.Nullable;

/**
 * What protocols ask for, on its way to the driver and the witnesses: messages, notes, alarms and
 * writes. It is what contexts and alarms know of the {@link Kernel}.
 */
final class Outputs {
  private static final int NOBODY = -1;

  /** The first field, for the reason that {@link NodeTable} gives. */
  final Driver driver;

  final Witnesses witnesses;
  final Writes writes = new Writes();
  private int building = NOBODY;
  private boolean requiresCodecs;

  /** Whether nobody looks at messages, and nothing is held back. */
  boolean isQuiet = true;

  /** Whether somebody hears notes. */
  boolean isHeard;

  Outputs(Driver driver) {
    this.driver = driver;
    this.witnesses = new Witnesses(driver);
  }

  /** Looks anew who is to be told of what. */
  void refresh() {
    witnesses.refresh();
    isHeard = witnesses.ofNotes.length + witnesses.ofAsks.length > 0;
    hush();
  }

  /** Looks anew whether a message may go straight to the driver. */
  void hush() {
    isQuiet = witnesses.ofSends.length + witnesses.ofAsks.length == 0 && writes.isEmpty();
  }

  void requireCodecs() {
    requiresCodecs = true;
  }

  void requireCoded(Class<?> type) {
    if (requiresCodecs) {
      Codec.of(type);
    }
  }

  // ---- nothing acts before its node is built

  void beginBuilding(int node) {
    assert building == NOBODY : "a blueprint must not start another node";
    building = node;
  }

  void endBuilding(int node) {
    assert building == node : "two nodes are built at once";
    building = NOBODY;
  }

  boolean isBuilding(int node) {
    return node == building;
  }

  /** Throws where a protocol acts in its constructor. */
  void requireBuilt(Owner owner) {
    if (owner.node() == building) {
      throw new IllegalStateException(
          "a protocol acts from start() on, not in its constructor: " + owner.self());
    }
  }

  // ---- what contexts and alarms ask for

  void send(Owner from, NodeId to, Message message) {
    requireBuilt(from);
    if (from.protocol() == null) {
      return; // Its life is over.
    }
    witnesses.sending(from, to, message);
    if (!hold(from, to, message)) {
      transmit(from, to, message);
    }
  }

  private void transmit(Owner from, NodeId to, Message message) {
    witnesses.sent(from, to, message);
    driver.transmit(from.node(), from.channel(), to, message);
  }

  void note(Owner from, Note note) {
    if (from.protocol() == null && !isBuilding(from.node())) {
      return; // Its life is over.
    }
    witnesses.noting(from, note);
    if (!hold(from, null, note)) {
      witnesses.noted(from, note);
    }
  }

  private boolean hold(Owner from, @Nullable NodeId to, Object what) {
    if (!writes.hold(from, to, what)) {
      return false;
    }
    witnesses.held(from, what);
    return true;
  }

  void start(NodeAlarm alarm, long delayNanos) {
    if (isBuilding(alarm.node)) {
      requireBuilt(alarm.owner);
    }
    witnesses.alarmStarted(alarm, delayNanos);
    alarm.handle(driver.schedule(alarm, Math.min(delayNanos, Driver.FOREVER)));
    assert alarm.isRunning() : "the driver's handle means that nothing runs";
  }

  /** Starts to make it durable, unless the life of its protocol is over. */
  void save(PendingWrite write) {
    if (write.owner.protocol() != null) {
      witnesses.saving(write);
      int node = write.owner.node();
      driver.persist(node, write); // What cannot be encoded throws before anything waits.
      writes.add(node, write);
      isQuiet = false;
    }
  }

  // ---- what was held back

  /** What one throws must not keep back the others; returns the first that was thrown. */
  @Nullable Throwable release(PendingWrite done) {
    Throwable first = null;
    for (Held held : done.held) {
      try {
        release(held);
      } catch (RuntimeException | Error e) {
        first = first == null ? e : first;
      }
    }
    return first;
  }

  private void release(Held held) {
    if (held.what() instanceof NodeInput input) {
      input.run();
    } else if (held.to() != null) {
      transmit(held.from(), held.to(), (Message) held.what());
    } else {
      witnesses.noted(held.from(), (Note) held.what());
    }
  }
}
