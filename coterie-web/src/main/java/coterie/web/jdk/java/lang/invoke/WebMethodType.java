package coterie.web.jdk.java.lang.invoke;

import java.util.List;

/** The types of the parameters; nobody here asks for the result's. */
public final class WebMethodType {
  private final List<Class<?>> parameters;

  private WebMethodType(List<Class<?>> parameters) {
    this.parameters = parameters;
  }

  public static WebMethodType methodType(Class<?> result) {
    return new WebMethodType(List.of());
  }

  public static WebMethodType methodType(Class<?> result, Class<?> parameter) {
    return new WebMethodType(List.of(parameter));
  }

  public static WebMethodType methodType(Class<?> result, List<Class<?>> parameters) {
    return new WebMethodType(List.copyOf(parameters));
  }

  Class<?>[] parameters() {
    return parameters.toArray(new Class<?>[0]);
  }
}
