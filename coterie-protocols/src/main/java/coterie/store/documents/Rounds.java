package coterie.store.documents;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.store.Partners;
import java.util.Arrays;

/** Whose turn it is to hear what this replica has, and how far it has told each one. */
final class Rounds {
  private final View members;
  private final Partners partners;
  private final String[] told;
  private int chosen;

  Rounds(Context<?> context, View members) {
    this.members = members;
    this.partners = new Partners(context, members);
    this.told = new String[members.size()];
    Arrays.fill(told, "");
  }

  boolean isAlone() {
    return partners.isNobody();
  }

  /** Goes on to the next one. */
  NodeId next() {
    NodeId partner = partners.next();
    chosen = members.indexOf(partner);
    return partner;
  }

  /** The name up to which the one that was chosen last has been told. */
  String told() {
    return told[chosen];
  }

  /** The one that was chosen last was told up to that name; empty for the end. */
  void told(String name) {
    told[chosen] = name;
  }
}
