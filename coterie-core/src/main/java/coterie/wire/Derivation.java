package coterie.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shape of a family, and of all that lies in it. Throws a sentence where there is none.
 */
final class Derivation {
  private static final MethodHandles.Lookup PUBLIC = MethodHandles.publicLookup();
  private static final String ALLOWED =
      "a field is a number, a boolean, an enum, a String, a NodeId, Bytes, a record, a sealed"
          + " interface of records, a Packed class, or a List of these";

  private final Map<Class<?>, Shape> known = new LinkedHashMap<>();

  /** A record, or a sealed interface of records. */
  Framed family(Class<?> family) {
    if (shape(family, family.getName()) instanceof Framed framed) {
      return framed;
    }
    throw new IllegalArgumentException(
        "%s is not a family of messages, which is a sealed interface of records or one record"
            .formatted(family.getName()));
  }

  private Shape shape(Type type, String where) {
    if (type instanceof Class<?> plain) {
      Scalar scalar = scalar(plain, true);
      if (scalar != null) {
        return scalar.shape;
      }
      Shape found = known.get(plain);
      return found != null ? found : derived(plain, where);
    }
    if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      return new ListShape(shape(generic.getActualTypeArguments()[0], where));
    }
    throw unsupported(type, where);
  }

  private Shape derived(Class<?> type, String where) {
    if (type.isRecord()) {
      return recordShape(type);
    }
    if (type.isSealed() && type.isInterface()) {
      return familyShape(type);
    }
    if (type.isEnum()) {
      return enumShape(type);
    }
    if (Packed.class.isAssignableFrom(type) && !type.isInterface()) {
      return packedShape(type);
    }
    throw unsupported(type, where);
  }

  private RecordShape recordShape(Class<?> type) {
    requirePublic(type);
    RecordShape shape = new RecordShape(type);
    known.put(type, shape);
    List<FieldsMaker.Component> components = new ArrayList<>();
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent each : type.getRecordComponents()) {
      String where = "the field %s of %s".formatted(each.getName(), type.getName());
      if (each.getType() == type) {
        throw new IllegalArgumentException(
            "%s holds another one of its kind, and so on without end; take a List"
                .formatted(where));
      }
      MethodHandle accessor = accessor(type, each);
      boolean isLast = components.size() == type.getRecordComponents().length - 1;
      Shape field = inlined(shape(each.getGenericType(), where), each, isLast, where);
      components.add(new FieldsMaker.Component(accessor, scalar(each.getType(), false), field));
      types.add(each.getType());
    }
    shape.attach(FieldsMaker.make(constructor(type, types), components));
    return shape;
  }

  /** Fields that a later version appends to it must not push others away. */
  private static Shape inlined(
      Shape shape, RecordComponent component, boolean isLast, String where) {
    if (!Inlined.class.isAssignableFrom(component.getType())
        || !(shape instanceof RecordShape record)) {
      return shape;
    }
    if (!isLast) {
      throw new IllegalArgumentException(where + " is Inlined, and so must be the last one");
    }
    return new InlinedShape(record);
  }

  private FamilyShape familyShape(Class<?> type) {
    FamilyShape shape = new FamilyShape(type);
    known.put(type, shape);
    List<Framed> kinds = new ArrayList<>();
    for (Class<?> kind : type.getPermittedSubclasses()) {
      if (!kind.isRecord() && !(kind.isSealed() && kind.isInterface())) {
        throw new IllegalArgumentException(
            "%s, a kind of %s, is neither a record nor a sealed interface of records"
                .formatted(kind.getName(), type.getName()));
      }
      kinds.add((Framed) shape(kind, kind.getName()));
    }
    shape.attach(kinds);
    return shape;
  }

  private EnumShape enumShape(Class<?> type) {
    requirePublic(type);
    Object[] constants = type.getEnumConstants();
    if (constants == null || constants.length == 0) {
      throw new IllegalArgumentException("the enum %s has no constants".formatted(type.getName()));
    }
    EnumShape shape = new EnumShape(type, constants);
    known.put(type, shape);
    return shape;
  }

  private PackedShape packedShape(Class<?> type) {
    requirePublic(type);
    try {
      Class<?> record = type.getMethod("packed").getReturnType();
      MethodHandle unpacked =
          PUBLIC.findStatic(type, "unpacked", MethodType.methodType(type, record));
      MethodType erased = MethodType.methodType(Object.class, Object.class);
      PackedShape shape = new PackedShape(recordShape(record), unpacked.asType(erased));
      known.put(type, shape);
      return shape;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "%s is Packed, but has no public static method unpacked that takes what packed returns"
              .formatted(type.getName()),
          e);
    }
  }

  private static @Nullable Scalar scalar(Class<?> type, boolean boxed) {
    for (Scalar each : Scalar.values()) {
      if (each.type == type || (boxed && each.boxed == type)) {
        return each;
      }
    }
    return null;
  }

  private static MethodHandle accessor(Class<?> type, RecordComponent component) {
    try {
      MethodType read = MethodType.methodType(component.getType());
      return PUBLIC.findVirtual(type, component.getName(), read);
    } catch (ReflectiveOperationException e) {
      throw closed(type, e);
    }
  }

  private static MethodHandle constructor(Class<?> type, List<Class<?>> types) {
    try {
      return PUBLIC.findConstructor(type, MethodType.methodType(void.class, types));
    } catch (ReflectiveOperationException e) {
      throw closed(type, e);
    }
  }

  private static void requirePublic(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (!Modifier.isPublic(each.getModifiers())) {
        throw closed(type, null);
      }
    }
  }

  private static IllegalArgumentException closed(Class<?> type, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "%s cannot be sent: it and what encloses it must be public, in a package that its module"
                .formatted(type.getName())
            + " exports",
        cause);
  }

  private static IllegalArgumentException unsupported(Type type, String where) {
    return new IllegalArgumentException(
        "%s is of type %s; %s".formatted(where, type.getTypeName(), ALLOWED));
  }
}
