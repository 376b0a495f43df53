package coterie.sim.explore.local;

import coterie.core.Alarm;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.kernel.Inspector;
import coterie.kernel.NodeInput;
import coterie.sim.explore.encode.Encoder;
import coterie.sim.explore.encode.EncodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes down a whole node: protocols, alarms, disk, and what is not durable yet. */
final class StateCode {
  /** A part of a node that the kernel shows. */
  private record Shown(int channel, String what, @Nullable Object part) {}

  private final Encoder encoder;
  private final boolean hasNow;
  private int pending;

  /**
   * Prepares to write.
   *
   * @param hasNow whether it matters when it is now
   */
  StateCode(Encoder encoder, boolean hasNow) {
    this.encoder = encoder;
    this.hasNow = hasNow;
  }

  boolean isBeyondBounds() {
    return encoder.isBeyondBounds();
  }

  /** Returns how many saves of the node were not durable. */
  int pending() {
    return pending;
  }

  byte[] of(NodeDriver first, NodeDriver shifted, int node) {
    begin(first, node, 1);
    Parts x = new Parts(first);
    Parts y = new Parts(shifted);
    first.kernel().inspect(node, x);
    shifted.kernel().inspect(node, y);
    pending = x.pending;
    write(x.protocols, y.protocols);
    write(x.alarms, y.alarms);
    write(x.writes, y.writes);
    disk(first, shifted);
    first
        .opened()
        .forEach(
            (shelf, storage) -> {
              encoder.put(shelf.channel());
              Object other = shifted.opened().get(shelf);
              encoder.value(
                  storage.content(),
                  other instanceof coterie.storage.MemoryStorage copy ? copy.content() : null,
                  "storage \"%s\"".formatted(shelf.name()));
            });
    return encoder.code();
  }

  byte[] ofDown(NodeDriver first, NodeDriver shifted, int node, @Nullable String thrown) {
    begin(first, node, 0);
    encoder.value(thrown, thrown, "exception");
    disk(first, shifted);
    return encoder.code();
  }

  private void begin(NodeDriver first, int node, int up) {
    encoder.begin(first.nowNanos());
    encoder.put(up);
    encoder.put(node);
    encoder.put(first.incarnation());
    encoder.put(hasNow ? first.elapsedNanos() : 0);
  }

  private void write(List<Shown> x, List<Shown> y) {
    encoder.put(x.size());
    for (int i = 0; i < x.size(); i++) {
      Shown shown = x.get(i);
      Object other = i < y.size() ? y.get(i).part() : null;
      encoder.put(shown.channel());
      encoder.value(shown.part(), other, shown.what());
    }
  }

  private void disk(NodeDriver first, NodeDriver shifted) {
    encoder.leaveNode();
    for (Map.Entry<DiskContent.Shelf, Record> each : first.disk().values().entrySet()) {
      encoder.put(each.getKey().channel());
      String name = each.getKey().name();
      encoder.value(name, name, name);
      encoder.value(
          each.getValue(),
          shifted.disk().values().get(each.getKey()),
          "stable value \"%s\"".formatted(name));
    }
    encoder.value(null, null, "");
    first
        .disk()
        .stored()
        .forEach(
            (shelf, batch) -> {
              encoder.put(shelf.channel());
              encoder.value(shelf.name(), shelf.name(), shelf.name());
              encoder.value(batch, shifted.disk().stored().get(shelf), shelf.name());
            });
  }

  /** What the kernel shows of one copy. */
  private static final class Parts implements Inspector {
    private final List<Shown> protocols = new ArrayList<>();
    private final List<Shown> alarms = new ArrayList<>();
    private final List<Shown> writes = new ArrayList<>();
    private final NodeDriver driver;
    private int pending;

    Parts(NodeDriver driver) {
      this.driver = driver;
    }

    @Override
    public void protocol(int channel, Protocol<?> protocol) {
      protocols.add(new Shown(channel, "protocol", protocol));
    }

    @Override
    public void alarm(int channel, Alarm alarm, Runnable onExpiry) {
      if (!alarm.isRunning()) {
        return;
      }
      String what = "alarm \"%s\"".formatted(alarm.name());
      for (Shown shown : alarms) {
        if (shown.channel == channel && alarm.name().equals(shown.part)) {
          throw new EncodingException(
              "%s: two alarms of this name are running in one protocol; a name is for one alarm"
                  .formatted(what));
        }
      }
      alarms.add(new Shown(channel, what, alarm.name()));
      for (NodeDriver.Running one : driver.running()) {
        if (one.alarm().equals(alarm)) {
          alarms.add(new Shown(channel, what, one.deadlineNanos()));
        }
      }
      alarms.add(new Shown(channel, what, onExpiry));
    }

    /** It follows from what is durable and what is pending. */
    @Override
    public void stable(int channel, Stable<?> stable) {}

    @Override
    public void pending(int channel, String name, Record value) {
      pending++;
      writes.add(new Shown(channel, name, name));
      writes.add(new Shown(channel, name, value));
    }

    @Override
    public void held(int channel, @Nullable NodeId to, Object what) {
      if (what instanceof NodeInput) {
        throw new EncodingException("an input that waits for a save cannot be explored: " + what);
      }
      writes.add(new Shown(channel, "what waits for a save", to));
      writes.add(new Shown(channel, "what waits for a save", what));
    }
  }
}
