package coterie.sim.explore.search;

import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalStepper;
import coterie.sim.explore.local.Transition;
import coterie.sim.manual.Choice;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;

/** Goes the way to a state once more, and tells it in the words of schedules. */
final class PathReplay implements Successor.Listener {
  private final Frontier frontier;
  private final Beginnings beginnings;
  private final ChoicePath path;
  private final GroupState at;
  private final Successor successor;
  private final Expansion expansion;
  private final StateBytes next = new StateBytes();
  private int wanted;
  private boolean isTold;

  PathReplay(
      LocalSpace space,
      Circumstances circumstances,
      Opinions opinions,
      LocalStepper stepper,
      Frontier frontier,
      Beginnings beginnings) {
    this.frontier = frontier;
    this.beginnings = beginnings;
    this.path = new ChoicePath(space, stepper.channels());
    this.at = new GroupState(space, circumstances, opinions);
    this.successor = new Successor(at, space.plan(), opinions, this);
    this.expansion = new Expansion(space, circumstances, stepper, successor);
  }

  Explored.Violation violation(Searcher.Found found) {
    List<Choice> choices = to(found.before(), found.ordinal());
    return new Explored.Violation(found.objection().judge(), found.objection().text(), choices);
  }

  /**
   * Returns the way to a state, and further.
   *
   * @param further the number of the successor that it goes on with, then of one of its successors,
   *     and so on
   */
  List<Choice> to(int number, int... further) {
    ArrayDeque<Integer> ordinals = new ArrayDeque<>();
    for (int ordinal : further) {
      ordinals.add(ordinal);
    }
    int state = number;
    while (true) {
      Chunk chunk = frontier.chunk(state >>> Chunk.SHIFT);
      int index = state & (Chunk.SIZE - 1);
      if (chunk.ordinals[index] == 0) {
        break;
      }
      ordinals.push((int) chunk.ordinals[index]);
      state = chunk.before[index];
    }
    begin(state);
    for (int each : ordinals) {
      step(each);
    }
    return path.choices();
  }

  private void begin(int number) {
    Transition[] starts = beginnings.starts(number);
    for (int node = 0; node < starts.length; node++) {
      path.start(node, starts[node]);
    }
    byte[] states = Objects.requireNonNull(frontier.chunk(number >>> Chunk.SHIFT).states);
    int place = 0;
    for (int i = 0; i <= (number & (Chunk.SIZE - 1)); i++) {
      place = at.read(states, place);
    }
  }

  private void step(int ordinal) {
    wanted = ordinal;
    isTold = false;
    next.clear();
    expansion.run();
    byte[] found = next.copy();
    if (found.length > 0) {
      at.read(found, 0);
    }
  }

  @Override
  public boolean wants(long fingerprint) {
    return successor.ordinal() == wanted;
  }

  @Override
  public void found(int[] state, int length) {
    next.add(state, length);
    tell();
  }

  @Override
  public void objected(Opinions.Objection objection) {
    if (successor.ordinal() == wanted) {
      tell();
    }
  }

  private void tell() {
    if (!isTold) {
      isTold = true;
      int node = Math.clamp(successor.subject(), 0, at.nodes - 1);
      path.add(successor, at.circumstance.values.cut(), at.local(node).leftNanos);
    }
  }
}
