package coterie.sim.replay;

import coterie.core.Protocol;
import coterie.recording.Entry;
import coterie.sim.StageWitness;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Follows one life of a node that runs elsewhere, by a recording that is still being made.
 * Protocols of the same classes are given the same inputs, so they are in the same state, and
 * whoever cannot look into the other process looks here. A difference between the two is a defect,
 * and is told.
 */
public final class Mirror {
  private final Queue<Entry> waiting = new ArrayDeque<>();
  private final Tape tape = new Tape(waiting::poll);
  private final Replay replay;
  private @Nullable Outcome end;

  /**
   * @param loader finds the classes of recorded calls
   * @param witness sees what the node does
   */
  public Mirror(Stacks stacks, ClassLoader loader, StageWitness witness) {
    this.replay = new Replay(tape, stacks, loader, witness);
  }

  /**
   * Lets the same happen here.
   *
   * @param event an input, or a life and its start, and all that the node did then
   */
  public void follow(List<Entry> event) {
    if (end != null) {
      return;
    }
    waiting.addAll(event);
    tape.goOn();
    try {
      while (tape.peek() != null) {
        replay.step();
      }
    } catch (Unlike unlike) {
      end = unlike.outcome();
    }
  }

  /** The protocols as they are after the last event; none before the life has begun. */
  public List<Protocol<?>> protocols() {
    return replay.protocols();
  }

  /** The families of messages, by channel. */
  public List<Class<?>> families() {
    return replay.families();
  }

  /** The first difference between the node and its mirror; null if there was none so far. */
  public Outcome.@Nullable Diverged difference() {
    return end instanceof Outcome.Diverged diverged ? diverged : null;
  }
}
