package coterie.elect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.bully.Bully;
import coterie.elect.ring.RingElection;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.StageWitness;
import coterie.sim.fault.Latency;
import coterie.testkit.SimulatedGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A simulated group that elects, numbered from 1, and what it has noted about it. */
public final class ElectionGroup extends SimulatedGroup<Election> {
  /** Every message takes 30 ms. */
  public static final Setup STEADY = Setup.standard().withLatency(Latency.parse("30ms"));

  /** Nobody notices anything unless a test says so. */
  public static final Map<String, String> SCRIPTED = Map.of("detector", "none");

  public final List<NodeId> members = new ArrayList<>();
  public final List<String> notes = new ArrayList<>();
  private long messages;
  private final Lost lost;

  public ElectionGroup(int size, Blueprint blueprint, Setup setup) {
    this(size, blueprint, setup, new Lost());
  }

  private ElectionGroup(int size, Blueprint blueprint, Setup setup, Lost lost) {
    super(
        Election.class,
        View.numbered(1, size),
        blueprint,
        setup,
        node -> new LossyNode(node, lost));
    this.lost = lost;
    for (int i = 1; i <= size; i++) {
      members.add(id(i));
    }
  }

  /** What becomes of messages, as a test has said. */
  private static final class Lost implements LossyNode.Fate {
    private LossyNode.@Nullable Fate fate;

    @Override
    public boolean loses(NodeId from, NodeId to, Message message) {
      return fate != null && fate.loses(from, to, message);
    }
  }

  public static ElectionGroup of(
      ElectionRecipe recipe, int size, Map<String, String> settings, Setup setup) {
    return new ElectionGroup(size, blueprint(recipe, size, settings), setup);
  }

  /** Counts messages of that family from now on, which takes time. */
  public ElectionGroup counting(Class<? extends Message> family) {
    simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
            if (family.isInstance(message)) {
              messages++;
            }
          }
        });
    return this;
  }

  public static Blueprint blueprint(ElectionRecipe recipe, int size, Map<String, String> settings) {
    return recipe.blueprint(View.numbered(1, size), new Settings(recipe.settings(), settings));
  }

  public Election election(NodeId node) {
    return simulation.protocol(node, Election.class);
  }

  /** Runs on, and returns what was noted meanwhile. */
  public List<String> notesOfNext(double seconds) {
    int before = notes.size();
    run(seconds);
    return List.copyOf(notes.subList(before, notes.size()));
  }

  /** Decides from now on which messages are lost; null lets everything through. */
  public void lose(LossyNode.@Nullable Fate newFate) {
    lost.fate = newFate;
  }

  /** That node notices that an election is needed. */
  public void notice(long node) {
    call(
        node,
        election -> {
          switch (election) {
            case Bully bully -> bully.notice();
            case RingElection ring -> ring.notice();
            default -> throw new IllegalArgumentException("nobody notices in " + election);
          }
        });
  }

  public void resign(long node) {
    call(node, Election::resign);
  }

  /** Calls a method of the election on that node. */
  public <P extends Election> void call(long node, Class<P> type, Consumer<P> method) {
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
  public long messages() {
    return messages;
  }

  public List<NodeId> up() {
    return members.stream().filter(simulation::isUp).toList();
  }

  /**
   * Whom these all follow under one term: one of them, which alone leads. Empty if there is none.
   */
  public Optional<NodeId> agreed(Collection<NodeId> nodes) {
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

  /** All who are up follow that one. */
  public void assertAgreed(long leader) {
    assertThat(agreed(up())).as(this::states).contains(id(leader));
  }

  public String states() {
    StringBuilder text = new StringBuilder("at " + TimeText.format(simulation.now()));
    for (NodeId member : members) {
      text.append('\n').append(member).append(' ');
      text.append(
          simulation.isUp(member) ? simulation.protocols(member).getLast().state() : "down");
    }
    return text.toString();
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
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
