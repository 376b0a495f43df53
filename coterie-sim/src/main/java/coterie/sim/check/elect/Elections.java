package coterie.sim.check.elect;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.recipe.ElectionRecipe;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Moment;
import coterie.sim.check.Section;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run of an election, from notes and faults.
 *
 * <p>The group agrees at an instant if all who are up know the same leader, which is up and acts as
 * the leader. A process that is paused can learn nothing and is not waited for. An election begins
 * when a process campaigns while none is under way, and ends when the group agrees, on one term as
 * well. One that is begun while all agree, and that changes nothing, does not count; nor is one
 * during which a leader keeps its term and a majority that knows it, whoever is cut off.
 *
 * <p>Where the recipe promises that its term is a fencing token, every run is held to it. A process
 * that leads for a limited time does so until its own clock says that it is over: that moment is
 * computed from the clock's drift, to the nanosecond.
 */
public final class Elections implements Judge, StageWitness {
  @Override
  public int wants() {
    return NOTES | SENDS;
  }

  /**
   * One election.
   *
   * @param electedAtNanos when that leader began to lead; the others learn of it until the end
   * @param endedAtNanos null, as leader, term and electedAtNanos are, if it was still under way
   * @param messages of the election's own family, from the start to the end, both instants included
   */
  public record Election(
      long startedAtNanos,
      String reason,
      @Nullable Long electedAtNanos,
      @Nullable Long endedAtNanos,
      @Nullable NodeId leader,
      @Nullable Long term,
      long messages) {}

  /** How often, and for how long, two or more processes led at one true instant. */
  public record TwoLeaders(long stretches, long totalNanos, long longestNanos) {}

  private static final int NOBODY = -1;
  private static final long NEVER = -1;

  /** An election while it may go on. */
  private static final class Round {
    private final long startedAtNanos;
    private final String reason;
    private final int campaigner;
    private final int ruler;
    private final long rulerTerm;
    private long endedAtNanos = NEVER;
    private long electedAtNanos = NEVER;
    private int leader = NOBODY;
    private long term;

    /** Whether there was a moment without a leader that a majority knew all along. */
    private boolean isReal;

    private long messages;

    /** Whether the group did not agree, or has ceased to do so by this election. */
    private boolean isStirred;

    Round(long at, Note.Campaigned note, int campaigner, int ruler, long rulerTerm) {
      this.startedAtNanos = at;
      this.reason = note.reason();
      this.campaigner = campaigner;
      this.ruler = ruler;
      this.rulerTerm = rulerTerm;
    }
  }

  private final Stage stage;
  private final View members;
  private final ElectionRecipe recipe;
  private final Class<? extends Message> family;
  private final @Nullable FencingRules fencing;
  private final ActingLeaders leaders;

  /** Up and not paused. */
  private final boolean[] isUp;

  private final boolean[] isPaused;
  private final int[] known;
  private final long[] knownTerms;

  /** The deadline of those who lead, by their own clocks. */
  private final long[] deadlines;

  /** Since when, and under which term, each has led without a break. */
  private final long[] ledSince;

  private final long[] ledTerms;

  /** How many hold that one for the leader. */
  private final int[] supporters;

  private final List<Round> rounds = new ArrayList<>();
  private @Nullable Round last;
  private int upCount;

  /** The one whom all who are up hold for the leader. */
  private int unanimous = NOBODY;

  private final long startNanos;
  private long nowNanos;
  private long agreedNanos;

  /** Makes the judge of elections. */
  public static Optional<Elections> of(Run run) {
    return run.recipe(ElectionRecipe.class).map(election -> new Elections(run.stage(), election));
  }

  /** Listens from now on; to be called before the run. */
  public Elections(Stage stage, ElectionRecipe recipe) {
    this.stage = stage;
    this.members = stage.members();
    this.recipe = recipe;
    this.family = recipe.family();
    this.fencing = recipe.isFenced() ? new FencingRules(members) : null;
    int size = members.size();
    this.leaders = new ActingLeaders(size);
    this.isUp = new boolean[size];
    this.isPaused = new boolean[size];
    this.ledSince = new long[size];
    this.ledTerms = new long[size];
    this.known = new int[size];
    this.knownTerms = new long[size];
    this.deadlines = new long[size];
    this.supporters = new int[size];
    this.startNanos = stage.now();
    this.nowNanos = startNanos;
    Arrays.fill(known, NOBODY);
    // Before a run has started nobody is up, and then all will be.
    boolean isBefore = stage.upCount() == 0;
    for (int i = 0; i < size; i++) {
      isUp[i] = isBefore || stage.isUp(members.at(i));
      upCount += isUp[i] ? 1 : 0;
    }
    stage.watch(this);
  }

  @Override
  public Section section(Extent extent) {
    return new ElectionSection(this, members.size(), extent.untilNanos());
  }

  public ElectionRecipe recipe() {
    return recipe;
  }

  // ---- what a run came to

