package coterie.core;

/**
 * What a key had as its value from a stamp on, or that it was deleted then. It never changes.
 *
 * @param value no bytes if it is a tombstone
 */
public record Version(Bytes key, Stamp stamp, boolean isDeleted, Bytes value) {
  public static Version of(Bytes key, Stamp stamp, Bytes value) {
    return new Version(key, stamp, false, value);
  }

  /** Says that the key has no value from that stamp on. */
  public static Version tombstone(Bytes key, Stamp stamp) {
    return new Version(key, stamp, true, Bytes.none());
  }
}
