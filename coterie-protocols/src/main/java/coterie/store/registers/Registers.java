package coterie.store.registers;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Outcome;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.store.Durability;
import coterie.store.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Named registers, each a value with a version, of which the whole group has one: of two writers
 * that expect the same version one succeeds, and the other is refused and told the current one.
 * Every member accepts and proposes; there is no leader and no log.
 *
 * <p>Guarantees, always: linearizable. A call that succeeded or was refused took effect at one
 * moment between its request and its outcome, and all see these moments in the same order. A call
 * whose outcome is unknown took effect once or not at all, and may do so later. Messages may be
 * lost, doubled, late and out of order, processes may pause, crash and return, and clocks may be
 * wrong. While a majority is up and its members reach each other, a call ends; if several write to
 * one register at the same time, with probability one.
 *
 * <p>Assumes: all members were given the same list of members, which never changes. Stable storage
 * keeps what it has reported as durable.
 *
 * <p>Cost: a read that meets no write takes one round trip, 2(n - 1) messages, and nothing is
 * saved. A write takes two round trips, 4(n - 1) messages and two saves at every member, and half
 * of it if the same process made the last write to that register.
 *
 * <p>D. Rystsov, "CASPaxos: Replicated State Machines without logs", arXiv 1802.07000, 2018. Added:
 * a content names the last write of every process, so that a proposer that has lost a race knows
 * whether its write was taken up by another; without that it would write twice, or call refused
 * what was done. Reads look for a majority with the same ballot first, and need no ballot then.
 */
public final class Registers implements Protocol<Registers.Msg> {
  /** The longest name of a register, in bytes. */
  public static final int NAME_MAX = 256;

  /** The longest value, in bytes. */
  public static final int VALUE_MAX = 1 << 16;

  /** When this number of calls waits for outcomes at one process, further calls are refused. */
  public static final int WAITING_MAX = 10_000;

  private static final String KEPT = "kept";

  /** A trace shows at most this number of registers of a process. */
  private static final int SHOWN_MAX = 8;

  /** What members say to each other. */
  public sealed interface Msg extends Message {
    /** The fingerprint of the sender's list of members. */
    long group();

    /** Of which register. */
    String name();
  }

  /**
   * What have you accepted?
   *
   * @param life the incarnation of the sender, which counts its questions anew in each
   */
  public record Look(long group, String name, long life, long number) implements Msg {}

  /** This, when you asked. */
  public record Seen(
      long group, String name, long life, long number, Stamp accepted, Content content)
      implements Msg {}

  /** Promise to accept nothing under lower ballots any more. */
  public record Prepare(long group, String name, Stamp ballot) implements Msg {}

  /** I do; and this is what I have accepted. */
  public record Promise(long group, String name, Stamp ballot, Stamp accepted, Content content)
      implements Msg {}

  /** Accept that content, and promise me the next ballot with it. */
  public record Accept(long group, String name, Stamp ballot, Content content) implements Msg {}

  /** I have. */
  public record Accepted(long group, String name, Stamp ballot) implements Msg {}

  /** I cannot do what you ask: I have promised a higher ballot. */
  public record Conflict(long group, String name, Stamp ballot, Stamp promised) implements Msg {}

  /** What a trace shows: some registers as this process has last accepted them. */
  public record State(List<String> accepted, int waiting) {}

  private final Context<Msg> context;
  private final View members;
  private final int self;
  private final long group;
  private final int quorum;
  private final RegistersConfig config;
  private final Durability durability;
  private final Storage storage;
  private final Slots slots;
  private final RegisterRules rules;
  private final TreeMap<String, Proposal> proposals = new TreeMap<>();
  private final TreeSet<Proposal.Pending> byDeadline = new TreeSet<>(Proposal.Pending.BY_DEADLINE);
  private final List<Consumer<Outcome>> listeners = new ArrayList<>();
  private final Alarm timeout;
  private long requests;
  private boolean isTimed;
  private long dueNanos;
  private boolean keeps;

  public Registers(Context<Msg> context, View members, RegistersConfig config) {
    this(context, members, config, members.size() / 2 + 1, Slots::new);
  }

