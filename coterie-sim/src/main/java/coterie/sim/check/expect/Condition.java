package coterie.sim.check.expect;

import coterie.core.NodeId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Something that holds, or not, of how a group stands. */
public sealed interface Condition {
  /**
   * Returns whether it holds.
   *
   * @param atNanos the time, for reigns that end by themselves; 0 where no time is known
   */
  boolean holds(Standing standing, long atNanos);

  /** Says what is seen of all that it depends on. */
  String seen(Standing standing, long atNanos);

  /** Returns the nodes that it names. */
  default List<NodeId> nodes() {
    return List.of();
  }

  /** Adds what has to be followed. */
  void addTo(Needs needs);

  /** Two processes lead at once. */
  record TwoLeaders() implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      // Where no time is known, reigns that end by themselves may be over.
      return standing.leading(Math.max(atNanos, Standing.LIMITED)).size() > 1;
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return Sight.leading(standing, atNanos);
    }

    @Override
    public void addTo(Needs needs) {
      needs.facts.add(Needs.Fact.LEADERS);
    }
  }

  /** Two processes are inside one lock at once. */
  record TwoInside() implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      return standing.up().stream()
          .flatMap(node -> standing.inside(node).stream())
          .collect(Collectors.groupingBy(lock -> lock, Collectors.counting()))
          .values()
          .stream()
          .anyMatch(count -> count > 1);
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return Sight.inside(standing);
    }

    @Override
    public void addTo(Needs needs) {
      needs.facts.add(Needs.Fact.LOCKS);
    }
  }

  /** All who are up and run know the same leader, which leads. */
  record Agreed() implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      List<NodeId> asked = standing.up().stream().filter(node -> !standing.isPaused(node)).toList();
      if (asked.isEmpty()) {
        return false;
      }
      NodeId leader = standing.leader(asked.getFirst());
      return leader != null
          && standing.leading(atNanos).contains(leader)
          && asked.stream().allMatch(node -> leader.equals(standing.leader(node)));
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      String followers =
          standing.up().stream()
              .map(node -> Sight.follows(standing, node))
              .collect(Collectors.joining(", "));
      return Sight.leading(standing, atNanos) + (followers.isEmpty() ? "" : "; " + followers);
    }

    @Override
    public void addTo(Needs needs) {
      needs.facts.add(Needs.Fact.LEADERS);
    }
  }

  /** All copies of replicated data that are up have seen the same writes and show the same. */
  record Converged() implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      return standing.isConverged();
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return Sight.copies(standing);
    }

    @Override
    public void addTo(Needs needs) {
      needs.facts.add(Needs.Fact.COPIES);
    }
  }

  /** All who are down are suspected by all who know of them, and nobody else is suspected. */
  record Detected() implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      return standing.mistakes().isEmpty();
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return String.join(", ", standing.mistakes());
    }

    @Override
    public void addTo(Needs needs) {
      needs.facts.add(Needs.Fact.SUSPICIONS);
    }
  }

  /**
   * A process is or thinks something.
   *
   * @param object the node that it thinks it of; null if it thinks it of nobody
   */
  record Does(NodeQuantity subject, Verb verb, @Nullable NodeId object) implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      if (subject.node() == null && (verb == Verb.UP || verb == Verb.DOWN)) {
        return verb.holdsOfAll(subject, standing);
      }
      return subject.has(standing, object, node -> verb.holds(standing, node, object, atNanos));
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return verb.seen(standing, subject.nodes(standing), atNanos);
    }

    @Override
    public List<NodeId> nodes() {
      return Sight.present(subject.node(), object);
    }

    @Override
    public void addTo(Needs needs) {
      Needs.Fact fact = verb.fact();
      if (fact != null) {
        needs.facts.add(fact);
      }
    }
  }

  /** A process has noted something since the start. */
  record Noted(NodeQuantity subject, NotePattern note) implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      boolean isAny = subject.quantity() == NodeQuantity.Quantity.ANY;
      return isAny // One that has crashed since has noted it all the same.
          ? !standing.noters(note).isEmpty()
          : subject.has(standing, null, node -> standing.hasNoted(node, note));
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return Sight.list(standing.noters(note), "has", "have", "nobody has")
          + " noted "
          + note.text();
    }

    @Override
    public List<NodeId> nodes() {
      return Sight.present(subject.node(), null);
    }

    @Override
    public void addTo(Needs needs) {
      needs.notes.add(note);
    }
  }

  /** A field of what a protocol shows compares with a value. */
  record Shows(NodeQuantity subject, String field, Operator operator, String value)
      implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      return subject.has(
          standing, null, node -> operator.holds(standing.shown(node, field), value));
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return subject.nodes(standing).stream()
          .map(node -> field(standing, node))
          .collect(Collectors.joining(", "));
    }

    private String field(Standing standing, NodeId node) {
      String shown = standing.shown(node, field);
      return shown == null
          ? "%s shows no %s".formatted(node, field)
          : "%s.%s = %s".formatted(node, field, shown);
    }

    @Override
    public List<NodeId> nodes() {
      return Sight.present(subject.node(), null);
    }

    @Override
    public void addTo(Needs needs) {
      needs.fields.add(field);
    }
  }

  /** The other does not hold. */
  record Not(Condition other) implements Condition {
    @Override
    public boolean holds(Standing standing, long atNanos) {
      return !other.holds(standing, atNanos);
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return other.seen(standing, atNanos);
    }

    @Override
    public List<NodeId> nodes() {
      return other.nodes();
    }

    @Override
    public void addTo(Needs needs) {
      other.addTo(needs);
    }
  }

  /**
   * All of them hold, or one of them does.
   *
   * @param isAll whether all have to hold
   */
  record Several(boolean isAll, List<Condition> parts) implements Condition {
    public Several {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean holds(Standing standing, long atNanos) {
      return isAll
          ? parts.stream().allMatch(part -> part.holds(standing, atNanos))
          : parts.stream().anyMatch(part -> part.holds(standing, atNanos));
    }

    @Override
    public String seen(Standing standing, long atNanos) {
      return parts.stream()
          .map(part -> part.seen(standing, atNanos))
          .distinct()
          .collect(Collectors.joining(", "));
    }

    @Override
    public List<NodeId> nodes() {
      return parts.stream()
          .flatMap(part -> part.nodes().stream())
          .filter(Objects::nonNull)
          .toList();
    }

    @Override
    public void addTo(Needs needs) {
      parts.forEach(part -> part.addTo(needs));
    }
  }
}
