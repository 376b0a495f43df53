package coterie.rocksdb;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How keys and stamps become RocksDB's keys, which it orders byte by byte. A version lies at
 *
 * <pre>{@code 01  key with 00 written as 00 ff  00 00  time  node}</pre>
 *
 * where time and node are 8 bytes each, turned round so that the newest version of a key comes
 * first. So the newest version at or before a stamp is the first entry at or after one place. The
 * two zeros end the key: no key is the beginning of another one, and the order stays that of the
 * keys. A mark lies at {@code 00 name}.
 */
final class Layout {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final byte MARK = 0;
  private static final byte VERSION = 1;
  private static final byte ZERO_IN_KEY = (byte) 0xff;
  private static final int STAMP_SIZE = 16;
  private static final int END_SIZE = 2;

  /** Lies after all versions. */
  private static final byte[] AFTER_ALL = {VERSION + 1};

  private Layout() {}

  static byte[] mark(String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    byte[] place = new byte[1 + text.length];
    place[0] = MARK;
    System.arraycopy(text, 0, place, 1, text.length);
    return place;
  }

  /** Where the version of a key with that stamp lies. */
  static byte[] place(Bytes key, Stamp stamp) {
    byte[] place = start(key, STAMP_SIZE);
    // The sign is turned as well, because negative numbers are lower and bytes know no sign.
    LONG.set(place, place.length - 16, stamp.time() ^ Long.MAX_VALUE);
    LONG.set(place, place.length - 8, stamp.node().value() ^ Long.MAX_VALUE);
    return place;
  }

  /** Lies before all versions of a key and after those of all lower keys. */
  static byte[] before(Bytes key) {
    return start(key, 0);
  }

  /** Lies after all versions of the key at a place and before those of all higher keys. */
  static byte[] after(byte[] place, int size) {
    byte[] after = Arrays.copyOf(place, size - STAMP_SIZE);
    after[after.length - 1]++;
    return after;
  }

  static byte[] afterAll() {
    return AFTER_ALL.clone();
  }

  /** Whether both places are of the same key. */
  static boolean isSameKey(byte[] first, int firstSize, byte[] second, int secondSize) {
    int size = firstSize - STAMP_SIZE;
    return firstSize == secondSize && Arrays.equals(first, 0, size, second, 0, size);
  }

  static Bytes key(byte[] place, int size) {
    int to = size - STAMP_SIZE - END_SIZE;
    int zeros = 0;
    for (int i = 1; i < to; i++) {
      zeros += place[i] == 0 ? 1 : 0;
    }
    if (zeros == 0) {
      return Bytes.of(place, 1, to);
    }
    byte[] key = new byte[to - 1 - zeros];
    for (int i = 1, j = 0; i < to; i++) {
      key[j++] = place[i];
      i += place[i] == 0 ? 1 : 0;
    }
    return Bytes.of(key);
  }

  static Stamp stamp(byte[] place, int size) {
    return new Stamp(
        longAt(place, size - 16) ^ Long.MAX_VALUE,
        new NodeId(longAt(place, size - 8) ^ Long.MAX_VALUE));
  }

  /** Whether the version at a place is newer than that stamp. */
  static boolean isAfter(byte[] place, int size, Stamp stamp) {
    long time = longAt(place, size - 16) ^ Long.MAX_VALUE;
    return time != stamp.time()
        ? time > stamp.time()
        : (longAt(place, size - 8) ^ Long.MAX_VALUE) > stamp.node().value();
  }

  static byte[] stampBytes(Stamp stamp) {
    byte[] bytes = new byte[STAMP_SIZE];
    LONG.set(bytes, 0, stamp.time());
    LONG.set(bytes, 8, stamp.node().value());
    return bytes;
  }

  static Stamp stamp(byte[] bytes) {
    return new Stamp(longAt(bytes, 0), new NodeId(longAt(bytes, 8)));
  }

  private static byte[] start(Bytes key, int room) {
    int zeros = 0;
    for (int i = 0; i < key.size(); i++) {
      zeros += key.at(i) == 0 ? 1 : 0;
    }
    byte[] start = new byte[1 + key.size() + zeros + END_SIZE + room];
    start[0] = VERSION;
    if (zeros == 0) {
      key.copyTo(start, 1);
      return start;
    }
    for (int i = 0, j = 1; i < key.size(); i++) {
      start[j++] = key.at(i);
      if (key.at(i) == 0) {
        start[j++] = ZERO_IN_KEY;
      }
    }
    return start;
  }

  private static long longAt(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }
}
