package coterie.member.swim;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.member.Hash;

/**
 * Keeps a checksum for each part of a list of members, so that two members that compare their lists
 * (anti-entropy) find out where they differ. There are as many parts as a long has bits, so that a
 * long is a set of parts. A member is in the same part everywhere.
 *
 * <p>A list of a thousand that differs in one place costs 256 bytes and one part of sixteen
 * members, instead of two lists.
 */
final class Checksums {
  static final long ALL = -1;

  /**
   * Shorter lists are sent as a whole, which saves a message. A list of this length takes 900
   * bytes, its sums take 256.
   */
  static final int LIST_MIN = Long.SIZE / 2;

  private final int[] sums;

  private Checksums(int[] sums) {
    this.sums = sums;
  }

  static Checksums none() {
    return new Checksums(new int[Long.SIZE]);
  }

  Checksums copy() {
    return new Checksums(sums.clone());
  }

  static boolean isIn(long parts, NodeId who) {
    return parts == ALL || ((parts >>> part(who)) & 1) != 0;
  }

  private static int part(NodeId who) {
    return (int) (Hash.of(who.value()) >>> (Long.SIZE - 6));
  }

  /** Adds a member to its sum, or subtracts it; ignores processes that have failed or left. */
  void count(MemberState known, int by) {
    if (known.status().isMember()) {
      count(known.who(), by * (int) MemberList.digest(known));
    }
  }

  void count(NodeId who, int digest) {
    sums[part(who)] += digest;
  }

  Bytes bytes() {
    byte[] bytes = new byte[Integer.BYTES * sums.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = byteAt(i);
    }
    return Bytes.of(bytes);
  }

  private byte byteAt(int index) {
    int shift = Byte.SIZE * (index % Integer.BYTES);
    return (byte) (sums[index / Integer.BYTES] >>> shift);
  }

  /** The parts in which they differ; all if the other ones cannot be read. */
  long differing(Bytes others) {
    if (others.size() != Integer.BYTES * sums.length) {
      return ALL;
    }
    long parts = 0;
    for (int i = 0; i < others.size(); i++) {
      int part = i / Integer.BYTES;
      parts |= byteAt(i) == others.at(i) ? 0 : 1L << part;
    }
    return parts;
  }
}
