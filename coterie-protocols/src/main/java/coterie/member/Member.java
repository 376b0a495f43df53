package coterie.member;

import coterie.core.NodeId;

/**
 * A member as another one sees it, at one moment.
 *
 * @param level how much it is suspected, as {@link Swim#level} says
 */
public record Member(NodeId id, SwimStatus status, long incarnation, Card card, double level) {
  static Member of(Known known, double level) {
    Update.Alive alive = Known.card(known);
    Card card = alive == null ? Card.named("") : alive.card();
    return new Member(known.who(), known.status(), known.incarnation(), card, level);
  }
}
