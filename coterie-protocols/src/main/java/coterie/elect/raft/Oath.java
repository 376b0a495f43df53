package coterie.elect.raft;

/**
 * Under which settings a voter has cast its vote, so that it does not go from one list of voters to
 * another without the others, and does not forget for how long a leader of earlier settings may
 * have given its word.
 *
 * @param voters the fingerprint of the list; 0 if none was ever voted under
 * @param next the fingerprint of the list that is to follow; the same where none is
 * @param founded whether a list before this one, or this one, has had a leader
 * @param settled whether this very list, or pair of lists, has had one, after whatever was granted
 *     under earlier settings was over
 * @param leaseNanos the longest lease of a lock that may still run
 * @param timeoutNanos for how long a leader may count on this voter's silence
 */
public record Oath(
    long voters, long next, boolean founded, boolean settled, long leaseNanos, long timeoutNanos) {
  /** Of one that has not voted, or votes by the book, where lists never change. */
  static final Oath NONE = new Oath(0, 0, false, false, 0, 0);

  boolean isNone() {
    return voters == 0;
  }
}
