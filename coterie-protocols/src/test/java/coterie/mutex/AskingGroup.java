package coterie.mutex;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries;
import coterie.testkit.SimulatedGroup;
import coterie.testkit.TamperedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A simulated group with a lock for which everybody is asked, numbered from 0, and its judge. */
final class AskingGroup extends SimulatedGroup<Mutex> {
  /** Nobody asks unless a test says so. */
  static final Map<String, String> SCRIPTED = Map.of("clients", "0");

  /** What is done to a group to see that it is noticed. */
  record Break(UnaryOperator<View> order, Function<NodeId, TamperedNode.Tamper> tamper) {
    static Break messages(Function<NodeId, TamperedNode.Tamper> tamper) {
      return new Break(UnaryOperator.identity(), tamper);
    }
  }

  final Entries judge;
  final List<String> notes = new ArrayList<>();
  private final int[] entered;

  AskingGroup(MutexRecipe recipe, int size, Map<String, String> values, Setup setup) {
    this(recipe, size, values, setup, Break.messages(node -> new TamperedNode.Tamper()));
  }

  AskingGroup(MutexRecipe recipe, int size, Map<String, String> values, Setup setup, Break broken) {
    super(
        Mutex.class,
        View.numbered(0, size),
        node ->
            recipe
                .blueprint(
                    broken.order.apply(new Own(View.numbered(0, size), node.self())),
                    new Settings(recipe.settings(), values))
                .build(node),
        setup,
        node -> new TamperedNode(node, recipe.family(), broken.tamper.apply(node.self())));
    entered = new int[size];
    judge = new Entries(simulation, recipe, new Settings(recipe.settings(), values));
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
      case Note.BadMessage bad -> notes.add(node + " refuses " + bad.from() + ": " + bad.why());
      case Note.Suspected suspected -> notes.add(node + " suspects " + suspected.who());
      case Note.Trusted trusted -> notes.add(node + " trusts " + trusted.who());
      default -> {}
    }
    super.noted(at, node, channel, note);
  }
}
