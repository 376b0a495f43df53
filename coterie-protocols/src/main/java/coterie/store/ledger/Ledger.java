package coterie.store.ledger;

import coterie.clock.Stamps;
import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Dot;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.core.Stable;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.View;
import coterie.store.Partners;
import coterie.store.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A ledger of which every member has a copy: transfers between accounts, made on any process, in
 * the order of Lamport stamps. Members that have seen the same transfers have the same balances,
 * whatever the order in which they came.
 *
 * <p>Guarantees: no money is made or lost, and no transfer that was noted as written is lost, made
 * twice, or told in two ways; messages may be lost, doubled, late and out of order, and processes
 * may pause, crash and return. Once all can reach each other, directly or through others, all have
 * the same ledger. A transfer that is not covered when its turn comes is void. A late one may
 * change that of those after it, but never of one that is <em>settled</em>: all members are then
 * known to have promised to come after it. While a member is down nothing more is settled.
 *
 * <p>Assumes: all members were given the same list of members and the same terms, which never
 * change. Storage keeps what it has reported as durable.
 *
 * <p>Cost: n - 1 messages a transfer; besides, every process sends one digest a period, and fetches
 * what a digest shows to be missing. A late transfer costs time for each transfer after it.
 *
 * <p>L. Lamport, "Time, clocks, and the ordering of events in a distributed system", Communications
 * of the ACM 21(7), 1978: the total order, and every process as a state machine that takes the
 * commands in that order. There a process waits until a command can no longer change its place;
 * here it shows what it has, and says what is settled.
 */
public final class Ledger implements Protocol<Ledger.Msg>, Replicated {
  /** What a trace calls it, and {@link Note.Wrote} too. */
  static final String NAME = "ledger";

  /** The most members of a group. */
  public static final int MEMBERS_MAX = 1024;

  /** The most transfers of one message. */
  static final int BATCH = 512;

  private static final String CLOCK = "lamport";

  /** What processes say to each other. */
  public sealed interface Msg extends Message {
    /** Differs where members or terms do. */
    long group();

    /** The sender's clock. */
    long clock();
  }

  /** Transfers that you may not have, those of one process in a row. */
  public record Transfers(long group, long clock, List<Transfer> transfers) implements Msg {
    public Transfers {
      transfers = List.copyOf(transfers);
    }
  }

  /**
   * So far have I come; send me what I lack.
   *
   * @param isAnswer whether it answers another one; then it wants no digest itself
   * @param seen for every member, how many of its transfers I have
   * @param after for every member, the number of its transfer after which its promise holds
   * @param promised for every member, the time above which all transfers after that number will be
   */
  public record Digest(
      long group,
      long clock,
      boolean isAnswer,
      List<Long> seen,
      List<Long> after,
      List<Long> promised)
      implements Msg {
    public Digest {
      seen = List.copyOf(seen);
      after = List.copyOf(after);
      promised = List.copyOf(promised);
    }
  }

  /** How many transfers, the first ones in the order, can no longer change. */
  public record Settled(int transfers, long time) implements Note {}

  /** At its place in the order, as far as known, this transfer is not covered. */
  public record Voided(NodeId by, long number, String transfer) implements Note {}

  /** A transfer that was void is no longer, because an earlier one has come. */
  public record Revived(NodeId by, long number, String transfer) implements Note {}

  /**
   * A transfer at its place in the order.
   *
   * @param isSettled whether nothing of it can change any more
   */
  public record Entry(
      long time,
      NodeId by,
      long number,
      String from,
      String to,
      long amount,
      boolean isVoid,
      boolean isSettled) {
    static Entry of(Transfer transfer, boolean isVoid, boolean isSettled) {
      return new Entry(
          transfer.time(),
          transfer.by(),
          transfer.number(),
          transfer.from(),
          transfer.to(),
          transfer.amount(),
          isVoid,
          isSettled);
    }
  }

  /**
   * What is stored of a transfer: its fields, and when it came. The last field was appended, so
   * that logs without it can be read.
   *
   * @param arrived by the clock here; 0 if that was not stored
   */
  public record Logged(
      NodeId by, long number, long time, String from, String to, long amount, long arrived) {
    static Logged of(Transfer transfer, long arrived) {
      return new Logged(
          transfer.by(),
          transfer.number(),
          transfer.time(),
          transfer.from(),
          transfer.to(),
          transfer.amount(),
          arrived);
    }

    Transfer transfer() {
      return new Transfer(by, number, time, from, to, amount);
    }
  }

  /** What a transfer is to one of its two accounts. */
  public enum Movement {
    /** The account sent the money. */
    TRANSFER,
    /** The account received the money. */
    TRANSFER_RECEIVED
  }

  /**
   * A transfer as one of its accounts sees it.
   *
   * @param with the other account
   * @param stamp its place in the order, and the process that made it
   * @param here when this process made it or heard of it, by its own clock
   * @param balance what the account has after it
   */
  public record Statement(
      Movement event,
      String with,
      long amount,
      Stamp stamp,
      Stamp here,
      long balance,
      boolean isVoid,
      boolean isSettled) {}

