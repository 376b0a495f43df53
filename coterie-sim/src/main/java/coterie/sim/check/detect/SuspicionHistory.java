package coterie.sim.check.detect;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Section;
import coterie.sim.check.detect.Transitions.Kind;
import coterie.sim.fault.Fault;
import java.util.Arrays;
import java.util.Optional;

/**
 * Who suspected whom in a run, and who was up: all that is needed to judge a failure detector. It
 * keeps changes only, so a run without suspicions costs it a look at each note.
 *
 * <p>At the start nobody is suspected. A crash empties what a process suspects, and it begins anew
 * when it recovers. A process that is paused or cut off is up: suspecting it is a mistake. With
 * {@link Verdict#FAILED} a member that has left by its own wish is not judged until it has joined
 * again, and a recovered process is not asked about members that it has not heard of since.
 */
public final class SuspicionHistory implements Judge, StageWitness {
  private final Stage stage;
  private final View members;
  private final Verdict verdict;
  private final long startNanos;
  private final Transitions transitions = new Transitions();
  private final boolean[] upAtStart;
  private final boolean[] isUp;

  /** Whether Joined at that process can change anything: it has forgotten or failed somebody. */
  private final boolean[] isMoved;

  /** Makes the judge of failure detectors. */
  public static Optional<SuspicionHistory> of(Run run) {
    return run.recipe(DetectorRecipe.class)
        .map(detector -> new SuspicionHistory(run.stage(), Verdict.of(detector)));
  }

  /** Listens from now on; to be called before the run. */
  public SuspicionHistory(Stage stage, Verdict verdict) {
    this.stage = stage;
    this.members = stage.members();
    this.verdict = verdict;
    this.startNanos = stage.now();
    this.upAtStart = new boolean[members.size()];
    this.isMoved = new boolean[members.size()];
    // Before a run has started nobody is up, and then all will be.
    if (stage.upCount() == 0) {
      Arrays.fill(upAtStart, true);
    } else {
      for (int i = 0; i < upAtStart.length; i++) {
        upAtStart[i] = stage.isUp(members.at(i));
      }
    }
    this.isUp = upAtStart.clone();
    stage.watch(this);
  }

  @Override
  public Section section(Extent extent) {
    return new SuspicionSection(this, extent.settledNanos());
  }

  /** Which properties the run so far has shown; what changed within the margin is left open. */
  public Classes classes(long marginNanos) {
    return new ClassTraversal(this, marginNanos).judge();
  }

  /** The quality of service of the run so far. */
  public Quality quality() {
    Quality quality = new QualityTraversal(this).judge();
    return stage.countsBytes() ? quality.withBytes(stage.bytes()) : quality;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (verdict == Verdict.SUSPECTED) {
      if (note instanceof Note.Suspected suspected) {
        add(at, Kind.SUSPECTED, node, suspected.who());
      } else if (note instanceof Note.Trusted trusted) {
        add(at, Kind.TRUSTED, node, trusted.who());
      } else if (note instanceof Note.Unknown unknown) {
        // A process that knows nothing of another one does not suspect it; that is all that is
        // judged.
        add(at, Kind.TRUSTED, node, unknown.who());
      }
    } else if (note instanceof Note.Failed failed) {
      add(at, Kind.SUSPECTED, node, failed.who());
    } else if (note instanceof Note.Joined joined) {
      joined(at, node, joined.who());
    } else if (note instanceof Note.Left left) {
      left(at, node, left.who());
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> stop(at, Kind.STOPPED, members.indexOf(crash.node()));
      case Fault.Recover recover -> start(at, members.indexOf(recover.node()));
      case Fault.Pause pause -> {}
      case Fault.Resume resume -> {}
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  private void joined(long at, NodeId node, NodeId who) {
    int observer = members.indexOf(node);
    if (isMoved[observer] || !isUp[observer]) {
      add(at, Kind.TRUSTED, node, who);
    }
  }

  private void left(long at, NodeId node, NodeId who) {
    if (node.equals(who)) {
      stop(at, Kind.LEFT, members.indexOf(node));
    } else {
      add(at, Kind.FORGOTTEN, node, who);
    }
  }

  private void add(long at, Kind kind, NodeId node, NodeId who) {
    int observer = members.indexOf(node);
    int subject = members.indexOf(who);
    // On sockets what a process notes may come before the word that it has recovered.
    start(at, observer);
    if (subject >= 0 && subject != observer) {
      isMoved[observer] = true;
      transitions.add(at, kind, observer, subject);
    }
  }

  private void start(long at, int node) {
    if (!isUp[node]) {
      isUp[node] = true;
      isMoved[node] = true;
      transitions.add(at, Kind.STARTED, node, node);
    }
  }

  /** A process that has left and is then switched off has not crashed. */
  private void stop(long at, Kind kind, int node) {
    if (isUp[node]) {
      isUp[node] = false;
      transitions.add(at, kind, node, node);
    }
  }

  View members() {
    return members;
  }

  Transitions transitions() {
    return transitions;
  }

  boolean wasUpAtStart(int node) {
    return upAtStart[node];
  }

  /** Whether a process that begins anew knows of nobody at first. */
  boolean forgetsMembers() {
    return verdict == Verdict.FAILED;
  }

  long startNanos() {
    return startNanos;
  }

  long endNanos() {
    return stage.now();
  }

  long messages() {
    return stage.messages();
  }
}
