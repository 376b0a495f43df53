package coterie.store.registers;

import coterie.core.Alarm;
import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Outcome;
import coterie.core.Stamp;
import coterie.store.registers.Decision.Task;
import coterie.store.registers.Registers.Accept;
import coterie.store.registers.Registers.Look;
import coterie.store.registers.Registers.Msg;
import coterie.store.registers.Registers.Prepare;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The proposer of one process for one register: it makes the calls on it one after the other.
 *
 * <p>A read first looks: if a majority has accepted the same ballot, its content is the answer. All
 * else prepares a ballot and has a content accepted under it. A proposer whose last content was
 * accepted was promised the next ballot with it, and has its next content accepted at once.
 */
final class Proposal {
  /** What this proposer does at the moment. */
  private enum Phase {
    RESTING,
    LOOKING,
    PREPARING,
    ACCEPTING,
    BACKING_OFF
  }

  /** A ballot that a majority has promised to this process, and the content below it. */
  private record Lead(Stamp ballot, Content content) {}

  /** A call that waits for its outcome. */
  static final class Pending {
    static final Comparator<Pending> BY_DEADLINE =
        Comparator.<Pending>comparingLong(call -> call.deadlineNanos)
            .thenComparingLong(call -> call.request);

    final long request;
    final RegisterNote.Action action;
    final long timeoutNanos;
    final long deadlineNanos;
    final Proposal proposal;
    final Consumer<Outcome> then;
    private boolean hasProposed;

    Pending(
        long request,
        RegisterNote.Action action,
        long timeoutNanos,
        long deadlineNanos,
        Proposal proposal,
        Consumer<Outcome> then) {
      this.request = request;
      this.action = action;
      this.timeoutNanos = timeoutNanos;
      this.deadlineNanos = deadlineNanos;
      this.proposal = proposal;
      this.then = then;
    }
  }

  private static final int DOUBLINGS_MAX = 4;

  private final Registers registers;
  private final String name;
  private final Alarm retry;
  private final ArrayDeque<Pending> waiting = new ArrayDeque<>();
  private Phase phase = Phase.RESTING;
  private @Nullable Pending current;
  private @Nullable Lead lead;
  private @Nullable Msg sent;
  private @Nullable Decision decision;
  private Votes votes = new Votes(1);
  private Stamp ballot = Ballots.NONE;
  private long counterSeen;
  private int conflicts;
  private long looks;
  private long begunNanos;

  Proposal(Registers registers, String name) {
    this.registers = registers;
    this.name = name;
    this.retry = registers.context().alarm("retry " + name, this::retry);
  }

  void add(Pending call) {
    waiting.add(call);
    next();
  }

  /** Ends a call whose time is over, whatever has become of it. */
  void giveUp(Pending call, String why) {
    if (call == current) {
      finish(new RegisterNote.Unknown(name, call.request, why));
    } else {
      waiting.remove(call);
      registers.ended(call, new RegisterNote.Unknown(name, call.request, why));
    }
  }

  private void next() {
    if (current != null || waiting.isEmpty()) {
      return;
    }
    current = waiting.removeFirst();
    conflicts = 0;
    Lead held = lead;
    if (current.action instanceof RegisterNote.Get) {
      look();
    } else if (held != null && held.ballot.equals(registers.slots().at(name).promised())) {
      lead = null;
      ballot = held.ballot;
      decide(current, held.content, false);
    } else {
      prepare();
    }
  }

  // ---- reading without a ballot

  private void look() {
    begin(Phase.LOOKING, new Look(registers.group(), name, registers.life(), ++looks));
    sendToMissing();
    long number = looks;
    Slot own = registers.slots().at(name);
    registers.whenDurable(() -> seen(registers.selfIndex(), number, own.accepted(), own.content()));
  }

  void seen(int from, long number, Stamp accepted, Content content) {
    if (phase != Phase.LOOKING || number != looks || current == null) {
      return;
    }
    votes.add(from, accepted, content);
    if (!votes.isEnough()) {
      return;
    }
    if (votes.isSettled()) {
      finish(Decision.of(task(current), votes.content()).outcome());
    } else {
      counterSeen = Math.max(counterSeen, Ballots.after(votes.highest()).time());
      prepare();
    }
  }

  // ---- the first phase

