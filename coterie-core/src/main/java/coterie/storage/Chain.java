package coterie.storage;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All versions of one key, the oldest first, in arrays: a version takes 12 bytes besides its value,
 * where objects would take six times as much. A new version mostly is the newest one and is put at
 * the end.
 */
final class Chain {
  final Bytes key;
  final int hash;
  private int size;

  /**
   * The newest version once more, beside the key: most reads want the newest, and are spared the
   * way to two more arrays that are in no cache.
   */
  private long newestTime;

  private @Nullable Bytes newestValue;

  private long[] times = new long[1];

  /** Null as long as all versions are of one node, as in a store of one's own. */
  private NodeId @Nullable [] nodes;

  private NodeId only;

  /** A tombstone has none. */
  private @Nullable Bytes[] values = new @Nullable Bytes[1];

  /** One that is empty, for versions of that node above all. */
  Chain(Bytes key, int hash, NodeId node) {
    this.key = key;
    this.hash = hash;
    this.only = node;
  }

  Chain copy() {
    Chain copy = new Chain(key, hash, only);
    copy.size = size;
    copy.newestTime = newestTime;
    copy.newestValue = newestValue;
    copy.times = Arrays.copyOf(times, Math.max(1, size));
    copy.nodes = nodes == null ? null : Arrays.copyOf(nodes, Math.max(1, size));
    copy.values = Arrays.copyOf(values, Math.max(1, size));
    return copy;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(Version version) {
    Stamp stamp = version.stamp();
    int place = size;
    if (size > 0 && newestTime >= stamp.time() && compare(size - 1, stamp) >= 0) {
      int newest = newest(stamp);
      if (newest >= 0 && compare(newest, stamp) == 0) {
        return;
      }
      place = newest + 1;
    }
    if (nodes == null && !only.equals(stamp.node())) {
      nodes = new NodeId[times.length];
      Arrays.fill(nodes, only);
    }
    makeRoom(place);
    times[place] = stamp.time();
    values[place] = version.isDeleted() ? null : version.value();
    if (nodes != null) {
      nodes[place] = stamp.node();
    }
    rememberNewest();
  }

  private void rememberNewest() {
    newestTime = size == 0 ? 0 : times[size - 1];
    newestValue = size == 0 ? null : values[size - 1];
  }

  private void makeRoom(int place) {
    if (size == times.length) {
      int capacity = size + Math.max(1, size / 2);
      times = Arrays.copyOf(times, capacity);
      nodes = nodes == null ? null : Arrays.copyOf(nodes, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    move(place, place + 1);
    size++;
  }

  void remove(Stamp stamp) {
    int place = newest(stamp);
    if (place >= 0 && compare(place, stamp) == 0) {
      move(place + 1, place);
      size--;
      values[size] = null;
      rememberNewest();
    }
  }

  private void move(int from, int to) {
    int count = size - from;
    if (count > 0) {
      System.arraycopy(times, from, times, to, count);
      if (nodes != null) {
        System.arraycopy(nodes, from, nodes, to, count);
      }
      System.arraycopy(values, from, values, to, count);
    }
  }

  /** The newest version at or before a stamp; null if there is none. */
  @Nullable Version at(Stamp stamp) {
    if (newestTime < stamp.time() && size > 0) {
      return version(newestTime, node(size - 1), newestValue);
    }
    int place = newest(stamp);
    return place < 0 ? null : version(place);
  }

  /** Visits all, the newest one first, and returns whether the visitor wants more. */
  boolean visit(Storage.Visitor visitor) {
    for (int i = size - 1; i >= 0; i--) {
      if (!visitor.visit(version(i))) {
        return false;
      }
    }
    return true;
  }

  private Version version(int place) {
    return version(times[place], node(place), values[place]);
  }

  private Version version(long time, NodeId node, @Nullable Bytes value) {
    return new Version(
        key, new Stamp(time, node), value == null, value == null ? Bytes.none() : value);
  }

  /** The last place whose stamp is not higher; -1 if all are. Readers mostly want the newest. */
  private int newest(Stamp stamp) {
    if (size > 0 && compare(size - 1, stamp) <= 0) {
      return size - 1;
    }
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, stamp) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private int compare(int place, Stamp stamp) {
    int byTime = Long.compare(times[place], stamp.time());
    return byTime != 0 ? byTime : node(place).compareTo(stamp.node());
  }

  private NodeId node(int place) {
    return nodes == null ? only : nodes[place];
  }
}
