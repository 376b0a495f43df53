package coterie.sim.check.detect;

import coterie.sim.statistics.Longs;

/**
 * What has changed in a run, in order: who is up, and who suspects whom. Sixteen bytes a change.
 */
final class Transitions {
  /** What has changed; the first three are about one process, the others about a pair. */
  enum Kind {
    STOPPED(0),
    STARTED(1),
    LEFT(2),
    SUSPECTED(3),
    TRUSTED(4),
    FORGOTTEN(5);

    private static final Kind[] BY_CODE = values();
    private final int code;

    Kind(int code) {
      this.code = code;
    }

    boolean isPair() {
      return code >= SUSPECTED.code;
    }
  }

  private static final int KIND_BITS = 3;
  private static final int NODE_BITS = 30;
  private static final int SUBJECT_SHIFT = KIND_BITS + NODE_BITS;
  private static final long KIND_MASK = (1L << KIND_BITS) - 1;
  private static final long NODE_MASK = (1L << NODE_BITS) - 1;

  private final Longs times = new Longs();
  private final Longs codes = new Longs();

  void add(long at, Kind kind, int observer, int subject) {
    times.add(at);
    codes.add(kind.code | ((long) observer << KIND_BITS) | ((long) subject << SUBJECT_SHIFT));
  }

  int size() {
    return times.size();
  }

  long at(int index) {
    return times.at(index);
  }

  Kind kind(int index) {
    return Kind.BY_CODE[(int) (codes.at(index) & KIND_MASK)];
  }

  /** The processes that have changed, or have changed their mind. */
  int observer(int index) {
    return (int) ((codes.at(index) >>> KIND_BITS) & NODE_MASK);
  }

  /** About whom. */
  int subject(int index) {
    return (int) ((codes.at(index) >>> SUBJECT_SHIFT) & NODE_MASK);
  }
}
