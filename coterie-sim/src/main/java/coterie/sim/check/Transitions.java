package coterie.sim.check;

/**
 * What has changed in a run, in order: who is up, and who suspects whom. Sixteen bytes a change.
 */
final class Transitions {
  /** What has changed; the first three are about one process, the others about a pair. */
  enum Kind {
    STOPPED,
    STARTED,
    LEFT,
    SUSPECTED,
    TRUSTED,
    FORGOTTEN;

    private static final Kind[] ALL = values();

    boolean isPair() {
      return ordinal() >= SUSPECTED.ordinal();
    }
  }

  private static final int KIND_BITS = 3;
  private static final int NODE_BITS = 30;
  private static final long NODE_MASK = (1L << NODE_BITS) - 1;

  private final Longs times = new Longs();
  private final Longs codes = new Longs();

  void add(long at, Kind kind, int observer, int subject) {
    times.add(at);
    codes.add(
        kind.ordinal() | (long) observer << KIND_BITS | (long) subject << KIND_BITS + NODE_BITS);
  }

  int size() {
    return times.size();
  }

  long at(int index) {
    return times.at(index);
  }

  Kind kind(int index) {
    return Kind.ALL[(int) (codes.at(index) & (1 << KIND_BITS) - 1)];
  }

  /** Who has changed, or has changed its mind. */
  int observer(int index) {
    return (int) (codes.at(index) >>> KIND_BITS & NODE_MASK);
  }

  /** About whom. */
  int subject(int index) {
    return (int) (codes.at(index) >>> KIND_BITS + NODE_BITS & NODE_MASK);
  }
}
