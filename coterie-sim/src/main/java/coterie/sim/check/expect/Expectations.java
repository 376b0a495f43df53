package coterie.sim.check.expect;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Moment;
import coterie.sim.check.Quiescence;
import coterie.sim.check.Section;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run by what its scenario says must hold. Conditions are looked at when a node has done
 * something, not in the midst of it.
 */
public final class Expectations implements Judge, StageWitness {
  /**
   * What became of one expectation.
   *
   * @param complaint what was seen instead; null if it was met
   */
  public record Outcome(Expectation expectation, @Nullable String complaint) {
    public boolean isMet() {
      return complaint == null;
    }
  }

  /** An expectation was broken at this moment. */
  public record Unexpected(String sentence) {}

  private final Stage stage;
  private final Consumer<Record> sink;
  private final List<Pending> all = new ArrayList<>();
  private final Needs needs;
  private final Standing standing;
  private final List<Moment> conflict = new ArrayList<>();
  private boolean hasBegun;

  /** Whether a node is starting one protocol after the other. */
  private boolean isStarting;

  private long last;

  /**
   * Watches from now on; to be called before the run.
   *
   * @param untilNanos when the run ends
   */
  public Expectations(Run run, List<Expectation> expectations, long untilNanos) {
    this.stage = run.stage();
    this.sink = run.sink();
    this.needs = Needs.of(expectations.stream().map(Expectation::condition).toList());
    this.standing = new Standing(stage.members(), needs);
    if (!expectations.isEmpty()) {
      Quiescence quiet = new Quiescence(stage);
      expectations.forEach(one -> all.add(new Pending(one, untilNanos, quiet)));
      stage.watch(this);
    }
  }

  @Override
  public int wants() {
    return NOTES | EVENTS;
  }

  /** Returns what became of each, in the order of the scenario. */
  public List<Outcome> outcomes() {
    return all.stream()
        .map(one -> new Outcome(one.expectation, one.complaint(standing, stage.now())))
        .toList();
  }

  @Override
  public List<String> violations() {
    return outcomes().stream().map(Outcome::complaint).filter(Objects::nonNull).toList();
  }

  @Override
  public List<Moment> conflict() {
    return List.copyOf(conflict);
  }

  @Override
  public Section section(Extent extent) {
    return new ExpectationSection(outcomes());
  }

  // ---- what happens

  @Override
  public void starting(long at, NodeId node) {
    passTo(at);
    standing.started(node);
    isStarting = true;
  }

  @Override
  public void started(long at, NodeId node) {
    isStarting = false;
    standing.looked(node, Sighting.at(stage.protocols(node), needs));
    changed(at, node);
  }

  @Override
  public void ended(long at, NodeId node) {
    passTo(at);
    standing.ended(node);
    isStarting = false;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    passTo(at);
    boolean isLimited = note instanceof Note.Leads leads && leads.untilNanos() != Long.MAX_VALUE;
    long until =
        isLimited ? stage.trueNanos(node, ((Note.Leads) note).untilNanos()) : Long.MAX_VALUE;
    standing.noted(node, note, until);
  }

  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    passTo(at);
    if (needs.isLooking()) {
      standing.looked(node, Sighting.at(stage.protocols(node), needs));
    }
    changed(at, node);
  }

  @Override
  public void faulted(long at, Fault fault) {
    passTo(at);
    switch (fault) {
      case Fault.Pause pause -> standing.paused(pause.node());
      case Fault.Resume resume -> standing.resumed(resume.node());
      case Fault.OfProcess process -> {} // Lives are told by themselves.
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
    changed(at, fault instanceof Fault.OfNode of ? of.node() : null);
  }

  private void passTo(long at) {
    if (at > last) {
      all.forEach(one -> one.passed(standing, last, at));
      last = at;
    }
  }

  /** While nodes start one after the other, nothing is expected of them yet. */
  private void changed(long at, @Nullable NodeId node) {
    hasBegun |= at > 0 || (standing.isComplete() && !isStarting);
    if (!hasBegun || isStarting) {
      return;
    }
    for (Pending one : all) {
      if (!one.isDecided()) {
        one.changed(standing, at);
        tell(one, node);
      }
    }
  }

  private void tell(Pending one, @Nullable NodeId node) {
    String complaint = one.isDecided() ? one.complaint(standing, last) : null;
    if (complaint != null) {
      if (node != null && conflict.isEmpty()) {
        conflict.add(new Moment(last, node));
      }
      sink.accept(new Unexpected(complaint));
    }
  }
}
