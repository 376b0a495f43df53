package coterie.elect;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Settings;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.Witness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A simulated group of bullies, numbered from 1 as in the source document. */
final class BullyGroup {
  static final long SECOND = TimeText.SECOND;
  static final Latency DOCUMENT = Latency.parse("30ms");
  static final Map<String, String> SCRIPTED = Map.of("detector", "none");

  final Simulation simulation;
  final List<NodeId> members = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  private long messages;
  private @Nullable Fate fate;

  /** Decides which messages of the election are lost on their way. */
  interface Fate {
    boolean loses(NodeId from, NodeId to, Message message);
  }

  BullyGroup(int size, Map<String, String> settings) {
    this(size, settings, Setup.standard().withLatency(DOCUMENT));
  }

  BullyGroup(int size, Map<String, String> settings, Setup setup) {
    this(size, blueprint(size, settings), setup);
  }

  BullyGroup(int size, Blueprint blueprint, Setup setup) {
    View view = View.numbered(1, size);
    Blueprint lossy = node -> blueprint.build(new LossyNode(node, this::isLost));
    simulation = new Simulation(view, lossy, setup);
    for (int i = 0; i < size; i++) {
      members.add(view.at(i));
    }
    simulation.listen(new Ear());
  }

  static Blueprint blueprint(int size, Map<String, String> settings) {
    BullyRecipe recipe = new BullyRecipe();
    return recipe.blueprint(View.numbered(1, size), new Settings(recipe.settings(), settings));
  }

  static NodeId id(long number) {
    return new NodeId(number);
  }

  Bully bully(long node) {
    return simulation.protocol(id(node), Bully.class);
  }

  void notice(long node) {
    call(node, "notice", Bully::notice);
  }

  void resign(long node) {
    call(node, "resign", Bully::resign);
  }

  private void call(long node, String what, Consumer<Bully> method) {
    simulation.call(
        id(node),
        Bully.class,
        what,
        bully -> {
          method.accept(bully);
          return null;
        });
  }

  void crash(long node) {
    simulation.inject(new Fault.Crash(id(node)));
  }

  void recover(long node) {
    simulation.inject(new Fault.Recover(id(node)));
  }

  void run(double seconds) {
    simulation.runFor((long) (seconds * SECOND));
  }

  /** From now on; null lets everything through. */
  void lose(@Nullable Fate newFate) {
    fate = newFate;
  }

  private boolean isLost(NodeId from, NodeId to, Message message) {
    return fate != null && fate.loses(from, to, message);
  }

  /** How many messages of the election itself were sent; those of a detector do not count. */
  long messages() {
    return messages;
  }

  List<NodeId> up() {
    return members.stream().filter(simulation::isUp).toList();
  }

  /** Says what is wrong if these do not all follow one of them that leads; null if they do. */
  @Nullable String disagreement(Collection<NodeId> nodes) {
    NodeId leader = null;
    for (NodeId node : nodes) {
      Bully bully = simulation.protocol(node, Bully.class);
      NodeId known = bully.leader();
      if (known == null || (leader != null && !leader.equals(known))) {
        return states();
      }
      leader = known;
      if (bully.leads() != known.equals(node)) {
        return states();
      }
    }
    return leader == null || nodes.contains(leader) ? null : states();
  }

  /** As above, and the leader is the highest of them. */
  boolean followTheHighest(Collection<NodeId> nodes) {
    NodeId highest = nodes.stream().max(NodeId::compareTo).orElseThrow();
    return disagreement(nodes) == null
        && nodes.stream()
            .allMatch(node -> highest.equals(simulation.protocol(node, Bully.class).leader()));
  }

  String states() {
    StringBuilder text = new StringBuilder("at " + TimeText.format(simulation.now()));
    for (NodeId member : members) {
      text.append('\n').append(member).append(' ');
      text.append(
          simulation.isUp(member) ? simulation.protocol(member, Bully.class).state() : "down");
    }
    return text.toString();
  }

  private final class Ear implements Witness {
    @Override
    public void sent(long at, NodeId from, NodeId to, Message message) {
      if (message instanceof Bully.Msg) {
        messages++;
      }
    }

    @Override
    public void noted(long at, NodeId node, Note note) {
      boolean isOfElection =
          switch (note) {
            case Note.Campaigned n -> true;
            case Note.Elected n -> true;
            case Note.LeaderLost n -> true;
            case Note.Leads n -> true;
            case Note.SteppedDown n -> true;
            case Note.BadMessage n -> true;
            default -> false;
          };
      if (isOfElection) {
        notes.add(TimeText.format(at) + " " + node + " " + note);
      }
    }
  }
}
