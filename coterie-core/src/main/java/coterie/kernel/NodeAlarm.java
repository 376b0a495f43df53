package coterie.kernel;

import coterie.core.Alarm;
import org.jspecify.annotations.Nullable;

/** A deadline of a node: at most one event of its driver. */
public final class NodeAlarm implements Alarm {
  private static final int IDLE = 0;

  /** Due while the node was paused: it runs, but the driver has no event for it. */
  private static final int PARKED = -1;

  /** The life that it belonged to is over. */
  private static final int DEAD = Integer.MIN_VALUE;

  private final Outputs outputs;
  final int node;
  final NodeContext<?> owner;
  final @Nullable NodeAlarm sibling;
  private final String name;
  private final Runnable onExpiry;
  private int handle = IDLE;

  NodeAlarm(NodeContext<?> owner, @Nullable NodeAlarm sibling, String name, Runnable onExpiry) {
    // Copied from the owner, which is then not touched when an alarm starts: at large sizes every
    // object that is touched is a wait for memory.
    this.outputs = owner.outputs;
    this.node = owner.node;
    this.owner = owner;
    this.sibling = sibling;
    this.name = name;
    this.onExpiry = onExpiry;
  }

  @Override
  public String name() {
    return name;
  }

  public int node() {
    return node;
  }

  public int channel() {
    return owner.channel;
  }

  /** Returns the engine that it belongs to. */
  public Driver driver() {
    return outputs.driver;
  }

  /** Returns by what the driver finds it; the driver sets it where it moves the event. */
  public int handle() {
    return handle;
  }

  public void handle(int newHandle) {
    // These three are states of the kernel: as a handle, they would make the alarm forget itself.
    assert newHandle != IDLE && newHandle != PARKED && newHandle != DEAD : newHandle;
    handle = newHandle;
  }

  @Override
  public void start(long delayNanos) {
    if (delayNanos < 0) {
      throw new IllegalArgumentException(
          "alarm \"%s\" takes a delay from 0, not %d ns".formatted(name, delayNanos));
    }
    if (handle != DEAD) {
      halt();
      outputs.start(this, delayNanos);
    }
  }

  @Override
  public void stop() {
    if (isRunning()) {
      outputs.witnesses.alarmStopped(this);
      halt();
    }
  }

  private void halt() {
    if (handle > IDLE) {
      outputs.driver.cancel(this);
    }
    handle = IDLE;
  }

  @Override
  public boolean isRunning() {
    return handle != IDLE && handle != DEAD;
  }

  void park() {
    assert isRunning() : "only what runs can be overtaken by a pause: " + name;
    handle = PARKED;
  }

  /** Returns whether nothing has stopped it, or set it anew, since it was parked. */
  boolean isParked() {
    return handle == PARKED;
  }

  void inspect(Inspector inspector) {
    inspector.alarm(owner.channel, this, onExpiry);
  }

  void die() {
    halt();
    handle = DEAD;
  }

  void expire() {
    handle = IDLE;
    onExpiry.run();
  }
}
