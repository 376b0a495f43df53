package coterie.store.mvcc;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.Version;
import coterie.core.View;
import coterie.store.Progress;
import coterie.store.mvcc.MvccReplica.Change;
import coterie.store.mvcc.MvccReplica.Digest;
import coterie.store.mvcc.MvccReplica.Entry;
import coterie.store.mvcc.MvccReplica.Known;
import coterie.store.mvcc.MvccReplica.Msg;
import coterie.store.mvcc.MvccReplica.Writes;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a copy takes from others and from its callers, and what it says of itself. */
final class MvccRules {
  /** The longest value that is replicated: the wire takes no longer bytes. */
  static final int VALUE_MAX = 1 << 16;

  /** The most changes of one write. */
  static final int CHANGES_MAX = 256;

  /** The most bytes of keys and values in one write, and in one message of several. */
  static final int MESSAGE_BYTES = 1 << 18;

  /**
   * The most writes in one message; a member that is behind must catch up faster than others write.
   */
  static final int ENTRIES_MAX = 1024;

  /** No member ever writes so often. */
  private static final long NUMBER_MAX = 1L << 48;

  private final View members;
  private final int self;
  private final HybridClock clock;
  private final Progress progress;
  private final MvccStore store;
  private final WriteLog log;

  MvccRules(
      View members, int self, HybridClock clock, Progress progress, MvccStore store, WriteLog log) {
    this.members = members;
    this.self = self;
    this.clock = clock;
    this.progress = progress;
    this.store = store;
    this.log = log;
  }

  static void requireWrite(List<MvccStore.Write> writes) {
    MvccStore.requireDistinct(writes);
    int bytes = 0;
    for (MvccStore.Write write : writes) {
      Bytes value = write.value();
      int size = value == null ? 0 : value.size();
      if (size > VALUE_MAX) {
        throw new IllegalArgumentException(
            "a replicated value has at most %d bytes, not %d".formatted(VALUE_MAX, size));
      }
      bytes += write.key().size() + size;
    }
    if (writes.size() > CHANGES_MAX || bytes > MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "one write changes at most %d keys and has at most %d bytes, not %d keys and %d bytes"
              .formatted(CHANGES_MAX, MESSAGE_BYTES, writes.size(), bytes));
    }
  }

  static int size(Entry entry) {
    int bytes = 0;
    for (Change change : entry.changes()) {
      bytes += change.key().size() + change.value().size();
    }
    return bytes;
  }

  /** As a person would say it: put x=1, delete y. */
  static String words(Entry entry) {
    return entry.changes().stream()
        .map(
            one ->
                one.isDeleted()
                    ? "delete " + one.key().text()
                    : "put %s=%s".formatted(one.key().text(), one.value().text()))
        .collect(Collectors.joining(", "));
  }

  /** Why no correct member can have sent this; null if one can. */
  @Nullable String wrong(int from, Msg message) {
    if (from < 0 || from == self) {
      return "a message from no other member of the group";
    }
    if (message.members() != members.fingerprint()) {
      return "another list of members";
    }
    if (!clock.accepts(message.time())) {
      return clock.refusal(message.time());
    }
    return switch (message) {
      case Writes writes -> wrong(writes);
      case Digest digest -> wrong(from, digest);
    };
  }

  private @Nullable String wrong(Writes writes) {
    if (writes.entries().isEmpty() || writes.entries().size() > ENTRIES_MAX) {
      return "%d writes in one message".formatted(writes.entries().size());
    }
    if (!isNumber(writes.number())) {
      return "a number that no write reaches";
    }
    for (Entry entry : writes.entries()) {
      String wrong = wrong(entry);
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  /** Why no correct member can have made this write; null if one can. */
  @Nullable String wrong(Entry entry) {
    int origin = members.indexOf(entry.origin());
    if (origin < 0) {
      return "a write of no member of the group";
    }
    if (entry.number() < 1 || !isNumber(entry.number())) {
      return "a number that no write reaches";
    }
    if (!clock.accepts(entry.time())) {
      return clock.refusal(entry.time());
    }
    if (entry.number() <= progress.seen(origin)) {
      return null; // It is here already, and is not looked at.
    }
    if (origin == self) {
      return "a write of this process that it has not made";
    }
    if (entry.time() <= Math.max(progress.closed(), store.safePoint().time())) {
      return "a write at a time that is closed";
    }
    return wrong(entry.changes());
  }

  private static @Nullable String wrong(List<Change> changes) {
    TreeSet<Bytes> keys = new TreeSet<>();
    int bytes = 0;
    for (Change change : changes) {
      int keySize = change.key().size();
      int valueSize = change.value().size();
      boolean isPossible =
          keySize >= 1
              && keySize <= MvccStore.KEY_MAX
              && valueSize <= (change.isDeleted() ? 0 : VALUE_MAX)
              && keys.add(change.key());
      if (!isPossible) {
        return "a change with a key or value that nobody can write";
      }
      bytes += keySize + valueSize;
    }
    boolean isPossible =
        !changes.isEmpty() && changes.size() <= CHANGES_MAX && bytes <= MESSAGE_BYTES;
    return isPossible ? null : "a write of a size that nobody can write";
  }

  private @Nullable String wrong(int from, Digest digest) {
    if (digest.known().size() != members.size()) {
      return "a digest of another number of members";
    }
    if (!isPromise(digest.closed(), from, digest)) {
      return "a closed time beyond what the sender has been promised";
    }
    for (int i = 0; i < members.size(); i++) {
      Known known = digest.known().get(i);
      boolean isPossible = isNumber(known.seen()) && isNumber(known.number());
      if (!isPossible || !clock.accepts(known.promised())) {
        return "a number or a time that no write reaches";
      }
    }
    Known mine = digest.known().get(self);
    boolean isMine = mine.seen() <= progress.seen(self) && mine.number() <= progress.seen(self);
    return isMine ? null : "a write of this process that it has not made";
  }

  /** What is closed was promised by all, the sender among them. */
  private static boolean isPromise(long closed, int from, Digest digest) {
    return closed >= 0 && closed <= digest.known().get(from).promised();
  }

  private static boolean isNumber(long number) {
    return number >= 0 && number <= NUMBER_MAX;
  }

  /** A write that is in the log and neither in the store nor collected. */
  @Nullable String flaw() {
    for (int i = 0; i < members.size(); i++) {
      String[] found = new String[1];
      log.visit(
          i,
          log.dropped(i),
          entry -> {
            for (Version version : MvccReplica.versions(entry)) {
              if (!store.isHere(version)) {
                found[0] = "the write %s is in the log, but not in the store".formatted(entry);
              }
            }
            return true;
          });
      if (found[0] != null) {
        return found[0];
      }
    }
    return null;
  }
}
