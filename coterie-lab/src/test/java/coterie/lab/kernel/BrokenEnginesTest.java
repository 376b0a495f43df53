package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A contract that no engine could break would say nothing. */
class BrokenEnginesTest {
  @ParameterizedTest
  @EnumSource(names = "NOTHING", mode = EnumSource.Mode.EXCLUDE)
  void brokenEngineFailsTheContract(ToyEngine.Break broken) {
    assertThat(failing(broken)).isNotEmpty();
  }

  @Test
  void wholeEngineFailsNothing() {
    assertThat(failing(ToyEngine.Break.NOTHING)).isEmpty();
  }

  private static List<String> failing(ToyEngine.Break broken) {
    List<String> failing = new ArrayList<>();
    List<Method> cases =
        Arrays.stream(KernelContract.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .sorted(Comparator.comparing(Method::getName))
            .toList();
    for (Method one : cases) {
      if (!passes(one, broken)) {
        failing.add(one.getName());
      }
    }
    return failing;
  }

  private static boolean passes(Method one, ToyEngine.Break broken) {
    KernelContract contract =
        new KernelContract() {
          @Override
          Engine open() {
            return new ToyEngine(broken);
          }
        };
    contract.engine = new ToyEngine(broken);
    try {
      one.invoke(contract);
      return true;
    } catch (InvocationTargetException e) {
      return false;
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
