package coterie.wire;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The simple types. As fields they are written by generated code that calls the methods named here;
 * the shape serves where they are elements of a list.
 */
@SuppressWarnings("ImmutableEnumChecker") // The shape of a scalar has no state.
enum Scalar {
  LONG(long.class, Long.class, "Long", Output::put, Input::takeLong, Size::of, 0L, 1),
  INT(int.class, Integer.class, "Int", Output::put, Input::takeInt, Size::of, 0, 1),
  SHORT(short.class, Short.class, "Short", Output::put, Input::takeShort, Size::of, (short) 0, 1),
  BYTE(byte.class, Byte.class, "Byte", Output::put, Input::takeByte, Size::of, (byte) 0, 1),
  BOOLEAN(
      boolean.class, Boolean.class, "Boolean", Output::put, Input::takeBoolean, Size::of, false, 1),
  DOUBLE(double.class, Double.class, "Double", Output::put, Input::takeDouble, Size::of, 0.0, 8),
  FLOAT(float.class, Float.class, "Float", Output::put, Input::takeFloat, Size::of, 0f, 4),
  STRING(String.class, String.class, "String", Output::put, Input::takeString, Size::of, "", 1),
  NODE(
      NodeId.class,
      NodeId.class,
      "Node",
      Output::put,
      Input::takeNode,
      Size::of,
      new NodeId(0),
      Size.NODE),
  BYTES(
      Bytes.class, Bytes.class, "Bytes", Output::put, Input::takeBytes, Size::of, Bytes.none(), 1);

  private interface Writer<T> {
    void write(Output out, T value);
  }

  final Class<?> type;
  final Class<?> boxed;

  /** The method of the input that reads a field. */
  final String take;

  final Shape shape;

  <T> Scalar(
      Class<?> type,
      Class<T> boxed,
      String name,
      Writer<T> writer,
      Function<Input, T> reader,
      ToIntFunction<T> size,
      T absent,
      int leastBytes) {
    this.type = type;
    this.boxed = boxed;
    this.take = "take" + name;
    this.shape = new ScalarShape<>(boxed, writer, reader, size, absent, leastBytes);
  }

  private static final class ScalarShape<T> extends Shape {
    private final Class<T> type;
    private final Writer<T> writer;
    private final Function<Input, T> reader;
    private final ToIntFunction<T> size;
    private final T absent;
    private final int leastBytes;

    ScalarShape(
        Class<T> type,
        Writer<T> writer,
        Function<Input, T> reader,
        ToIntFunction<T> size,
        T absent,
        int leastBytes) {
      this.type = type;
      this.writer = writer;
      this.reader = reader;
      this.size = size;
      this.absent = absent;
      this.leastBytes = leastBytes;
    }

    @Override
    void write(Output out, Object value) {
      writer.write(out, type.cast(value));
    }

    @Override
    Object read(Input in) {
      return reader.apply(in);
    }

    @Override
    int size(Object value) {
      return size.applyAsInt(type.cast(value));
    }

    @Override
    Object absent(Input in) {
      return absent;
    }

    @Override
    int leastBytes() {
      return leastBytes;
    }
  }
}
