package coterie.sim.explore.local;

import org.jspecify.annotations.Nullable;

/**
 * A state of one node: what its protocols, alarms and disk are in. It keeps how it was reached, and
 * not the protocols themselves: whoever needs them builds the node anew, and lets the same happen
 * to it again.
 */
public final class LocalState {
  private static final int[] NONE = {};

  /** Stands for what cannot be reached. */
  static final LocalState NOWHERE =
      new LocalState(-1, -1, 0, -1, DiskContent.EMPTY, 0, false, 0, NONE, Long.MAX_VALUE, null);

  /** Events that lead to it, and from where; null before the first start. */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares origins.
  record Origin(@Nullable LocalState before, LocalEvent event, long[] draws) {}

  public final int id;
  public final int node;
  public final boolean isUp;

  /** What a fingerprint gains with it. */
  public final long mark;

  /** How many saves are not durable yet. */
  public final int pending;

  /** The numbers of the events of those alarms that are the next ones. */
  public final int[] expiring;

  /** The time until the next alarm; 0 if it is late. */
  public final long leftNanos;

  final @Nullable Origin origin;
  final long incarnation;
  final DiskContent disk;
  final long elapsedNanos;

  private LocalState(
      int id,
      int node,
      long mark,
      long incarnation,
      DiskContent disk,
      long elapsedNanos,
      boolean isUp,
      int pending,
      int[] expiring,
      long leftNanos,
      @Nullable Origin origin) {
    this.id = id;
    this.node = node;
    this.mark = mark;
    this.isUp = isUp;
    this.pending = pending;
    this.expiring = expiring;
    this.leftNanos = leftNanos;
    this.origin = origin;
    this.incarnation = incarnation;
    this.disk = disk;
    this.elapsedNanos = elapsedNanos;
  }

  static LocalState up(
      int id,
      int node,
      long mark,
      NodeDriver driver,
      int pending,
      int[] expiring,
      long leftNanos,
      Origin origin) {
    return new LocalState(
        id,
        node,
        mark,
        driver.incarnation(),
        driver.disk(),
        driver.elapsedNanos(),
        true,
        pending,
        expiring,
        leftNanos,
        origin);
  }

  static LocalState down(int id, int node, long mark, NodeDriver driver) {
    return new LocalState(
        id,
        node,
        mark,
        driver.incarnation(),
        driver.disk(),
        driver.elapsedNanos(),
        false,
        0,
        NONE,
        Long.MAX_VALUE,
        null);
  }
}
