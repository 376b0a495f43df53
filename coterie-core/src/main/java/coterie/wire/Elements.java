package coterie.wire;

import java.util.AbstractList;
import java.util.RandomAccess;

/** An immutable list around an array that nobody else holds; List.of would copy it. */
final class Elements extends AbstractList<Object> implements RandomAccess {
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
