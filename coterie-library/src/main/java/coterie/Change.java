package coterie;

/**
 * What has changed in the group, as this node sees it. A switch over it needs no default:
 *
 * {@snippet :
 * String text = switch (change) {
 *   case Change.Joined(Member who) -> who.name() + " is here";
 *   case Change.Suspected(Member who) -> who.name() + " does not answer";
 *   case Change.Trusted(Member who) -> who.name() + " answers again";
 *   case Change.Left(Member who) -> who.name() + " has left";
 *   case Change.Failed(Member who) -> who.name() + " is gone";
 *   case Change.Updated(Member who) -> who.name() + " says " + who.tags();
 *   case Change.QuorumLost lost -> "nobody grants locks";
 *   case Change.QuorumRegained regained -> "locks are granted";
 *   case Change.Elected(String leader) -> leader + " leads the voters";
 *   case Change.Leaderless leaderless -> "nobody leads the voters";
 *   case Change.Stopped(String why) -> why;
 * };
 * }
 */
public sealed interface Change {
  /** A change that is about a member. */
  sealed interface OfMember extends Change {
    Member member();
  }

  /** It has come into the group, or has come back. */
  record Joined(Member member) implements OfMember {}

  /** It does not answer; it has some time to refute that it is down. */
  record Suspected(Member member) implements OfMember {}

  /** It is suspected no more. */
  record Trusted(Member member) implements OfMember {}

  /** It has left by its own wish. */
  record Left(Member member) implements OfMember {}

  /** It was suspected for long enough, and does not belong to the group any more. */
  record Failed(Member member) implements OfMember {}

  /** It says something else about itself: tags, or an address. */
  record Updated(Member member) implements OfMember {}

  /** The leader of the voters cannot be reached: no lock is granted, and leases are not renewed. */
  record QuorumLost() implements Change {}

  /** The leader of the voters is reached, for the first time or again. */
  record QuorumRegained() implements Change {}

  /** The voters have that leader, as this one of them sees it. */
  record Elected(String leader) implements Change {}

  /** This voter knows of no leader any more. */
  record Leaderless() implements Change {}

  /** This very node has ended by itself, as when another one lives under its name. */
  record Stopped(String why) implements Change {}
}
