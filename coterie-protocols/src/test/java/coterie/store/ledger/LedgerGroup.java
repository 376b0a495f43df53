package coterie.store.ledger;

import coterie.core.Context;
import coterie.core.Dot;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.check.clock.Causality;
import coterie.sim.check.store.Copies;
import coterie.testkit.SimulatedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A simulated group with a ledger, numbered from 0, and its judge. */
final class LedgerGroup extends SimulatedGroup<Ledger> {
  @Override
  public int wants() {
    return ALL;
  }

  static final long PERIOD = 50 * MILLI;

  /** Makes a ledger, or a broken one. */
  static class Maker {
    Ledger make(Context<Ledger.Msg> context, View members, LedgerTerms terms) {
      return new Ledger(context, members, terms, PERIOD);
    }

    /** Returns what a process is built on instead of its node. */
    Node tampered(Node node) {
      return node;
    }
  }

  /** Who noted what. */
  record Noted(NodeId node, Note note) {}

  final LedgerTerms terms;
  final List<Noted> notes = new ArrayList<>();
  private final long[] lastStamps;
  private final TreeSet<Dot> written = new TreeSet<>();

  /** What has left its process, by dot: it must be the same for ever. */
  private final Map<Dot, Transfer> told = new TreeMap<>();

  /** The longest settled beginning that anybody ever had. */
  private final List<Ledger.Entry> settled = new ArrayList<>();

  private final boolean isJudgingEveryEvent;

  /**
   * None where a crash can lose saves: who falls before it has saved that it heard of a higher time
   * has forgotten it when it returns, and its clock with it. Nobody was told anything that rests on
   * it, so the order of transfers is none the worse; but the judge of clocks remembers.
   */
  private final Causality causality;

  private final Copies copies;

  LedgerGroup(int size, LedgerTerms terms, Setup setup, Maker maker, boolean isJudgingEveryEvent) {
    super(
        Ledger.class,
        View.numbered(0, size),
        node ->
            node.add(
                "ledger",
                Ledger.Msg.class,
                context -> maker.make(context, View.numbered(0, size), terms)),
        setup,
        maker::tampered);
    this.terms = terms;
    this.isJudgingEveryEvent = isJudgingEveryEvent;
    lastStamps = new long[size];
    causality = new Causality(simulation);
    copies = new Copies(simulation, 2 * size * PERIOD + 2 * SECOND);
  }

  static LedgerTerms terms(boolean allowsOverdraft) {
    return new LedgerTerms(List.of("alice", "bob", "carol"), 100, allowsOverdraft);
  }

  void transfer(int node, String from, String to, long amount) {
    call(node, ledger -> ledger.transfer(from, to, amount));
  }

  int written() {
    return written.size();
  }

  int settledEver() {
    return settled.size();
  }

  // ---- judging

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Wrote wrote -> written.add(wrote.dot());
      case Note.Stamped stamped -> {
        int index = (int) node.value();
        if (!stamped.stamp().node().equals(node) || stamped.stamp().time() <= lastStamps[index]) {
          wrong.add("the clock of " + node + " goes back to " + stamped);
        }
        lastStamps[index] = stamped.stamp().time();
      }
      default -> super.noted(at, node, channel, note);
    }
    notes.add(new Noted(node, note));
  }

  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    if (isJudgingEveryEvent) {
      judge((int) node.value());
      compareCopies();
    }
  }

  /** What is wrong so far. */
  List<String> wrong() {
    for (int i = 0; i < size(); i++) {
      if (isUp(i)) {
        judge(i);
      }
    }
    compareCopies();
    List<String> all = new ArrayList<>(wrong);
    all.addAll(causality.violations());
    all.addAll(copies.violations());
    return all;
  }

  /** Holds one copy against all that anybody has ever been told. */
  private void judge(int node) {
    Ledger ledger = at(node);
    String flaw = ledger.flaw();
    if (flaw != null) {
      wrong.add("P%d: %s".formatted(node, flaw));
    }
    List<Ledger.Entry> history = ledger.history();
    List<Transfer> transfers = history.stream().map(LedgerGroup::transfer).toList();
    for (Transfer one : transfers) {
      boolean isTold = one.by().value() != node || written.contains(one.dot());
      Transfer before = isTold ? told.putIfAbsent(one.dot(), one) : null;
      if (before != null && !before.equals(one)) {
        wrong.add("P%d has %s, which was %s".formatted(node, one, before));
      }
    }
    Replay replay = Replay.of(terms, transfers);
    if (!replay.order().equals(transfers)
        || !replay.voids().equals(history.stream().map(Ledger.Entry::isVoid).toList())
        || !replay.balances().equals(ledger.balances())) {
      wrong.add("P%d has %s, not %s".formatted(node, ledger.balances(), replay));
    }
    judgeSettled(node, history.subList(0, ledger.settled()));
  }

  /** Of two settled beginnings one is the beginning of the other. */
  private void judgeSettled(int node, List<Ledger.Entry> own) {
    int common = Math.min(own.size(), settled.size());
    if (!own.subList(0, common).equals(settled.subList(0, common))) {
      wrong.add("P%d has settled other transfers: %s, not %s".formatted(node, own, settled));
    }
    settled.addAll(own.subList(common, own.size()));
  }

  private void compareCopies() {
    Map<String, Ledger.Contents> contents = new TreeMap<>();
    for (int i = 0; i < size(); i++) {
      if (isUp(i)) {
        String seen = at(i).seen().toString();
        Ledger.Contents shown = at(i).contents();
        Ledger.Contents other = contents.putIfAbsent(seen, shown);
        if (other != null && !other.equals(shown)) {
          wrong.add("after %s one shows %s, another %s".formatted(seen, other, shown));
        }
      }
    }
  }

  private static Transfer transfer(Ledger.Entry one) {
    return new Transfer(one.by(), one.number(), one.time(), one.from(), one.to(), one.amount());
  }

  /** What is not as it should be in a group that has had time enough without faults. */
  List<String> unsettled() {
    List<String> unsettled = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      Ledger ledger = at(i);
      if (!ledger.seen().equals(at(0).seen()) || !ledger.contents().equals(at(0).contents())) {
        unsettled.add("P%d shows %s, P0 %s".formatted(i, ledger.contents(), at(0).contents()));
      }
      if (ledger.settled() != ledger.history().size()) {
        unsettled.add("P%d has settled %d only".formatted(i, ledger.settled()));
      }
      for (Dot dot : written) {
        if (!ledger.hasSeen(Ledger.NAME, dot)) {
          unsettled.add("P%d lacks %s".formatted(i, dot));
        }
      }
    }
    return unsettled;
  }
}
