package coterie.sim.check.store;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import coterie.core.RegisterNote.Outcome;
import coterie.core.RegisterNote.Refused;
import coterie.core.RegisterNote.Requested;
import coterie.core.RegisterNote.Set;
import coterie.core.RegisterNote.Succeeded;
import coterie.core.RegisterNote.Unknown;
import coterie.core.TimeText;
import coterie.recipe.RegisterRecipe;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Moment;
import coterie.sim.check.Section;
import coterie.sim.check.store.CallHistory.Call;
import coterie.sim.check.store.LinearSearch.Result;
import coterie.sim.fault.Fault;
import coterie.sim.statistics.Longs;
import coterie.sim.statistics.Samples;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges registers: for each of them there must be an order of all calls that explains every
 * outcome, in which each call takes effect between its request and its outcome. A call whose
 * outcome is unknown, or whose process has crashed, may have taken effect at any moment after its
 * request, or never.
 *
 * <p>A note that is held back behind a save counts from when the process decided on it: a request
 * that is on the disk may take effect though its note was lost in a crash.
 */
public final class Linearizability implements Judge, StageWitness {
  @Override
  public int wants() {
    return ALL;
  }

  /**
   * What became of the calls on one register.
   *
   * @param open calls that have not ended, and those of processes that have crashed
   * @param version the highest that an outcome tells of
   */
  public record Calls(
      String register,
      long gets,
      long sets,
      long cas,
      long succeeded,
      long refused,
      long unknown,
      long open,
      long version) {
    /** All of them. */
    public long count() {
      return gets + sets + cas;
    }
  }

  /** What the search found when the history had that many edges. */
  private record Judged(int edges, Result result, @Nullable Call culprit) {}

  private record Key(NodeId node, String register, long request) {}

  private final Stage stage;
  private final TreeMap<String, CallHistory> histories = new TreeMap<>();
  private final Map<Key, Call> open = new HashMap<>();
  private final IdentityHashMap<Note, Boolean> held = new IdentityHashMap<>();
  private final Map<String, Judged> judged = new HashMap<>();
  private final Longs took = new Longs();

  /** Makes the judge of registers. */
  public static Optional<Linearizability> of(Run run) {
    return run.recipe(RegisterRecipe.class).map(registers -> new Linearizability(run.stage()));
  }

  /** Listens from now on; to be called before the run. */
  public Linearizability(Stage stage) {
    this.stage = stage;
    stage.watch(this);
  }

  @Override
  public Section section(Extent extent) {
    return new CallSection(this, stage, extent.rowsMax());
  }

  @Override
  public void held(long at, NodeId node, int channel, Object what) {
    if (what instanceof RegisterNote note) {
      held.put(note, true);
      take(at, node, note);
    }
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (note instanceof RegisterNote of && held.remove(note) == null) {
      take(at, node, of);
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    if (fault instanceof Fault.Crash crash) {
      open.keySet().removeIf(key -> key.node.equals(crash.node()));
    }
  }

  private void take(long at, NodeId node, RegisterNote note) {
    Key key = new Key(node, note.register(), note.request());
    CallHistory history = histories.computeIfAbsent(note.register(), name -> new CallHistory());
    switch (note) {
      case Requested requested -> open.put(key, history.began(at, node, requested.action()));
      case Outcome outcome -> {
        Call call = open.remove(key);
        if (call == null) {
          throw new IllegalStateException("%s notes %s, and no request".formatted(node, note));
        }
        history.ended(call, at, outcome);
        if (!(outcome instanceof Unknown)) {
          took.add(call.tookNanos());
        }
      }
    }
  }

  /** What went wrong until now, each as a sentence. */
  @Override
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    histories.forEach(
        (name, history) -> {
          Call culprit = judged(name, history).culprit;
          if (culprit != null) {
            violations.add(
                "register %s is not linearizable: at %s no order of the calls explains %s"
                    .formatted(name, TimeText.format(culprit.endedNanos()), culprit.text()));
          }
        });
    return violations;
  }

  /** Tells when the call began and ended that no order of the calls explains. */
  @Override
  public List<Moment> conflict() {
    for (Map.Entry<String, CallHistory> one : histories.entrySet()) {
      Call culprit = judged(one.getKey(), one.getValue()).culprit;
      if (culprit != null) {
        return List.of(
            new Moment(culprit.beganNanos, culprit.by),
            new Moment(culprit.endedNanos(), culprit.by));
      }
    }
    return List.of();
  }

  /** Registers of which nobody can tell, because there are too many possibilities. */
  public List<String> undecided() {
    return histories.entrySet().stream()
        .filter(one -> judged(one.getKey(), one.getValue()).result == Result.UNDECIDED)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Judged judged(String name, CallHistory history) {
    Judged last = judged.get(name);
    int edges = history.edges().size();
    if (last != null && last.edges == edges) {
      return last;
    }
    Result result = LinearSearch.search(history);
    Call culprit = result == Result.NOT_LINEARIZABLE ? LinearSearch.culprit(history) : null;
    Judged now = new Judged(edges, result, culprit);
    judged.put(name, now);
    return now;
  }

  /** One for each register, in the order of their names. */
  public List<Calls> calls() {
    List<Calls> all = new ArrayList<>();
    histories.forEach((name, history) -> all.add(calls(name, history.calls())));
    return all;
  }

  /** From the request to the outcome, of the calls that have a known one. */
  public Samples took() {
    return Samples.of(took.toArray());
  }

  private static Calls calls(String name, List<Call> calls) {
    return new Calls(
        name,
        count(calls, call -> call.action instanceof Get),
        count(calls, call -> call.action instanceof Set),
        count(calls, call -> call.action instanceof Cas),
        count(calls, call -> call.outcome() instanceof Succeeded),
        count(calls, call -> call.outcome() instanceof Refused),
        count(calls, call -> call.outcome() instanceof Unknown),
        count(calls, call -> call.outcome() == null),
        calls.stream().mapToLong(call -> version(call.outcome())).max().orElse(0));
  }

  private static long count(List<Call> calls, Predicate<Call> isIt) {
    return calls.stream().filter(isIt).count();
  }

  private static long version(@Nullable Outcome outcome) {
    return switch (outcome) {
      case Succeeded succeeded -> succeeded.version();
      case Refused refused -> refused.version();
      case null, default -> 0;
    };
  }
}
