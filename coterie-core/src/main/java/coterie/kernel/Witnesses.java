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
    refresh();
  }

  void refresh() {
    ofNotes = wanting(Witness.NOTES);
    ofSends = wanting(Witness.SENDS);
    ofEvents = wanting(Witness.EVENTS);
    ofAsks = wanting(Witness.ASKS);
  }

  private Witness[] wanting(int what) {
    return all.stream().filter(one -> (one.wants() & what) != 0).toArray(Witness[]::new);
  }
}
