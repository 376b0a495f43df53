package coterie.elect;

import coterie.core.Blueprint;
import coterie.core.ElectionRecipe;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Settings;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Listener;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.Witness;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A simulated group that elects, numbered from 1, and what it has noted about it. */
final class ElectionGroup {
  static final long SECOND = TimeText.SECOND;

  final Simulation simulation;
  final List<NodeId> members = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  private long messages;
  private long lastNoteNanos;

  ElectionGroup(int size, Blueprint blueprint, Setup setup) {
    simulation = new Simulation(View.numbered(1, size), blueprint, setup);
    for (int i = 1; i <= size; i++) {
      members.add(id(i));
    }
    simulation.listen(new Ear());
  }

  static ElectionGroup of(
      ElectionRecipe recipe, int size, Map<String, String> settings, Setup setup) {
    return new ElectionGroup(size, blueprint(recipe, size, settings), setup);
  }

  /** Counts messages of that family from now on, which takes time. */
  ElectionGroup counting(Class<? extends Message> family) {
    simulation.listen(
        new Witness() {
          @Override
          public void sent(long at, NodeId from, NodeId to, Message message) {
            if (family.isInstance(message)) {
              messages++;
            }
          }
        });
    return this;
  }

  static Blueprint blueprint(ElectionRecipe recipe, int size, Map<String, String> settings) {
    return recipe.blueprint(View.numbered(1, size), new Settings(recipe.settings(), settings));
  }

  static NodeId id(long number) {
    return new NodeId(number);
  }

  Election election(NodeId node) {
    return simulation.protocol(node, Election.class);
  }

  void run(double seconds) {
    simulation.runFor((long) (seconds * SECOND));
  }

  void inject(Fault fault) {
    simulation.inject(fault);
  }

  void crash(long node) {
    inject(new Fault.Crash(id(node)));
  }

  void recover(long node) {
    inject(new Fault.Recover(id(node)));
  }

  /** Calls a method of the election on that node. */
  <P extends Election> void call(long node, Class<P> type, Consumer<P> method) {
    simulation.call(
        id(node),
        type,
        "test",
        protocol -> {
          method.accept(protocol);
          return null;
        });
  }

  /** How many messages of the family that counts were sent. */
  long messages() {
    return messages;
  }

  /** When anything about the election was last noted. */
  long lastNoteNanos() {
    return lastNoteNanos;
  }

  List<NodeId> up() {
    return members.stream().filter(simulation::isUp).toList();
  }

  /**
   * Whom these all follow under one term: one of them, which alone leads. Empty if there is none.
   */
  Optional<NodeId> agreed(Collection<NodeId> nodes) {
    NodeId first = nodes.iterator().next();
    NodeId leader = election(first).leader();
    if (leader == null || !nodes.contains(leader)) {
      return Optional.empty();
    }
    long term = election(first).term();
    for (NodeId node : nodes) {
      Election election = election(node);
      boolean agrees =
          leader.equals(election.leader())
              && election.term() == term
              && election.leads() == node.equals(leader);
      if (!agrees) {
        return Optional.empty();
      }
    }
    return Optional.of(leader);
  }

  String states() {
    StringBuilder text = new StringBuilder("at " + TimeText.format(simulation.now()));
    for (NodeId member : members) {
      text.append('\n').append(member).append(' ');
      text.append(
          simulation.isUp(member) ? simulation.protocols(member).getLast().state() : "down");
    }
    return text.toString();
  }

  private final class Ear implements Listener {
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
        lastNoteNanos = at;
        notes.add(TimeText.format(at) + " " + node + " " + note);
      }
    }
  }
}
