package coterie.sim.check.detect;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges when a failure detector has noticed a crash or a recovery: when all others that are up
 * suspect the one that crashed, or nobody suspects the one that recovered any more. An event that
 * is followed by the next one before that is not noticed.
 */
public final class Detections implements StageWitness {
  /**
   * How one event was noticed.
   *
   * @param messages how many were sent from the event until it was noticed
   * @param latencyNanos null if it was not
   */
  public record Detected(
      boolean isCrash, NodeId node, long atNanos, long messages, @Nullable Long latencyNanos) {}

  private final Stage stage;
  private final View members;
  private final Verdict verdict;
  private final List<Detected> past = new ArrayList<>();

  /** By observer. */
  private final BitSet[] suspects;

  private @Nullable NodeId focus;
  private boolean isCrash;
  private long since;
  private long messages;

  /** Listens from now on; to be called before the run. */
  public Detections(Stage stage, Verdict verdict) {
    this.stage = stage;
    this.members = stage.members();
    this.verdict = verdict;
    this.suspects = new BitSet[members.size()];
    for (int i = 0; i < suspects.length; i++) {
      suspects[i] = new BitSet();
    }
    stage.watch(this);
  }

  /** All events so far, in their order. */
  public List<Detected> events() {
    List<Detected> all = new ArrayList<>(past);
    if (focus != null) {
      all.add(outcome(focus, null));
    }
    return all;
  }

  /** Whether the last event has been noticed, or there was none. */
  public boolean isSettled() {
    return focus == null;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Suspected suspected when verdict == Verdict.SUSPECTED ->
          update(at, node, suspected.who(), true);
      case Note.Trusted trusted when verdict == Verdict.SUSPECTED ->
          update(at, node, trusted.who(), false);
      case Note.Unknown unknown when verdict == Verdict.SUSPECTED ->
          update(at, node, unknown.who(), false);
      case Note.Failed failed when verdict == Verdict.FAILED ->
          update(at, node, failed.who(), true);
      case Note.Joined joined when verdict == Verdict.FAILED ->
          update(at, node, joined.who(), false);
      default -> {}
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> {
        suspects[members.indexOf(crash.node())].clear();
        begin(at, crash.node(), true);
      }
      case Fault.Recover recover -> begin(at, recover.node(), false);
      case Fault.Pause pause -> {}
      case Fault.Resume resume -> {}
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  private void begin(long at, NodeId node, boolean nowCrash) {
    if (focus != null) {
      past.add(outcome(focus, null));
    }
    focus = node;
    isCrash = nowCrash;
    since = at;
    messages = stage.messages();
    judge(at);
  }

  private void update(long at, NodeId observer, NodeId subject, boolean isSuspected) {
    int index = members.indexOf(subject);
    if (index >= 0) {
      suspects[members.indexOf(observer)].set(index, isSuspected);
      if (subject.equals(focus)) {
        judge(at);
      }
    }
  }

  private void judge(long at) {
    NodeId node = focus;
    if (node == null) {
      return;
    }
    int subject = members.indexOf(node);
    for (int i = 0; i < suspects.length; i++) {
      boolean isAsked = i != subject && stage.isUp(members.at(i));
      if (isAsked && suspects[i].get(subject) != isCrash) {
        return;
      }
    }
    past.add(outcome(node, at - since));
    focus = null;
  }

  private Detected outcome(NodeId node, @Nullable Long latencyNanos) {
    return new Detected(isCrash, node, since, stage.messages() - messages, latencyNanos);
  }
}
