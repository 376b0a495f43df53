package coterie.web.jdk.java.lang.invoke;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteOrder;

/** Finds methods, constructors and fields by reflection, which looks at no rights here. */
public final class WebMethodHandles {
  private static final Lookup LOOKUP = new Lookup();

  private WebMethodHandles() {}

  public static Lookup lookup() {
    return LOOKUP;
  }

  public static Lookup publicLookup() {
    return LOOKUP;
  }

  public static WebVarHandle byteArrayViewVarHandle(Class<?> array, ByteOrder order) {
    if (order != ByteOrder.BIG_ENDIAN) {
      throw new IllegalArgumentException("numbers in bytes are big-endian here, not " + order);
    }
    return new WebVarHandle(null);
  }

  /** Where the handles come from. */
  public static final class Lookup {
    private Lookup() {}

    public WebMethodHandle findVirtual(Class<?> owner, String name, WebMethodType type)
        throws NoSuchMethodException, IllegalAccessException {
      Method method = owner.getMethod(name, type.parameters());
      method.setAccessible(true);
      return new WebMethodHandle(
          arguments -> {
            Object[] others = new Object[arguments.length - 1];
            System.arraycopy(arguments, 1, others, 0, others.length);
            return method.invoke(arguments[0], others);
          });
    }

    public WebMethodHandle findStatic(Class<?> owner, String name, WebMethodType type)
        throws NoSuchMethodException, IllegalAccessException {
      Method method = owner.getMethod(name, type.parameters());
      return new WebMethodHandle(arguments -> method.invoke(null, arguments));
    }

    public WebMethodHandle findConstructor(Class<?> owner, WebMethodType type)
        throws NoSuchMethodException, IllegalAccessException {
      Constructor<?> constructor = owner.getConstructor(type.parameters());
      return new WebMethodHandle(constructor::newInstance);
    }

    public WebVarHandle findVarHandle(Class<?> owner, String name, Class<?> type)
        throws NoSuchFieldException, IllegalAccessException {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return new WebVarHandle(field);
    }
  }
}
