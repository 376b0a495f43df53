package coterie.web.jdk;

import coterie.web.jdk.java.lang.reflect.WebRecordComponent;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Class} that the browser's class library lacks. */
public final class ClassCalls {
  private ClassCalls() {}

  /** Returns whether the class is a record. */
  public static boolean isRecord(Class<?> type) {
    return type.getSuperclass() == Record.class;
  }

  /** Returns whether the type lists its subtypes. */
  public static boolean isSealed(Class<?> type) {
    return SealedTypes.members(type) != null;
  }

  /** Returns the listed subtypes in the order of declaration; null if the type is not sealed. */
  public static Class<?> @Nullable [] getPermittedSubclasses(Class<?> type) {
    return SealedTypes.members(type);
  }

  /** Returns the components of a record in the order of declaration. */
  public static RecordComponent[] getRecordComponents(Class<?> type) {
    List<WebRecordComponent> components = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        components.add(new WebRecordComponent(type, field));
      }
    }
    // In the browser both names mean one class.
    return (RecordComponent[]) (Object) components.toArray(new WebRecordComponent[0]);
  }
}
