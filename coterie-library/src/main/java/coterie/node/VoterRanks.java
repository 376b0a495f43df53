package coterie.node;

import coterie.core.NodeId;
import coterie.detect.Detector;
import coterie.elect.Ranking;
import coterie.member.Member;
import coterie.member.Tag;
import coterie.member.swim.Swim;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells which of two voters is higher: by the ranks that people gave them, and then by their names.
 *
 * @param voters by their numbers; a rank here is that of a fixed list
 * @param swim tells the ranks of members that come and go; null with a fixed list
 */
record VoterRanks(Map<NodeId, Voter> voters, @Nullable Swim swim) implements Ranking {
  /** As a tag of the card; no tag of a user begins like this. */
  static final String TAG = "coterie.rank";

  private static final Comparator<String> NAMES = new NaturalOrder();

  /** A voter as the settings have it. */
  record Voter(NodeId id, String name, long rank) {}

  static VoterRanks of(List<Voter> voters, @Nullable Detector detector) {
    Map<NodeId, Voter> all = new TreeMap<>();
    voters.forEach(voter -> all.put(voter.id, voter));
    return new VoterRanks(all, detector instanceof Swim swimming ? swimming : null);
  }

  @Override
  public boolean isAbove(NodeId one, NodeId other) {
    int byRank = Long.compare(rank(one), rank(other));
    if (byRank != 0) {
      return byRank > 0;
    }
    int byName = NAMES.compare(name(one), name(other));
    return byName != 0 ? byName > 0 : one.compareTo(other) > 0;
  }

  private String name(NodeId id) {
    Voter voter = voters.get(id);
    return voter == null ? "" : voter.name;
  }

  /** Of one that was never met, or says none, it is 0. */
  private long rank(NodeId id) {
    Voter voter = voters.get(id);
    if (swim == null) {
      return voter == null ? 0 : voter.rank;
    }
    Member member = swim.member(id);
    return member == null ? 0 : rank(member.card().tags());
  }

  private static long rank(List<Tag> tags) {
    for (Tag tag : tags) {
      if (tag.key().equals(TAG) && tag.value().matches("[0-9]{1,7}")) {
        return Long.parseLong(tag.value());
      }
    }
    return 0;
  }
}
