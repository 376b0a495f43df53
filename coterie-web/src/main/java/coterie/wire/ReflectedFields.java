package coterie.wire;

import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Writes, reads and measures one record type by reflection: the browser loads no code that was
 * generated in it. The bytes are those of {@link FieldsMaker}.
 */
public final class ReflectedFields extends RecordShape.Fields {
  private final MethodHandle constructor;
  private final List<FieldsMaker.Component> components;

  private ReflectedFields(MethodHandle constructor, List<FieldsMaker.Component> components) {
    this.constructor = constructor;
    this.components = List.copyOf(components);
  }

  /** Takes the place of the method of {@link FieldsMaker}. */
  static RecordShape.Fields make(MethodHandle constructor, List<FieldsMaker.Component> components) {
    return new ReflectedFields(constructor, components);
  }

  @Override
  void write(Output out, Object record) {
    for (FieldsMaker.Component each : components) {
      each.shape().write(out, value(each, record));
    }
  }

  @Override
  Object read(Input in) {
    Object[] values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = components.get(i).shape().take(in);
    }
    try {
      return constructor.invokeWithArguments(values);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  int size(Object record) {
    int size = 0;
    for (FieldsMaker.Component each : components) {
      size += each.shape().size(value(each, record));
    }
    return size;
  }

  private static Object value(FieldsMaker.Component component, Object record) {
    try {
      return (Object) component.accessor().invokeExact(record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a component cannot be read", e);
    }
  }
}
