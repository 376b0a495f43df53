package coterie.testkit.junit;

import coterie.sim.explore.encode.EncodingException;
import coterie.sim.explore.search.Explored;
import coterie.sim.explore.search.Explored.Violation;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

/** Runs what {@link ExploreTest} asks for, and calls the method with what came of it. */
final class ExploreTestExtension
    implements InvocationInterceptor, ParameterResolver, TestExecutionExceptionHandler {
  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip();
    Method method = call.getExecutable();
    ExploreTest test = AnnotationSupport.findAnnotation(method, ExploreTest.class).orElseThrow();
    Explored explored;
    ExploreRequest plan;
    try {
      plan = ExploreRequest.of(test, context);
      explored = plan.exploration().run();
    } catch (ExtensionConfigurationException | EncodingException e) {
      throw new ExtensionConfigurationException(place(context, e.getMessage()));
    }
    judge(plan, explored, context);
    Object[] arguments = call.getArguments().toArray();
    for (int i = 0; i < arguments.length; i++) {
      if (method.getParameters()[i].getType() == Explored.class) {
        arguments[i] = explored;
      }
    }
    ReflectionSupport.invokeMethod(method, context.getRequiredTestInstance(), arguments);
  }

  private static void judge(ExploreRequest plan, Explored explored, ExtensionContext context) {
    String finds = plan.test().finds();
    Violation violation = explored.violation();
    String summary =
        "%s: %,d states, depth %d; %s"
            .formatted(
                plan.protocol().name(),
                explored.states(),
                explored.depth(),
                violation == null ? explored.stoppedBy() : sentence(violation));
    if (violation != null && (finds.isEmpty() || !sentence(violation).contains(finds))) {
      throw failure(plan, explored, violation, context);
    }
    if (violation == null && !finds.isEmpty()) {
      throw new AssertionError(
          "%s; no schedule shows \"%s\"; try more depth or other faults".formatted(summary, finds));
    }
    if (violation == null && explored.exhausted() && explored.transitions() == 0) {
      throw new AssertionError(
          summary + "; nothing happens by itself, so nothing was tried; give calls or faults");
    }
    if (violation == null && plan.test().exhausts() && !explored.exhausted()) {
      throw new AssertionError(summary + ", before all states were found");
    }
    context.publishReportEntry("coterie", summary);
  }

  private static AssertionError failure(
      ExploreRequest plan, Explored explored, Violation violation, ExtensionContext context) {
    List<String> scenario = plan.scenario(violation.path());
    FailureText text =
        new FailureText(
            plan.protocol(),
            context,
            "%s, %d processes, found after %,d states: %s"
                .formatted(
                    plan.protocol().name(),
                    plan.test().nodes(),
                    explored.states(),
                    sentence(violation)));
    text.scenario("A shortest schedule that shows it:", sentence(violation), scenario);
    text.commands("");
    return text.error(null);
  }

  private static String sentence(Violation violation) {
    return violation.judge() + ": " + violation.text();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Explored.class;
  }

  /** JUnit asks before there is a search; nobody sees that value. */
  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return null;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    if (thrown instanceof ParameterResolutionException) {
      throw new ExtensionConfigurationException(
          place(
              context,
              "a parameter cannot be injected; an @ExploreTest takes Explored, and what other"
                  + " extensions inject"),
          thrown);
    }
    throw thrown;
  }

  private static String place(ExtensionContext context, @Nullable String sentence) {
    return "@ExploreTest of %s.%s: %s"
        .formatted(
            context.getRequiredTestClass().getSimpleName(),
            context.getRequiredTestMethod().getName(),
            sentence);
  }
}