  /**
   * The own promise comes first: what is sent waits until it is durable, so that no later life uses
   * the ballot again.
   */
  private void prepare() {
    lead = null;
    long counter = Math.max(counterSeen, registers.slots().at(name).promised().time());
    ballot = Ballots.above(counter, registers.self());
    registers.slots().promise(name, ballot);
    Stamp mine = ballot;
    Slot own = registers.slots().at(name);
    begin(Phase.PREPARING, new Prepare(registers.group(), name, ballot));
    sendToMissing();
    registers.whenDurable(
        () -> promised(registers.selfIndex(), mine, own.accepted(), own.content()));
  }

  void promised(int from, Stamp to, Stamp accepted, Content content) {
    if (phase != Phase.PREPARING || !to.equals(ballot) || current == null) {
      return;
    }
    votes.add(from, accepted, content);
    if (votes.isEnough()) {
      decide(current, votes.content(), votes.isSettled());
    }
  }

  // ---- the second phase

  /**
   * @param isSettled whether that content is known to be accepted by a majority
   */
  private void decide(Pending call, Content found, boolean isSettled) {
    Decision next = Decision.of(task(call), found);
    if (next.writes(found)) {
      call.hasProposed = true;
      accept(next);
    } else if (isSettled && !call.hasProposed) {
      finish(next.outcome());
    } else {
      accept(next); // An earlier proposal of this call, or another's, must not come back.
    }
  }

  /** The others are asked before the own acceptance, so that all disks write at the same time. */
  private void accept(Decision next) {
    Stamp higher = registers.slots().at(name).promised();
    if (ballot.isBefore(higher)) {
      backOff(higher);
      return;
    }
    decision = next;
    begin(Phase.ACCEPTING, new Accept(registers.group(), name, ballot, next.content()));
    sendToMissing();
    Stamp mine = ballot;
    registers.slots().accept(name, ballot, next.content());
    registers.whenDurable(() -> accepted(registers.selfIndex(), mine));
  }

  void accepted(int from, Stamp what) {
    if (phase != Phase.ACCEPTING || !what.equals(ballot) || decision == null) {
      return;
    }
    votes.add(from);
    if (votes.isEnough()) {
      lead = new Lead(Ballots.after(ballot), decision.content());
      finish(decision.outcome());
    }
  }

  // ---- conflicts and silence

  /** A promise of an acceptor to this process itself is not a conflict, but an old answer. */
  void refused(Stamp what, Stamp higher) {
    boolean isMine = phase == Phase.PREPARING || phase == Phase.ACCEPTING;
    if (isMine && what.equals(ballot) && !higher.node().equals(registers.self())) {
      backOff(higher);
    }
  }

  /**
   * The other one needs up to two round trips, and would be disturbed by a new ballot before that;
   * a conflict is heard of after one.
   */
  private void backOff(Stamp higher) {
    counterSeen = Math.max(counterSeen, higher.time());
    long elapsedNanos = registers.context().nowNanos() - begunNanos;
    long tripNanos = Math.min(elapsedNanos, registers.config().resendNanos());
    long bound = registers.config().backoffNanos() + tripNanos;
    phase = Phase.BACKING_OFF;
    long delayNanos = registers.context().random(bound << Math.min(conflicts, DOUBLINGS_MAX));
    conflicts++;
    retry.start(2 * tripNanos + delayNanos + 1);
  }

  private void retry() {
    if (phase == Phase.BACKING_OFF) {
      prepare();
    } else if (phase != Phase.RESTING) {
      sendToMissing();
      retry.start(registers.config().resendNanos());
    }
  }

  private void begin(Phase newPhase, Msg message) {
    phase = newPhase;
    sent = message;
    votes = registers.newVotes();
    begunNanos = registers.context().nowNanos();
    retry.start(registers.config().resendNanos());
  }

  private void sendToMissing() {
    Msg message = sent;
    for (int i = 0; message != null && i < registers.members().size(); i++) {
      if (i != registers.selfIndex() && !votes.has(i)) {
        NodeId to = registers.members().at(i);
        registers.context().send(to, message);
      }
    }
  }

  private Task task(Pending call) {
    return new Task(name, call.action, registers.self(), registers.life(), call.request);
  }

  private void finish(Outcome outcome) {
    Pending over = current;
    retry.stop();
    phase = Phase.RESTING;
    current = null;
    decision = null;
    sent = null;
    if (over != null) {
      registers.ended(over, outcome);
    }
    next();
  }
}
