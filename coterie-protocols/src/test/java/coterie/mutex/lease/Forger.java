package coterie.mutex.lease;

import coterie.elect.raft.Charter;
import coterie.elect.raft.Raft;

/** Changes what a broken process hears. */
final class Forger {
  private Forger() {}

  /** As if everybody knew that the group has had a leader. */
  static Raft.Msg founded(Raft.Msg message) {
    return switch (message) {
      case Raft.PreVoteReply r -> new Raft.PreVoteReply(r.group(), r.term(), r.granted(), true);
      case Raft.Vote vote ->
          new Raft.Vote(vote.group(), vote.term(), vote.granted(), true, vote.earlierNanos());
      default -> message;
    };
  }

  /** As if fingerprints were not looked at. */
  static Raft.Msg forged(Raft.Msg message, Charter charter) {
    long group = charter.fingerprint();
    long term = message.term();
    return switch (message) {
      case Raft.PreVote asked -> new Raft.PreVote(group, term);
      case Raft.PreVoteReply r -> new Raft.PreVoteReply(group, term, r.granted(), r.founded());
      case Raft.RequestVote asked -> new Raft.RequestVote(group, term, asked.transferred());
      case Raft.Vote vote ->
          new Raft.Vote(group, term, vote.granted(), vote.founded(), vote.earlierNanos());
      case Raft.Heartbeat h -> new Raft.Heartbeat(group, term, h.round(), h.settled());
      case Raft.HeartbeatReply reply -> new Raft.HeartbeatReply(group, term, reply.round());
      case Raft.TimeoutNow now -> new Raft.TimeoutNow(group, term);
      case Raft.OtherGroup other -> new Raft.OtherGroup(group, term);
    };
  }
}
