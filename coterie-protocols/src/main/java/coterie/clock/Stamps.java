package coterie.clock;

import coterie.core.Context;
import coterie.core.Stable;

/**
 * A Lamport clock that never goes back, not even by a crash: a ceiling that lies above all stamps
 * in use is in stable storage, and who returns begins there. So the stamps of a process grow over
 * all its lives, and a stamp says by itself of which life it is.
 *
 * <p>L. Lamport, "Time, clocks, and the ordering of events in a distributed system", Communications
 * of the ACM 21(7), 1978, rules IR1 and IR2.
 */
public final class Stamps {
  /** No group ever counts that far; a greater stamp does not come from a correct sender. */
  public static final long STAMP_MAX = LamportClock.TIME_MAX;

  /** One save covers this number of stamps; a crash skips as many at most. */
  public static final long BLOCK = 4096;

  /** What must not be forgotten: no stamp above it was ever used. */
  public record Ceiling(long stamp) {}

  private final Stable<Ceiling> stable;
  private final LamportClock clock = new LamportClock();
  private long ceiling;
  private int unsaved;

  public Stamps(Context<?> context) {
    this.stable = context.stable("stamps", Ceiling.class);
    Ceiling saved = stable.value();
    this.ceiling = saved == null ? 0 : saved.stamp;
    clock.witness(ceiling);
  }

  /** Whether a request goes before another one; between equal stamps the lower member decides. */
  public static boolean isBefore(long stamp, int member, long otherStamp, int otherMember) {
    return stamp < otherStamp || (stamp == otherStamp && member < otherMember);
  }

  /** Whether a correct sender can have sent that stamp. */
  public static boolean isPossible(long stamp) {
    return stamp >= 1 && stamp <= STAMP_MAX;
  }

  /** Whether a correct sender can have sent that, where 0 stands for no stamp at all. */
  public static boolean isPossibleOrNone(long stamp) {
    return stamp >= 0 && stamp <= STAMP_MAX;
  }

  /** Whether a stamp, or 0 for none, is possible and not absurdly far ahead of this clock. */
  public boolean isNear(long stamp) {
    return clock.isNear(stamp);
  }

  /** The highest stamp that was given or witnessed. */
  public long last() {
    return clock.last();
  }

  /** A stamp higher than all that were given or witnessed. */
  public long next() {
    long stamp = clock.tick();
    secure(stamp);
    assert stamp <= ceiling : "after a crash this stamp would be given again";
    return stamp;
  }

  /** Somebody else has used that stamp. */
  public void witness(long stamp) {
    clock.witness(stamp);
    secure(stamp);
  }

  /** Saves first, so that what is sent or noted next waits until the ceiling is durable. */
  private void secure(long stamp) {
    if (stamp > ceiling) {
      ceiling = stamp + BLOCK;
      unsaved++;
      stable.save(new Ceiling(ceiling));
    }
  }

  /** An earlier save is durable. */
  public void saved() {
    assert unsaved > 0 : "stamps would count as durable before they are";
    unsaved--;
  }

  /** Whether all stamps up to the last one would survive a crash. */
  public boolean isDurable() {
    return unsaved == 0;
  }
}
