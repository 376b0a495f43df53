package coterie.wire;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A list: how many elements, and each of them. Elements that only a newer version knows go. */
final class ListShape extends Shape {
  /** An immutable list around an array that nobody else holds; List.of would copy it. */
  private static final class Elements extends AbstractList<Object> implements RandomAccess {
    private final Object[] elements;

    Elements(Object[] elements) {
      this.elements = elements;
    }

    @Override
    public Object get(int index) {
      return elements[index];
    }

    @Override
    public int size() {
      return elements.length;
    }
  }

  private static final int SHORT = 32;

  private final Shape element;

  ListShape(Shape element) {
    this.element = element;
  }

  @Override
  void write(Output out, Object value) {
    List<?> list = (List<?>) value;
    int size = list.size();
    out.putVarint(size);
    if (isIndexed(list, size)) {
      for (int i = 0; i < size; i++) {
        element.write(out, list.get(i));
      }
    } else {
      for (Object each : list) {
        element.write(out, each);
      }
    }
  }

  @Override
  Object read(Input in) {
    int count = in.takeCount(element.leastBytes());
    if (count == 0) {
      return List.of();
    }
    in.deeper();
    Object[] found = new Object[count];
    int known = 0;
    for (int i = 0; i < count; i++) {
      Object each = readElement(in);
      if (each != null) {
        found[known++] = each;
      }
    }
    in.higher();
    return new Elements(known == count ? found : Arrays.copyOf(found, known));
  }

  private @Nullable Object readElement(Input in) {
    if (in.isAtEnd()) {
      throw new WireException("a list is cut off");
    }
    try {
      return element.readKnown(in);
    } catch (WireException e) {
      if (e != WireException.UNKNOWN) {
        throw e;
      }
      return null;
    }
  }

  @Override
  int size(Object value) {
    List<?> list = (List<?>) value;
    int size = list.size();
    int sum = Size.varint(size);
    if (isIndexed(list, size)) {
      for (int i = 0; i < size; i++) {
        sum += element.size(list.get(i));
      }
    } else {
      for (Object each : list) {
        sum += element.size(each);
      }
    }
    return sum;
  }

  /** Asking a list for its nature costs more than reaching into a short one. */
  private static boolean isIndexed(List<?> list, int size) {
    return size <= SHORT || list instanceof RandomAccess;
  }

  @Override
  Object absent(Input in) {
    return List.of();
  }
}
