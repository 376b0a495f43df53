package coterie.testkit.junit;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioException;
import coterie.sim.scenario.TraceFile;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** The test of one file. */
record TraceInvocation(Path file, Recipes recipes)
    implements TestTemplateInvocationContext, InvocationInterceptor, ParameterResolver {
  @Override
  public String getDisplayName(int invocationIndex) {
    return String.valueOf(file.getFileName());
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    compare(context.getConfigurationParameter(KitParameters.TRACES).orElse("").equals("write"));
    invocation.proceed();
  }

  private void compare(boolean isWriting) throws IOException {
    TraceFile test = new TraceFile(file.toString(), Files.readAllLines(file));
    try {
      List<String> actual = test.run(recipes);
      if (isWriting) {
        Files.write(file, test.rewritten(actual));
        return;
      }
      String difference = test.difference(actual);
      if (!difference.isEmpty()) {
        throw new AssertionError(
            difference + "\nIf the run is right, write it into the file: -Dcoterie.traces=write");
      }
    } catch (ScenarioException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Path.class
        && parameter.getParameter().getAnnotations().length == 0;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return file;
  }
}
