package coterie;

/**
 * How a node does.
 *
 * @param isOpen whether it is in the group, and has not been closed
 * @param hasQuorum whether the leader of the voters is reached; false where there are no voters
 * @param needsQuorum whether there are voters
 * @param members how many belong to the group, this node included
 * @param suspects how many of them do not answer
 * @param lateness how late this node has been of late: 0 is in good health
 * @param failedSaves how often the data directory did not take what was to be saved
 * @param mayVote false for a voter that waits to be readmitted
 */
public record Health(
    boolean isOpen,
    boolean hasQuorum,
    boolean needsQuorum,
    int members,
    int suspects,
    int lateness,
    long failedSaves,
    boolean mayVote) {
  /** Whether nothing is to be done about it. */
  public boolean isGood() {
    return isOpen && (hasQuorum || !needsQuorum) && mayVote && failedSaves == 0;
  }
}