  /** For every member, how many of its transfers have been seen. */
  public record Seen(List<Long> numbers) {}

  /**
   * What a reader sees.
   *
   * @param order a number that differs where the order of transfers does, or which are void
   */
  public record Contents(List<String> balances, int transfers, long order) {}

  /** What a trace shows of a process. */
  public record State(List<String> balances, int transfers, int voids, int settled) {}

  /** What this process may promise as soon as a write is durable. */
  private record Promise(long number, long time) {}

  private final Context<Msg> context;
  private final View members;
  private final LedgerTerms terms;
  private final long periodNanos;
  private final int self;
  private final long group;
  private final Stamps stamps;
  private final LedgerLog log;
  private final Progress progress;
  private final Transcript transcript;
  private final LedgerValidator validator;
  private final Book book;
  private final Partners partners;
  private final Alarm gossip;

  /** One for each write that is not durable yet. */
  private final ArrayDeque<Promise> unstored = new ArrayDeque<>();

  /**
   * @param periodNanos from one digest to the next
   */
  public Ledger(Context<Msg> context, View members, LedgerTerms terms, long periodNanos) {
    this(context, members, terms, periodNanos, new Book(terms));
  }

  /** With a book of its own, which a test may have broken. */
  Ledger(Context<Msg> context, View members, LedgerTerms terms, long periodNanos, Book book) {
    requireGroup(members, periodNanos);
    this.context = context;
    this.members = members;
    this.terms = terms;
    this.periodNanos = periodNanos;
    this.self = members.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not in the list of members");
    }
    this.group = terms.fingerprint(members);
    this.stamps = new Stamps(context);
    this.log = new LedgerLog(context.storage(NAME));
    this.progress = new Progress(members, self);
    this.transcript = new Transcript(members, progress);
    this.validator = new LedgerValidator(members, self, terms, stamps, progress, transcript);
    this.book = book;
    this.partners = new Partners(context, members);
    this.gossip = context.alarm("gossip", this::tellOne);
    restore();
  }

  static void requireGroup(View members, long periodNanos) {
    if (members.size() > MEMBERS_MAX) {
      throw new IllegalArgumentException(
          "a ledger has up to %d members, not %d".formatted(MEMBERS_MAX, members.size()));
    }
    if (periodNanos < 1) {
      throw new IllegalArgumentException("period takes a duration above 0, not " + periodNanos);
    }
  }

  private void restore() {
    for (Logged logged : log.read()) {
      Transfer transfer = logged.transfer();
      if (terms.wrong(transfer.from(), transfer.to(), transfer.amount()) != null) {
        throw new IllegalStateException("the log was written under other terms: " + transfer);
      }
      if (!transcript.isNext(transfer)) {
        throw new IllegalStateException("the log lacks what came before " + transfer);
      }
      transcript.add(transfer);
      book.enter(transfer, logged.arrived(), (which, isVoid) -> {});
    }
    progress.reported(self, log.closedTime());
    book.settle(log.closedTime());
  }

  // ---- what a user calls

  /**
   * Makes a transfer, here at once and elsewhere soon. It can still be lost in a crash until {@link
   * Note.Wrote} is noted, and it can become void until it is settled.
   */
  public Transfer transfer(String from, String to, long amount) {
    String wrong = terms.wrong(from, to, amount);
    if (wrong != null) {
      throw new IllegalArgumentException(wrong);
    }
    if (stamps.last() >= Stamps.STAMP_MAX) {
      throw new IllegalStateException("the clock has come to its end: no transfer can follow");
    }
    long number = progress.seen(self) + 1;
    Transfer made = new Transfer(context.self(), number, stamps.next(), from, to, amount);
    transcript.add(made);
    write(List.of(Logged.of(made, made.time())));
    context.note(new Note.Stamped(CLOCK, made.what(), made.stamp()));
    context.note(new Note.Wrote(NAME, made.dot()));
    book.enter(made, made.time(), this::judged);
    for (int i = 0; i < members.size(); i++) {
      if (i != self) {
        context.send(members.at(i), new Transfers(group, stamps.last(), List.of(made)));
      }
    }
    return made;
  }

  public long balance(String account) {
    return book.balance(index(account));
  }

  private int index(String account) {
    int index = terms.indexOf(account);
    if (index < 0) {
      throw new IllegalArgumentException(
          "there is no account \"%s\"; there is %s"
              .formatted(account, String.join(", ", terms.accounts())));
    }
    return index;
  }

  public SortedMap<String, Long> balances() {
    return book.balances();
  }

  /** All transfers that are here, in their order. */
  public List<Entry> history() {
    return book.history();
  }

  /** What an account sent and received, as far as it is known here, in the order of the stamps. */
  public List<Statement> history(String account) {
    return book.history(index(account), context.self());
  }

  /** How many transfers, the first ones in the order, can no longer change. */
  public int settled() {
    return book.settled();
  }

  // ---- what a judge asks

  @Override
  public boolean hasSeen(String what, Dot dot) {
    int member = members.indexOf(dot.node());
    return what.equals(NAME) && member >= 0 && dot.number() <= progress.seen(member);
  }

  @Override
  public Seen seen() {
    return new Seen(numbers(progress::seen));
  }

  @Override
  public List<Reached> reached() {
    List<Dot> last = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      last.add(new Dot(members.at(i), progress.seen(i)));
    }
    return List.of(new Reached(NAME, last));
  }

  @Override
  public Contents contents() {
    return new Contents(lines(), book.size(), book.hash());
  }

  @Override
  public @Nullable String flaw() {
    return book.flaw();
  }

  @Override
  public State state() {
    return new State(lines(), book.size(), book.voids(), book.settled());
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < terms.accounts().size(); i++) {
      lines.add(terms.accounts().get(i) + ":" + book.balance(i));
    }
    return List.copyOf(lines);
  }

  // ---- what happens

  /** The clock is past the log already, unless somebody has lost the one and kept the other. */
  @Override
  public void start() {
    stamps.witness(book.lastTime());
    settle();
    if (!partners.isNobody()) {
      gossip.start(periodNanos);
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int index = members.indexOf(from);
    String wrong = validator.wrong(index, message);
    if (wrong != null) {
      context.note(new Note.BadMessage(from, wrong));
      return;
    }
    stamps.witness(message.clock());
    switch (message) {
      case Transfers transfers -> arrived(from, transfers.transfers);
      case Digest digest -> told(from, digest);
    }
    settle();
  }

  @Override
  public void saved(Stable<?> what) {
    stamps.saved();
    settle();
  }

  /** Writes become durable in their order, and behind the ceiling of the stamps that they use. */
  @Override
  public void stored(Storage where) {
    Promise promise = unstored.removeFirst();
    progress.promised(self, promise.number, promise.time);
    settle();
  }

  private void write(List<Logged> transfers) {
    log.write(transfers, progress.closed());
    unstored.add(new Promise(progress.seen(self), stamps.last()));
  }

  // ---- transfers

  /** A transfer is written first, so that nobody hears of it from here before it is durable. */
  private void arrived(NodeId from, List<Transfer> transfers) {
    List<Transfer> fresh = new ArrayList<>();
    transfers.forEach(transfer -> fresh.addAll(transcript.admit(transfer, validator)));
    if (fresh.isEmpty()) {
      return;
    }
    List<Logged> logged = new ArrayList<>();
    fresh.forEach(transfer -> logged.add(Logged.of(transfer, stamps.next())));
    write(logged);
    for (Logged one : logged) {
      Stamp arrival = new Stamp(one.arrived(), context.self());
      context.note(new Note.Stamped(CLOCK, "gets " + one.transfer().what(), arrival));
      book.enter(one.transfer(), one.arrived(), this::judged);
    }
    if (transfers.size() == BATCH) {
      context.send(from, digest(true)); // There may be more where these came from.
    }
  }

  private void judged(Transfer which, boolean isVoid) {
    context.note(
        isVoid
            ? new Voided(which.by(), which.number(), which.what())
            : new Revived(which.by(), which.number(), which.what()));
  }

  /** This process keeps a promise only if nothing that it rests on can be lost in a crash. */
  private void settle() {
    if (unstored.isEmpty() && stamps.isDurable()) {
      progress.promised(self, progress.seen(self), stamps.last());
    }
    if (book.settle(progress.closed())) {
      context.note(new Settled(book.settled(), progress.closed()));
    }
  }

  // ---- digests

  private void tellOne() {
    context.send(partners.next(), digest(false));
    gossip.start(periodNanos);
  }

  /** The own promise is up to date: this is held back until all that it rests on is durable. */
  private Digest digest(boolean isAnswer) {
    return new Digest(
        group,
        stamps.last(),
        isAnswer,
        numbers(progress::seen),
        numbers(i -> i == self ? progress.seen(i) : progress.promisedNumber(i)),
        numbers(i -> i == self ? stamps.last() : progress.promisedTime(i)));
  }

  private List<Long> numbers(IntToLongFunction of) {
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      numbers.add(of.applyAsLong(i));
    }
    return List.copyOf(numbers);
  }

  private void told(NodeId from, Digest digest) {
    boolean isLacking = false;
    for (int i = 0; i < members.size(); i++) {
      isLacking |= digest.seen.get(i) > progress.seen(i);
      if (i != self) {
        progress.promised(i, digest.after.get(i), digest.promised.get(i));
      }
    }
    List<Transfer> lacking = transcript.lacking(digest.seen, BATCH);
    if (!lacking.isEmpty()) {
      context.send(from, new Transfers(group, stamps.last(), lacking));
    }
    if (isLacking && !digest.isAnswer) {
      context.send(from, digest(true));
    }
  }
}
