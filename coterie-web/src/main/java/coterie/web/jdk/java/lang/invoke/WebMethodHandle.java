package coterie.web.jdk.java.lang.invoke;

import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** A method or a constructor that is called by reflection. */
public final class WebMethodHandle {
  /** What is called. */
  interface Target {
    @Nullable Object call(@Nullable Object[] arguments) throws ReflectiveOperationException;
  }

  private final Target target;

  WebMethodHandle(Target target) {
    this.target = target;
  }

  /** All values are objects here, so there is nothing to convert. */
  public WebMethodHandle asType(WebMethodType type) {
    return this;
  }

  /** Calls it with one argument: a getter of that object, or a static method. */
  public @Nullable Object invokeExact(@Nullable Object argument) throws Throwable {
    return invokeWithArguments(argument);
  }

  /** Calls it with all arguments. */
  public @Nullable Object invokeWithArguments(@Nullable Object... arguments) throws Throwable {
    try {
      return target.call(arguments);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause == null ? e : cause;
    }
  }
}
