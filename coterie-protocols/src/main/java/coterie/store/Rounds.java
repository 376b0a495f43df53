package coterie.store;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.View;
import java.util.Arrays;

/**
 * Whose turn it is to hear what this replica has, and how far it has told each one. Every other
 * member has its turn once a round, in an order that is drawn anew: by pure chance, one could be
 * left out for any time, and convergence would have no bound.
 */
final class Rounds {
  private final Context<?> context;
  private final NodeId[] others;
  private final String[] told;
  private int next;

  Rounds(Context<?> context, View members) {
    this.context = context;
    this.others = new NodeId[members.size() - 1];
    int self = members.indexOf(context.self());
    for (int i = 0; i < others.length; i++) {
      others[i] = members.at(i < self ? i : i + 1);
    }
    this.told = new String[others.length];
    Arrays.fill(told, "");
  }

  boolean isAlone() {
    return others.length == 0;
  }

  /** Goes on to the next one. */
  NodeId next() {
    if (next == 0) {
      shuffle();
    }
    NodeId chosen = others[next];
    next = next + 1 == others.length ? 0 : next + 1;
    return chosen;
  }

  /** The name up to which the one that was chosen last has been told. */
  String told() {
    return told[last()];
  }

  /** The one that was chosen last was told up to that name; empty for the end. */
  void told(String name) {
    told[last()] = name;
  }

  private int last() {
    return next == 0 ? others.length - 1 : next - 1;
  }

  private void shuffle() {
    for (int i = others.length - 1; i > 0; i--) {
      swap(i, (int) context.random(i + 1));
    }
  }

  private void swap(int i, int j) {
    NodeId other = others[i];
    others[i] = others[j];
    others[j] = other;
    String name = told[i];
    told[i] = told[j];
    told[j] = name;
  }
}
