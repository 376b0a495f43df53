package coterie.wire;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record: its length, and its fields in the order of declaration. */
final class RecordShape extends Framed {
  /** The fields of one record type, one after the other. Subclasses are generated. */
  abstract static class Fields {
    abstract void write(Output out, Object record);

    abstract Object read(Input in);

    abstract int size(Object record);
  }

  private final Class<?> type;

  /** Given after the shape is known, because a record may contain others of its own type. */
  private @Nullable Fields fields;

  /** Made when first needed: the record may refuse it. */
  private @Nullable Object absent;

  RecordShape(Class<?> type) {
    this.type = type;
  }

  @Override
  Collection<Class<?>> leaves() {
    return List.of(type);
  }

  void attach(Fields newFields) {
    fields = newFields;
  }

  private Fields fields() {
    if (fields == null) {
      throw new IllegalStateException(type.getName() + " is still being derived");
    }
    return fields;
  }

  @Override
  void write(Output out, Object value) {
    writeFramed(out, value);
  }

  @Override
  Object read(Input in) {
    return readFramed(in);
  }

  @Override
  int size(Object value) {
    return framedSize(value);
  }

  @Override
  void writeBody(Output out, Object value) {
    fields().write(out, value);
  }

  @Override
  Object readBody(Input in) {
    return fields().read(in);
  }

  @Override
  int bodySize(Object value) {
    return fields().size(value);
  }

  @Override
  Object absent(Input in) {
    Object known = absent;
    if (known == null) {
      known = fields().read(in.empty());
      absent = known;
    }
    return known;
  }
}
