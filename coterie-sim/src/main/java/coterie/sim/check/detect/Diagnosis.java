package coterie.sim.check.detect;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Section;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Judges when a crash or a recovery is diagnosed: when every process that is up knows it, seen at
 * the end of somebody's turn. Strict about knowledge: an unknown count never counts as knowing. An
 * event that is followed by the next one before that is not diagnosed.
 *
 * <p>Who knows the event is counted once when it happens and then kept up from notes, so a note
 * costs the same in a group of any size.
 */
public final class Diagnosis implements Judge, StageWitness {
  /**
   * How one event was diagnosed.
   *
   * @param event crash or recover
   * @param tests how many tests were made from the event to its diagnosis
   * @param rounds turns that processes completed in that time, per process that is up, rounded up
   * @param latencyNanos null if the event was not diagnosed
   */
  public record Diagnosed(
      String event,
      NodeId node,
      long atNanos,
      long tests,
      long rounds,
      @Nullable Long latencyNanos,
      @Nullable Long diagnosedAtNanos) {
    public boolean isDiagnosed() {
      return diagnosedAtNanos != null;
    }
  }

  /**
   * A time in which only one process was up.
   *
   * @param toNanos null if it lasted to the end
   */
  public record Alone(NodeId node, long fromNanos, @Nullable Long toNanos) {}

  /** A run that breaks its promise does so again and again; nobody reads all of it. */
  private static final int VIOLATIONS_MAX = 100;

  private final Stage stage;
  private final View members;
  private final Consumer<? super Diagnosed> sink;
  private final List<Diagnosed> past = new ArrayList<>();
  private final BitSet knowing = new BitSet();

  /** By the faults alone: on sockets it takes a while until a process that recovers is up. */
  private final BitSet down = new BitSet();

  private final List<Alone> alone = new ArrayList<>();

  /** By member, whom it tested last, and the count to which it came. */
  private final @Nullable NodeId[] testedLast;

  private final int[] countedLast;
  private final List<String> violations = new ArrayList<>();
  private @Nullable NodeId focus;
  private boolean crashed;
  private long since;
  private long tests;
  private long turns;
  private int knowers;
  private int upCount;

  /** Makes the judge of protocols that count events, of nodes that have started. */
  public static Optional<Diagnosis> of(Run run) {
    NodeId first = run.stage().members().at(0);
    return run.stage().protocols(first).stream().anyMatch(EventCounter.class::isInstance)
        ? Optional.of(new Diagnosis(run.stage(), run.sink()))
        : Optional.empty();
  }

  /** The sink hears of each diagnosis at its moment. */
  public Diagnosis(Stage stage, Consumer<? super Diagnosed> sink) {
    this.stage = stage;
    this.members = stage.members();
    this.sink = sink;
    this.testedLast = new NodeId[members.size()];
    this.countedLast = new int[members.size()];
    stage.watch(this);
  }

  @Override
  public Section section(Extent extent) {
    return new DiagnosisSection(this);
  }

  /** All events so far, in their order. */
  public List<Diagnosed> events() {
    List<Diagnosed> all = new ArrayList<>(past);
    if (focus != null) {
      all.add(outcome(focus, null));
    }
    return all;
  }

  /** The times in which only one of several was left, in their order. */
  public List<Alone> alone() {
    return List.copyOf(alone);
  }

  /** Whether the last event has been diagnosed, or there was none. */
  public boolean isSettled() {
    return focus == null;
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> begin(at, crash.node(), true);
      case Fault.Recover recover -> begin(at, recover.node(), false);
      case Fault.Pause pause -> {}
      case Fault.Resume resume -> {}
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (note instanceof EventCounter.Tested tested) {
      compare(at, node, tested);
    }
    if (focus == null) {
      return;
    }
    switch (note) {
      case EventCounter.Tested tested -> {
        tests++;
        update(node, tested.who(), tested.count());
      }
      case EventCounter.Learned learned -> update(node, learned.about(), learned.count());
      case EventCounter.TurnEnded ended -> judge(at);
      default -> {}
    }
  }

  /** A process that counts less than before would be overruled by those who know more. */
  private void compare(long at, NodeId node, EventCounter.Tested tested) {
    int index = members.indexOf(node);
    boolean isSame = tested.who().equals(testedLast[index]);
    if (isSame && tested.count() < countedLast[index] && violations.size() < VIOLATIONS_MAX) {
      violations.add(
          "%s counts %d events of %s at %s, and had counted %d; a count only grows"
              .formatted(
                  node, tested.count(), tested.who(), TimeText.format(at), countedLast[index]));
    }
    testedLast[index] = tested.who();
    countedLast[index] = tested.count();
  }

  /** Returns where a count went back, each as a sentence. */
  @Override
  public List<String> violations() {
    return List.copyOf(violations);
  }

  private void begin(long at, NodeId node, boolean isCrash) {
    if (focus != null) {
      past.add(outcome(focus, null));
    }
    focus = node;
    crashed = isCrash;
    since = at;
    tests = 0;
    turns = 0;
    knowers = 0;
    upCount = stage.upCount();
    down.set(members.indexOf(node), isCrash);
    testedLast[members.indexOf(node)] = null; // It begins anew when it returns.
    countTheLonely(at);
    knowing.clear();
    for (int i = 0; i < members.size(); i++) {
      NodeId member = members.at(i);
      if (stage.isUp(member)) {
        int count = stage.protocol(member, EventCounter.class).count(node);
        update(member, node, count);
      }
    }
  }

  private void countTheLonely(long at) {
    if (!alone.isEmpty() && alone.getLast().toNanos() == null) {
      Alone last = alone.removeLast();
      alone.add(new Alone(last.node(), last.fromNanos(), at));
    }
    if (members.size() > 1 && down.cardinality() == members.size() - 1) {
      alone.add(new Alone(members.at(down.nextClearBit(0)), at, null));
    }
  }

  private void update(NodeId node, NodeId about, int count) {
    if (!about.equals(focus)) {
      return;
    }
    int index = members.indexOf(node);
    boolean knows = EventCounter.isKnown(count) && EventCounter.isFaulty(count) == crashed;
    if (knowing.get(index) != knows) {
      knowing.set(index, knows);
      knowers += knows ? 1 : -1;
    }
  }

  private void judge(long at) {
    turns++;
    if (focus != null && knowers == upCount) {
      Diagnosed diagnosed = outcome(focus, at);
      past.add(diagnosed);
      focus = null;
      sink.accept(diagnosed);
    }
  }

  private Diagnosed outcome(NodeId node, @Nullable Long diagnosedAt) {
    return new Diagnosed(
        crashed ? "crash" : "recover",
        node,
        since,
        tests,
        Math.ceilDiv(turns, Math.max(1, upCount)),
        diagnosedAt == null ? null : diagnosedAt - since,
        diagnosedAt);
  }
}
