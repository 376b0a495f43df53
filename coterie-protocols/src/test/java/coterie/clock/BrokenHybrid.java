package coterie.clock;

import java.util.function.LongSupplier;

/** Hybrid clocks that do not work, with milliseconds and counter apart. */
abstract class BrokenHybrid implements RandomHistory.Clock<Long> {
  private final LongSupplier wall;
  long millis;
  int counter;

  BrokenHybrid(LongSupplier wall) {
    this.wall = wall;
  }

  final long wall() {
    return wall.getAsLong();
  }

  final long at(long newMillis, int newCounter) {
    millis = newMillis;
    counter = newCounter;
    return HybridClock.time(millis, counter);
  }

  @Override
  public Long now() {
    long now = wall();
    return now > millis ? at(now, 0) : at(millis, counter + 1);
  }

  /**
   * Begins the counter anew where the own time is ahead of both others, and counts from the
   * received counter alone where own and received time are equal and ahead of the wall clock.
   */
  static final class Forgetful extends BrokenHybrid {
    Forgetful(LongSupplier wall) {
      super(wall);
    }

    @Override
    public Long receive(Long sent) {
      long now = wall();
      long theirs = HybridClock.millis(sent);
      int theirCounter = HybridClock.counter(sent);
      long highest = Math.max(now, Math.max(millis, theirs));
      if (highest == now && highest == millis) {
        return at(highest, 1 + (theirs == millis ? Math.max(counter, theirCounter) : counter));
      }
      return highest == theirs ? at(theirs, theirCounter + 1) : at(highest, 0);
    }
  }

  /** Takes over what it receives, even if its own time is later. */
  static final class Credulous extends BrokenHybrid {
    Credulous(LongSupplier wall) {
      super(wall);
    }

    @Override
    public Long receive(Long sent) {
      long now = wall();
      long theirs = HybridClock.millis(sent);
      return now > theirs ? at(now, 0) : at(theirs, HybridClock.counter(sent) + 1);
    }
  }

  /** Its counter begins anew when it is full, without a new millisecond. */
  static final class Wrapping extends BrokenHybrid {
    Wrapping(LongSupplier wall) {
      super(wall);
    }

    @Override
    public Long now() {
      long now = wall();
      return now > millis ? at(now, 0) : at(millis, (counter + 1) & HybridClock.COUNTER_MAX);
    }

    @Override
    public Long receive(Long sent) {
      return now();
    }
  }
}
