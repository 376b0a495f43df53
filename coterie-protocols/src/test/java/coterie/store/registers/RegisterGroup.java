package coterie.store.registers;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.RegisterNote;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.check.store.Linearizability;
import coterie.testkit.SimulatedGroup;
import java.util.ArrayList;
import java.util.List;

/** A simulated group with registers, numbered from 0, and its judge. */
class RegisterGroup extends SimulatedGroup<Registers> {
  static final RegistersConfig CONFIG = new RegistersConfig(500 * MILLI, 50 * MILLI, 5 * MILLI);

  /** Makes the registers of one process, or broken ones. */
  @FunctionalInterface
  interface Maker {
    Registers make(Context<Registers.Msg> context, View members);
  }

  static final Maker RIGHT = (context, members) -> new Registers(context, members, CONFIG);

  final List<RegisterNote> notes = new ArrayList<>();
  private final Linearizability judge;

  RegisterGroup(int size, Setup setup, Maker maker) {
    this(View.numbered(0, size), setup, blueprint(View.numbered(0, size), maker));
  }

  RegisterGroup(View members, Setup setup, Blueprint blueprint) {
    super(Registers.class, members, blueprint, setup);
    judge = new Linearizability(simulation);
    simulation.start();
  }

  private static Blueprint blueprint(View members, Maker maker) {
    return node ->
        node.add("register", Registers.Msg.class, context -> maker.make(context, members));
  }

  void call(int node, String name, RegisterNote.Action action) {
    simulation.call(
        id(node), Registers.class, "request", registers -> registers.request(name, action));
  }

  /** The version that a process may expect. */
  long version(int node, String name) {
    return at(node).slots().at(name).content().version();
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (note instanceof RegisterNote of) {
      notes.add(of);
    }
    super.noted(at, node, channel, note);
  }

  <T extends RegisterNote> List<T> notes(Class<T> type) {
    return notes.stream().filter(type::isInstance).map(type::cast).toList();
  }

  Linearizability judge() {
    return judge;
  }

  /** What is wrong so far. */
  List<String> wrong() {
    List<String> all = new ArrayList<>(wrong);
    all.addAll(judge.violations());
    judge.undecided().forEach(name -> all.add("too much to judge: " + name));
    return all;
  }
}
