package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.fault.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A public method of a protocol, called by the name that a scenario gives. */
record LocalCall(String where, Class<?> owner, Method method, Step.Call call) {
  /** Reads who is called, the name of the method, and its arguments. */
  static Step.Call read(Words words) {
    Target target = words.target();
    String method = words.next("the name of a method");
    List<String> arguments = new ArrayList<>();
    while (words.hasNext()) {
      arguments.add(words.next("an argument"));
    }
    return new Step.Call(target, method, arguments, false);
  }

  /** Finds the method in the stack, from the top down, or says which ones there are. */
  static LocalCall find(String where, List<Protocol<?>> stack, Step.Call call) {
    for (Protocol<?> protocol : stack.reversed()) {
      for (Method method : callable(protocol.getClass())) {
        if (method.getName().equals(call.method())
            && method.getParameterCount() == call.arguments().size()) {
          return new LocalCall(where, protocol.getClass(), method, call);
        }
      }
    }
    if (stack.isEmpty()) {
      throw new ScenarioException(
          where, "%s is down; a call takes a node that is running".formatted(call.target().text()));
    }
    throw new ScenarioException(
        where,
        "no method \"%s\" takes %d argument%s; there is %s"
            .formatted(
                call.method(),
                call.arguments().size(),
                call.arguments().size() == 1 ? "" : "s",
                names(stack)));
  }

  void run(Stage stage, NodeId node) {
    stage.call(node, owner, call.text(), found().method()::apply);
  }

  /** The call, to be made by somebody else. */
  CallByName.Found found() {
    @Nullable Object[] arguments = arguments();
    return new CallByName.Found(owner, protocol -> invoke(protocol, arguments));
  }

  private @Nullable Object[] arguments() {
    @Nullable Object[] arguments = new @Nullable Object[call.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(method.getParameterTypes()[i], call.arguments().get(i));
    }
    return arguments;
  }

  private @Nullable Object invoke(Object protocol, @Nullable Object[] arguments) {
    try {
      return method.invoke(protocol, arguments);
    } catch (InvocationTargetException e) {
      throw failed(e.getCause());
    } catch (IllegalAccessException e) {
      throw new ScenarioException(where, owner.getName() + " is not public in its module");
    }
  }

  /** A call may be refused, which is the caller's mistake; all else is the protocol's. */
  private RuntimeException failed(@Nullable Throwable cause) {
    return switch (cause) {
      case Error error -> throw error;
      case IllegalArgumentException refusal -> refused(refusal);
      case IllegalStateException refusal -> refused(refusal);
      case RuntimeException mistake -> mistake;
      case null, default ->
          new ScenarioException(where, "%s failed: %s".formatted(call.method(), cause));
    };
  }

  private ScenarioException refused(RuntimeException refusal) {
    return new ScenarioException(
        where, "%s failed: %s".formatted(call.method(), refusal.getMessage()));
  }

  private Object argument(Class<?> type, String word) {
    try {
      if (type == NodeId.class) {
        return new Words(where, word).node();
      } else if (type == long.class && TimeText.isDuration(word) && !word.matches("[0-9]+")) {
        return TimeText.parse(word);
      } else if (type == long.class) {
        return Long.parseLong(word);
      } else if (type == int.class) {
        return Integer.parseInt(word);
      } else if (type == boolean.class) {
        return Boolean.parseBoolean(word);
      }
      return word;
    } catch (NumberFormatException e) {
      throw new ScenarioException(
          where,
          "\"%s\" is not a valid %s for %s".formatted(word, type.getSimpleName(), call.method()));
    }
  }

  private static List<Method> callable(Class<?> type) {
    if (!Modifier.isPublic(type.getModifiers())) {
      return List.of(); // A helper in the stack, such as a client of a lock, is nobody's to call.
    }
    List<String> inherited =
        Arrays.stream(Protocol.class.getMethods()).map(Method::getName).toList();
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class && !method.isBridge())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !inherited.contains(method.getName()))
        .filter(method -> Arrays.stream(method.getParameterTypes()).allMatch(LocalCall::isSimple))
        .sorted((a, b) -> a.getName().compareTo(b.getName()))
        .toList();
  }

  private static boolean isSimple(Class<?> type) {
    return type == NodeId.class
        || type == long.class
        || type == int.class
        || type == boolean.class
        || type == String.class;
  }

  /** Returns the methods that can be called, each with how many arguments it takes. */
  static String names(List<Protocol<?>> stack) {
    String names =
        stack.stream()
            .flatMap(protocol -> callable(protocol.getClass()).stream())
            .map(method -> method.getName() + "/" + method.getParameterCount())
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }
}
