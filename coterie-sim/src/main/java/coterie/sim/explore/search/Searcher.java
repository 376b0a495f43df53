package coterie.sim.explore.search;

import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalStepper;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One thread's part of a search: it takes states of a level, and finds states of the next. */
final class Searcher extends Padded implements Successor.Listener {
  /**
   * Somebody has objected.
   *
   * @param before the number of the last state before the violation
   * @param ordinal the number of the violation among the successors of that state
   */
  record Found(Opinions.Objection objection, int before, int ordinal) {}

  private final Visited visited;
  private final Frontier frontier;
  private final GroupState at;
  private final Successor successor;
  private final Expansion expansion;
  private final StateBytes states = new StateBytes();
  private final int[] before = new int[Chunk.SIZE];
  private final char[] ordinals = new char[Chunk.SIZE];
  private int count;
  private int current;
  private long transitions;

  /** Kept, so that the compiler does not leave out the look. */
  @SuppressWarnings("UnusedVariable")
  private long looked;

  private @Nullable Found found;

  Searcher(
      LocalSpace space,
      Circumstances circumstances,
      Opinions opinions,
      LocalStepper stepper,
      Visited visited,
      Frontier frontier) {
    this.visited = visited;
    this.frontier = frontier;
    this.at = new GroupState(space, circumstances, opinions);
    this.successor = new Successor(at, space.plan(), opinions, this);
    this.expansion = new Expansion(space, circumstances, stepper, successor);
  }

  long transitions() {
    return transitions;
  }

  /** Returns how much memory it has for later. */
  long spareBytes() {
    return states.freeBytes();
  }

  long crowded() {
    return successor.crowded();
  }

  @Nullable Found found() {
    return found;
  }

  /** Finds all successors of these states. */
  void expand(Chunk chunk) {
    byte[] from = Objects.requireNonNull(chunk.states);
    int place = 0;
    for (int i = 0; i < chunk.size() && found == null; i++) {
      place = at.read(from, place);
      current = chunk.number << Chunk.SHIFT | i;
      expansion.run();
      transitions += successor.total();
    }
    byte[] done = frontier.expanded(chunk);
    if (done != null) {
      states.reuse(done);
    }
  }

  @Override
  public void expect(long[] fingerprints, int expected) {
    looked = visited.look(fingerprints, expected);
  }

  @Override
  public boolean wants(long fingerprint) {
    return visited.add(fingerprint);
  }

  @Override
  public void found(int[] state, int length) {
    if (count == Chunk.SIZE || states.isFull(length)) {
      close();
    }
    before[count] = current;
    ordinals[count++] = (char) successor.ordinal();
    states.add(state, length);
  }

  @Override
  public void objected(Opinions.Objection objection) {
    if (found == null) {
      found = new Found(objection, current, successor.ordinal());
    }
  }

  /** Hands over what was found so far. */
  void close() {
    if (count > 0) {
      frontier.add(before, ordinals, count, states.take());
      visited.counted(count);
      count = 0;
    }
  }
}
