package coterie;

import java.util.List;

/**
 * How a node does now. What was wrong and has passed does not count.
 *
 * @param isOpen whether it is in the group, and has not been closed
 * @param hasQuorum whether the leader of the voters is reached; false where there are no voters
 * @param needsQuorum whether there are voters
 * @param members how many belong to the group, this node included
 * @param suspects how many of them do not answer
 * @param lateness how late this node has been recently: 0 is in good health
 * @param failedSaves how often the data directory did not take what was to be saved, ever; for the
 *     record
 * @param savesFail whether the last attempt to save something has failed
 * @param diskBehindMillis for how long the oldest thing that waits for the disk has done so
 * @param mayVote false for a voter that waits to be readmitted
 * @param differing how many of the members have other settings than this node
 * @param problems what somebody should look at, in sentences: who differs, which seeds are not
 *     known, what was lost
 */
public record Health(
    boolean isOpen,
    boolean hasQuorum,
    boolean needsQuorum,
    int members,
    int suspects,
    int lateness,
    long failedSaves,
    boolean savesFail,
    long diskBehindMillis,
    boolean mayVote,
    int differing,
    List<String> problems) {
  /** A disk that is busy has not failed; one that lets votes wait for so long has. */
  static final long BEHIND_MAX_MILLIS = 5_000;

  public Health {
    problems = List.copyOf(problems);
  }

  /** Whether nothing is to be done about it. */
  public boolean isGood() {
    return isOpen && (hasQuorum || !needsQuorum) && mayVote && differing == 0 && diskKeepsUp();
  }

  private boolean diskKeepsUp() {
    return !savesFail && diskBehindMillis < BEHIND_MAX_MILLIS;
  }
}
