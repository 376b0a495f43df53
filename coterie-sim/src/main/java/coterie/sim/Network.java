package coterie.sim;

import coterie.sim.StageWitness.Drop;
import coterie.sim.fault.Latency;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a message between two nodes. Cuts and partitions are judged at the moment of
 * sending. Every link has random bits of its own, a pure function of (seed, from, to, number of the
 * message), so two protocols compared under one seed meet the same network, and turning loss on
 * does not change the delays.
 */
public final class Network {
  /** Stands for a message that does not arrive. */
  public static final long NEVER = -1;

  private static final int LOSS = 1;
  private static final int DELAY = 2;
  private static final int REORDER = 3;
  private static final int REORDER_BY = 4;
  private static final int DUPLICATE = 5;
  private static final int SECOND_DELAY = 6;

  private final long seed;
  private final int size;
  private final LinkCounts counts = new LinkCounts();
  private final Set<Long> cuts = new HashSet<>();
  private int @Nullable [] groups;
  private Latency latency;
  private double loss;
  private double duplication;
  private double reordering;
  private long reorderByNanos;
  private boolean plain;
  private boolean instant;
  private long linkBits;
  private long bits;
  private long count;

  public Network(long seed, int size, Latency latency) {
    this.seed = Mix.mix(seed, 0x0E7);
    this.size = size;
    this.latency = latency;
    refresh();
  }

  /** Every message arrives once, after the same delay. */
  public boolean isPlain() {
    return plain;
  }

  /** No message takes any time. */
  public boolean isInstant() {
    return instant;
  }

  public long plainNanos() {
    return latency.nanos(0, 0);
  }

  /** Whether the link is whole; else why not. */
  public @Nullable Drop barrier(int from, int to) {
    if (!cuts.isEmpty() && cuts.contains(link(from, to))) {
      return Drop.CUT;
    }
    return groups != null && groups[from] != groups[to] ? Drop.CUT : null;
  }

  /** Draws the fate of the next message on that link; the delays can be asked for afterwards. */
  public void draw(int from, int to) {
    long link = link(from, to);
    count = counts.next(link);
    linkBits = Mix.mix(seed, link);
    bits = Mix.mix(linkBits, count);
  }

  public boolean isLost() {
    return loss > 0 && chance(LOSS) < loss;
  }

  public long firstNanos() {
    return delay(DELAY) + extra();
  }

  /** The delay of a second copy, or NEVER. */
  public long secondNanos() {
    return duplication > 0 && chance(DUPLICATE) < duplication ? delay(SECOND_DELAY) : NEVER;
  }

  void cut(int from, int to) {
    cuts.add(link(from, to));
    refresh();
  }

  void heal(int from, int to) {
    cuts.remove(link(from, to));
    refresh();
  }

  void healAll() {
    cuts.clear();
    groups = null;
    refresh();
  }

  /** Nodes of the same number reach each other. */
  void partition(int[] newGroups) {
    groups = newGroups;
    refresh();
  }

  void latency(Latency newLatency) {
    latency = newLatency;
    refresh();
  }

  void loss(double probability) {
    loss = probability;
    refresh();
  }

  void duplication(double probability) {
    duplication = probability;
    refresh();
  }

  void reordering(double probability, long byNanos) {
    reordering = probability;
    reorderByNanos = byNanos;
    refresh();
  }

  private void refresh() {
    boolean fair = loss == 0 && duplication == 0 && reordering == 0;
    plain = fair && latency.isConstant() && cuts.isEmpty() && groups == null;
    instant = latency.equals(Latency.instant());
  }

  private long extra() {
    if (reordering == 0 || chance(REORDER) >= reordering) {
      return 0;
    }
    return Math.unsignedMultiplyHigh(Mix.mix(bits, REORDER_BY), reorderByNanos + 1);
  }

  private long delay(int purpose) {
    return latency.nanos(
        latency instanceof Latency.Replay ? linkBits : Mix.mix(bits, purpose), count);
  }

  private double chance(int purpose) {
    return Mix.fraction(Mix.mix(bits, purpose));
  }

  private long link(int from, int to) {
    return (long) from * size + to;
  }
}
