package coterie.web.jdk;

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
}
