package coterie.sim.explore.monitor;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Moment;
import coterie.sim.check.Section;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges one run by the monitors of an exhaustive search, so that what a search has found is found
 * again when its path is run as a scenario.
 */
public final class MonitorJudge implements Judge, StageWitness {
  /** One monitor and what it thinks so far. */
  private static final class Opinion<S extends Record> {
    private final Monitor<S> monitor;
    private final Map<NodeId, Moment> changes = new TreeMap<>();
    private S state;
    private @Nullable String violation;
    private @Nullable Moment objected;

    private Opinion(Monitor<S> monitor) {
      this.monitor = monitor;
      this.state = monitor.initial();
    }

    private void see(long at, Observation seen) {
      if (violation != null || !monitor.minds(seen)) {
        return;
      }
      S before = state;
      state = monitor.next(before, seen);
      String found = monitor.violation(state);
      if (found != null) {
        violation = "%s: %s, at %s".formatted(monitor.judge(), found, TimeText.format(at));
        objected = new Moment(at, seen.node());
      } else if (!state.equals(before)) {
        changes.put(seen.node(), new Moment(at, seen.node()));
      }
    }

    private void look(long at, NodeId node, List<Protocol<?>> protocols) {
      Record fact = monitor.look(node, protocols);
      if (fact != null) {
        see(at, new Observation.Looked(node, fact));
      }
    }

    /** The last event, and the one before it by which another node changed the opinion. */
    private List<Moment> conflict() {
      if (objected == null) {
        return List.of();
      }
      NodeId last = objected.node();
      List<Moment> conflict = new ArrayList<>();
      changes.values().stream()
          .filter(moment -> !moment.node().equals(last))
          .max(Comparator.comparingLong(Moment::atNanos))
          .ifPresent(conflict::add);
      conflict.add(objected);
      return conflict;
    }
  }

  private final Stage stage;
  private final List<Opinion<?>> opinions = new ArrayList<>();

  /** Makes the judge of any run. */
  public static Optional<MonitorJudge> of(Run run) {
    // A network may deliver a message twice.
    Promises promises =
        new Promises(run.recipe(), run.settings(), run.stage().members(), false, true);
    return Optional.of(new MonitorJudge(run.stage(), Monitors.of(promises)));
  }

  /** Listens from now on; to be called before the run. */
  public MonitorJudge(Stage stage, List<Monitor<?>> monitors) {
    this.stage = stage;
    monitors.forEach(monitor -> opinions.add(new Opinion<>(monitor)));
    stage.watch(this);
  }

  @Override
  public int wants() {
    return ALL;
  }

  /** Returns the name of the monitor, where it is the only one. */
  @Override
  public String name() {
    return opinions.size() == 1 ? opinions.getFirst().monitor.judge() : "monitors";
  }

  @Override
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    for (Opinion<?> opinion : opinions) {
      String violation = opinion.violation;
      if (violation != null) {
        violations.add(violation);
      }
    }
    return violations;
  }

  @Override
  public List<Moment> conflict() {
    return opinions.stream()
        .filter(opinion -> opinion.violation != null)
        .findFirst()
        .map(Opinion::conflict)
        .orElse(List.of());
  }

  @Override
  public Section section(Extent extent) {
    SortedMap<String, @Nullable String> violations = new TreeMap<>();
    opinions.forEach(opinion -> violations.put(opinion.monitor.judge(), opinion.violation));
    return new MonitorSection(violations);
  }

  private void see(Observation seen) {
    long at = stage.now();
    opinions.forEach(opinion -> opinion.see(at, seen));
  }

  private void look(NodeId node) {
    if (stage.isUp(node)) {
      long at = stage.now();
      List<Protocol<?>> protocols = stage.protocols(node);
      opinions.forEach(opinion -> opinion.look(at, node, protocols));
    }
  }

  // ---- what a run tells

  @Override
  public void building(long at, NodeId node, long incarnation) {
    see(new Observation.Started(node, incarnation));
  }

  @Override
  public void started(long at, NodeId node) {
    look(node);
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> see(new Observation.Ended(crash.node()));
      case Fault.Pause pause -> see(new Observation.Paused(pause.node()));
      case Fault.Resume resume -> see(new Observation.Resumed(resume.node()));
      case Fault.Recover recover -> {} // Its start is told.
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    see(new Observation.Noted(node, channel, note));
  }

  @Override
  public void held(long at, NodeId node, int channel, Object what) {
    see(new Observation.Held(node, channel, what));
  }

  @Override
  public void sent(long at, NodeId node, int channel, NodeId to, Message message) {
    see(new Observation.Sent(node, channel, to, message));
  }

  @Override
  public void received(long at, NodeId node, int channel, NodeId from, Message message) {
    see(new Observation.Received(node, channel, from, message));
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    see(new Observation.Called(node, call));
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    see(new Observation.Answered(node, answer));
  }

  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    look(node);
  }
}
