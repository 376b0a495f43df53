package coterie.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The time of day as a node goes by it: what the machine's clock showed at the start, and the
 * monotonic time since. So nobody who sets the clock of a machine moves the nodes that run on it;
 * {@link #setMillis} tells that it was done.
 */
final class Wall {
  /** A file with milliseconds that are added to the machine's clock; for trying out faults. */
  static final String OFFSET = "coterie.wall.offset";

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LongSupplier machine;
  private final LongSupplier nanos;
  private final long startMillis;
  private final long startNanos;

  /**
   * @param machine the machine's clock, in milliseconds
   * @param nanos a clock that nobody sets
   */
  Wall(LongSupplier machine, LongSupplier nanos) {
    this.machine = machine;
    this.nanos = nanos;
    this.startMillis = machine.getAsLong();
    this.startNanos = nanos.getAsLong();
  }

  static Wall ofMachine() {
    String offset = System.getProperty(OFFSET);
    return new Wall(
        offset == null ? System::currentTimeMillis : () -> moved(Path.of(offset)),
        System::nanoTime);
  }

  private static long moved(Path offset) {
    try {
      return System.currentTimeMillis() + Long.parseLong(Files.readString(offset).strip());
    } catch (IOException | NumberFormatException e) {
      throw new IllegalStateException(offset + " has to hold a number of milliseconds", e);
    }
  }

  /** What the node goes by. */
  long millis() {
    return startMillis + (nanos.getAsLong() - startNanos) / NANOS_PER_MILLI;
  }

  /** What the machine's clock shows now. */
  long machineMillis() {
    return machine.getAsLong();
  }

  /** By how much the machine's clock was set since the start: positive if forward. */
  long setMillis() {
    return machineMillis() - millis();
  }
}
