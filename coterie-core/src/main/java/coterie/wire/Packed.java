package coterie.wire;

/**
 * A class that is not a record but may be a field of a message, because it says which record stands
 * for it on the wire. It is immutable, as every field of a message.
 *
 * <p>The way back is a public static method of the class, named {@code unpacked}, that takes that
 * record and returns the object. It throws an {@link IllegalArgumentException} or an {@link
 * IndexOutOfBoundsException} where the record makes no sense: a reader then takes the message for
 * malformed.
 *
 * @param <R> the record, public as well
 */
public interface Packed<R extends Record> {
  R packed();
}
