package coterie.store.ledger;

import coterie.core.NodeId;
import coterie.core.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All transfers that a process knows, in the order of their stamps, and the balances that they lead
 * to. In which order they were entered makes no difference.
 *
 * <p>A late transfer takes its place: those after it are taken back, and made again after it. So it
 * costs as much as there are transfers after it, however long the book is.
 */
class Book {
  /** Hears which transfers are void, and which ones are no longer. */
  interface Reader {
    void judged(Transfer transfer, boolean isVoid);
  }

  private static final class Line {
    final Transfer transfer;
    final int from;
    final int to;
    final long arrived;
    boolean isVoid;

    Line(Transfer transfer, int from, int to, long arrived) {
      this.transfer = transfer;
      this.arrived = arrived;
      this.from = from;
      this.to = to;
    }

    long amount() {
      return transfer.amount();
    }
  }

  private final LedgerTerms terms;
  private final long[] balances;
  private final List<Line> lines = new ArrayList<>();
  private int voids;
  private int settled;
  private long settledHash;
  private long settledTime;
  private @Nullable String flaw;

  Book(LedgerTerms terms) {
    this.terms = terms;
    this.balances = new long[terms.accounts().size()];
    Arrays.fill(balances, terms.opening());
  }

  /**
   * Enters a transfer that was not entered before.
   *
   * @param arrived when it came, by the clock here
   */
  void enter(Transfer transfer, long arrived, Reader reader) {
    int place = place(transfer.stamp());
    if (place < settled || transfer.time() <= settledTime) {
      flaw = "%s came after all up to %d had been settled".formatted(transfer, settledTime);
    }
    for (int i = lines.size() - 1; i >= place; i--) {
      takeBack(lines.get(i));
    }
    int from = terms.indexOf(transfer.from());
    Line added = new Line(transfer, from, terms.indexOf(transfer.to()), arrived);
    lines.add(place, added);
    for (int i = place; i < lines.size(); i++) {
      Line line = lines.get(i);
      boolean wasVoid = line.isVoid;
      apply(line);
      if (line.isVoid != wasVoid) {
        reader.judged(line.transfer, line.isVoid);
      }
    }
  }

  /** Where that stamp belongs; most transfers come last. */
  private int place(Stamp stamp) {
    int low = 0;
    int high = lines.size();
    if (high == 0 || isBefore(lines.getLast().transfer.stamp(), stamp)) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(lines.get(middle).transfer.stamp(), stamp)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The order of the book. */
  boolean isBefore(Stamp one, Stamp other) {
    return one.isBefore(other);
  }

  private void takeBack(Line line) {
    if (line.isVoid) {
      voids--;
    } else {
      balances[line.from] += line.transfer.amount();
      balances[line.to] -= line.transfer.amount();
    }
  }

  private void apply(Line line) {
    long left = balances[line.from] - line.transfer.amount();
    long reached = received(balances[line.to], line.transfer.amount());
    // What no long can count is void as well: everybody finds that at the same place.
    boolean isCountable = left < balances[line.from] && reached > balances[line.to];
    line.isVoid = !isCountable || (left < 0 && !terms.allowsOverdraft());
    if (line.isVoid) {
      voids++;
    } else {
      balances[line.from] = left;
      balances[line.to] = reached;
    }
  }

  long received(long balance, long amount) {
    return balance + amount;
  }

  /** No transfer at or before that time will come any more. Returns whether this settles some. */
  boolean settle(long time) {
    settledTime = Math.max(settledTime, time);
    int before = settled;
    while (settled < lines.size() && lines.get(settled).transfer.time() <= time) {
      settledHash = hash(settledHash, lines.get(settled));
      settled++;
    }
    return settled > before;
  }

  /** The time of the last transfer in the order; 0 if there is none. */
  long lastTime() {
    return lines.isEmpty() ? 0 : lines.getLast().transfer.time();
  }

  int size() {
    return lines.size();
  }

  /** How many transfers, the first ones in the order, can no longer change. */
  int settled() {
    return settled;
  }

  int voids() {
    return voids;
  }

  long balance(int account) {
    return balances[account];
  }

  SortedMap<String, Long> balances() {
    SortedMap<String, Long> all = new TreeMap<>();
    for (int i = 0; i < balances.length; i++) {
      all.put(terms.accounts().get(i), balances[i]);
    }
    return all;
  }

  List<Ledger.Entry> history() {
    List<Ledger.Entry> history = new ArrayList<>();
    for (Line line : lines) {
      history.add(Ledger.Entry.of(line.transfer, line.isVoid, history.size() < settled));
    }
    return history;
  }

  /** What an account sent and received. */
  List<Ledger.Statement> history(int account, NodeId here) {
    List<Ledger.Statement> history = new ArrayList<>();
    long balance = terms.opening();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      if (line.from == account || line.to == account) {
        balance += line.isVoid ? 0 : line.from == account ? -line.amount() : line.amount();
        history.add(statement(line, account, here, balance, i < settled));
      }
    }
    return history;
  }

  private static Ledger.Statement statement(
      Line line, int account, NodeId here, long balance, boolean isSettled) {
    Transfer transfer = line.transfer;
    boolean isSender = line.from == account;
    return new Ledger.Statement(
        isSender ? Ledger.Movement.TRANSFER : Ledger.Movement.TRANSFER_RECEIVED,
        isSender ? transfer.to() : transfer.from(),
        transfer.amount(),
        transfer.stamp(),
        new Stamp(line.arrived, here),
        balance,
        line.isVoid,
        isSettled);
  }

  /** A number that depends on all transfers, on their order, and on which are void. */
  long hash() {
    long hash = settledHash;
    for (int i = settled; i < lines.size(); i++) {
      hash = hash(hash, lines.get(i));
    }
    return hash;
  }

  /** Written out, because what a record makes of its fields is up to the JDK. */
  private static long hash(long before, Line line) {
    Transfer transfer = line.transfer;
    long hash = before;
    hash = hash * 31 + transfer.by().value();
    hash = hash * 31 + transfer.number();
    hash = hash * 31 + transfer.time();
    hash = hash * 31 + line.from;
    hash = hash * 31 + line.to;
    hash = hash * 31 + transfer.amount();
    return hash * 31 + (line.isVoid ? 1 : 0);
  }

  /** What is wrong, if anything is. */
  @Nullable String flaw() {
    long sum = 0;
    for (long balance : balances) {
      sum += balance;
    }
    return sum == terms.total()
        ? flaw
        : "all balances together are %d, and were %d".formatted(sum, terms.total());
  }
}
