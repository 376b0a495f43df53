package coterie.store;

import coterie.clock.Stamps;
import coterie.core.Dot;
import coterie.core.View;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of every member in the order of their numbers, without a gap, and what no correct
 * member adds to them. One that comes too early waits for those before it, if they are few.
 */
final class Transcript {
  /** So far ahead of the next number a transfer is kept; others are fetched again later. */
  static final int EARLY_MAX = 16;

  private final View members;
  private final int self;
  private final LedgerTerms terms;
  private final Progress progress;
  private final List<List<Transfer>> known = new ArrayList<>();
  private final TreeMap<Dot, Transfer> early = new TreeMap<>();

  Transcript(View members, int self, LedgerTerms terms, Progress progress) {
    this.members = members;
    this.self = self;
    this.terms = terms;
    this.progress = progress;
    for (int i = 0; i < members.size(); i++) {
      known.add(new ArrayList<>());
    }
  }

  /** Adds the next transfer of its member. */
  void add(Transfer transfer) {
    int member = members.indexOf(transfer.by());
    progress.saw(member, transfer.number());
    known.get(member).add(transfer);
  }

  /** What is wrong with a transfer from another member; null if nothing is. */
  @Nullable String wrong(Transfer transfer) {
    int by = members.indexOf(transfer.by());
    if (by < 0) {
      return "a transfer of no member of the group";
    }
    // Times are whole numbers that grow with the numbers, so none is behind its number.
    if (transfer.number() < 1
        || transfer.number() > transfer.time()
        || !Stamps.isPossible(transfer.time())) {
      return "a transfer with a number or a time that nobody reaches";
    }
    String impossible = terms.wrong(transfer.from(), transfer.to(), transfer.amount());
    if (impossible != null) {
      return impossible;
    }
    if (transfer.number() <= progress.seen(by)) {
      return at(by, transfer.number()).equals(transfer)
          ? null
          : "another transfer under a number that is taken";
    }
    if (by == self) {
      return "a transfer of this process that it has never made";
    }
    return wrongTime(by, transfer);
  }

  /** Times grow with the numbers, and a promise cuts both at the same place. */
  private @Nullable String wrongTime(int by, Transfer transfer) {
    long seen = progress.seen(by);
    long last = seen == 0 ? 0 : at(by, seen).time();
    boolean isAfter = transfer.number() > progress.promisedNumber(by);
    boolean isAbove = transfer.time() > progress.promisedTime(by);
    return transfer.time() <= last || isAfter != isAbove
        ? "a transfer with a time that its process had promised not to use"
        : null;
  }

  /** Whether a promise does not fit the transfers that are here. */
  boolean isBroken(int member, long after, long time) {
    long seen = progress.seen(member);
    boolean isLate = after >= 1 && after <= seen && at(member, after).time() > time;
    return isLate || (after < seen && at(member, after + 1).time() <= time);
  }

  /** Adds a transfer, and those that waited for it. Returns what is new. */
  List<Transfer> admit(Transfer transfer) {
    int by = members.indexOf(transfer.by());
    List<Transfer> fresh = new ArrayList<>();
    Transfer next = transfer;
    while (next != null && progress.isNext(by, next.number()) && wrong(next) == null) {
      add(next);
      fresh.add(next);
      next = early.remove(new Dot(next.by(), next.number() + 1));
    }
    long ahead = transfer.number() - progress.seen(by);
    if (fresh.isEmpty() && ahead > 1 && ahead <= EARLY_MAX) {
      early.put(transfer.dot(), transfer);
    }
    return fresh;
  }

  /** The first ones of those that another member has not seen. */
  List<Transfer> lacking(List<Long> seen, int max) {
    List<Transfer> lacking = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      long until = Math.min(progress.seen(i), seen.get(i) + max - lacking.size());
      for (long number = seen.get(i) + 1; number <= until; number++) {
        lacking.add(at(i, number));
      }
    }
    return lacking;
  }

  private Transfer at(int member, long number) {
    return known.get(member).get((int) (number - 1));
  }
}
