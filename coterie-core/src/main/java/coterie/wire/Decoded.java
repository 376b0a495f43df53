package coterie.wire;

/**
 * What came out of bytes. Whatever the bytes are, decoding gives one of these and throws nothing.
 *
 * @param <M> the family of messages
 */
public sealed interface Decoded<M> {
  /** The bytes are this message. */
  record Value<M>(M message) implements Decoded<M> {}

  /**
   * The bytes are well formed as far as can be seen, but need something that only a newer version
   * of the family has: another kind of record, or another constant of an enum.
   */
  record Unknown<M>(String what) implements Decoded<M> {}

  /** No version of the family writes such bytes. */
  record Malformed<M>(String why) implements Decoded<M> {}
}
