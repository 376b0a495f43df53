package coterie.elect.raft;

import coterie.core.NodeId;

/**
 * What a voter of Raft must not forget.
 *
 * @param voted whether it has voted in that term
 * @param candidate for whom; itself if it has not voted
 * @param oath under which settings
 */
public record Ballot(long term, boolean voted, NodeId candidate, Oath oath) {
  /** Of one whose list of voters never changes, or that has not voted yet. */
  public Ballot(long term, boolean voted, NodeId candidate) {
    this(term, voted, candidate, Oath.NONE);
  }
}
