package coterie;

import coterie.core.NodeId;
import coterie.member.Card;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A member as one node sees it, at one moment. It never changes; ask {@link Coterie#members} again
 * for the present.
 *
 * @param name what a person has called it; one in a cluster
 * @param id the same as the name, for messages: a hash of cluster and name
 * @param address where it is reached, as host:port
 * @param tags what it says of itself, sorted by key
 * @param incarnation grows with every start of the node, and when it refutes that it is down
 * @param suspicion from 0 to 1 while it is suspected, by how much of its time to refute is over;
 *     infinite once it has failed. Other detectors than SWIM have scales of their own
 * @param skewMillis by how much the clock of its machine is ahead of this one's, as far as packets
 *     tell: what they take under way makes it less. Empty for this node, and before it is heard
 * @param differs whether it was given other voters, another lease or another election than the node
 *     that is asked
 */
public record Member(
    String name,
    NodeId id,
    String address,
    SortedMap<String, String> tags,
    Status status,
    long incarnation,
    double suspicion,
    OptionalLong skewMillis,
    boolean differs) {
  public Member {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
  }

  /** Makes a member of what it says of itself, and of what a node knows besides. */
  public static Member of(
      Card card,
      NodeId id,
      String address,
      Status status,
      long incarnation,
      double suspicion,
      OptionalLong skewMillis,
      boolean differs) {
    TreeMap<String, String> tags = new TreeMap<>();
    card.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    return new Member(
        card.name(), id, address, tags, status, incarnation, suspicion, skewMillis, differs);
  }
}
