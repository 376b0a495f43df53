package coterie.kernel;

import java.util.ArrayList;
import java.util.List;

/** All who look at the nodes of a kernel, by what they want. By index: iterators are garbage. */
final class Witnesses {
  private final List<Witness> all = new ArrayList<>();
  Witness[] ofNotes = {};
  Witness[] ofSends = {};
  Witness[] ofEvents = {};
  Witness[] ofAsks = {};

  void add(Witness witness) {
    all.add(witness);
  }

  void refresh() {
    ofNotes = wanting(Witness.NOTES);
    ofSends = wanting(Witness.SENDS);
    ofEvents = wanting(Witness.EVENTS);
    ofAsks = wanting(Witness.ASKS);
  }

  private Witness[] wanting(int what) {
    List<Witness> wanting = new ArrayList<>();
    for (Witness witness : all) {
      if ((witness.wants() & what) != 0) {
        wanting.add(witness);
      }
    }
    return wanting.toArray(new Witness[0]);
  }
}
