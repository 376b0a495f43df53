package coterie.wire;

import org.jspecify.annotations.Nullable;

/** An enum: the place of the constant in the order of declaration. */
@SuppressWarnings(
    "EnumOrdinal") // The place is the format: names would be longer than most messages.
final class EnumShape extends Shape {
  private final Class<?> type;
  private final Object[] constants;

  EnumShape(Class<?> type, Object[] constants) {
    this.type = type;
    this.constants = constants;
  }

  @Override
  void write(Output out, Object value) {
    out.putVarint(((Enum<?>) value).ordinal());
  }

  @Override
  Object read(Input in) {
    Object value = readKnown(in);
    if (value == null) {
      throw WireException.UNKNOWN;
    }
    return value;
  }

  @Override
  @Nullable Object readKnown(Input in) {
    long ordinal = in.takeVarint();
    if (ordinal < 0 || ordinal >= constants.length) {
      in.noteUnknown(type, ordinal);
      return null;
    }
    return constants[(int) ordinal];
  }

  @Override
  int size(Object value) {
    return Size.varint(((Enum<?>) value).ordinal());
  }

  @Override
  Object absent(Input in) {
    return constants[0];
  }
}
