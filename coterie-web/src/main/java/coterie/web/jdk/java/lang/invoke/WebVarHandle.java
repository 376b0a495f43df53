package coterie.web.jdk.java.lang.invoke;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** A field that holds a long, or the way to read numbers from bytes, which needs no field. */
public final class WebVarHandle {
  private final @Nullable Field field;

  WebVarHandle(@Nullable Field field) {
    this.field = field;
  }

  public long get(Object owner) {
    try {
      return (long) field().get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the field cannot be read", e);
    }
  }

  public void set(Object owner, long value) {
    try {
      field().set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the field cannot be written", e);
    }
  }

  private Field field() {
    if (field == null) {
      throw new IllegalStateException("this handle is one of numbers in bytes");
    }
    return field;
  }
}
