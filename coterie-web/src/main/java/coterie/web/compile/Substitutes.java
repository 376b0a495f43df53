package coterie.web.compile;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.teavm.model.ClassHierarchy;
import org.teavm.model.MethodReference;
import org.teavm.model.ValueType;

/**
 * Static methods that take the place of methods that the browser's class library lacks. Each has
 * the name of the other one; where that is not static, the object comes first.
 */
final class Substitutes {
  static final String PACKAGE = "coterie.web.jdk";

  private record Substitute(String replaced, Method method) {}

  private final Map<String, List<Substitute>> byName = new LinkedHashMap<>();

  Substitutes() {
    add("java.lang.Class", "ClassCalls");
    add("java.lang.Math", "MathCalls");
    add("java.lang.StrictMath", "StrictMathCalls");
    add("java.lang.String", "FormatCalls");
    add("java.lang.String", "StringCalls");
    add("java.lang.Class", "java.lang.reflect.WebRecordComponent");
    add("java.lang.invoke.VarHandle", "java.lang.invoke.WebVarHandle");
    add("java.lang.ref.Reference", "ReferenceCalls");
    add("java.util.Arrays", "ArraysCalls");
    add("java.util.Collections", "CollectionsCalls");
    add("java.util.stream.Stream", "StreamCalls");
    add("coterie.wire.FieldsMaker", load("coterie.wire.ReflectedFields"));
  }

  private void add(String replaced, String ours) {
    add(replaced, load(PACKAGE + "." + ours));
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name + " is missing", e);
    }
  }

  private void add(String replaced, Class<?> ours) {
    for (Method method : ours.getDeclaredMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          && !Modifier.isPrivate(method.getModifiers())
          && !method.isSynthetic()) {
        byName
            .computeIfAbsent(method.getName(), key -> new ArrayList<>())
            .add(new Substitute(replaced, method));
      }
    }
  }

  /** Returns the method to call instead; null if the one that is called is there. */
  @Nullable MethodReference of(MethodReference called, boolean isStatic, ClassHierarchy types) {
    Substitute found = find(called.getName(), called, isStatic, types);
    if (found == null && called.getReturnType() instanceof ValueType.Primitive primitive) {
      found = find(called.getName() + suffix(primitive), called, isStatic, types);
    }
    return found == null ? null : reference(found.method);
  }

  private @Nullable Substitute find(
      String name, MethodReference called, boolean isStatic, ClassHierarchy types) {
    for (Substitute each : byName.getOrDefault(name, List.of())) {
      if (types.isSuperType(each.replaced, called.getClassName(), false)
          && fits(each.method, called, isStatic)) {
        return each;
      }
    }
    return null;
  }

  private static boolean fits(Method method, MethodReference called, boolean isStatic) {
    Class<?>[] parameters = method.getParameterTypes();
    int own = isStatic ? 0 : 1;
    if (parameters.length != called.parameterCount() + own
        || (own == 1 && parameters[0].isPrimitive())
        || !type(method.getReturnType()).equals(called.getReturnType())) {
      return false;
    }
    for (int i = 0; i < called.parameterCount(); i++) {
      ValueType given = called.parameterType(i);
      boolean isAny = parameters[i + own] == Object.class && given instanceof ValueType.Object;
      if (!isAny && !type(parameters[i + own]).equals(given)) {
        return false;
      }
    }
    return true;
  }

  private static MethodReference reference(Method method) {
    List<ValueType> signature = new ArrayList<>();
    for (Class<?> parameter : method.getParameterTypes()) {
      signature.add(type(parameter));
    }
    signature.add(type(method.getReturnType()));
    return new MethodReference(
        JdkTypes.name(method.getDeclaringClass()),
        method.getName(),
        signature.toArray(new ValueType[0]));
  }

  private static ValueType type(Class<?> type) {
    if (type.isArray()) {
      return ValueType.arrayOf(type(type.getComponentType()));
    }
    return type.isPrimitive() ? ValueType.parse(type) : ValueType.object(JdkTypes.name(type));
  }

  private static String suffix(ValueType.Primitive type) {
    return switch (type.getKind()) {
      case LONG -> "Long";
      case INTEGER -> "Int";
      default -> "";
    };
  }
}
