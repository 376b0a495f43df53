package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Protocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A public method of a protocol in a stack, called in the words of a scenario. */
public final class CallByName {
  private CallByName() {}

  /**
   * Finds the method, from the top of the stack down, and what it takes.
   *
   * @param words its name and its arguments, with blanks between
   * @return runs it
   * @throws ScenarioException if there is no such method
   */
  public static Supplier<@Nullable Object> find(
      NodeId node, List<Protocol<?>> stack, String words) {
    List<String> all = new ArrayList<>(Arrays.asList(words.split(" ", -1)));
    String method = all.removeFirst();
    return LocalCall.find("", stack, new Step.Call(node, method, all)).in(stack);
  }
}
