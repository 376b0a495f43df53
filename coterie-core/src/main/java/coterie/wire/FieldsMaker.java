package coterie.wire;

import static coterie.wire.Assembler.AALOAD;
import static coterie.wire.Assembler.ARETURN;
import static coterie.wire.Assembler.ASTORE_0;
import static coterie.wire.Assembler.GETSTATIC;
import static coterie.wire.Assembler.IADD;
import static coterie.wire.Assembler.ICONST_0;
import static coterie.wire.Assembler.INVOKESPECIAL;
import static coterie.wire.Assembler.INVOKESTATIC;
import static coterie.wire.Assembler.INVOKEVIRTUAL;
import static coterie.wire.Assembler.IRETURN;
import static coterie.wire.Assembler.PUTSTATIC;
import static coterie.wire.Assembler.RETURN;

import coterie.wire.RecordShape.Fields;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the code that writes, reads and measures one record type, as somebody would write it out by
 * hand: a call for each field, nothing in between. It is a hidden class of this package. It cannot
 * name the record's class, which may come from another loader; so it reaches the accessors and the
 * constructor by method handles in static final fields, which the compiler sees through.
 */
final class FieldsMaker {
  /**
   * A component of a record.
   *
   * @param scalar its simple type, which is written by a direct call; null for other types
   */
  record Component(MethodHandle accessor, @Nullable Scalar scalar, Shape shape) {
    /** What generated code holds it as. */
    Class<?> type() {
      return scalar == null ? Object.class : scalar.type;
    }
  }

  private static final String NAME = "coterie/wire/GeneratedFields";
  private static final String OBJECT = internal(Object.class);
  private static final String HANDLE = internal(MethodHandle.class);
  private static final String SHAPE = internal(Shape.class);
  private static final String OUTPUT = internal(Output.class);
  private static final String INPUT = internal(Input.class);
  private static final String MAKER = "maker";
  private static final String GETTER = "getter";
  private static final String KIND = "shape";
  private static final int EXTRA_STACK = 8;

  private record Kept(String field, String type, Object value) {}

  private final List<Component> components;
  private final MethodType maker;
  private final List<Kept> kept = new ArrayList<>();
  private final Assembler code = new Assembler(NAME, internal(Fields.class));
  private final int stack;

  private FieldsMaker(List<Component> components) {
    this.components = components;
    this.maker =
        MethodType.methodType(Object.class, components.stream().map(Component::type).toList());
    this.stack = 2 * components.size() + EXTRA_STACK;
  }

  static Fields make(MethodHandle constructor, List<Component> components) {
    return new FieldsMaker(components).make(constructor);
  }

  private Fields make(MethodHandle constructor) {
    keep(MAKER, HANDLE, constructor.asType(maker));
    for (int i = 0; i < components.size(); i++) {
      Component each = components.get(i);
      keep(GETTER + i, HANDLE, each.accessor().asType(getter(each)));
      keep(KIND + i, SHAPE, each.shape());
    }
    initialise();
    write();
    read();
    size();
    return defined();
  }

  private Fields defined() {
    Object[] data = kept.stream().map(Kept::value).toArray();
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      Class<?> type = here.defineHiddenClassWithClassData(code.toBytes(), data, true).lookupClass();
      return (Fields)
          here.findConstructor(type, MethodType.methodType(void.class))
              .asType(MethodType.methodType(Fields.class))
              .invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the generated code cannot be used", e);
    }
  }

  private void keep(String field, String type, Object value) {
    code.staticField(field, descriptor(type));
    kept.add(new Kept(field, type, value));
  }

  /**
   * The static fields get their values from the data of the class; the constructor does nothing.
   */
  private void initialise() {
    String handles = internal(MethodHandles.class);
    String lookup = descriptor(internal(MethodHandles.Lookup.class));
    MethodType classData =
        MethodType.methodType(Object.class, MethodHandles.Lookup.class, String.class, Class.class);
    String array = Object[].class.descriptorString();
    code.call(INVOKESTATIC, handles, "lookup", "()" + lookup).string("_").classObject(OBJECT);
    code.call(INVOKESTATIC, handles, "classData", classData.descriptorString());
    code.cast(array).op(ASTORE_0);
    for (int i = 0; i < kept.size(); i++) {
      Kept each = kept.get(i);
      code.load(0).number(i).op(AALOAD).cast(each.type);
      code.field(PUTSTATIC, each.field, descriptor(each.type));
    }
    code.op(RETURN).endMethod("<clinit>", "()V", true, stack, 1);
    code.load(0).call(INVOKESPECIAL, internal(Fields.class), "<init>", "()V").op(RETURN);
    code.endMethod("<init>", "()V", false, stack, 1);
  }

  private void write() {
    for (int i = 0; i < components.size(); i++) {
      Component each = components.get(i);
      if (each.scalar == null) {
        constant(KIND + i, SHAPE).load(1);
        component(i, 2).call(INVOKEVIRTUAL, SHAPE, "write", type(void.class, Output.class, each));
      } else {
        code.load(1);
        component(i, 2).call(INVOKEVIRTUAL, OUTPUT, "put", type(void.class, each));
      }
    }
    code.op(RETURN);
    String type = MethodType.methodType(void.class, Output.class, Object.class).descriptorString();
    code.endMethod("write", type, false, stack, 3);
  }

  private void read() {
    constant(MAKER, HANDLE);
    for (int i = 0; i < components.size(); i++) {
      Component each = components.get(i);
      if (each.scalar == null) {
        String take = MethodType.methodType(Object.class, Input.class).descriptorString();
        constant(KIND + i, SHAPE).load(1).call(INVOKEVIRTUAL, SHAPE, "take", take);
      } else {
        String take = MethodType.methodType(each.type()).descriptorString();
        code.load(1).call(INVOKEVIRTUAL, INPUT, each.scalar.take, take);
      }
    }
    code.call(INVOKEVIRTUAL, HANDLE, "invokeExact", maker.descriptorString()).op(ARETURN);
    String type = MethodType.methodType(Object.class, Input.class).descriptorString();
    code.endMethod("read", type, false, stack, 2);
  }

  private void size() {
    code.op(ICONST_0);
    for (int i = 0; i < components.size(); i++) {
      Component each = components.get(i);
      if (each.scalar == null) {
        constant(KIND + i, SHAPE);
        component(i, 1).call(INVOKEVIRTUAL, SHAPE, "size", type(int.class, each));
      } else {
        component(i, 1).call(INVOKESTATIC, internal(Size.class), "of", type(int.class, each));
      }
      code.op(IADD);
    }
    code.op(IRETURN);
    code.endMethod("size", "(Ljava/lang/Object;)I", false, stack, 2);
  }

  private Assembler constant(String field, String type) {
    return code.field(GETSTATIC, field, descriptor(type));
  }

  /** The component of the record in that local variable. */
  private Assembler component(int i, int local) {
    String read = getter(components.get(i)).descriptorString();
    constant(GETTER + i, HANDLE).load(local);
    return code.call(INVOKEVIRTUAL, HANDLE, "invokeExact", read);
  }

  private static MethodType getter(Component component) {
    return MethodType.methodType(component.type(), Object.class);
  }

  private static String type(Class<?> result, Component parameter) {
    return MethodType.methodType(result, parameter.type()).descriptorString();
  }

  private static String type(Class<?> result, Class<?> first, Component second) {
    return MethodType.methodType(result, first, second.type()).descriptorString();
  }

  private static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private static String descriptor(String internalName) {
    return "L" + internalName + ";";
  }
}
