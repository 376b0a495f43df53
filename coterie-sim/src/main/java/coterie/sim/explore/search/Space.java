package coterie.sim.explore.search;

import coterie.sim.explore.local.ClockUse;
import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalState;
import coterie.sim.explore.local.LocalStepper;
import coterie.sim.manual.Choice;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * All states that a search has found and kept, by number from 0, with their successors. The first
 * states come first. It is used by one thread.
 */
public final class Space {
  /** Is told of successors. */
  public interface EdgeVisitor {
    /**
     * A successor.
     *
     * @param to its number; negative if it was not found, since the search ended before
     * @param ordinal the number of this successor, from 1, which names the edge
     * @param deed what happens
     * @param node the node to which it happens; of a lost message the receiver; of a cut its number
     * @param packet the number of the message that arrives or is lost; negative if the event is not
     *     about a message
     */
    void edge(int to, int ordinal, Deed deed, int node, int packet);
  }

  private final LocalSpace locals;
  private final Circumstances circumstances;
  private final Opinions opinions;
  private final LocalStepper stepper;
  private final Frontier frontier;
  private final Beginnings beginnings;
  private final List<Chunk> chunks;
  private final int[] firstOf;
  private final int[] places;
  private final GroupState at;
  private final Actions actions;
  private final Index index;

  Space(
      LocalSpace locals,
      Circumstances circumstances,
      Opinions opinions,
      LocalStepper stepper,
      Frontier frontier,
      Beginnings beginnings) {
    this.locals = locals;
    this.circumstances = circumstances;
    this.opinions = opinions;
    this.stepper = stepper;
    this.frontier = frontier;
    this.beginnings = beginnings;
    this.chunks = frontier.chunks();
    this.firstOf = new int[chunks.size() + 1];
    for (int i = 0; i < chunks.size(); i++) {
      firstOf[i + 1] = firstOf[i] + chunks.get(i).size();
    }
    this.places = new int[size()];
    this.at = new GroupState(locals, circumstances, opinions);
    this.actions = new Actions(at, locals.plan());
    this.index = new Index(size());
    for (int i = 0; i < chunks.size(); i++) {
      byte[] states = Objects.requireNonNull(chunks.get(i).states);
      int place = 0;
      for (int state = firstOf[i]; state < firstOf[i + 1]; state++) {
        places[state] = place;
        place = at.read(states, place);
        index.put(at.fingerprint, state);
      }
    }
  }

  LocalSpace locals() {
    return locals;
  }

  ClockUse clock() {
    return stepper.clock();
  }

  /** Returns the states of the nodes. */
  List<LocalState> nodes(int state) {
    read(at, state);
    return IntStream.range(0, at.nodes).mapToObj(at::local).toList();
  }

  public int size() {
    return firstOf[chunks.size()];
  }

  /** Returns the states of the monitors in that state, in the order of the plan. */
  public List<Record> opinions(int state) {
    read(at, state);
    return at.opinion.states;
  }

  /** Returns the nodes that are up, as bits. */
  public int up(int state) {
    read(at, state);
    return ~at.down & ((1 << at.nodes) - 1);
  }

  /**
   * Returns what can happen in a state, as {@link Actions} counts, sorted; also what leads beyond a
   * bound, so that no successor is told of it.
   */
  public int[] enabled(int state) {
    read(at, state);
    return actions.enabled();
  }

  /** Tells of all successors of a state. */
  public void successors(int state, EdgeVisitor visitor) {
    new Edges(visitor).of(state);
  }

  /** Returns the events on the way to a state, the first starts included. */
  public List<Choice> path(int state, int... ordinals) {
    PathReplay replay =
        new PathReplay(locals, circumstances, opinions, stepper, frontier, beginnings);
    int chunk = chunkOf(state);
    return replay.to(chunk << Chunk.SHIFT | (state - firstOf[chunk]), ordinals);
  }

  private int chunkOf(int state) {
    int low = 0;
    int high = chunks.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstOf[middle] <= state) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private void read(GroupState into, int state) {
    into.read(Objects.requireNonNull(chunks.get(chunkOf(state)).states), places[state]);
  }

  /** Makes the successors once more, and looks up their numbers. */
  private final class Edges implements Successor.Listener {
    private final EdgeVisitor visitor;
    private final GroupState state = new GroupState(locals, circumstances, opinions);
    private final Successor successor = new Successor(state, locals.plan(), opinions, this);

    Edges(EdgeVisitor visitor) {
      this.visitor = visitor;
    }

    void of(int number) {
      read(state, number);
      new Expansion(locals, circumstances, stepper, successor).run();
    }

    @Override
    public boolean wants(long fingerprint) {
      tell(index.find(fingerprint));
      return false;
    }

    @Override
    public void found(int[] made, int length) {}

    @Override
    public void objected(Opinions.Objection objection) {
      tell(-1);
    }

    private void tell(int to) {
      visitor.edge(
          to, successor.ordinal(), successor.deed(), successor.subject(), successor.packet());
    }
  }

  /** Finds the number of a state by its fingerprint. */
  private static final class Index {
    private final long[] keys;
    private final int[] numbers;

    Index(int size) {
      int capacity = Integer.highestOneBit(Math.max(1, size)) * 4;
      keys = new long[capacity];
      numbers = new int[capacity];
    }

    void put(long fingerprint, int number) {
      int i = place(fingerprint);
      keys[i] = key(fingerprint);
      numbers[i] = number;
    }

    int find(long fingerprint) {
      int i = place(fingerprint);
      return keys[i] == 0 ? -1 : numbers[i];
    }

    private static long key(long fingerprint) {
      return fingerprint == 0 ? 1 : fingerprint;
    }

    private int place(long fingerprint) {
      int i = (int) fingerprint & (keys.length - 1);
      while (keys[i] != 0 && keys[i] != key(fingerprint)) {
        i = (i + 1) & (keys.length - 1);
      }
      return i;
    }
  }
}