  /**
   * For a service, whose members are given their list by people: it neither answers nor asks before
   * all of the list have agreed that they keep registers together, see {@link RegisterAccess}.
   */
  public static Registers forService(Context<Msg> context, View members, RegistersConfig config) {
    Registers registers = new Registers(context, members, config);
    registers.keeps = registers.keptFor() == registers.group;
    return registers;
  }

  /** Makes the slots of an acceptor. */
  @FunctionalInterface
  interface SlotsMaker {
    Slots make(Storage storage, NodeId self);
  }

  /** For tests, which try quorums that are too small and acceptors that do not keep their word. */
  Registers(
      Context<Msg> context, View members, RegistersConfig config, int quorum, SlotsMaker maker) {
    this.self = members.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not among the members " + members);
    }
    this.context = context;
    this.members = members;
    this.group = members.fingerprint();
    this.quorum = quorum;
    this.config = config;
    this.durability = new Durability();
    this.storage = durability.counting(context.storage("registers"));
    this.slots = maker.make(storage, context.self());
    this.keeps = true;
    this.rules = new RegisterRules(members, self);
    this.timeout = context.alarm("timeout", this::giveUp);
  }

  // ---- what clients call

  /** Reads a register. Returns the number of the request, which the outcome names. */
  public long get(String name) {
    return request(name, new RegisterNote.Get());
  }

  /** Writes a register, whatever is there. */
  public long set(String name, String value) {
    return request(name, new RegisterNote.Set(value));
  }

  /**
   * Writes a register if it has the expected version.
   *
   * @param expected the version that was read; 0 if the register must not exist yet
   */
  public long cas(String name, long expected, String value) {
    return request(name, new RegisterNote.Cas(expected, value));
  }

  /** Makes a call. Its outcome is noted, and told to those who listen. */
  public long request(String name, Action action) {
    return request(name, action, config.timeoutNanos(), outcome -> {});
  }

  /** The same with a time of its own, and an outcome that is told to that listener, too. */
  long request(String name, Action action, long timeoutNanos, Consumer<Outcome> then) {
    requireFit(name, action);
    if (!keeps) {
      throw new IllegalStateException("this process does not keep registers yet");
    }
    if (byDeadline.size() >= WAITING_MAX) {
      throw new IllegalStateException(
          "%d calls wait for their outcomes already; try again later".formatted(WAITING_MAX));
    }
    long request = ++requests;
    context.note(new RegisterNote.Requested(name, request, action));
    Proposal proposal = proposals.computeIfAbsent(name, key -> new Proposal(this, key));
    long deadlineNanos = context.nowNanos() + timeoutNanos;
    Proposal.Pending call =
        new Proposal.Pending(request, action, timeoutNanos, deadlineNanos, proposal, then);
    byDeadline.add(call);
    if (!isTimed || deadlineNanos < dueNanos) {
      isTimed = true;
      dueNanos = deadlineNanos;
      timeout.start(timeoutNanos);
    }
    proposal.add(call);
    return request;
  }

  /** Refuses names and values that are too long, in a sentence. */
  static void requireFit(String name, Action action) {
    Texts.require("name of a register", name, 1, NAME_MAX);
    switch (action) {
      case RegisterNote.Get get -> {}
      case RegisterNote.Set(String value) -> requireValue(value);
      case RegisterNote.Cas(long expected, String value) -> {
        requireExpected(expected);
        requireValue(value);
      }
    }
  }

  private static void requireExpected(long expected) {
    if (expected < 0) {
      throw new IllegalArgumentException(
          "the expected version is %d; give the version that was read, or 0 for none"
              .formatted(expected));
    }
  }

  private static void requireValue(String value) {
    Texts.require("value of a register", value, 0, VALUE_MAX);
  }

  /**
   * Tells every outcome from now on, before it is noted to others. What it says is durable at a
   * majority.
   */
  public void onOutcome(Consumer<Outcome> listener) {
    listeners.add(listener);
  }

  /** The number that the next request will have. */
  long nextRequest() {
    return requests + 1;
  }

  @Override
  public State state() {
    List<String> shown = new ArrayList<>();
    for (String name : slots.names()) {
      Content content = slots.at(name).content();
      if (content.version() > 0 && shown.size() < SHOWN_MAX) {
        shown.add("%s@%d=%s".formatted(name, content.version(), content.value()));
      }
    }
    return new State(List.copyOf(shown), byDeadline.size());
  }

  // ---- what happens

  @Override
  public void receive(NodeId from, Msg message) {
    if (!keeps) {
      return; // As one that is down.
    }
    int index = members.indexOf(from);
    String wrong = rules.wrong(index, message);
    if (wrong != null) {
      context.note(new Note.BadMessage(from, wrong));
      return;
    }
    Proposal proposal = proposals.get(message.name());
    switch (message) {
      case Look look -> answer(from, look);
      case Prepare prepare -> answer(from, prepare);
      case Accept accept -> answer(from, accept);
      case Seen seen -> {
        if (proposal != null && seen.life == context.incarnation()) {
          proposal.seen(index, seen.number, seen.accepted, seen.content);
        }
      }
      case Promise promise -> {
        if (proposal != null) {
          proposal.promised(index, promise.ballot, promise.accepted, promise.content);
        }
      }
      case Accepted accepted -> {
        if (proposal != null) {
          proposal.accepted(index, accepted.ballot);
        }
      }
      case Conflict conflict -> {
        if (proposal != null) {
          proposal.refused(conflict.ballot, conflict.promised);
        }
      }
    }
  }

  @Override
  public void stored(Storage where) {
    durability.stored();
  }

  /** The own vote counts only once it is durable. */
  @Override
  public boolean showsOnlyDurable() {
    return true;
  }

  // ---- the acceptor

  private void answer(NodeId from, Look look) {
    Slot slot = slots.at(look.name);
    context.send(
        from, new Seen(group, look.name, look.life, look.number, slot.accepted(), slot.content()));
  }

  private void answer(NodeId from, Prepare prepare) {
    if (slots.promise(prepare.name, prepare.ballot)) {
      Slot slot = slots.at(prepare.name);
      context.send(
          from, new Promise(group, prepare.name, prepare.ballot, slot.accepted(), slot.content()));
    } else {
      refuse(from, prepare.name, prepare.ballot);
    }
  }

  private void answer(NodeId from, Accept accept) {
    if (slots.accept(accept.name, accept.ballot, accept.content)) {
      context.send(from, new Accepted(group, accept.name, accept.ballot));
    } else {
      refuse(from, accept.name, accept.ballot);
    }
  }

  private void refuse(NodeId from, String name, Stamp ballot) {
    context.send(from, new Conflict(group, name, ballot, slots.at(name).promised()));
  }

  // ---- outcomes

  private void giveUp() {
    long now = context.nowNanos();
    while (!byDeadline.isEmpty() && byDeadline.first().deadlineNanos <= now) {
      Proposal.Pending due = byDeadline.first();
      String seconds = TimeText.format(due.timeoutNanos);
      due.proposal.giveUp(due, "no outcome within %s s".formatted(seconds));
    }
    isTimed = !byDeadline.isEmpty();
    if (isTimed) {
      dueNanos = byDeadline.first().deadlineNanos;
      timeout.start(dueNanos - now);
    }
  }

  void ended(Proposal.Pending call, Outcome outcome) {
    byDeadline.remove(call);
    context.note(outcome);
    listeners.forEach(listener -> listener.accept(outcome));
    call.then.accept(outcome);
  }

  // ---- who keeps registers, in a service

  /** Whether this process answers others, and makes calls. */
  boolean keeps() {
    return keeps;
  }

  /** The fingerprint of the list for which this process has kept registers; 0 if it has not. */
  long keptFor() {
    Stamp mark = storage.mark(KEPT);
    return mark == null ? 0 : mark.time();
  }

  /** Keeps registers from now on, also in later lives. */
  void keep() {
    storage.write(Storage.Batch.marking(KEPT, new Stamp(group, context.self())));
    keeps = true;
  }

  // ---- what proposers need

  Context<Msg> context() {
    return context;
  }

  RegistersConfig config() {
    return config;
  }

  Slots slots() {
    return slots;
  }

  View members() {
    return members;
  }

  NodeId self() {
    return context.self();
  }

  int selfIndex() {
    return self;
  }

  long group() {
    return group;
  }

  long life() {
    return context.incarnation();
  }

  Votes newVotes() {
    return new Votes(quorum);
  }

  void whenDurable(Runnable then) {
    durability.whenDurable(then);
  }
}
