package coterie.sim.explore.local;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node does in one event, with certain random numbers. */
public final class Transition extends KeyedTable.Keyed {
  /** Its fields, and the headers of its arrays. */
  private static final int BYTES = 144;

  public final LocalState to;

  /** The numbers of the packets that it sends, in order. */
  public final int[] sent;

  /** The receivers of these, as bits. */
  public final int receivers;

  /** What a fingerprint gains with the next state and all packets. */
  public final long gain;

  /** The number of the list of observations; 0 if no monitor minds. */
  public final int seen;

  /** What the protocol has thrown, if it has. */
  public final @Nullable String thrown;

  private final List<Integer> drawn;
  final long[] draws;

  /** What follows with the next random numbers; null after the last. */
  public final @Nullable Transition more;

  Transition(
      long key,
      @Nullable Transition more,
      LocalState to,
      int[] sent,
      int receivers,
      long gain,
      int seen,
      @Nullable String thrown,
      List<Integer> drawn,
      long[] draws) {
    super(key);
    this.more = more;
    this.to = to;
    this.sent = sent;
    this.receivers = receivers;
    this.gain = gain;
    this.seen = seen;
    this.thrown = thrown;
    this.drawn = drawn;
    this.draws = draws;
  }

  /** Returns how many saves have become durable at once. */
  public int syncs() {
    return Math.max(0, drawn.size() - 1);
  }

  /**
   * Returns the random numbers that were drawn.
   *
   * @param sync 0 for those of the event itself; from 1 for those of a save that became durable
   */
  public List<Long> draws(int sync) {
    int from = sync == 0 ? 0 : drawn.get(sync - 1);
    int to = drawn.isEmpty() ? draws.length : drawn.get(sync);
    return Arrays.stream(draws, from, to).boxed().toList();
  }

  /** Returns whether the event cannot happen; then there is nothing else to know of it. */
  public boolean isNone() {
    return to == LocalState.NOWHERE;
  }

  @Override
  protected long bytes() {
    long bytes = 0;
    for (Transition each = this; each != null; each = each.more) {
      bytes += BYTES + 4L * each.sent.length + 8L * each.draws.length + 20L * each.drawn.size();
    }
    return bytes;
  }

  static Transition none(long key) {
    return new Transition(
        key, null, LocalState.NOWHERE, new int[0], 0, 0, 0, null, List.of(), new long[0]);
  }

  /** Returns the same with another one behind it. */
  Transition before(@Nullable Transition next) {
    return new Transition(key, next, to, sent, receivers, gain, seen, thrown, drawn, draws);
  }

  static long key(LocalState state, int event) {
    return (long) state.id << 32 | event;
  }
}
