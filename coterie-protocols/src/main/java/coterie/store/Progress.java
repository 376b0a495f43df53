package coterie.store;

import coterie.core.View;

/**
 * How far the writes of all members have come, as one member knows it. Every member numbers its
 * writes from 1 on, and everybody takes those of one member in the order of their numbers.
 *
 * <p>A member <em>promises</em>: after its write with that number, it will write with times above
 * the promised one only. A member that has seen that write, and knows such promises of all, knows
 * all writes up to the lowest of the promised times: this time is <em>closed</em> to it. If it is
 * closed to every member, it is closed <em>everywhere</em>: nobody will ever ask for those writes
 * again.
 */
public final class Progress {
  private final int self;
  private final long[] seen;
  private final long[] promisedNumber;
  private final long[] promisedTime;

  /** By member, the highest of its promised times that counts: the write that it names is here. */
  private final long[] kept;

  private final long[] closed;

  public Progress(View members, int self) {
    this.self = self;
    this.seen = new long[members.size()];
    this.promisedNumber = new long[members.size()];
    this.promisedTime = new long[members.size()];
    this.kept = new long[members.size()];
    this.closed = new long[members.size()];
  }

  /** The number of the last write of a member up to which all of them are here. */
  public long seen(int member) {
    return seen[member];
  }

  public boolean isNext(int member, long number) {
    return number == seen[member] + 1;
  }

  /** The next write of a member is here. */
  public void saw(int member, long number) {
    assert isNext(member, number) : member + " " + number;
    seen[member] = number;
    keep(member);
  }

  public long promisedNumber(int member) {
    return promisedNumber[member];
  }

  public long promisedTime(int member) {
    return promisedTime[member];
  }

  /** A member, perhaps this one, has promised; heard from itself or from somebody else. */
  public void promised(int member, long number, long time) {
    if (time > promisedTime[member]) {
      promisedNumber[member] = number;
      promisedTime[member] = time;
      keep(member);
    }
  }

  private void keep(int member) {
    if (seen[member] >= promisedNumber[member]) {
      kept[member] = promisedTime[member];
    }
  }

  /** The time up to which all writes of all members are here. */
  public long closed() {
    long lowest = Long.MAX_VALUE;
    for (long time : kept) {
      lowest = Math.min(lowest, time);
    }
    closed[self] = Math.max(closed[self], lowest);
    return closed[self];
  }

  /** A member has said what is closed to it. */
  public void reported(int member, long time) {
    closed[member] = Math.max(closed[member], time);
  }

  /** The time up to which every member is known to have all writes. */
  public long everywhere() {
    closed();
    long lowest = Long.MAX_VALUE;
    for (long time : closed) {
      lowest = Math.min(lowest, time);
    }
    return lowest;
  }
}
