package coterie.store.ledger;

import coterie.core.Dot;
import coterie.core.View;
import coterie.store.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The transfers of every member in the order of their numbers, without a gap. One that comes too
 * early waits for those before it, if they are few.
 */
final class Transcript {
  /** So far ahead of the next number a transfer is kept; others are fetched again later. */
  static final int EARLY_MAX = 512;

  private final View members;
  private final Progress progress;
  private final List<List<Transfer>> known = new ArrayList<>();
  private final TreeMap<Dot, Transfer> early = new TreeMap<>();

  Transcript(View members, Progress progress) {
    this.members = members;
    this.progress = progress;
    for (int i = 0; i < members.size(); i++) {
      known.add(new ArrayList<>());
    }
  }

  /** Whether a transfer is the next one of its member. */
  boolean isNext(Transfer transfer) {
    int member = members.indexOf(transfer.by());
    return member >= 0 && progress.isNext(member, transfer.number());
  }

  /** Adds the next transfer of its member. */
  void add(Transfer transfer) {
    int member = members.indexOf(transfer.by());
    progress.saw(member, transfer.number());
    known.get(member).add(transfer);
  }

  /** Adds a transfer, and those that waited for it. Returns what is new. */
  List<Transfer> admit(Transfer transfer, LedgerValidator validator) {
    int by = members.indexOf(transfer.by());
    List<Transfer> fresh = new ArrayList<>();
    Transfer next = transfer;
    while (next != null && progress.isNext(by, next.number()) && validator.wrong(next) == null) {
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

  Transfer at(int member, long number) {
    return known.get(member).get((int) (number - 1));
  }
}
