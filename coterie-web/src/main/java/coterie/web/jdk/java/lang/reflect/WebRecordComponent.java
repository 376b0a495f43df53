package coterie.web.jdk.java.lang.reflect;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/** A component of a record: its private field, and the method of the same name. */
public final class WebRecordComponent {
  private final Class<?> owner;
  private final Field field;

  private WebRecordComponent(Class<?> owner, Field field) {
    this.owner = owner;
    this.field = field;
  }

  /** Returns the components in the order of declaration. */
  public static WebRecordComponent[] getRecordComponents(Class<?> type) {
    List<WebRecordComponent> components = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        components.add(new WebRecordComponent(type, field));
      }
    }
    return components.toArray(new WebRecordComponent[0]);
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
