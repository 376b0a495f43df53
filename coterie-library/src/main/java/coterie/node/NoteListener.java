package coterie.node;

import coterie.Change;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.elect.quorum.Quorum;
import coterie.elect.raft.Raft;
import coterie.elect.raft.Readmission;
import coterie.kernel.Witness;
import coterie.mutex.lease.LeaseLock;
import coterie.net.Host;

/** Hears what the protocols of a node tell, in the loop, and passes it on to those it concerns. */
final class NoteListener implements Witness {
  private final RunningNode node;
  private final Group group;
  private final Namesake namesake;

  NoteListener(RunningNode node, Group group) {
    this.node = node;
    this.group = group;
    this.namesake = new Namesake(node);
  }

  /** Hears that host from now on. Before its start. */
  void listen(Host host) {
    host.watch(this);
    host.onAccepted(node::accepted);
    host.onSuperseded(incarnation -> stop());
    host.onShut(node::wasShut);
  }

  @Override
  public void noted(long at, NodeId self, int channel, Note note) {
    switch (channel) {
      case NodePlan.MEMBER -> member(self, note);
      case NodePlan.ELECTION -> election(note);
      case NodePlan.LEASE -> lease(note);
      case NodePlan.QUORUM -> quorum(note);
      default -> {}
    }
  }

  private void member(NodeId self, Note note) {
    switch (note) {
      case Note.Left(NodeId who) when who.equals(self) -> node.hasLeft();
      case Note.Joined(NodeId who) when who.equals(self) -> {}
      case Note.Doubled doubled ->
          // Not in the midst of what SWIM does: a recording ends between two events.
          node.host().loop().execute(() -> namesake.rumoured(doubled));
      default -> {
        group.noted(note);
        if (note instanceof Note.Joined) {
          node.hasMet();
        }
        Change change = node.isWatched() ? group.change(note) : null;
        if (change != null) {
          node.tell(change);
        }
      }
    }
  }

  private void election(Note note) {
    switch (note) {
      case Readmission.Readmitted readmitted -> node.readmitted();
      case Note.Elected(NodeId leader, long term) -> node.elected(leader);
      case Note.LeaderLost lost -> node.tell(new Change.Leaderless());
      case Raft.Differed differed -> node.agreement().refused();
      default -> {}
    }
  }

  private void lease(Note note) {
    switch (note) {
      case LeaseLock.Differed differed -> node.agreement().refused();
      case LeaseLock.RefusedFor(NodeId leader, String settings) -> node.refusedBy(leader, settings);
      default -> {}
    }
  }

  private void quorum(Note note) {
    switch (note) {
      case Quorum.Lost lost -> node.quorum(false);
      case Quorum.Regained regained -> node.quorum(true);
      default -> {}
    }
  }

  private void stop() {
    node.stop("another node named %s was started later".formatted(node.name()));
  }
}
