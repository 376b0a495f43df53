package coterie.testkit.junit;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Runs what {@link SimTest} asks for. It calls the method once for each seed, in the place of
 * JUnit's own call. What belongs to a run is kept in JUnit's store of the method, so tests may run
 * in parallel.
 */
final class SimTestExtension
    implements BeforeEachCallback,
        InvocationInterceptor,
        ParameterResolver,
        TestExecutionExceptionHandler {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SimTestExtension.class);

  /** Looks at the annotation before JUnit looks for parameters. */
  @Override
  public void beforeEach(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    SimTest test = AnnotationSupport.findAnnotation(method, SimTest.class).orElseThrow();
    try {
      store(context).put(SimPlan.class, SimPlan.of(test, method, context));
    } catch (ExtensionConfigurationException e) {
      throw new ExtensionConfigurationException(place(context, e.getMessage()));
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip();
    Method method = call.getExecutable();
    Object instance = context.getRequiredTestInstance();
    SimTrial.Body body =
        trial -> ReflectionSupport.invokeMethod(method, instance, arguments(call, trial));
    SimPlan plan = Objects.requireNonNull(store(context).get(SimPlan.class, SimPlan.class));
    new SimSeeds(plan, body, context).run();
  }

  /** Returns what other extensions have resolved, and ours for that run. */
  private static Object[] arguments(ReflectiveInvocationContext<Method> call, SimTrial trial) {
    Object[] arguments = call.getArguments().toArray();
    Parameter[] parameters = call.getExecutable().getParameters();
    for (int i = 0; i < arguments.length; i++) {
      if (Injected.supports(parameters[i])) {
        arguments[i] = Injected.value(parameters[i].getType(), trial);
      }
    }
    return arguments;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getDeclaringExecutable().equals(context.getTestMethod().orElse(null))
        && Injected.supports(parameter.getParameter());
  }

  /** JUnit asks before there is a run; nobody sees that value. */
  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == long.class ? (Object) 0L : null;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    if (thrown instanceof ParameterResolutionException) {
      throw new ExtensionConfigurationException(
          place(context, "a parameter cannot be injected; " + Injected.ALLOWED), thrown);
    }
    throw thrown;
  }

  private static String place(ExtensionContext context, @Nullable String sentence) {
    return "@SimTest of %s.%s: %s"
        .formatted(
            context.getRequiredTestClass().getSimpleName(),
            context.getRequiredTestMethod().getName(),
            sentence);
  }

  private static ExtensionContext.Store store(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }
}
