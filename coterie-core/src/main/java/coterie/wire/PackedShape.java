package coterie.wire;

import java.lang.invoke.MethodHandle;

/** A class that is {@link Packed}: the record that stands for it. */
final class PackedShape extends Shape {
  private final RecordShape record;

  /** Takes the record, both as plain objects. */
  private final MethodHandle unpacked;

  PackedShape(RecordShape record, MethodHandle unpacked) {
    this.record = record;
    this.unpacked = unpacked;
  }

  @Override
  void write(Output out, Object value) {
    record.write(out, ((Packed<?>) value).packed());
  }

  @Override
  Object read(Input in) {
    return unpacked(record.read(in));
  }

  @Override
  int size(Object value) {
    return record.size(((Packed<?>) value).packed());
  }

  @Override
  Object absent(Input in) {
    return unpacked(record.absent(in));
  }

  private Object unpacked(Object packed) {
    try {
      return (Object) unpacked.invokeExact(packed);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
