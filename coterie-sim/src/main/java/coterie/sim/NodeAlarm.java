package coterie.sim;

import coterie.core.Alarm;
import coterie.wheel.Wheel;
import org.jspecify.annotations.Nullable;

/** An alarm of a simulated node: at most one event in the wheel. */
final class NodeAlarm implements Alarm {
  /** Expired while the node stood still: it runs, but is not in the wheel any more. */
  static final int PARKED = -1;

  private final Engine engine;
  final int node;
  final NodeContext<?> owner;
  final @Nullable NodeAlarm sibling;
  private final String name;
  private final Runnable onExpiry;
  int event = Wheel.NONE;

  NodeAlarm(NodeContext<?> owner, @Nullable NodeAlarm sibling, String name, Runnable onExpiry) {
    // Copied from the owner, which is then not touched when an alarm starts: at large sizes every
    // object that is touched is a wait for memory.
    this.engine = owner.engine();
    this.node = owner.index();
    this.owner = owner;
    this.sibling = sibling;
    this.name = name;
    this.onExpiry = onExpiry;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start(long delayNanos) {
    if (delayNanos < 0) {
      throw new IllegalArgumentException(
          "alarm \"%s\" takes a delay from 0, not %d ns".formatted(name, delayNanos));
    }
    halt();
    engine.startAlarm(this, delayNanos);
  }

  @Override
  public void stop() {
    if (isRunning()) {
      engine.stopping(this);
    }
    halt();
  }

  void halt() {
    if (event > Wheel.NONE) {
      engine.stopAlarm(this);
    }
    event = Wheel.NONE;
  }

  @Override
  public boolean isRunning() {
    return event != Wheel.NONE;
  }

  void expire() {
    event = Wheel.NONE;
    onExpiry.run();
  }
}
