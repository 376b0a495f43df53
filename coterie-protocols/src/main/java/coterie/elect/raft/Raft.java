package coterie.elect.raft;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import coterie.elect.Election;
import coterie.elect.Reign;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The leader election of Raft, without its log: a leader is who gets the votes of a majority in a
 * term, and stays it while a majority hears its heartbeats.
 *
 * <p>Guarantees, always: no two processes lead under one term, and a process tells of terms that
 * only grow, also across crashes, since it saves its vote before it sends it. So the term is a
 * fencing token. And while clocks stay within the configured drift: {@link #leads} is never true on
 * two processes at one instant. A leader holds a lease that counts from the sending of the last
 * heartbeat that a majority has heard; voters refuse everybody else for longer than that after
 * every heartbeat, and after their own start, since they forget in a crash when the last one was. A
 * clock that stops while others go on, as in a machine that is suspended, is out of these bounds:
 * there only the fencing token helps. A process that merely pauses, as in a collection, is not: its
 * clock goes on.
 *
 * <p>Elects: once a majority is up, reaches each other within a few milliseconds (well below the
 * least timeout) and saves as fast, a leader comes with probability one. A minority elects nobody.
 *
 * <p>Departs from the paper: a term grows by at most a thousand with a message, so that no single
 * message, however wrong, uses up the terms. A process that has fallen further behind catches up
 * step by step.
 *
 * <p>Assumes: all members were given the same list of members, which never changes; a message with
 * the fingerprint of another list is refused. Stable storage keeps what it has reported as durable.
 *
 * <p>Cost, n members: 2(n - 1) messages every heartbeat; for an election after a crash 5n - 7 until
 * the new leader's first heartbeat, if one candidate stands alone.
 *
 * <p>D. Ongaro and J. Ousterhout, "In search of an understandable consensus algorithm", USENIX ATC
 * 2014, section 5.2; D. Ongaro, "Consensus: bridging theory and practice", 2014, sections 3.4, 3.10
 * (transfer), 4.2.3 (disruptive servers), 6.4.1 (leases) and 9.6 (pre-vote).
 */
public final class Raft implements Protocol<Raft.Msg>, Election {
  /** Groups are that large at most; a majority of more is slow for no gain. */
  public static final int MEMBERS_MAX = 101;

  /**
   * No group ever gets there; a greater term does not come from a correct sender. The token of a
   * leased lock is a term times a billion, and has to fit.
   */
  static final long TERM_MAX = 9_000_000_000L;

  /**
   * A message brings a term forward by so much at most. The paper takes over whatever it hears, and
   * then one wrong message can use up all terms that there are. Terms grow by one with an election:
   * who is further behind than this has missed a thousand of them, and catches up in a few
   * messages.
   */
  static final long TERM_STEP = 1_000;

  /** By then storage of half a second is waited for; a vote that was lost, hardly longer. */
  private static final int DOUBLINGS_MAX = 4;

  /** What processes say to each other. The group is the fingerprint of the {@link Charter}. */
  public sealed interface Msg extends Message {
    long group();

    long term();
  }

  /** Would you vote for me in this term, the one after mine? */
  public record PreVote(long group, long term) implements Msg {}

  /**
   * I would, in the term asked for; or I would not, and this is my term.
   *
   * @param founded whether I know that the group has had a leader
   */
  public record PreVoteReply(long group, long term, boolean granted, boolean founded)
      implements Msg {
    PreVoteReply(long group, long term, boolean granted) {
      this(group, term, granted, false);
    }
  }

  /**
   * Vote for me in this term.
   *
   * @param transferred whether the leader before has given up its lease to let me stand
   */
  public record RequestVote(long group, long term, boolean transferred) implements Msg {}

  /**
   * Whether I have voted for you in this term.
   *
   * @param founded whether I know that the group has had a leader
   * @param earlierNanos for how long leases of earlier settings may run, as far as I know
   */
  public record Vote(long group, long term, boolean granted, boolean founded, long earlierNanos)
      implements Msg {
    Vote(long group, long term, boolean granted) {
      this(group, term, granted, false, 0);
    }
  }

  /**
   * I lead in this term; the round counts how often I have said so.
   *
   * @param settled whether all leases of earlier settings are over
   */
  public record Heartbeat(long group, long term, long round, boolean settled) implements Msg {
    Heartbeat(long group, long term, long round) {
      this(group, term, round, true);
    }
  }

  /** I have heard that round; or my term is a higher one. */
  public record HeartbeatReply(long group, long term, long round) implements Msg {}

  /** I lead no more and want you to stand at once. */
  public record TimeoutNow(long group, long term) implements Msg {}

  /** You speak for a group with another charter than mine, and count for nothing here. */
  public record OtherGroup(long group, long term) implements Msg {}

  /** Another process has another charter than this one: who votes, how they elect, the lease. */
  public record Differed(NodeId who) implements Note {}

  /** What a process is. */
  public enum Phase {
    FOLLOWER,
    PRE_CANDIDATE,
    CANDIDATE,
    LEADER
  }

  /**
   * What a trace shows of a process.
   *
   * @param votes how many of all have voted for it, or would, such as "2 of 5"; null for a follower
   */
  public record State(Phase phase, @Nullable NodeId leader, long term, @Nullable String votes) {}

  private final Context<Msg> context;
  private final Charter charter;
  private final View members;
  private final RaftConfig config;
  private final long leaseNanos;
  private final long group;
  private final int self;
  private final Reign reign;
  private final JointLease lease;
  private final Stable<Ballot> stable;
  private final Alarm election;
  private final Alarm heartbeat;
  private final Alarm leaseEnd;
  private final Alarm earlierEnd;
  private final BitSet votes = new BitSet();
  private Ballot ballot;
  private Phase phase = Phase.FOLLOWER;
  private int unsaved;

  /** Elections lost since a leader was last known. */
  private int attempts;

  /** Pre-votes asked for since then. */
  private int asks;

  private long heardNanos;

  /** Whether one of those who vote for this process, or it, knows that the group is founded. */
  private boolean isVouchedFor;

  /** When leases of earlier settings are over, as far as this voter knows; and as the leader. */
  private long earlierUntilNanos;

  private long settlesNanos;

  public Raft(Context<Msg> context, View members, RaftConfig config) {
    this(context, Charter.byTheBook(members, config), config.leaseNanos());
  }

  public Raft(Context<Msg> context, Charter charter) {
    this(context, charter, charter.raft().leaseNanos());
  }

  /** With a lease that a test has chosen. */
  Raft(Context<Msg> context, Charter charter, long leaseNanos) {
    View members = charter.all();
    if (members.size() > MEMBERS_MAX) {
      throw new IllegalArgumentException(
          "raft takes groups of 1 to %d, not %d".formatted(MEMBERS_MAX, members.size()));
    }
    this.context = context;
    this.charter = charter;
    this.members = members;
    this.config = charter.raft();
    this.leaseNanos = leaseNanos;
    this.group = charter.fingerprint();
    this.self = members.indexOf(context.self());
    this.reign = new Reign(context);
    this.lease = new JointLease(charter, context.self());
    this.stable = context.stable("ballot", Ballot.class);
    this.election = context.alarm("election", this::electionDue);
    this.heartbeat = context.alarm("heartbeat", this::heartbeatDue);
    this.leaseEnd = context.alarm("lease", this::leaseEnded);
    this.earlierEnd = context.alarm("earlier", this::swear);
    Ballot saved = stable.value();
    this.ballot = saved != null ? saved : new Ballot(0, false, context.self());
  }

  @Override
  public @Nullable NodeId leader() {
    return reign.leader();
  }

  @Override
  public long term() {
    return ballot.term();
  }

  @Override
  public boolean leads() {
    return reign.leads();
  }

  @Override
  public void listen(Listener listener) {
    reign.listen(listener);
  }

  /** Makes way for the member that was the last to answer a heartbeat. */
  @Override
  public void resign() {
    if (phase != Phase.LEADER) {
      return;
    }
    int best = self;
    for (int i = members.after(self); i != self; i = members.after(i)) {
      boolean isFirst = best == self;
      boolean isBetter = isFirst || lease.heardBy(members.at(i)) > lease.heardBy(members.at(best));
      if (isBetter && charter.mayLead(members.at(i))) {
        best = i;
      }
    }
    handOver(best);
  }

  /**
   * Makes way for that member, if this process leads. Should it not stand, for example because it
   * is down, the group elects anybody as after a crash.
   */
  public void transfer(NodeId to) {
    int index = members.indexOf(to);
    if (index < 0) {
      throw new IllegalArgumentException("%s is not a member of %s".formatted(to, members));
    }
    if (phase == Phase.LEADER && index != self) {
      handOver(index);
    }
  }

  /**
   * Who leads is what that one's heartbeats say, and this process leads only after its own vote was
   * durable. So a vote that cannot be saved silences the voter, and not the locks beside it.
   */
  @Override
  public boolean showsOnlyDurable() {
    return true;
  }

  @Override
  public State state() {
    String tally = votes.cardinality() + " of " + members.size();
    return new State(phase, reign.leader(), ballot.term(), phase == Phase.FOLLOWER ? null : tally);
  }

  @Override
  public void start() {
    if (self < 0) {
      throw new IllegalArgumentException(
          "%s is not a member of %s".formatted(context.self(), members));
    }
    String objection = charter.objection(ballot.oath());
    if (objection != null) {
      throw new IllegalStateException(
          "%s must not vote by these settings: %s".formatted(context.self(), objection));
    }
    reign.reached(ballot.term());
    recall();
    election.start(timeout());
  }

  /**
   * As if a leader had been heard just now: before the crash it may have been, and under other
   * settings than today's, by which it leads for longer, or grants longer leases.
   */
  private void recall() {
    long now = context.nowNanos();
    Oath oath = ballot.oath();
    heardNanos = now + Math.max(0, oath.timeoutNanos() - config.timeoutMinNanos());
    earlierUntilNanos = now;
    settlesNanos = now;
    if (oath.leaseNanos() > charter.grantedNanos()) {
      long earlier = config.stretched(oath.timeoutNanos() + oath.leaseNanos());
      earlierUntilNanos = now + earlier;
      earlierEnd.start(earlier);
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int index = members.indexOf(from);
    if (message.group() != group && index != self) {
      differed(from, message);
    } else if (index < 0 || index == self) {
      context.note(new Note.BadMessage(from, "not from another member"));
    } else if (message.term() < 0 || message.term() > TERM_MAX) {
      context.note(new Note.BadMessage(from, "a term that no group gets to"));
    } else if (message.term() - ballot.term() > TERM_STEP) {
      fallenBehind(from, message);
    } else {
      switch (message) {
        case PreVote asked -> preVoteAsked(from, asked);
        case PreVoteReply reply -> preVoteReplied(index, reply);
        case RequestVote asked -> voteAsked(from, asked);
        case Vote vote -> voted(index, vote);
        case Heartbeat heard -> heartbeatHeard(from, heard);
        case HeartbeatReply reply -> heartbeatReplied(index, reply);
        case TimeoutNow now -> askedToStand(from, now);
        case OtherGroup other -> {}
      }
    }
  }

  private void differed(NodeId from, Msg message) {
    context.note(new Differed(from));
    boolean isAsked =
        message instanceof PreVote
            || message instanceof RequestVote
            || message instanceof Heartbeat;
    if (isAsked) {
      context.send(from, new OtherGroup(group, ballot.term()));
    }
  }

  @Override
  public void saved(Stable<?> what) {
    assert unsaved > 0 : "a vote would count as durable before it is";
    unsaved--;
    if (phase == Phase.CANDIDATE && unsaved == 0) {
      election.start(patience(attempts));
      count(self, ballot.oath().founded(), earlierNanos());
    }
  }

  // ---- standing for election

  private void electionDue() {
    if (hearsLeader()) { // The clock has changed its pace since the alarm was set.
      election.start(timeout());
    } else if (!charter.mayLead(context.self())) {
      reign.lost();
      election.start(timeout());
    } else if (unsaved > 0) { // Another term would only queue up behind this one.
      election.start(config.timeoutMaxNanos());
    } else {
      preCampaign();
    }
  }

  private void preCampaign() {
    context.note(new Note.Campaigned(ballot.term(), reason()));
    reign.lost();
    attempts += phase == Phase.CANDIDATE ? 1 : 0;
    phase = Phase.PRE_CANDIDATE;
    clearVotes();
    election.start(Math.min(patience(asks++), timeout()));
    sendAll(new PreVote(group, ballot.term() + 1));
    count(self, ballot.oath().founded(), 0);
  }

  private void clearVotes() {
    votes.clear();
    isVouchedFor = charter.isByTheBook();
    settlesNanos = context.nowNanos();
  }

  private String reason() {
    NodeId leader = reign.leader();
    if (leader != null) {
      return leader + " silent";
    }
    return phase == Phase.FOLLOWER ? "no leader" : "not elected";
  }

  private void campaign(boolean transferred) {
    assert phase != Phase.LEADER : "a leader that stands anew would keep its lease";
    long term = ballot.term() + 1;
    reign.reached(term);
    phase = Phase.CANDIDATE;
    clearVotes();
    save(new Ballot(term, true, context.self(), sworn(false, false)));
    election.start(patience(attempts));
    sendAll(new RequestVote(group, term, transferred));
  }

  /** One more vote, or would-be vote, for this process. */
  private void count(int voter, boolean founded, long earlierNanos) {
    votes.set(voter);
    isVouchedFor |= founded;
    long until = context.nowNanos() + Math.max(0, earlierNanos);
    settlesNanos = until - settlesNanos > 0 ? until : settlesNanos;
    if (!isElected()) {
      return;
    }
    if (phase == Phase.PRE_CANDIDATE) {
      campaign(false);
    } else {
      lead();
    }
  }

  /** The first leader of all needs all votes: see {@link Charter}. */
  private boolean isElected() {
    return charter.isMajority(votes, members)
        && (isVouchedFor || votes.cardinality() == members.size());
  }

  private void preVoteAsked(NodeId from, PreVote asked) {
    boolean granted = !hearsLeader() && couldVote(from, asked.term());
    long term = granted ? asked.term() : ballot.term();
    context.send(from, new PreVoteReply(group, term, granted, ballot.oath().founded()));
  }

  private void preVoteReplied(int from, PreVoteReply reply) {
    if (!reply.granted()) {
      catchUp(reply.term());
    } else if (phase == Phase.PRE_CANDIDATE && reply.term() == ballot.term() + 1) {
      count(from, reply.founded(), 0);
    }
  }

  /** While a leader is heard, another's request does not even bring its term forward. */
  private void voteAsked(NodeId from, RequestVote asked) {
    if (hearsLeader() && !asked.transferred()) {
      return;
    }
    boolean granted = couldVote(from, asked.term());
    if (granted) {
      Ballot mine = new Ballot(asked.term(), true, from, sworn(false, false));
      if (!mine.equals(ballot)) {
        enter(mine);
      }
      election.start(timeout());
    }
    boolean founded = ballot.oath().founded();
    context.send(from, new Vote(group, ballot.term(), granted, founded, earlierNanos()));
  }

  private void voted(int from, Vote vote) {
    if (!vote.granted()) {
      catchUp(vote.term());
    } else if (phase == Phase.CANDIDATE && vote.term() == ballot.term()) {
      count(from, vote.founded(), vote.earlierNanos());
    }
  }

  /** One vote a term. A candidate and a leader have given it to themselves. */
  private boolean couldVote(NodeId candidate, long term) {
    return term > ballot.term()
        || (term == ballot.term() && (!ballot.voted() || ballot.candidate().equals(candidate)));
  }

  /** Whether a leader may hold a lease for all that this process knows. */
  private boolean hearsLeader() {
    return reign.leads() || context.nowNanos() - heardNanos < config.timeoutMinNanos();
  }

  private void askedToStand(NodeId from, TimeoutNow now) {
    boolean mayStand = phase != Phase.LEADER && charter.mayLead(context.self());
    if (now.term() == ballot.term() && mayStand) {
      context.note(new Note.Campaigned(ballot.term(), from + " makes way"));
      reign.lost();
      campaign(true);
    }
  }

  // ---- leading

  private void lead() {
    assert phase == Phase.CANDIDATE : "only votes of this very term make a leader: " + phase;
    assert ballot.voted() && ballot.candidate().equals(context.self()) : ballot;
    phase = Phase.LEADER;
    attempts = 0;
    asks = 0;
    election.stop();
    lease.begin(context.nowNanos());
    reign.elected(context.self(), ballot.term());
    if (phase == Phase.LEADER) { // A listener may have resigned at once.
      heartbeatDue();
    }
  }

  private void heartbeatDue() {
    assert phase == Phase.LEADER : "whoever follows has stopped its heartbeats: " + phase;
    long now = context.nowNanos();
    if (now - lease.heldNanos() >= config.timeoutMaxNanos()) {
      follow(); // No majority has answered for so long that it may have elected another.
      return;
    }
    heartbeat.start(config.heartbeatNanos());
    swear(true, isSettled());
    sendAll(new Heartbeat(group, ballot.term(), lease.sending(now), isSettled()));
    extend();
  }

  private void heartbeatHeard(NodeId from, Heartbeat heard) {
    catchUp(heard.term());
    if (heard.term() == ballot.term()) {
      if (phase == Phase.LEADER) {
        context.note(new Note.BadMessage(from, "a second leader in one term"));
        return;
      }
      phase = Phase.FOLLOWER;
      attempts = 0;
      asks = 0;
      heardNanos = context.nowNanos();
      election.start(timeout());
      reign.elected(from, ballot.term()); // Before the save, which would hold it back.
      swear(true, heard.settled());
    }
    context.send(from, new HeartbeatReply(group, ballot.term(), heard.round()));
  }

  private void heartbeatReplied(int from, HeartbeatReply reply) {
    catchUp(reply.term());
    boolean isMine = phase == Phase.LEADER && reply.term() == ballot.term();
    if (isMine && lease.knows(reply.round()) && lease.heard(members.at(from), reply.round())) {
      extend();
    }
  }

  /** Leads on, from the sending of the last heartbeat that a majority has heard. */
  private void extend() {
    long until = lease.heldNanos() + leaseNanos;
    long left = until - context.nowNanos();
    if (lease.isHeld() && left > 0) {
      leaseEnd.start(left);
      reign.leads(until); // The last: a listener that is told of it may resign.
    }
  }

  private void leaseEnded() {
    assert phase == Phase.LEADER : "whoever follows has given up its lease: " + phase;
    if (reign.leads()) { // The clock has changed its pace since the alarm was set.
      extend();
    } else {
      reign.stepDown();
    }
  }

  /**
   * The lease is given up first, and for good in this term: the message may arrive at any later
   * time, and voters then elect the other without waiting.
   */
  private void handOver(int to) {
    follow();
    if (to != self) {
      context.send(members.at(to), new TimeoutNow(group, ballot.term()));
    }
  }

  // ---- terms

  /** A higher term ends whatever this process was in its own. */
  private void catchUp(long term) {
    if (term > ballot.term()) {
      enter(new Ballot(term, false, context.self(), ballot.oath()));
    }
  }

  /**
   * Comes nearer to a term that is far ahead, and does nothing else that the message asks for: this
   * process has not got there yet. Any later term may be entered without a vote in it.
   */
  private void fallenBehind(NodeId from, Msg message) {
    boolean isAsked = message instanceof PreVote || message instanceof RequestVote;
    if (!isAsked || !hearsLeader()) {
      catchUp(ballot.term() + TERM_STEP);
    }
    long term = ballot.term();
    switch (message) {
      case PreVote asked -> context.send(from, new PreVoteReply(group, term, false));
      case RequestVote asked -> context.send(from, new Vote(group, term, false));
      case Heartbeat heard -> context.send(from, new HeartbeatReply(group, term, heard.round()));
      case PreVoteReply reply -> {}
      case Vote vote -> {}
      case HeartbeatReply reply -> {}
      case TimeoutNow now -> {}
      case OtherGroup other -> {}
    }
  }

  private void enter(Ballot next) {
    if (phase != Phase.FOLLOWER) {
      follow();
    }
    reign.reached(next.term()); // Before the save, which would hold back that the leader is gone.
    save(next);
  }

  private void follow() {
    phase = Phase.FOLLOWER;
    reign.lost();
    heartbeat.stop();
    leaseEnd.stop();
    election.start(timeout());
  }

  private void save(Ballot next) {
    assert next.term() >= ballot.term() : "a term that goes back could be voted in twice";
    assert next.term() > ballot.term()
            || !ballot.voted()
            || (next.voted() && next.candidate().equals(ballot.candidate()))
        : "a second vote in one term: " + ballot + " " + next;
    ballot = next;
    unsaved++;
    stable.save(next);
  }

  // ---- settings

  @Override
  public long earlierLeasesNanos() {
    return Math.max(0, settlesNanos - context.nowNanos());
  }

  private boolean isSettled() {
    return earlierLeasesNanos() == 0;
  }

  private long earlierNanos() {
    return Math.max(0, earlierUntilNanos - context.nowNanos());
  }

  private Oath sworn(boolean founded, boolean settled) {
    Oath oath = ballot.oath();
    return charter.sworn(oath, founded, settled, earlierNanos() > 0 ? oath.leaseNanos() : 0);
  }

  /** Before a leader can count on this voter it has saved by which settings. */
  private void swear(boolean founded, boolean settled) {
    Oath next = sworn(founded, settled);
    if (!next.equals(ballot.oath())) {
      save(new Ballot(ballot.term(), ballot.voted(), ballot.candidate(), next));
    }
  }

  /** Leases of earlier settings are over. */
  private void swear() {
    if (!ballot.oath().isNone()) {
      Oath oath = ballot.oath();
      Oath next =
          new Oath(
              oath.voters(),
              oath.next(),
              oath.founded(),
              oath.settled(),
              charter.grantedNanos(),
              oath.timeoutNanos());
      save(new Ballot(ballot.term(), ballot.voted(), ballot.candidate(), next));
    }
  }

  // ---- small things

  private void sendAll(Msg message) {
    for (int i = 0; i < members.size(); i++) {
      if (i != self) {
        context.send(members.at(i), message);
      }
    }
  }

  private long timeout() {
    return between(config.timeoutMinNanos(), config.timeoutMaxNanos());
  }

  /**
   * How long a candidate waits for votes before it stands again: not a whole timeout, as in the
   * paper, but one or two heartbeats, so that a split vote costs less; and twice as long after each
   * election that was not won, up to a limit, so that voters who are slow to save get more time.
   */
  private long patience(int times) {
    long least = config.heartbeatNanos() << Math.min(times, DOUBLINGS_MAX);
    return between(least, 2 * least);
  }

  private long between(long leastNanos, long mostNanos) {
    return leastNanos + context.random(mostNanos - leastNanos + 1);
  }
}
