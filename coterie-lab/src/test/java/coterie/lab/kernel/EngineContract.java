package coterie.lab.kernel;

import coterie.core.Blueprint;
import java.util.ArrayList;
import java.util.List;

/** What the parts of {@link KernelContract} have in common. */
interface EngineContract {
  Blueprint ONE = node -> node.add("a", Probe.Msg.class, Probe::new);

  Blueprint TWO =
      node -> {
        Probe below = node.add("a", Probe.Msg.class, Probe::new);
        node.add("b", Probe.Msg.class, context -> new Probe.Upper(context, below));
      };

  /** Below is a protocol that shows others only what is durable. */
  Blueprint PRIVATE =
      node -> {
        Probe below = node.add("a", Probe.Msg.class, context -> new Probe(context, true));
        node.add("b", Probe.Msg.class, context -> new Probe.Upper(context, below));
      };

  List<String> ONE_STARTED = List.of("added a", "handled 0", "started");
  List<String> TWO_STARTED = List.of("added a", "added b", "handled 0", "handled 1", "started");

  /** Returns the engine that this case tests. */
  Engine engine();

  /** Lets a case go on with another one. */
  void reopen();

  default void requireLog(List<String> beginning, String... then) {
    engine().awaitLog(after(beginning, then));
  }

  default List<String> after(List<String> beginning, String... then) {
    List<String> all = new ArrayList<>(beginning);
    all.addAll(List.of(then));
    return all;
  }
}
