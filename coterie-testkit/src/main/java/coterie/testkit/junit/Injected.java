package coterie.testkit.junit;

import coterie.sim.Simulation;
import coterie.sim.Stage;
import coterie.sim.scenario.ScenarioRun;
import coterie.testkit.Draws;
import coterie.testkit.SimulatedGroup;
import coterie.testkit.Storm;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The parameters that a method annotated with {@link SimTest} may have. */
final class Injected {
  static final String ALLOWED =
      "a @SimTest takes Simulation, Stage, ScenarioRun, SimulatedGroup<P>, Storm, Draws, long for"
          + " the seed, and what other extensions inject";

  private static final List<Class<?>> TYPES =
      List.of(
          Simulation.class,
          Stage.class,
          ScenarioRun.class,
          SimulatedGroup.class,
          Storm.class,
          Draws.class,
          long.class);

  private Injected() {}

  static boolean supports(Parameter parameter) {
    return TYPES.contains(parameter.getType());
  }

  /** Returns the protocol of the group that the method takes; null if it takes none. */
  static @Nullable Class<?> group(Method method) {
    for (Parameter parameter : method.getParameters()) {
      if (parameter.getType() == SimulatedGroup.class) {
        return protocol(parameter.getParameterizedType());
      }
    }
    return null;
  }

  private static Class<?> protocol(Type group) {
    if (group instanceof ParameterizedType typed
        && typed.getActualTypeArguments()[0] instanceof Class<?> protocol) {
      return protocol;
    }
    throw new ExtensionConfigurationException(
        "a parameter %s does not say whose group it is; write the class of the protocol, such as SimulatedGroup<Raft>"
            .formatted(group.getTypeName()));
  }

  /** Returns the value of a parameter in that run. */
  static @Nullable Object value(Class<?> type, SimTrial trial) {
    if (type == long.class) {
      return trial.seed();
    }
    if (type == ScenarioRun.class) {
      return trial.run();
    }
    if (type == Storm.class) {
      return trial.storm();
    }
    if (type == Draws.class) {
      return trial.draws();
    }
    return type == SimulatedGroup.class ? trial.group() : trial.run().stage();
  }
}
