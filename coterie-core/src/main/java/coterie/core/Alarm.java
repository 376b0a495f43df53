package coterie.core;

/** One deadline of a protocol on the local clock. A crash of the node stops all its alarms. */
public interface Alarm {
  String name();

  /** Expires once after the delay, on the local clock. Replaces an earlier deadline. */
  void start(long delayNanos);

  /** Forgets the deadline. Stopping an alarm that is not running does nothing. */
  void stop();

  boolean isRunning();
}
