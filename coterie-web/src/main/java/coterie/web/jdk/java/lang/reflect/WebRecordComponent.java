package coterie.web.jdk.java.lang.reflect;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;

/** A component of a record: its private field, and the method of the same name. */
public final class WebRecordComponent {
  private final Class<?> owner;
  private final Field field;

  public WebRecordComponent(Class<?> owner, Field field) {
    this.owner = owner;
    this.field = field;
  }

  public String getName() {
    return field.getName();
  }

  public Class<?> getType() {
    return field.getType();
  }

  public Type getGenericType() {
    return field.getGenericType();
  }

  public Method getAccessor() {
    try {
      return owner.getMethod(field.getName());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "the accessor %s of %s is missing".formatted(field.getName(), owner.getName()), e);
    }
  }
}
