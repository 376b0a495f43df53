package coterie.wire;

import org.jspecify.annotations.Nullable;

/**
 * Turns the messages of one family into bytes and back. It is derived from the family: a sealed
 * interface of public records, or one public record. docs/wire.md describes the format, and what
 * may change between two versions of a family.
 *
 * <p>A codec has no state and serves any number of threads. The first call for a family generates
 * code and takes some milliseconds; later calls give the same codec.
 *
 * @param <M> the family
 */
public final class Codec<M> {
  /** The version of the format, the first byte of every message. */
  public static final byte VERSION = 1;

  /** What is derived depends on the class alone, so it is kept with the class. */
  private static final ClassValue<Framed> SHAPES =
      new ClassValue<>() {
        @Override
        protected Framed computeValue(Class<?> family) {
          return new Derivation().family(family);
        }
      };

  private final Class<M> family;
  private final Framed shape;
  private final Limits limits;

  private Codec(Class<M> family, Framed shape, Limits limits) {
    this.family = family;
    this.shape = shape;
    this.limits = limits;
  }

  /** Throws an {@link IllegalArgumentException} that says why a family cannot be derived. */
  public static <M> Codec<M> of(Class<M> family) {
    return new Codec<>(family, SHAPES.get(family), Limits.standard());
  }

  /** The same format, and a reader that accepts other sizes. */
  public Codec<M> withLimits(Limits newLimits) {
    return new Codec<>(family, shape, newLimits);
  }

  /** Appends the message to what has been written. */
  public void write(M message, Output out) {
    out.put(VERSION);
    shape.writeBody(out, message);
  }

  public byte[] encode(M message) {
    Output out = new Output();
    write(message, out);
    return out.toBytes();
  }

  /** How many bytes the message takes, without writing it. */
  public int size(M message) {
    return 1 + shape.bodySize(message);
  }

  public Decoded<M> decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  /** Reads the message that fills the bytes from one index up to, excluding, another. */
  public Decoded<M> decode(byte[] bytes, int from, int to) {
    return decode(bytes, from, to, null);
  }

  /**
   * The same; records inside it that were read lately are taken from there. These count neither as
   * elements nor as depth, since they are not made again.
   */
  public Decoded<M> decode(byte[] bytes, int from, int to, @Nullable Recent recent) {
    if (to - from > limits.messageBytes()) {
      return new Decoded.Malformed<>(
          "%d bytes where %d are allowed".formatted(to - from, limits.messageBytes()));
    }
    if (from == to) {
      return new Decoded.Malformed<>("no bytes at all");
    }
    if (bytes[from] != VERSION) {
      return new Decoded.Malformed<>(
          "version %d where %d is understood".formatted(bytes[from], VERSION));
    }
    Input in = new Input(bytes, from + 1, to, limits, recent);
    try {
      return new Decoded.Value<>(family.cast(shape.readBody(in)));
    } catch (WireException e) {
      return e == WireException.UNKNOWN
          ? new Decoded.Unknown<>(in.unknown())
          : new Decoded.Malformed<>(e.why());
    } catch (RuntimeException e) {
      // The code of a record that checks its fields is the only foreign code that was called.
      return new Decoded.Malformed<>("a record refuses its fields: " + e.getMessage());
    }
  }
}
