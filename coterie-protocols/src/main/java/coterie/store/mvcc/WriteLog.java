package coterie.store.mvcc;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.core.View;
import coterie.store.mvcc.MvccReplica.Entry;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The writes of all members that some member may still lack, each under its origin and number. Once
 * everybody has a write it is dropped; how far that has gone is remembered in a mark.
 */
final class WriteLog {
  private static final int DROP_BATCH = 1_000;
  private static final Limits LIMITS = new Limits(1 << 24, 1 << 20, 1 << 20, 32);

  private final Storage storage;
  private final View members;
  private final Codec<Entry> codec = Codec.of(Entry.class).withLimits(LIMITS);
  private final long[] dropped;
  private final long[] last;

  WriteLog(Storage storage, View members) {
    this.storage = storage;
    this.members = members;
    this.dropped = new long[members.size()];
    this.last = new long[members.size()];
    for (int i = 0; i < dropped.length; i++) {
      Stamp mark = storage.mark(mark(i));
      dropped[i] = mark == null ? 0 : mark.time();
      last[i] = dropped[i];
      int member = i;
      visit(
          i,
          dropped[i],
          entry -> {
            last[member] = entry.number();
            return true;
          });
    }
  }

  /** The number of a member's last write that was ever here. */
  long last(int member) {
    return last[member];
  }

  /** All its writes up to this number were dropped. */
  long dropped(int member) {
    return dropped[member];
  }

  /** Visits the writes of a member with higher numbers than the one given, in their order. */
  void visit(int member, long after, Predicate<Entry> visitor) {
    storage.versions(
        key(member, after + 1),
        after(key(member, Long.MAX_VALUE)),
        version -> visitor.test(entry(version)));
  }

  void append(int member, Entry entry) {
    assert entry.number() == last[member] + 1 : entry;
    Stamp stamp = new Stamp(entry.time(), entry.origin());
    Bytes value = Bytes.of(codec.encode(entry));
    storage.write(
        Storage.Batch.adding(List.of(Version.of(key(member, entry.number()), stamp, value))));
    last[member] = entry.number();
  }

  /** Drops writes up to that time: at most a batch of each member, and the rest another time. */
  void drop(long time) {
    for (int i = 0; i < dropped.length; i++) {
      List<Storage.Place> places = new ArrayList<>();
      int member = i;
      visit(
          i,
          dropped[i],
          entry -> {
            boolean isOld = entry.time() <= time;
            if (isOld) {
              Stamp stamp = new Stamp(entry.time(), entry.origin());
              places.add(new Storage.Place(key(member, entry.number()), stamp));
            }
            return isOld && places.size() < DROP_BATCH;
          });
      drop(i, places);
    }
  }

  private void drop(int member, List<Storage.Place> places) {
    if (!places.isEmpty()) {
      dropped[member] += places.size();
      Stamp number = new Stamp(dropped[member], members.at(member));
      storage.write(
          new Storage.Batch(List.of(), places, List.of(new Storage.Mark(mark(member), number))));
    }
  }

  private Entry entry(Version version) {
    byte[] bytes = new byte[version.value().size()];
    version.value().copyTo(bytes, 0);
    if (codec.decode(bytes) instanceof Decoded.Value<Entry>(Entry entry)) {
      return entry;
    }
    throw new IllegalStateException("the log has no write at " + version.stamp());
  }

  private Bytes key(int member, long number) {
    return Bytes.of(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(members.at(member).value())
            .putLong(number)
            .array());
  }

  /** The next key there can be. */
  private static Bytes after(Bytes key) {
    byte[] bytes = new byte[key.size() + 1];
    key.copyTo(bytes, 0);
    return Bytes.of(bytes);
  }

  private String mark(int member) {
    return "dropped-" + members.at(member);
  }
}
