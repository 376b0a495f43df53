package coterie.store.registers;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.RegisterNote;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.check.store.Linearizability;
import coterie.sim.fault.Fault;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Voters that keep registers, and as many others that have their calls made by them. The history is
 * what the callers see, wherever they are.
 */
final class AccessGroup extends RegisterGroup {
  /** Makes the way of one process to the registers, or a broken one. */
  @FunctionalInterface
  interface Maker {
    RegisterAccess make(Context<RegisterAccess.Msg> context, View voters, Registers own);
  }

  static final Maker RIGHT =
      (context, voters, own) ->
          new RegisterAccess(context, voters, own, true, CONFIG.resendNanos());

  final List<RegisterNote> calls = new ArrayList<>();
  private final Linearizability callers;
  private final Map<String, Long> versions = new TreeMap<>();
  private long requests;

  AccessGroup(int voters, Setup setup, Maker maker) {
    this(voters, setup, maker, context -> context);
  }

  /**
   * @param disk what the registers of a voter touch instead of their context
   */
  AccessGroup(int voters, Setup setup, Maker maker, UnaryOperator<Context<Registers.Msg>> disk) {
    super(View.numbered(0, 2 * voters), setup, blueprint(View.numbered(0, voters), maker, disk));
    callers = new Linearizability(nowhere());
    simulation.watch(
        new coterie.sim.StageWitness() {
          @Override
          public void faulted(long at, Fault fault) {
            callers.faulted(at, fault);
          }
        });
  }

  /** The judge of the callers hears what this class tells it. */
  private static coterie.sim.Stage nowhere() {
    return (coterie.sim.Stage)
        Proxy.newProxyInstance(
            AccessGroup.class.getClassLoader(),
            new Class<?>[] {coterie.sim.Stage.class},
            (proxy, method, arguments) -> null);
  }

  private static Blueprint blueprint(
      View voters, Maker maker, UnaryOperator<Context<Registers.Msg>> disk) {
    return node -> {
      Registers[] own = new Registers[1];
      if (voters.indexOf(node.self()) >= 0) {
        own[0] =
            node.add(
                "register",
                Registers.Msg.class,
                context -> Registers.forService(disk.apply(context), voters, CONFIG));
      } else {
        Protocol<Registers.Msg> nobody = (from, message) -> {};
        node.add("register", Registers.Msg.class, context -> nobody);
      }
      node.add("access", RegisterAccess.Msg.class, context -> maker.make(context, voters, own[0]));
    };
  }

  @Override
  void call(int node, String name, RegisterNote.Action action) {
    long request = ++requests;
    NodeId caller = id(node);
    tell(caller, new RegisterNote.Requested(name, request, action));
    simulation.call(
        caller,
        RegisterAccess.class,
        "request",
        access -> {
          access.request(
              name, action, CONFIG.timeoutNanos(), outcome -> ended(caller, request, outcome));
          return true;
        });
  }

  private void ended(NodeId caller, long request, RegisterNote.Outcome outcome) {
    switch (outcome) {
      case RegisterNote.Succeeded(String name, long number, long version, String value) -> {
        versions.put(name, version);
        tell(caller, new RegisterNote.Succeeded(name, request, version, value));
      }
      case RegisterNote.Refused(String name, long number, long version, String value) ->
          tell(caller, new RegisterNote.Refused(name, request, version, value));
      case RegisterNote.Unknown(String name, long number, String why) ->
          tell(caller, new RegisterNote.Unknown(name, request, why));
    }
  }

  private void tell(NodeId caller, RegisterNote note) {
    callers.noted(simulation.now(), caller, 0, note);
    calls.add(note);
  }

  /** How far all are that are up. */
  List<String> stages() {
    List<String> stages = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      stages.add(isUp(i) ? access(i).state() + " " + access(i).obstacle() : "down");
    }
    return stages;
  }

  RegisterAccess access(int node) {
    return simulation.protocol(id(node), RegisterAccess.class);
  }

  /** What the last caller anywhere was told. */
  @Override
  long version(int node, String name) {
    return versions.getOrDefault(name, 0L);
  }

  @Override
  Linearizability judge() {
    return callers;
  }

  @Override
  List<String> wrong() {
    List<String> all = super.wrong();
    all.addAll(callers.violations());
    callers.undecided().forEach(name -> all.add("too much to judge: " + name));
    return all;
  }
}
