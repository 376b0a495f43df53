package coterie.elect;

import coterie.core.NodeId;

/**
 * What a voter of Raft must not forget.
 *
 * @param voted whether it has voted in that term
 * @param candidate for whom; itself if it has not voted
 */
public record Ballot(long term, boolean voted, NodeId candidate) {}
