package coterie.testkit.junit;

import coterie.core.View;
import coterie.sim.explore.Monitor;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Makes the judges that an annotation names. */
final class JudgeMaker {
  private JudgeMaker() {}

  /** Makes a judge for a group. */
  static Monitor<?> make(Class<? extends Monitor<?>> type, View members) {
    try {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        List<Class<?>> takes = List.of(constructor.getParameterTypes());
        if (takes.isEmpty() && constructor.trySetAccessible()) {
          return type.cast(constructor.newInstance());
        }
        if (takes.equals(List.of(View.class)) && constructor.trySetAccessible()) {
          return type.cast(constructor.newInstance(members));
        }
      }
    } catch (InvocationTargetException e) {
      throw new ExtensionConfigurationException(
          "%s cannot be made: %s".formatted(type.getSimpleName(), e.getCause()), e.getCause());
    } catch (ReflectiveOperationException e) { // An abstract class.
      throw refusal(type);
    }
    throw refusal(type);
  }

  private static ExtensionConfigurationException refusal(Class<?> type) {
    return new ExtensionConfigurationException(
        ("%s cannot be constructed; a judge is a class with a constructor that takes nothing or the"
                + " View of the members")
            .formatted(type.getSimpleName()));
  }
}
