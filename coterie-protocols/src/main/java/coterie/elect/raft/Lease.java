package coterie.elect.raft;

import java.util.Arrays;

/**
 * Which heartbeat of a leader was the last that a majority has heard, and when it was sent. All in
 * constant time, and nothing is allocated once it is made.
 */
final class Lease {
  /** Rounds that are remembered; an answer to an older one comes too late to be of use. */
  private static final int WINDOW = 64;

  private final int othersNeeded;
  private final long[] heard;
  private final long[] sentNanos = new long[WINDOW];
  private final int[] counts = new int[WINDOW];
  private long round;
  private long heldRound;
  private long heldNanos;

  /**
   * @param size how many members there are, this one among them
   */
  Lease(int size) {
    this(size, size / 2);
  }

  /**
   * @param othersNeeded how many of them make up a majority, this one not counted
   */
  Lease(int size, int othersNeeded) {
    this.othersNeeded = othersNeeded;
    this.heard = new long[size];
  }

  /** Begins anew, as of now: no heartbeat was sent yet. */
  void begin(long nowNanos) {
    Arrays.fill(heard, 0);
    round = 0;
    heldRound = 0;
    heldNanos = nowNanos;
  }

  /** A round of heartbeats is about to be sent; returns its number, from 1. */
  long sending(long nowNanos) {
    round++;
    int slot = slot(round);
    sentNanos[slot] = nowNanos;
    counts[slot] = 0;
    if (othersNeeded == 0) {
      hold(round);
    }
    return round;
  }

  /**
   * That member has heard that round, and with it, as far as the lease goes, all earlier ones.
   *
   * @return whether a majority is known to have heard a later round than before
   */
  boolean heard(int member, long heardRound) {
    assert knows(heardRound) : "a round from the future would hold the lease for too long";
    long before = heldRound;
    for (long r = Math.max(heard[member], round - WINDOW) + 1; r <= heardRound; r++) {
      if (++counts[slot(r)] == othersNeeded) {
        hold(r);
      }
    }
    heard[member] = Math.max(heard[member], heardRound);
    return heldRound > before;
  }

  /** Whether that round was ever sent. */
  boolean knows(long someRound) {
    return someRound >= 1 && someRound <= round;
  }

  /** The last round that a member has heard; 0 for none. */
  long heardBy(int member) {
    return heard[member];
  }

  /** When the last round that a majority has heard was sent; at first, when all this began. */
  long heldNanos() {
    return heldNanos;
  }

  /** Whether a majority has heard any round. */
  boolean isHeld() {
    return heldRound > 0;
  }

  private void hold(long someRound) {
    heldRound = Math.max(heldRound, someRound);
    assert round - heldRound < WINDOW : "the time of that round is overwritten";
    heldNanos = sentNanos[slot(heldRound)];
  }

  private static int slot(long someRound) {
    return (int) (someRound & (WINDOW - 1));
  }
}
