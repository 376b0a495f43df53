package coterie.member;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.util.List;

/** A member as another one sees it, at one moment. */
public record Member(
    NodeId id, Status status, long incarnation, String name, Bytes address, List<Tag> tags) {
  static Member of(Known known) {
    Update.Alive card = Known.card(known);
    return card == null
        ? new Member(known.who(), known.status(), known.incarnation(), "", Bytes.none(), List.of())
        : new Member(
            known.who(),
            known.status(),
            known.incarnation(),
            card.name(),
            card.address(),
            card.tags());
  }
}
