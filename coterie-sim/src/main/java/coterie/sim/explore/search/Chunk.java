package coterie.sim.explore.search;

import org.jspecify.annotations.Nullable;

/**
 * Up to a thousand states that one thread has found, and how each was reached: the number of the
 * state before, and its own number among the successors of that state.
 */
final class Chunk {
  static final int SHIFT = 10;
  static final int SIZE = 1 << SHIFT;

  final int number;
  final int[] before;
  final char[] ordinals;

  /** The states themselves; null when nobody needs them any more. */
  byte @Nullable [] states;

  Chunk(int number, int[] before, char[] ordinals, byte[] states) {
    this.number = number;
    this.before = before;
    this.ordinals = ordinals;
    this.states = states;
  }

  int size() {
    return before.length;
  }

  long bytes() {
    return 80 + 6L * before.length + (states == null ? 0 : states.length + 16);
  }

  void forget() {
    states = null;
  }
}
