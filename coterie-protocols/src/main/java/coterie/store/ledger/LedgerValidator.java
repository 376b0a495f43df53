package coterie.store.ledger;

import coterie.clock.Stamps;
import coterie.core.View;
import coterie.store.Progress;
import org.jspecify.annotations.Nullable;

/** Finds the messages of a ledger that no correct member sends, by what is known here. */
final class LedgerValidator {
  private final View members;
  private final int self;
  private final LedgerTerms terms;
  private final Stamps stamps;
  private final long group;
  private final Progress progress;
  private final Transcript transcript;

  LedgerValidator(
      View members,
      int self,
      LedgerTerms terms,
      Stamps stamps,
      Progress progress,
      Transcript transcript) {
    this.members = members;
    this.self = self;
    this.terms = terms;
    this.stamps = stamps;
    this.group = terms.fingerprint(members);
    this.progress = progress;
    this.transcript = transcript;
  }

  /** What is wrong with a message from the member at that position; null if nothing is. */
  @Nullable String wrong(int from, Ledger.Msg message) {
    if (from < 0 || from == self) {
      return "a message from no other member of the group";
    }
    if (message.group() != group) {
      return "a message from a group with other members or other terms";
    }
    if (!stamps.isNear(message.clock())) {
      return "a clock that nobody reaches";
    }
    return switch (message) {
      case Ledger.Transfers transfers -> wrongTransfers(transfers);
      case Ledger.Digest digest -> wrongDigest(digest);
    };
  }

  private @Nullable String wrongTransfers(Ledger.Transfers message) {
    if (message.transfers().isEmpty() || message.transfers().size() > Ledger.BATCH) {
      return "no transfers, or more than a message takes";
    }
    Transfer before = null;
    for (Transfer transfer : message.transfers()) {
      if (transfer.time() > message.clock()) {
        return "a transfer ahead of the clock of its sender";
      }
      if (before != null && before.by().equals(transfer.by()) && !isNext(before, transfer)) {
        return "transfers of one process that are not in a row";
      }
      String wrong = wrong(transfer);
      if (wrong != null) {
        return wrong;
      }
      before = transfer;
    }
    return null;
  }

  private static boolean isNext(Transfer before, Transfer transfer) {
    return transfer.number() == before.number() + 1 && transfer.time() > before.time();
  }

  private @Nullable String wrongDigest(Ledger.Digest digest) {
    int size = members.size();
    if (digest.seen().size() != size
        || digest.after().size() != size
        || digest.promised().size() != size) {
      return "a digest that has not one entry for each member";
    }
    if (digest.seen().get(self) > progress.seen(self)) {
      return "a digest with transfers of this process that it has never made";
    }
    for (int i = 0; i < size; i++) {
      long seen = digest.seen().get(i);
      long after = digest.after().get(i);
      long time = digest.promised().get(i);
      if (seen < 0 || seen > digest.clock() || after < 0 || after > time || time > digest.clock()) {
        return "a digest with a number that nobody reaches";
      }
      if (isBroken(i, after, time)) {
        return "a promise that does not fit the transfers of its process";
      }
    }
    return null;
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
      return transcript.at(by, transfer.number()).equals(transfer)
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
    long last = seen == 0 ? 0 : transcript.at(by, seen).time();
    boolean isAfter = transfer.number() > progress.promisedNumber(by);
    boolean isAbove = transfer.time() > progress.promisedTime(by);
    return transfer.time() <= last || isAfter != isAbove
        ? "a transfer with a time that its process had promised not to use"
        : null;
  }

  /** Whether a promise does not fit the transfers that are here. */
  private boolean isBroken(int member, long after, long time) {
    long seen = progress.seen(member);
    boolean isLate = after >= 1 && after <= seen && transcript.at(member, after).time() > time;
    return isLate || (after < seen && transcript.at(member, after + 1).time() <= time);
  }
}
