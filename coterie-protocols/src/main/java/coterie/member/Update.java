package coterie.member;

import coterie.core.NodeId;
import java.util.List;

/**
 * What one member tells another about a third. Of two updates about one member the one with the
 * higher incarnation prevails, and at equal incarnation the worse status; so the order in which
 * they arrive does not matter.
 */
public sealed interface Update {
  NodeId who();

  long incarnation();

  SwimStatus status();

  /** About how many bytes it takes in a message, and hardly ever fewer. */
  default int size() {
    return 18;
  }

  /** It is there, and says this of itself. Only the member itself makes a new one. */
  record Alive(NodeId who, long incarnation, Card card) implements Update, Known {
    @Override
    public SwimStatus status() {
      return SwimStatus.ALIVE;
    }

    @Override
    public int size() {
      return 18 + (int) card.size();
    }

    /**
     * Two lives of a member may meet at one incarnation, if the first has raised it. All others
     * then have to take the same one for true, until the member hears of it and says more.
     */
    boolean prevailsOver(Alive other) {
      return !equals(other) && card.digest() > other.card.digest();
    }
  }

  /** It answered neither that member nor, each asked by itself, those. */
  record Suspect(NodeId who, long incarnation, NodeId by, List<NodeId> also) implements Update {
    public Suspect {
      also = List.copyOf(also);
    }

    Suspect(NodeId who, long incarnation, NodeId by) {
      this(who, incarnation, by, List.of());
    }

    @Override
    public SwimStatus status() {
      return SwimStatus.SUSPECT;
    }

    @Override
    public int size() {
      return 27 + 8 * also.size();
    }
  }

  /** It was suspected for long enough. */
  record Failed(NodeId who, long incarnation) implements Update {
    @Override
    public SwimStatus status() {
      return SwimStatus.FAILED;
    }
  }

  /** It said good-bye. */
  record Left(NodeId who, long incarnation) implements Update {
    @Override
    public SwimStatus status() {
      return SwimStatus.LEFT;
    }
  }
}
