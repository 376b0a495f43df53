package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.sim.fault.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A public method of a protocol in a stack, called in the words of a scenario. */
public final class CallByName {
  private CallByName() {}

  /**
   * A method that was found.
   *
   * @param owner the class of the protocol that has it
   * @param method calls it on such a protocol
   */
  public record Found(Class<?> owner, Function<Object, @Nullable Object> method) {}

  /** Returns what can be called on that stack, each method with its number of arguments. */
  public static String offers(List<Protocol<?>> stack) {
    return LocalCall.names(stack);
  }

  /**
   * Finds the method, from the top of the stack down, and what it takes.
   *
   * @param words its name and its arguments, with blanks between
   * @throws ScenarioException if there is no such method
   */
  public static Found locate(NodeId node, List<Protocol<?>> stack, String words) {
    List<String> all = new ArrayList<>(Arrays.asList(words.split(" ", -1)));
    String method = all.removeFirst();
    Step.Call call = new Step.Call(Target.of(node), method, all, false);
    return LocalCall.find("", stack, call).found();
  }
}
