package coterie.mutex;

import coterie.core.Blueprint;
import coterie.core.MutexRecipe;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Settings;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.Entries;
import coterie.sim.fault.Fault;
import coterie.testkit.TamperedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A simulated group with a lock for which everybody is asked, numbered from 0, and its judge. */
final class AskingGroup implements StageWitness {
  static final long MILLI = TimeText.SECOND / 1000;

  /** Nobody asks unless a test says so. */
  static final Map<String, String> SCRIPTED = Map.of("clients", "0");

  /** What is done to a group to see that it is noticed. */
  record Break(UnaryOperator<View> order, Function<NodeId, TamperedNode.Tamper> tamper) {
    static Break messages(Function<NodeId, TamperedNode.Tamper> tamper) {
      return new Break(UnaryOperator.identity(), tamper);
    }
  }

  final Simulation simulation;
  final Entries judge;
  final List<String> notes = new ArrayList<>();
  final List<String> wrong = new ArrayList<>();
  private final int[] entered;
  private final Mutex[] locks;

  AskingGroup(MutexRecipe recipe, int size, Map<String, String> values, Setup setup) {
    this(recipe, size, values, setup, Break.messages(node -> new TamperedNode.Tamper()));
  }

  AskingGroup(MutexRecipe recipe, int size, Map<String, String> values, Setup setup, Break broken) {
    Settings settings = new Settings(recipe.settings(), values);
    View members = View.numbered(0, size);
    Blueprint blueprint =
        node -> {
          View seen = broken.order.apply(new Own(members, node.self()));
          Blueprint own = recipe.blueprint(seen, settings);
          TamperedNode.Tamper tamper = broken.tamper.apply(node.self());
          own.build(new Catching(new TamperedNode(node, recipe.family(), tamper), this));
        };
    locks = new Mutex[size];
    entered = new int[size];
    simulation = new Simulation(members, blueprint, setup);
    judge = new Entries(simulation, recipe, settings);
    simulation.watch(this);
  }

  /** The members as all know them, and who it is that sees them. */
  record Own(View members, NodeId self) implements View {
    @Override
    public int size() {
      return members.size();
    }

    @Override
    public NodeId at(int index) {
      return members.at(index);
    }

    @Override
    public int indexOf(NodeId member) {
      return members.indexOf(member);
    }
  }

  /** Sees which lock is added to a node. */
  private record Catching(coterie.core.Node node, AskingGroup group) implements coterie.core.Node {
    @Override
    public NodeId self() {
      return node.self();
    }

    @Override
    public <M extends coterie.core.Message, P extends coterie.core.Protocol<M>> P add(
        String channel, Class<M> family, Function<? super coterie.core.Context<M>, P> maker) {
      P protocol = node.add(channel, family, maker);
      if (protocol instanceof Mutex mutex) {
        group.locks[(int) self().value()] = mutex;
      }
      return protocol;
    }
  }

  static NodeId id(long number) {
    return new NodeId(number);
  }

  int size() {
    return locks.length;
  }

  boolean isUp(int node) {
    return simulation.isUp(id(node));
  }

  int upCount() {
    return simulation.upCount();
  }

  /** The lock of a node, to be asked what it knows. */
  Mutex at(int node) {
    return locks[node];
  }

  /** That of the first node, in a group that has perhaps not started yet. */
  Mutex at0() {
    simulation.start();
    return at(0);
  }

  /** Calls the lock on that node, as a local event of it. */
  void call(int node, Consumer<Mutex> method) {
    simulation.start();
    simulation.call(
        id(node),
        coterie.core.Protocol.class,
        "test",
        protocol -> {
          method.accept(locks[node]);
          return null;
        });
  }

  void inject(Fault fault) {
    simulation.inject(fault);
  }

  void crash(int node) {
    inject(new Fault.Crash(id(node)));
  }

  void recover(int node) {
    inject(new Fault.Recover(id(node)));
  }

  void runMillis(long millis) {
    simulation.runFor(millis * MILLI);
  }

  /** How often that node has entered. */
  int entries(int node) {
    return entered[node];
  }

  int entries() {
    int sum = 0;
    for (int count : entered) {
      sum += count;
    }
    return sum;
  }

  /** What is wrong so far: what the judge says, and messages that no correct process sends. */
  List<String> wrong() {
    List<String> all = new ArrayList<>(judge.violations());
    all.addAll(wrong);
    return all;
  }

  /** What is noted about locks, as "P0 Entered 3"; what a detector says, as "P0 suspects P1". */
  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Wanted wanted -> notes.add(node + " wants");
      case Note.Entered in -> {
        entered[(int) node.value()]++;
        notes.add(node + " enters " + in.token());
      }
      case Note.Exited out -> notes.add(node + " leaves");
      case Note.GaveUp none -> notes.add(node + " gives up");
      case Note.BadMessage bad -> {
        notes.add(node + " refuses " + bad.from() + ": " + bad.why());
        wrong.add(node + " " + bad);
      }
      case Note.Suspected suspected -> notes.add(node + " suspects " + suspected.who());
      case Note.Trusted trusted -> notes.add(node + " trusts " + trusted.who());
      default -> {}
    }
  }
}
