package coterie.store.registers;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Limits;
import java.util.List;
import java.util.TreeMap;

/**
 * What one acceptor has promised and accepted, by register. Each slot is written to storage
 * whenever it has changed, under the number of the save, and what was there before is removed in
 * the same batch.
 */
class Slots {
  private record Kept(Slot slot, long save) {}

  private static final Codec<Slot> CODEC =
      Codec.of(Slot.class)
          .withLimits(new Limits(Integer.MAX_VALUE, Registers.VALUE_MAX, Integer.MAX_VALUE, 32));

  private final TreeMap<String, Kept> slots = new TreeMap<>();
  private final Storage storage;
  private final NodeId self;
  private long saves;

  /** With what an earlier life has left. */
  Slots(Storage storage, NodeId self) {
    this.storage = storage;
    this.self = self;
    storage.scan(Bytes.none(), null, Stamp.lastOf(Long.MAX_VALUE), this::load);
  }

  private boolean load(Version version) {
    byte[] bytes = new byte[version.value().size()];
    version.value().copyTo(bytes, 0);
    if (!(CODEC.decode(bytes) instanceof Decoded.Value<Slot>(Slot slot))) {
      throw new IllegalStateException(
          "what is stored as register \"%s\" cannot be read".formatted(version.key().text()));
    }
    long save = version.stamp().time();
    saves = Math.max(saves, save);
    slots.put(slot.name(), new Kept(slot, save));
    return true;
  }

  Slot at(String name) {
    Kept kept = slots.get(name);
    return kept == null ? Slot.empty(name) : kept.slot;
  }

  /** The names of all registers that were ever heard of, in their order. */
  List<String> names() {
    return List.copyOf(slots.keySet());
  }

  /** Promises to refuse lower ballots. Returns false, and does nothing, if a higher one is. */
  boolean promise(String name, Stamp ballot) {
    Slot before = at(name);
    if (isRefused(before, ballot)) {
      return false;
    }
    if (!ballot.equals(before.promised())) {
      save(new Slot(name, ballot, before.accepted(), before.content()));
    }
    return true;
  }

  /**
   * Accepts a content, and promises the ballot after it to the same process, which then needs one
   * round trip only for its next write. Returns false, and does nothing, if a higher ballot is
   * promised, unless it has accepted the same before.
   */
  boolean accept(String name, Stamp ballot, Content content) {
    Slot before = at(name);
    if (isRefused(before, ballot)) {
      return ballot.equals(before.accepted());
    }
    save(new Slot(name, Ballots.after(ballot), ballot, content));
    return true;
  }

  /** For tests, which try an acceptor that breaks its promises. */
  boolean isRefused(Slot slot, Stamp ballot) {
    return ballot.isBefore(slot.promised());
  }

  /** What is sent and noted after this waits until it is durable. */
  private void save(Slot slot) {
    String name = slot.name();
    Kept before = slots.get(name);
    Kept after = new Kept(slot, ++saves);
    slots.put(name, after);
    Bytes key = Bytes.utf8(name);
    List<Version> added = List.of(Version.of(key, stamp(after), Bytes.of(CODEC.encode(slot))));
    List<Storage.Place> removed =
        before == null ? List.of() : List.of(new Storage.Place(key, stamp(before)));
    storage.write(new Storage.Batch(added, removed, List.of()));
  }

  private Stamp stamp(Kept kept) {
    return new Stamp(kept.save, self);
  }
}
