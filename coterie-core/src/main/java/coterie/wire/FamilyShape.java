package coterie.wire;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sealed interface: the number of the kind, which is its place in the order of declaration, and
 * the record, or the inner family. A value within a record or list carries its length.
 */
final class FamilyShape extends Framed {
  /** Up to here a look at one after the other is faster than a map. */
  private static final int FEW = 12;

  private final Class<?> type;
  private Framed[] kinds = {};
  private Class<?>[] classes = {};
  private int[] numbers = {};
  private final Map<Class<?>, Integer> numberByClass = new LinkedHashMap<>();

  FamilyShape(Class<?> type) {
    this.type = type;
  }

  /** Takes over the kinds in their order. */
  void attach(List<Framed> newKinds) {
    kinds = newKinds.toArray(new Framed[0]);
    for (int number = 0; number < kinds.length; number++) {
      for (Class<?> leaf : kinds[number].leaves()) {
        numberByClass.put(leaf, number);
      }
    }
    classes = numberByClass.keySet().toArray(new Class<?>[0]);
    numbers = numberByClass.values().stream().mapToInt(number -> number).toArray();
  }

  @Override
  Collection<Class<?>> leaves() {
    return numberByClass.keySet();
  }

  private int number(Object value) {
    Class<?> wanted = value.getClass();
    if (classes.length <= FEW) {
      for (int i = 0; i < classes.length; i++) {
        if (classes[i] == wanted) {
          return numbers[i];
        }
      }
    }
    Integer number = numberByClass.get(wanted);
    if (number == null) {
      throw new IllegalArgumentException(
          "%s is not a kind of %s".formatted(wanted.getName(), type.getName()));
    }
    return number;
  }

  @Override
  void write(Output out, Object value) {
    int number = number(value);
    out.putVarint(number);
    kinds[number].writeFramed(out, value);
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
    long number = in.takeVarint();
    if (number < 0 || number >= kinds.length) {
      in.noteUnknown(type, number);
      in.skipRecord();
      return null;
    }
    return kinds[(int) number].readFramed(in);
  }

  @Override
  int size(Object value) {
    int number = number(value);
    return Size.varint(number) + kinds[number].framedSize(value);
  }

  /** A kind, and the length of its record. */
  @Override
  int leastBytes() {
    return 2;
  }

  @Override
  void writeBody(Output out, Object value) {
    int number = number(value);
    out.putVarint(number);
    kinds[number].writeBody(out, value);
  }

  @Override
  Object readBody(Input in) {
    long number = in.takeVarint();
    if (number < 0 || number >= kinds.length) {
      in.noteUnknown(type, number);
      throw WireException.UNKNOWN;
    }
    return kinds[(int) number].readBody(in);
  }

  @Override
  int bodySize(Object value) {
    int number = number(value);
    return Size.varint(number) + kinds[number].bodySize(value);
  }

  @Override
  Object absent(Input in) {
    return kinds[0].absent(in);
  }
}
