package coterie.agent.hold;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Hears INT, TERM and HUP instead of ending. The class of the JDK for that is in every JDK, but
 * javac warns of it; where it is missing, this process ends as any other does.
 */
final class Signals implements AutoCloseable {
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  private final Map<Object, Object> before = new LinkedHashMap<>();

  @SuppressWarnings("ReferenceEquality") // A handler equals only itself.
  Signals(Consumer<String> heard) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Method handle = type.getMethod("handle", type, handlerType);
      for (String name : NAMES) {
        Object signal = type.getConstructor(String.class).newInstance(name);
        Object handler =
            Proxy.newProxyInstance(
                handlerType.getClassLoader(),
                new Class<?>[] {handlerType},
                (self, method, arguments) -> {
                  if (method.getName().equals("handle")) {
                    heard.accept(name);
                    return null;
                  }
                  return method.getName().equals("equals") ? self == arguments[0] : name.hashCode();
                });
        before.put(signal, handle.invoke(null, signal, handler));
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // This machine does not have them all.
    }
  }

  @Override
  public void close() {
    before.forEach(
        (signal, handler) -> {
          try {
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            signal
                .getClass()
                .getMethod("handle", signal.getClass(), handlerType)
                .invoke(null, signal, handler);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("what could be set can be set back", e);
          }
        });
  }
}
