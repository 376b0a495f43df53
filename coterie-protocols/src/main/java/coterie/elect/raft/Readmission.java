package coterie.elect.raft;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.View;
import coterie.elect.Election;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A voter of {@link Raft} that has forgotten its vote: its storage is torn or lost. It answers
 * nobody, so it counts as one that is down, and only hears who leads. If it was told that it may
 * come back, it does so once it has heard one leader, in one term, for its time of probation, and
 * then votes in later terms only.
 *
 * <p>Guarantees that no term has two leaders because of it. Say that it has voted in a term that it
 * forgot. If that is the leader's term or an earlier one, it does not vote in it again. If it is a
 * later one, then the candidate needs one more vote than it could have had from those who follow
 * the leader now; it gives up, and stands in a later term, long before the probation is over.
 *
 * <p>Assumes that this process' own clock is right within the drift that Raft is configured for;
 * that no candidate pauses, and no message travels, for as long as the probation; and that a
 * majority of the others is up: without them there is no leader to hear.
 */
public final class Readmission implements Protocol<Raft.Msg>, Election {
  /**
   * A candidate waits for votes for at most 32 heartbeats, and a leader without a majority less.
   */
  private static final int PROBATION_HEARTBEATS = 100;

  /** It votes again, in later terms. */
  public record Readmitted(long term) implements Note {}

  private final Context<Raft.Msg> context;
  private final Charter charter;
  private final View members;
  private final RaftConfig config;
  private final boolean mayReturn;
  private final Stable<Ballot> ballot;
  private final Alarm silence;
  private final List<Listener> listeners = new ArrayList<>();
  private @Nullable NodeId leader;
  private long term;
  private long sinceNanos;
  private boolean isSaving;
  private @Nullable Raft raft;

  /**
   * @param mayReturn whether an operator has said that it may vote again
   */
  public Readmission(
      Context<Raft.Msg> context, View members, RaftConfig config, boolean mayReturn) {
    this(context, Charter.byTheBook(members, config), mayReturn);
  }

  public Readmission(Context<Raft.Msg> context, Charter charter, boolean mayReturn) {
    this.context = context;
    this.charter = charter;
    this.members = charter.all();
    this.config = charter.raft();
    this.mayReturn = mayReturn;
    this.ballot = context.stable("ballot", Ballot.class);
    this.silence = context.alarm("silence", this::fellSilent);
  }

  /** For how long a leader must be heard. */
  static long probationNanos(RaftConfig config) {
    return Math.max(PROBATION_HEARTBEATS * config.heartbeatNanos(), 3 * config.timeoutMaxNanos());
  }

  /** Whether it votes again. */
  public boolean votes() {
    return raft != null;
  }

  @Override
  public @Nullable NodeId leader() {
    return raft == null ? leader : raft.leader();
  }

  @Override
  public long term() {
    return raft == null ? term : raft.term();
  }

  @Override
  public boolean leads() {
    return raft != null && raft.leads();
  }

  @Override
  public long earlierLeasesNanos() {
    return raft == null ? 0 : raft.earlierLeasesNanos();
  }

  @Override
  public void resign() {
    if (raft != null) {
      raft.resign();
    }
  }

  @Override
  public void listen(Listener listener) {
    listeners.add(listener);
    if (raft != null) {
      raft.listen(listener);
    }
  }

  /** As {@link Raft} does. */
  @Override
  public boolean showsOnlyDurable() {
    return true;
  }

  @Override
  public Record state() {
    return raft == null ? new Raft.State(Raft.Phase.FOLLOWER, leader, term, null) : raft.state();
  }

  @Override
  public void receive(NodeId from, Raft.Msg message) {
    if (raft != null) {
      raft.receive(from, message);
    } else if (message instanceof Raft.Heartbeat heard
        && members.indexOf(from) >= 0
        && heard.group() == charter.fingerprint()) {
      heard(from, heard.term(), heard.settled());
    }
  }

  private void heard(NodeId from, long heardTerm, boolean settled) {
    // A leader of an earlier term counts again once the later one is silent: it may have been an
    // error, and the probation begins anew in any case.
    boolean isEarlier = heardTerm < term && leader != null;
    if (isEarlier || heardTerm > Raft.TERM_MAX || isSaving) {
      return;
    }
    silence.start(config.timeoutMaxNanos());
    if (!from.equals(leader) || heardTerm != term) {
      leader = from;
      term = heardTerm;
      sinceNanos = context.nowNanos();
      listeners.forEach(listener -> listener.elected(from, heardTerm));
    } else if (mayReturn && context.nowNanos() - sinceNanos >= probationNanos(config)) {
      isSaving = true;
      silence.stop();
      ballot.save(new Ballot(term, true, from, charter.sworn(Oath.NONE, true, settled, 0)));
    }
  }

  private void fellSilent() {
    NodeId lost = leader;
    leader = null;
    if (lost != null) {
      listeners.forEach(listener -> listener.leaderLost(lost, term));
    }
  }

  @Override
  public void saved(Stable<?> what) {
    if (raft != null) {
      raft.saved(what);
      return;
    }
    raft = new Raft(context, charter);
    listeners.forEach(raft::listen);
    context.note(new Readmitted(term));
    raft.start();
  }
}
