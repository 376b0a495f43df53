package coterie.sim.check.expect;

import coterie.core.NodeId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a process can be or think, in the words of a scenario. */
public enum Verb {
  LEADS("leads", Needs.Fact.LEADERS, false),
  FOLLOWS("follows", Needs.Fact.LEADERS, true),
  SUSPECTS("suspects", Needs.Fact.SUSPICIONS, true),
  TRUSTS("trusts", Needs.Fact.SUSPICIONS, true),
  LISTS("lists", Needs.Fact.MEMBERS, true),
  INSIDE("inside", Needs.Fact.LOCKS, false),
  WAITING("waiting", Needs.Fact.LOCKS, false),
  UP("up", null, false),
  DOWN("down", null, false),
  PAUSED("paused", null, false);

  private final String word;
  private final Needs.@Nullable Fact fact;
  private final boolean takesNode;

  Verb(String word, Needs.@Nullable Fact fact, boolean takesNode) {
    this.word = word;
    this.fact = fact;
    this.takesNode = takesNode;
  }

  public String word() {
    return word;
  }

  public boolean takesNode() {
    return takesNode;
  }

  Needs.@Nullable Fact fact() {
    return fact;
  }

  /** Returns the verb, with or without its ending; null if it is not a verb. */
  public static @Nullable Verb of(String word) {
    return Arrays.stream(values())
        .filter(
            verb ->
                verb.word.equals(word) || (verb.word.endsWith("s") && verb.word.equals(word + "s")))
        .findFirst()
        .orElse(null);
  }

  /** Returns all words, for errors. */
  public static String all() {
    return Arrays.stream(values()).map(Verb::word).collect(Collectors.joining(", "));
  }

  boolean holds(Standing standing, NodeId node, @Nullable NodeId object, long atNanos) {
    boolean isUp = standing.up().contains(node);
    return switch (this) {
      case LEADS -> standing.leading(atNanos).contains(node);
      case FOLLOWS -> object != null && object.equals(standing.leader(node));
      case SUSPECTS -> object != null && standing.suspects(node, object);
      case TRUSTS -> isUp && object != null && !standing.suspects(node, object);
      case LISTS -> object != null && standing.lists(node, object);
      case INSIDE -> !standing.inside(node).isEmpty();
      case WAITING -> !standing.waiting(node).isEmpty();
      case UP -> isUp;
      case DOWN -> !isUp;
      case PAUSED -> standing.isPaused(node);
    };
  }

  /** Being up is said of all members, not of those that are up. */
  boolean holdsOfAll(NodeQuantity subject, Standing standing) {
    int up = standing.up().size();
    int size = standing.size();
    int fit = this == UP ? up : size - up;
    return switch (subject.quantity()) {
      case ONE, ALL -> fit == size;
      case ANY -> fit > 0;
      case NOBODY -> fit == 0;
    };
  }

  /** Says what is seen of these nodes. */
  String seen(Standing standing, List<NodeId> nodes, long atNanos) {
    return switch (this) {
      case LEADS -> Sight.leading(standing, atNanos);
      case INSIDE -> Sight.inside(standing);
      case UP, DOWN -> Sight.list(List.copyOf(standing.up()), "is up", "are up", "nobody is up");
      case FOLLOWS -> each(nodes, node -> Sight.follows(standing, node));
      case SUSPECTS, TRUSTS ->
          each(nodes, node -> Sight.opinion(node, "suspects", standing.suspectsOf(node)));
      case LISTS -> each(nodes, node -> Sight.opinion(node, "lists", standing.membersOf(node)));
      case WAITING ->
          Sight.list(
              standing.up().stream().filter(node -> !standing.waiting(node).isEmpty()).toList(),
              "waits",
              "wait",
              "nobody waits");
      case PAUSED ->
          Sight.list(
              standing.up().stream().filter(standing::isPaused).toList(),
              "is paused",
              "are paused",
              "nobody is paused");
    };
  }

  private static String each(
      List<NodeId> nodes, java.util.function.Function<NodeId, String> sentence) {
    return nodes.isEmpty()
        ? "nobody is up"
        : nodes.stream().map(sentence).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
