package coterie.member;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.util.List;

/**
 * A member as another one sees it, at one moment.
 *
 * @param level how much it is suspected, as {@link Swim#level} says
 */
public record Member(
    NodeId id,
    Status status,
    long incarnation,
    String name,
    Bytes address,
    List<Tag> tags,
    double level) {
  static Member of(Known known, double level) {
    Update.Alive card = Known.card(known);
    return card == null
        ? new Member(
            known.who(), known.status(), known.incarnation(), "", Bytes.none(), List.of(), level)
        : new Member(
            known.who(),
            known.status(),
            known.incarnation(),
            card.name(),
            card.address(),
            card.tags(),
            level);
  }
}
