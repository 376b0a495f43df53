package coterie.sim.check.expect;

import coterie.core.NodeId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is seen of a group, in sentences. */
final class Sight {
  private Sight() {}

  /** Says "P0 and P1 lead". */
  static String list(List<NodeId> nodes, String one, String several, String nobody) {
    return switch (nodes.size()) {
      case 0 -> nobody;
      case 1 -> nodes.getFirst() + " " + one;
      default -> names(nodes) + " " + several;
    };
  }

  private static String names(List<NodeId> nodes) {
    String most =
        nodes.subList(0, nodes.size() - 1).stream()
            .map(NodeId::toString)
            .collect(Collectors.joining(", "));
    return nodes.size() == 1 ? nodes.getFirst().toString() : most + " and " + nodes.getLast();
  }

  static String leading(Standing standing, long atNanos) {
    return list(standing.leading(atNanos), "leads", "lead", "nobody leads");
  }

  static String inside(Standing standing) {
    List<NodeId> nodes =
        standing.up().stream().filter(node -> !standing.inside(node).isEmpty()).toList();
    return list(nodes, "is inside", "are inside", "nobody is inside");
  }

  static String follows(Standing standing, NodeId node) {
    NodeId leader = standing.leader(node);
    return leader == null ? node + " knows no leader" : node + " follows " + leader;
  }

  static String opinion(NodeId node, String verb, List<NodeId> others) {
    return "%s %s %s".formatted(node, verb, others.isEmpty() ? "nobody" : names(others));
  }

  static String copies(Standing standing) {
    List<NodeId> strayed = standing.strayed();
    return strayed.isEmpty()
        ? "all copies are alike"
        : "%s %s another copy than the first of those that are up"
            .formatted(names(strayed), strayed.size() == 1 ? "has" : "have");
  }

  static List<NodeId> present(@Nullable NodeId first, @Nullable NodeId second) {
    return Stream.concat(Stream.ofNullable(first), Stream.ofNullable(second)).toList();
  }
}
