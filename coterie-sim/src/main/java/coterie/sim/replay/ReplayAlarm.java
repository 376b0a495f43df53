package coterie.sim.replay;

import coterie.core.Alarm;
import coterie.recording.Entry;

/** An alarm whose expiry comes from the recording. */
final class ReplayAlarm implements Alarm {
  private final ReplayContext<?> owner;
  private final String name;
  private final Runnable onExpiry;
  private boolean isRunning;

  /** When it would expire at the earliest, by the clock of the node. */
  private long deadline;

  ReplayAlarm(ReplayContext<?> owner, String name, Runnable onExpiry) {
    this.owner = owner;
    this.name = name;
    this.onExpiry = onExpiry;
  }

  @Override
  public String name() {
    return name;
  }

  long deadline() {
    return deadline;
  }

  @Override
  public void start(long delayNanos) {
    if (delayNanos < 0) {
      throw new IllegalArgumentException(
          "alarm \"%s\" takes a delay from 0, not %d ns".formatted(name, delayNanos));
    }
    owner.tape().expect(new Entry.AlarmStarted(owner.channel(), name, delayNanos));
    isRunning = true;
    deadline = owner.nowNanos() + Math.min(delayNanos, Long.MAX_VALUE / 4);
    owner.isRunning(this);
  }

  @Override
  public void stop() {
    if (isRunning) {
      owner.tape().expect(new Entry.AlarmStopped(owner.channel(), name));
      halt();
    }
  }

  private void halt() {
    isRunning = false;
    owner.isHalted(this);
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }

  void expire() {
    halt();
    onExpiry.run();
  }
}
