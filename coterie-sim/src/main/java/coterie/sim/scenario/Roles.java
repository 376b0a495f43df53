package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Role;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Who leads, who follows and who is inside a lock at this instant, from the notes of a run. A node
 * leads from {@link Note.Leads} until {@link Note.SteppedDown}, its crash, or the end of its time
 * by its own clock; one that is paused may lead. If several do, the one with the highest term is
 * the leader. A node is inside from {@link Note.Entered} until it notes that it is so no more, or
 * crashes. If several are, in one lock or in several, the one that entered last is the holder.
 */
final class Roles implements StageWitness {
  /** The order tells which of two reigns under one term began later. */
  private record Reign(long term, long untilNanos, long order) {}

  private record Entry(NodeId node, String lock) {}

  private final Stage stage;
  private final View members;
  private final @Nullable Reign[] reigns;
  private final boolean[] paused;
  private final int[] turns;

  /** The processes inside each lock, the last to enter at the end. */
  private final SequencedSet<Entry> inside = new LinkedHashSet<>();

  private long begun;

  Roles(Stage stage) {
    this.stage = stage;
    this.members = stage.members();
    this.reigns = new @Nullable Reign[members.size()];
    this.paused = new boolean[members.size()];
    this.turns = new int[members.size()];
  }

  /** Returns the roles that processes of a protocol may have. */
  static List<Role> of(Recipe recipe) {
    return switch (recipe) {
      case ElectionRecipe election -> List.of(Role.LEADER, Role.FOLLOWER);
      case MutexRecipe mutex when mutex.hasLeader() ->
          List.of(Role.HOLDER, Role.LEADER, Role.FOLLOWER);
      case MutexRecipe mutex -> List.of(Role.HOLDER);
      default -> List.of();
    };
  }

  /** Returns the process that has that role now; null if nobody has. */
  @Nullable NodeId now(Role role) {
    if (role == Role.HOLDER) {
      return inside.isEmpty() ? null : inside.getLast().node;
    }
    int leader = leader();
    if (leader < 0) {
      return null;
    }
    int found = role == Role.LEADER ? leader : followerOf(leader);
    return found < 0 ? null : members.at(found);
  }

  boolean isPaused(NodeId node) {
    return paused[members.indexOf(node)];
  }

  /** How often the node crashed, recovered, was paused and resumed: it tells whether it did. */
  int turns(NodeId node) {
    return turns[members.indexOf(node)];
  }

  private int leader() {
    int leader = -1;
    Reign highest = null;
    for (int i = 0; i < reigns.length; i++) {
      Reign reign = reigns[i];
      if (reign != null && leads(i) && (highest == null || isAbove(reign, highest))) {
        leader = i;
        highest = reign;
      }
    }
    return leader;
  }

  private static boolean isAbove(Reign reign, Reign other) {
    return reign.term != other.term ? reign.term > other.term : reign.order > other.order;
  }

  private boolean leads(int index) {
    Reign reign = reigns[index];
    return reign != null
        && (reign.untilNanos == Long.MAX_VALUE
            || stage.clockNanos(members.at(index)) - reign.untilNanos < 0);
  }

  /** The first one after the leader, along the ring, that runs and does not lead. */
  private int followerOf(int leader) {
    for (int i = members.after(leader); i != leader; i = members.after(i)) {
      if (stage.isUp(members.at(i)) && !paused[i] && !leads(i)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Leads leads -> leads(members.indexOf(node), leads);
      case Note.SteppedDown down -> reigns[members.indexOf(node)] = null;
      case Note.Entered entered -> inside.add(new Entry(node, entered.lock()));
      case Note.Exited exited -> inside.remove(new Entry(node, exited.lock()));
      case Note.LostLock lost -> inside.remove(new Entry(node, lost.lock()));
      default -> {}
    }
  }

  private void leads(int index, Note.Leads leads) {
    Reign last = reigns[index];
    boolean goesOn = last != null && last.term == leads.term();
    reigns[index] = new Reign(leads.term(), leads.untilNanos(), goesOn ? last.order : ++begun);
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> {
        reigns[members.indexOf(crash.node())] = null;
        inside.removeIf(entry -> entry.node.equals(crash.node()));
        turned(crash.node(), false);
      }
      case Fault.Recover recover -> turned(recover.node(), false);
      case Fault.Pause pause -> turned(pause.node(), true);
      case Fault.Resume resume -> turned(resume.node(), false);
      case Fault.OfNetwork network -> {}
      case Fault.OfClock clock -> {}
    }
  }

  private void turned(NodeId node, boolean nowPaused) {
    int index = members.indexOf(node);
    paused[index] = nowPaused;
    turns[index]++;
  }
}
