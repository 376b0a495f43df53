package coterie.member;

import coterie.core.Bytes;
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

  Status status();

  /** It is there, and says this of itself. Only the member itself makes a new one. */
  record Alive(NodeId who, long incarnation, String name, Bytes address, List<Tag> tags)
      implements Update, Known {
    @Override
    public Status status() {
      return Status.ALIVE;
    }

    /**
     * Two lives of a member may meet at one incarnation, if the first has raised it. All others
     * then have to take the same one for true, until the member hears of it and says more.
     */
    boolean prevailsOver(Alive other) {
      return !equals(other) && cardHash() > other.cardHash();
    }

    /** The same in every JVM, which the hash of a record need not be. */
    int cardHash() {
      int hash = 31 * name.hashCode() + address.hashCode();
      for (Tag tag : tags) {
        hash = 31 * (31 * hash + tag.key().hashCode()) + tag.value().hashCode();
      }
      return hash;
    }

    boolean says(Alive other) {
      return name.equals(other.name) && address.equals(other.address) && tags.equals(other.tags);
    }
  }

  /** It did not answer that member. */
  record Suspect(NodeId who, long incarnation, NodeId by) implements Update {
    @Override
    public Status status() {
      return Status.SUSPECT;
    }
  }

  /** It was suspected for long enough. */
  record Failed(NodeId who, long incarnation) implements Update {
    @Override
    public Status status() {
      return Status.FAILED;
    }
  }

  /** It said good-bye. */
  record Left(NodeId who, long incarnation) implements Update {
    @Override
    public Status status() {
      return Status.LEFT;
    }
  }
}
