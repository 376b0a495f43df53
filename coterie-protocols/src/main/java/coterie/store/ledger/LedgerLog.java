package coterie.store.ledger;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The transfers of a ledger in its storage: under their process, at their stamp. */
final class LedgerLog {
  private static final String CLOSED = "closed";

  private final Storage storage;
  private final Codec<Ledger.Logged> codec = Codec.of(Ledger.Logged.class);

  LedgerLog(Storage storage) {
    this.storage = storage;
  }

  /** Writes transfers, and the time up to which all transfers of all have been written before. */
  void write(List<Ledger.Logged> transfers, long closedTime) {
    List<Version> added = new ArrayList<>();
    for (Ledger.Logged one : transfers) {
      Transfer transfer = one.transfer();
      added.add(Version.of(key(transfer.by()), transfer.stamp(), Bytes.of(codec.encode(one))));
    }
    List<Storage.Mark> marks = List.of(new Storage.Mark(CLOSED, Stamp.lastOf(closedTime)));
    storage.write(new Storage.Batch(added, List.of(), marks));
  }

  /** All that was written, in the order of the stamps. */
  List<Ledger.Logged> read() {
    List<Ledger.Logged> found = new ArrayList<>();
    storage.versions(Bytes.none(), null, version -> found.add(logged(version)));
    found.sort(Comparator.comparing(one -> one.transfer().stamp()));
    return found;
  }

  /** Up to this time no transfer was missing when something was last written. */
  long closedTime() {
    Stamp mark = storage.mark(CLOSED);
    return mark == null ? 0 : mark.time();
  }

  private Ledger.Logged logged(Version version) {
    byte[] bytes = new byte[version.value().size()];
    version.value().copyTo(bytes, 0);
    if (codec.decode(bytes) instanceof Decoded.Value<Ledger.Logged>(Ledger.Logged logged)
        && logged.transfer().stamp().equals(version.stamp())) {
      return logged;
    }
    throw new IllegalStateException("the log of the ledger has no transfer at " + version.stamp());
  }

  private static Bytes key(NodeId by) {
    return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(by.value()).array());
  }
}
