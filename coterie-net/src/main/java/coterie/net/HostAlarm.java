package coterie.net;

import coterie.core.Alarm;
import coterie.recording.Scribe;
import coterie.wheel.Wheel;

/** An alarm of a node on sockets: at most one event in the loop's wheel. */
final class HostAlarm implements Alarm {
  /** Expired while the node stood still. */
  private static final int PARKED = -1;

  /** So much later it looks again whether the disk has caught up. */
  private static final long SWAMPED_NANOS = 20_000_000;

  private static final long FOREVER = Long.MAX_VALUE / 4;

  private final HostContext<?> owner;
  private final String name;
  private final Runnable onExpiry;
  private int event = Wheel.NONE;

  HostAlarm(HostContext<?> owner, String name, Runnable onExpiry) {
    this.owner = owner;
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
    owner.host().requireBuilt();
    Scribe scribe = owner.host().scribe();
    if (scribe != null) {
      scribe.alarmStarted(owner.channel(), name, delayNanos);
    }
    // No run lasts longer; sums of a few such times still are positive numbers.
    long loopDelay = owner.host().clock().loopDelayNanos(Math.min(delayNanos, FOREVER));
    event = owner.host().loop().startAlarm(loopDelay, this);
  }

  @Override
  public void stop() {
    Scribe scribe = owner.host().scribe();
    if (scribe != null && isRunning()) {
      scribe.alarmStopped(owner.channel(), name);
    }
    halt();
  }

  /** Stops it, and nobody is told. */
  void halt() {
    if (event > Wheel.NONE) {
      owner.host().loop().stopAlarm(event);
    }
    event = Wheel.NONE;
  }

  @Override
  public boolean isRunning() {
    return event != Wheel.NONE;
  }

  /** Its time has come. */
  void due() {
    if (owner.host().isPaused()) {
      event = PARKED;
      owner.host().park(this);
    } else if (owner.host().vault().isSwamped(owner)) {
      event = owner.host().loop().startAlarm(SWAMPED_NANOS, this);
    } else {
      expire();
    }
  }

  /** The node goes on: unless a message that waited as well has stopped it or set it anew. */
  void resumed() {
    if (event == PARKED) {
      expire();
    }
  }

  private void expire() {
    event = Wheel.NONE;
    owner.host().onlookers().expired(owner, name);
    onExpiry.run();
    owner.host().onlookers().handled(owner.protocol());
  }
}
