package coterie.member.swim;

import coterie.core.NodeId;
import coterie.member.Card;
import coterie.member.Member;
import coterie.member.SwimStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows about another. While the member is alive it is the very update that said so,
 * which all members of a simulation share.
 */
sealed interface MemberState permits Update.Alive, Suspicion, Tombstone {
  NodeId who();

  long incarnation();

  SwimStatus status();

  /** The last thing that it said of itself, if it was ever heard of. */
  static Update.@Nullable Alive card(@Nullable MemberState known) {
    return switch (known) {
      case null -> null;
      case Update.Alive alive -> alive;
      case Suspicion suspicion -> suspicion.card();
      case Tombstone tombstone -> tombstone.card();
    };
  }

  /** Describes the member to a user of the group. */
  static Member member(MemberState known, double level) {
    Update.Alive alive = card(known);
    Card card = alive == null ? Card.named("") : alive.card();
    return new Member(known.who(), known.status(), known.incarnation(), card, level);
  }

  /** The update that tells another what is known here. */
  static Update update(MemberState known) {
    return switch (known) {
      case Update.Alive alive -> alive;
      case Suspicion suspicion ->
          new Update.Suspect(
              suspicion.who(),
              suspicion.incarnation(),
              suspicion.firstAccuser(),
              suspicion.otherAccusers());
      case Tombstone stone ->
          stone.status() == SwimStatus.LEFT
              ? new Update.Left(stone.who(), stone.incarnation())
              : new Update.Failed(stone.who(), stone.incarnation());
    };
  }
}
