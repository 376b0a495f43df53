package coterie.wire;

import java.util.Collection;

/** A shape whose values carry their length, so that a reader can skip what it does not know. */
abstract class Framed extends Shape {
  abstract void writeBody(Output out, Object value);

  abstract Object readBody(Input in);

  abstract int bodySize(Object value);

  /** The classes of its values. */
  abstract Collection<Class<?>> leaves();

  final void writeFramed(Output out, Object value) {
    int start = out.open();
    writeBody(out, value);
    out.close(start);
  }

  final Object readFramed(Input in) {
    int depth = in.depth();
    int outer = in.open();
    int end = in.end();
    try {
      Object value = in.readLately(this);
      in.close(outer);
      return value;
    } catch (WireException e) {
      in.closeAfterFailure(end, outer, depth);
      throw e;
    }
  }

  final int framedSize(Object value) {
    int body = bodySize(value);
    return Size.varint(body) + body;
  }
}
