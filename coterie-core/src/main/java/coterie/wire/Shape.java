package coterie.wire;

import org.jspecify.annotations.Nullable;

/** How the values of one type look on the wire. */
abstract class Shape {
  abstract void write(Output out, Object value);

  /** Reads a value that was written; when it is unknown, the input stands behind it. */
  abstract Object read(Input in);

  abstract int size(Object value);

  /** What a reader takes for a field that the writer did not know yet. */
  abstract Object absent(Input in);

  /** Null where only a newer version knows the value. */
  @Nullable Object readKnown(Input in) {
    return read(in);
  }

  /** The fewest bytes of a value. */
  int leastBytes() {
    return 1;
  }

  /** A field of a record; generated code calls it. */
  final Object take(Input in) {
    return in.isAtEnd() ? absent(in) : read(in);
  }
}