  /** All elections so far, in their order. */
  public List<Election> elections() {
    List<Election> all = new ArrayList<>();
    for (Round round : rounds) {
      if (round.isReal && (round.endedAtNanos != NEVER || round.isStirred)) {
        all.add(election(round));
      }
    }
    return all;
  }

  private Election election(Round round) {
    long started = round.startedAtNanos;
    return round.endedAtNanos == NEVER
        ? new Election(started, round.reason, null, null, null, null, round.messages)
        : new Election(
            started,
            round.reason,
            round.electedAtNanos,
            round.endedAtNanos,
            members.at(round.leader),
            round.term,
            round.messages);
  }

  /** Whether all who are up know the same leader, and it acts as such. */
  public boolean agrees() {
    return unanimous != NOBODY && leaders.leads(unanimous, stage.now());
  }

  /** The leader on which the group agrees; null if it does not. */
  public @Nullable NodeId leader() {
    return agrees() ? members.at(unanimous) : null;
  }

  /**
   * The leader of a part of the group: all of the part who are up know it, it belongs to the part,
   * and it acts as the leader. Null if there is no such one.
   */
  public @Nullable NodeId agreedWithin(Collection<NodeId> part) {
    int leader = NOBODY;
    for (NodeId member : part) {
      int index = members.indexOf(member);
      if (!isUp[index]) {
        continue;
      }
      if (known[index] == NOBODY || (leader != NOBODY && known[index] != leader)) {
        return null;
      }
      leader = known[index];
    }
    boolean isOne =
        leader != NOBODY && part.contains(members.at(leader)) && leaders.leads(leader, stage.now());
    return isOne ? members.at(leader) : null;
  }

  /** Whether that process may act as the leader now. */
  public boolean leads(NodeId node) {
    return leaders.leads(members.indexOf(node), stage.now());
  }

  /** For how long the group has not agreed since the start. */
  public long leaderlessNanos() {
    passTo(stage.now());
    return nowNanos - startNanos - agreedNanos;
  }

  public TwoLeaders twoLeaders() {
    passTo(stage.now());
    return leaders.twoLeaders(nowNanos);
  }

  /** What went against the promises of a fencing token, each as a sentence. */
  @Override
  public List<String> violations() {
    return fencing == null ? List.of() : fencing.violations();
  }

  @Override
  public List<Moment> conflict() {
    return fencing == null ? List.of() : fencing.conflict();
  }

