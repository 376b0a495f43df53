package coterie.member;

import coterie.core.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows about another. While that one is alive it is the very update that said so,
 * which all members of a simulation share.
 */
sealed interface Known permits Update.Alive, Doubt, Tombstone {
  NodeId who();

  long incarnation();

  SwimStatus status();

  /** The last thing that it said of itself, if it was ever heard of. */
  static Update.@Nullable Alive card(@Nullable Known known) {
    return switch (known) {
      case null -> null;
      case Update.Alive alive -> alive;
      case Doubt doubt -> doubt.card();
      case Tombstone tombstone -> tombstone.card();
    };
  }

  /** The update that tells another what is known here. */
  static Update update(Known known) {
    return switch (known) {
      case Update.Alive alive -> alive;
      case Doubt doubt ->
          new Update.Suspect(
              doubt.who(), doubt.incarnation(), doubt.firstAccuser(), doubt.otherAccusers());
      case Tombstone stone ->
          stone.status() == SwimStatus.LEFT
              ? new Update.Left(stone.who(), stone.incarnation())
              : new Update.Failed(stone.who(), stone.incarnation());
    };
  }
}
