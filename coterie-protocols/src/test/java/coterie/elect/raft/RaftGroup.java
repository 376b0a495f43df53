package coterie.elect.raft;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.check.elect.Elections;
import coterie.testkit.SimulatedGroup;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A simulated group of Raft processes that is watched at every event: nobody leads beside another,
 * no term has two leaders, no process goes back to an earlier term, and notes tell the truth.
 */
final class RaftGroup extends SimulatedGroup<Raft> {
  private final Elections judge;
  private final long[] terms;
  private final Map<Long, NodeId> leaders = new TreeMap<>();
  private int elections;
  private int judged;

  RaftGroup(int size, RaftConfig config, Setup setup) {
    this(size, setup, context -> new Raft(context, View.numbered(0, size), config));
  }

  RaftGroup(int size, Setup setup, Function<Context<Raft.Msg>, Raft> maker) {
    super(
        Raft.class, View.numbered(0, size), node -> node.add("raft", Raft.Msg.class, maker), setup);
    terms = new long[size];
    judge = new Elections(simulation, RaftRecipe.RECIPE);
  }

  /** How many elections were won. */
  int elections() {
    return elections;
  }

  /** Runs on for that long, with a look at every process after every event. */
  @Override
  public void runFor(long nanos) {
    runLooking(nanos, this::look);
  }

  /** Runs until all who are up agree on a leader that leads; at most for so long. */
  boolean runUntilAgreed(long nanos) {
    long limit = simulation.now() + nanos;
    return simulation.runUntil(
        () -> {
          look();
          return leader() != null;
        },
        limit);
  }

  /** The leader that all who are up agree on and that leads; null if there is none. */
  @Nullable NodeId leader() {
    NodeId leader = null;
    for (int i = 0; i < size(); i++) {
      if (isUp(i)) {
        NodeId known = at(i).leader();
        if (known == null || (leader != null && !leader.equals(known))) {
          return null;
        }
        leader = known;
      }
    }
    return leader != null && isUp(leader.value()) && at(leader.value()).leads() ? leader : null;
  }

  /** What the judge takes for the leader; null if it says that the group does not agree. */
  @Nullable NodeId judgedLeader() {
    return judge.leader();
  }

  private void look() {
    int leading = -1;
    for (int i = 0; i < size(); i++) {
      boolean leads = isUp(i) && at(i).leads();
      if (leads && leading >= 0) {
        says("P%d and P%d both lead".formatted(leading, i));
      }
      if (leads != judge.leads(new NodeId(i))) {
        says("P%d %s, but its notes say otherwise".formatted(i, leads ? "leads" : "does not lead"));
      }
      leading = leads ? i : leading;
    }
    for (; judged < judge.violations().size(); judged++) {
      says("judge: " + judge.violations().get(judged));
    }
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Leads(long term, long until) -> {
        own(node, term);
        reach(node, term);
      }
      case Note.Elected(NodeId leader, long term) -> {
        reach(node, term);
        elections += leader.equals(node) ? 1 : 0;
        own(leader, term);
      }
      case Note.Campaigned(long term, String reason) -> reach(node, term);
      default -> super.noted(at, node, channel, note);
    }
  }

  private void own(NodeId leader, long term) {
    NodeId other = leaders.putIfAbsent(term, leader);
    if (other != null && !other.equals(leader)) {
      says("%s and %s are leaders of term %d".formatted(other, leader, term));
    }
  }

  private void reach(NodeId node, long term) {
    if (term < terms[(int) node.value()]) {
      says("%s went back from term %d to %d".formatted(node, terms[(int) node.value()], term));
    }
    terms[(int) node.value()] = term;
  }
}