  // ---- what a run tells

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Campaigned campaigned -> campaigned(at, begin(at, node), campaigned);
      case Note.Elected elected ->
          knows(begin(at, node), members.indexOf(elected.leader()), elected.term());
      case Note.LeaderLost lost -> lost(begin(at, node));
      case Note.Leads leads -> leads(begin(at, node), leads);
      case Note.SteppedDown down -> {
        int index = begin(at, node);
        leaders.end(index, at);
        stirred(index, false);
      }
      default -> {}
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> crashed(at, members.indexOf(crash.node()));
      case Fault.Recover recover -> {
        begin(at, recover.node());
        stirred(NOBODY, false);
      }
      case Fault.Pause pause -> paused(at, members.indexOf(pause.node()));
      case Fault.Resume resume -> resumed(at, members.indexOf(resume.node()));
      case Fault.ClockDrift drift -> {
        int index = begin(at, drift.node());
        if (leaders.leads(index, at)) {
          leaders.begin(index, at, trueEnd(index));
        }
      }
      case Fault.ClockOffset offset -> {}
      case Fault.OfNetwork network -> {}
    }
  }

  @Override
  public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
    Round round = last;
    if (round != null
        && (round.endedAtNanos == NEVER || round.endedAtNanos == at)
        && family.isInstance(message)) {
      round.messages++;
    }
  }

  /** A process that notes something is up: on sockets the word of a recovery may come later. */
  private int begin(long at, NodeId node) {
    passTo(at);
    int index = members.indexOf(node);
    if (!isUp[index] && !isPaused[index] && stage.isUp(node)) {
      isUp[index] = true;
      upCount++;
      unanimous = NOBODY;
    }
    return index;
  }

  private void passTo(long at) {
    if (at == nowNanos) {
      return;
    }
    if (unanimous != NOBODY) {
      agreedNanos += Math.max(0, Math.min(at, leaders.endNanos(unanimous)) - nowNanos);
    }
    leaders.passTo(at);
    nowNanos = at;
    watch();
  }

  private void campaigned(long at, int node, Note.Campaigned note) {
    reached(node, note.term());
    boolean isSettled = isSettled();
    Round round = last;
    if (round != null && round.endedAtNanos == NEVER) {
      if (round.isStirred || !isSettled) {
        return;
      }
      rounds.removeLast();
    }
    int ruler = ruler();
    last = new Round(at, note, node, ruler, ruler == NOBODY ? 0 : ledTerms[ruler]);
    last.isStirred = !isSettled;
    rounds.add(last);
    watch();
  }

  /** The one that leads, and that more than half of all members know; nobody if there is none. */
  private int ruler() {
    for (int i = 0; i < leaders.count(); i++) {
      int node = leaders.at(i);
      if (2 * supporters[node] > isUp.length && leaders.leads(node, nowNanos)) {
        return node;
      }
    }
    return NOBODY;
  }

  private void watch() {
    Round round = last;
    if (round != null && round.endedAtNanos == NEVER && !round.isReal) {
      int ruler = ruler();
      round.isReal = ruler == NOBODY || ruler != round.ruler || ledTerms[ruler] != round.rulerTerm;
    }
  }

  private void knows(int node, int leader, long term) {
    reached(node, term);
    forget(node);
    known[node] = leader;
    knownTerms[node] = term;
    if (leader != NOBODY) {
      unanimous = ++supporters[leader] == upCount ? leader : NOBODY;
      if (fencing != null) {
        fencing.leads(leader, term, nowNanos);
      }
    }
    stirred(node, true);
  }

  private void lost(int node) {
    forget(node);
    stirred(node, false);
  }

  private void forget(int node) {
    if (known[node] != NOBODY) {
      supporters[known[node]]--;
      known[node] = NOBODY;
    }
    unanimous = NOBODY;
  }

  private void leads(int node, Note.Leads note) {
    reached(node, note.term());
    deadlines[node] = note.untilNanos();
    long end = trueEnd(node);
    if (fencing != null) {
      fencing.leads(node, note.term(), nowNanos);
      if (end > nowNanos && !leaders.leads(node, nowNanos)) {
        for (int i = 0; i < leaders.count(); i++) {
          int other = leaders.at(i);
          fencing.overlap(node, other, ledSince[other], leaders.endNanos(other), nowNanos);
        }
      }
    }
    if (!leaders.leads(node, nowNanos) || ledTerms[node] != note.term()) {
      ledSince[node] = nowNanos;
      ledTerms[node] = note.term();
    }
    leaders.begin(node, nowNanos, end);
    stirred(node, false);
  }

  private long trueEnd(int node) {
    long deadline = deadlines[node];
    return deadline == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : stage.trueNanos(members.at(node), deadline);
  }

  private void crashed(long at, int node) {
    passTo(at);
    if (isPaused[node]) {
      isPaused[node] = false;
      known[node] = NOBODY;
      leaders.end(node, at);
      stirred(NOBODY, false);
    } else if (isUp[node]) {
      isUp[node] = false;
      upCount--;
      leaders.end(node, at);
      forget(node);
      unite();
      stirred(NOBODY, false);
    }
  }

  /** Whom a paused process knows is remembered, but it does not count. */
  private void paused(long at, int node) {
    passTo(at);
    isPaused[node] = true;
    if (isUp[node]) {
      isUp[node] = false;
      upCount--;
      support(node, -1);
      unite();
      stirred(NOBODY, false);
    }
  }

  private void resumed(long at, int node) {
    passTo(at);
    isPaused[node] = false;
    if (!isUp[node] && stage.isUp(members.at(node))) {
      isUp[node] = true;
      upCount++;
      support(node, 1);
      unite();
      stirred(NOBODY, false);
    }
  }

  private void support(int node, int change) {
    if (known[node] != NOBODY) {
      supporters[known[node]] += change;
    }
  }

  private void unite() {
    unanimous = NOBODY;
    for (int i = 0; i < supporters.length && upCount > 0; i++) {
      if (supporters[i] == upCount) {
        unanimous = i;
      }
    }
  }

  private void reached(int node, long term) {
    if (fencing != null) {
      fencing.reached(node, term, nowNanos);
    }
  }

  /**
   * Something has changed: the election that is under way may have reached its end. One that was
   * begun in agreement is taken seriously once somebody, or he who began it, draws consequences;
   * where something else ends the agreement, nothing has come of it.
   */
  private void stirred(int by, boolean isElected) {
    watch();
    Round round = last;
    if (round == null || round.endedAtNanos != NEVER) {
      return;
    }
    boolean isSettled = isSettled();
    if (!round.isStirred && (isElected || (!isSettled && by == round.campaigner))) {
      round.isStirred = true;
    }
    if (round.isStirred && isSettled) {
      round.endedAtNanos = nowNanos;
      round.leader = unanimous;
      round.electedAtNanos = ledSince[unanimous];
      round.term = knownTerms[unanimous];
    } else if (!round.isStirred && !isSettled) {
      rounds.removeLast();
      last = null;
    }
  }

  /** Whether the group agrees on the leader and on its term. */
  private boolean isSettled() {
    if (unanimous == NOBODY || !leaders.leads(unanimous, nowNanos)) {
      return false;
    }
    long term = knownTerms[unanimous];
    for (int i = 0; i < isUp.length; i++) {
      if (isUp[i] && knownTerms[i] != term) {
        return false;
      }
    }
    return true;
  }
}
