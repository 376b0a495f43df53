package coterie.sim.explore.search;

import coterie.sim.explore.local.LocalSpace;
import coterie.sim.explore.local.LocalStepper;
import coterie.sim.explore.local.Transition;
import coterie.sim.explore.search.Opinions.Opinion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first states: all nodes have started, in order, with all random numbers that they draw. */
final class Beginnings {
  private static final int START_BYTES = 32;

  /** A group with more first states than that draws too many numbers to be explored. */
  private static final int STATES_MAX = 1_000_000;

  private final LocalSpace space;
  private final Opinions opinions;
  private final LocalStepper stepper;
  private final Visited visited;
  private final GroupState scratch;
  private final Circumstance circumstance;
  private final List<Transition[]> starts = new ArrayList<>();
  private final StateBytes bytes = new StateBytes();
  private Explored.@Nullable Violation violation;
  private boolean isCut;

  Beginnings(
      LocalSpace space,
      Circumstances circumstances,
      Opinions opinions,
      LocalStepper stepper,
      Visited visited) {
    this.space = space;
    this.opinions = opinions;
    this.stepper = stepper;
    this.visited = visited;
    this.scratch = new GroupState(space, circumstances, opinions);
    this.circumstance = circumstances.of(0);
  }

  /** Returns whether there are more of them than states may be visited. */
  boolean isCut() {
    return isCut;
  }

  long bytes() {
    return (long) starts.size() * (START_BYTES + 4L * scratch.nodes);
  }

  /** Returns how the nodes have started in the first state of that number. */
  Transition[] starts(int number) {
    return starts.get(number);
  }

  /** Adds the first states; returns a violation if there is one already. */
  Explored.@Nullable Violation into(Frontier frontier) {
    List<List<Transition>> all = new ArrayList<>();
    for (int node = 0; node < scratch.nodes; node++) {
      all.add(stepper.start(node));
    }
    List<Transition> last = all.getLast();
    if (!last.isEmpty() && last.getFirst().thrown == null) {
      stepper.requireCalls(scratch.nodes - 1);
    }
    List<byte[]> found = new ArrayList<>();
    choose(all, new Transition[scratch.nodes], 0, found);
    for (int from = 0; from < found.size(); from += Chunk.SIZE) {
      int count = Math.min(Chunk.SIZE, found.size() - from);
      int[] before = new int[count];
      byte[] states = join(found.subList(from, from + count));
      frontier.add(before, new char[count], count, states);
    }
    visited.counted(found.size());
    frontier.keepAll();
    return violation;
  }

  private static byte[] join(List<byte[]> parts) {
    byte[] all = new byte[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private void choose(
      List<List<Transition>> all, Transition[] chosen, int node, List<byte[]> found) {
    if (isCut || starts.size() >= Math.min(STATES_MAX, space.plan().bounds().states())) {
      isCut = true;
    } else if (node == chosen.length) {
      add(chosen, found);
    } else {
      for (Transition each : all.get(node)) {
        chosen[node] = each;
        choose(all, chosen, node + 1, found);
      }
    }
  }

  private void add(Transition[] chosen, List<byte[]> found) {
    int sent = 0;
    for (Transition each : chosen) {
      sent += each.sent.length;
    }
    int[] state = new int[scratch.packetsAt + sent];
    int size = scratch.packetsAt;
    Opinion opinion = opinions.first();
    long sum = circumstance.mark;
    String thrown = null;
    for (int node = 0; node < chosen.length; node++) {
      state[node] = chosen[node].to.id;
      sum += chosen[node].to.mark;
      opinion = opinions.after(opinion, chosen[node].seen);
      thrown = thrown == null ? chosen[node].thrown : thrown;
      for (int id : chosen[node].sent) {
        size = scratch.insert(state, size, space.packet(id));
      }
    }
    state[scratch.nodes] = circumstance.id;
    state[scratch.nodes + 1] = opinion.id;
    sum += opinion.mark + scratch.sumOfPackets(state, size);
    if (opinion.objection != null || thrown != null) {
      object(chosen, opinion, thrown);
    } else if (visited.add(sum)) {
      bytes.clear();
      bytes.add(state, size);
      found.add(bytes.copy());
      starts.add(chosen.clone());
    }
  }

  private void object(Transition[] chosen, Opinion opinion, @Nullable String thrown) {
    ChoicePath path = new ChoicePath(space, stepper.channels());
    for (int node = 0; node < chosen.length; node++) {
      path.start(node, chosen[node]);
    }
    Opinions.Objection objection = opinion.objection;
    violation =
        objection == null
            ? new Explored.Violation("exceptions", "the protocol threw " + thrown, path.choices())
            : new Explored.Violation(objection.judge(), objection.text(), path.choices());
  }
}
