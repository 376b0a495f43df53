package coterie.elect.raft;

import static coterie.elect.raft.RaftGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Scribe;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One Raft process among puppets: every rule that keeps two from leading, one by one. */
class RaftRulesTest {
  private static final NodeId SELF = new NodeId(0);
  private static final View MEMBERS = View.numbered(0, 5);
  private static final long GROUP = MEMBERS.fingerprint();
  private static final RaftConfig CONFIG = RaftConfig.paper();
  private static final long LEASE = CONFIG.leaseNanos();

  private final List<Note> notes = new ArrayList<>();
  private Simulation simulation = simulation(0);

  /** P0 is the process under test; P1 to P4 are puppets. Messages take a millisecond. */
  private Simulation simulation(long syncNanos) {
    Setup setup = Setup.standard().withLatency(Latency.parse("1ms")).withSyncNanos(syncNanos);
    Simulation made =
        new Simulation(
            MEMBERS,
            node -> {
              if (node.self().equals(SELF)) {
                node.add("raft", Raft.Msg.class, context -> new Raft(context, MEMBERS, CONFIG));
              } else {
                node.add("raft", Raft.Msg.class, context -> new Puppet<Raft.Msg>(context));
              }
            },
            setup);
    made.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            notes.add(note);
          }
        });
    return made;
  }

  private Raft raft() {
    return simulation.protocol(SELF, Raft.class);
  }

  @SuppressWarnings("unchecked")
  private Puppet<Raft.Msg> puppet(int number) {
    return simulation.protocol(new NodeId(number), Puppet.class);
  }

  /** The puppet says that, and what follows from it happens within two milliseconds. */
  private void say(int number, Raft.Msg message) {
    simulation.call(
        new NodeId(number),
        Puppet.class,
        "say",
        puppet -> {
          puppet(number).say(SELF, message);
          return null;
        });
    simulation.runFor(2 * MILLI);
  }

  /** What the puppet has heard of that kind since the last look. */
  private <T extends Raft.Msg> List<T> heard(int number, Class<T> kind) {
    List<T> found = puppet(number).heard.stream().filter(kind::isInstance).map(kind::cast).toList();
    puppet(number).heard.clear();
    return found;
  }

  private void heartbeat(int number, long term) {
    say(number, new Raft.Heartbeat(GROUP, term, 1));
  }

  private void requestVote(int number, long term) {
    say(number, new Raft.RequestVote(GROUP, term, false));
  }

  /** Lets P0 become the leader of the next term by the votes of P1 and P2. */
  private void elect() {
    simulation.runUntil(
        () -> raft().state().phase() == Raft.Phase.PRE_CANDIDATE, 10 * TimeText.SECOND);
    long term = raft().term() + 1;
    say(1, new Raft.PreVoteReply(GROUP, term, true));
    say(2, new Raft.PreVoteReply(GROUP, term, true));
    say(1, new Raft.Vote(GROUP, term, true));
    say(2, new Raft.Vote(GROUP, term, true));
    assertThat(raft().state()).isEqualTo(new Raft.State(Raft.Phase.LEADER, SELF, term, "3 of 5"));
  }

  private void acknowledge(int number, long round) {
    say(number, new Raft.HeartbeatReply(GROUP, raft().term(), round));
  }

  @Test
  void whoHearsALeaderIgnoresCandidatesForAFullTimeout() {
    simulation.runUntil(140 * MILLI);
    heartbeat(1, 1);
    simulation.runFor(140 * MILLI);
    requestVote(2, 2);
    assertThat(heard(2, Raft.Vote.class)).isEmpty();
    assertThat(raft().term()).isEqualTo(1);
    heartbeat(1, 1);
    simulation.runFor(148 * MILLI);
    requestVote(2, 2);
    assertThat(heard(2, Raft.Vote.class)).containsExactly(new Raft.Vote(GROUP, 2, true));
  }

  @Test
  void whoHearsALeaderRefusesPreVotes() {
    heartbeat(1, 1);
    say(2, new Raft.PreVote(GROUP, 2));
    assertThat(heard(2, Raft.PreVoteReply.class))
        .containsExactly(new Raft.PreVoteReply(GROUP, 1, false));
  }

  @Test
  void whoHasStartedIgnoresCandidatesForAFullTimeout() {
    simulation.runUntil(140 * MILLI);
    requestVote(2, 1);
    assertThat(heard(2, Raft.Vote.class)).isEmpty();
    simulation.runUntil(160 * MILLI);
    requestVote(2, 3);
    assertThat(heard(2, Raft.Vote.class)).hasSize(1);
    simulation.inject(new Fault.Crash(SELF));
    simulation.inject(new Fault.Recover(SELF));
    simulation.runFor(140 * MILLI);
    requestVote(3, 4);
    assertThat(heard(3, Raft.Vote.class)).isEmpty();
  }

  @Test
  void aCandidateForWhomTheLeaderHasMadeWayIsNotMadeToWait() {
    heartbeat(1, 1);
    say(2, new Raft.RequestVote(GROUP, 2, true));
    assertThat(heard(2, Raft.Vote.class)).containsExactly(new Raft.Vote(GROUP, 2, true));
  }

  @Test
  void oneVoteATermAlsoAcrossACrash() {
    simulation.runUntil(150 * MILLI);
    requestVote(1, 7);
    requestVote(2, 7);
    requestVote(1, 7);
    assertThat(heard(1, Raft.Vote.class))
        .containsExactly(new Raft.Vote(GROUP, 7, true), new Raft.Vote(GROUP, 7, true));
    assertThat(heard(2, Raft.Vote.class)).containsExactly(new Raft.Vote(GROUP, 7, false));
    simulation.inject(new Fault.Crash(SELF));
    simulation.inject(new Fault.Recover(SELF));
    simulation.runFor(150 * MILLI);
    requestVote(2, 7);
    assertThat(heard(2, Raft.Vote.class)).containsExactly(new Raft.Vote(GROUP, 7, false));
  }

  @Test
  void aVoteIsSentOnlyOnceItIsDurable() {
    simulation = simulation(20 * MILLI);
    simulation.runUntil(150 * MILLI);
    requestVote(1, 7);
    simulation.runFor(15 * MILLI);
    assertThat(heard(1, Raft.Vote.class)).isEmpty();
    simulation.runFor(10 * MILLI);
    assertThat(heard(1, Raft.Vote.class)).containsExactly(new Raft.Vote(GROUP, 7, true));
  }

  @Test
  void theLeaseCountsFromTheSendingOfAHeartbeatThatAMajorityHasHeard() {
    elect();
    long sent = simulation.now() - 2 * MILLI; // The last vote took a millisecond to arrive.
    simulation.runFor(38 * MILLI);
    acknowledge(1, 1);
    acknowledge(1, 1);
    assertThat(raft().leads()).isFalse();
    acknowledge(3, 1);
    assertThat(raft().leads()).isTrue();
    simulation.runUntil(sent + MILLI + LEASE - 1);
    assertThat(raft().leads()).isTrue();
    simulation.runUntil(sent + MILLI + LEASE);
    assertThat(raft().leads()).isFalse();
    assertThat(notes).contains(new Note.SteppedDown(1));
    assertThat(raft().leader()).isEqualTo(SELF);
  }

  @Test
  void answersToDifferentHeartbeatsMakeAMajorityForTheEarlier() {
    elect();
    simulation.runFor(100 * MILLI);
    acknowledge(1, 3);
    assertThat(raft().leads()).isFalse();
    acknowledge(2, 2);
    assertThat(raft().leads()).isTrue();
    long until = ((Note.Leads) notes.getLast()).untilNanos();
    acknowledge(2, 3);
    assertThat(((Note.Leads) notes.getLast()).untilNanos())
        .isEqualTo(until + CONFIG.heartbeatNanos());
  }

  @Test
  void answersOfAnEarlierTermOrToNoHeartbeatDoNotCount() {
    elect();
    say(1, new Raft.HeartbeatReply(GROUP, 0, 1));
    say(2, new Raft.HeartbeatReply(GROUP, 0, 1));
    acknowledge(1, 99);
    acknowledge(2, 99);
    acknowledge(3, -1);
    assertThat(raft().leads()).isFalse();
  }

  @Test
  void aLeaderWithoutAMajorityStepsDown() {
    elect();
    acknowledge(1, 1);
    acknowledge(2, 1);
    simulation.runFor(CONFIG.timeoutMaxNanos() + CONFIG.heartbeatNanos());
    assertThat(raft().leader()).isNull();
    assertThat(raft().state().phase()).isNotEqualTo(Raft.Phase.LEADER);
    assertThat(notes).contains(new Note.LeaderLost(SELF, 1));
  }

  @Test
  void aLeaderRefusesOthersWhileItLeads() {
    elect();
    acknowledge(1, 1);
    acknowledge(2, 1);
    requestVote(4, 9);
    assertThat(heard(4, Raft.Vote.class)).isEmpty();
    assertThat(raft().leads()).isTrue();
  }

  @Test
  void aHigherTermInAnAnswerEndsALeadership() {
    elect();
    acknowledge(1, 1);
    acknowledge(2, 1);
    say(3, new Raft.HeartbeatReply(GROUP, 4, 1));
    assertThat(raft().leads()).isFalse();
    assertThat(raft().state()).isEqualTo(new Raft.State(Raft.Phase.FOLLOWER, null, 4, null));
  }

  /** Others would otherwise believe for as long as saving takes that it still leads. */
  @Test
  void thatOneLeadsNoMoreIsNotHeldBackByASave() {
    simulation = simulation(20 * MILLI);
    simulation.runUntil(
        () -> raft().state().phase() == Raft.Phase.PRE_CANDIDATE, 10 * TimeText.SECOND);
    say(1, new Raft.PreVoteReply(GROUP, 1, true));
    say(2, new Raft.PreVoteReply(GROUP, 1, true));
    simulation.runFor(20 * MILLI);
    say(1, new Raft.Vote(GROUP, 1, true));
    say(2, new Raft.Vote(GROUP, 1, true));
    acknowledge(1, 1);
    acknowledge(2, 1);
    assertThat(raft().leads()).isTrue();
    say(3, new Raft.HeartbeatReply(GROUP, 4, 1));
    assertThat(notes.subList(notes.size() - 2, notes.size()))
        .containsExactly(new Note.SteppedDown(1), new Note.LeaderLost(SELF, 1));
  }

  @Test
  void thatItsLeaderIsGoneIsNotHeldBackByASave() {
    simulation = simulation(20 * MILLI);
    heartbeat(1, 1);
    simulation.runFor(30 * MILLI);
    assertThat(notes).containsExactly(new Note.Elected(new NodeId(1), 1));
    say(2, new Raft.RequestVote(GROUP, 2, true));
    assertThat(notes.getLast()).isEqualTo(new Note.LeaderLost(new NodeId(1), 1));
  }

  @Test
  void votesOfAnEarlierTermDoNotCount() {
    for (long term = 1; term <= 2; term++) {
      simulation.runUntil(
          () -> raft().state().phase() == Raft.Phase.PRE_CANDIDATE, 10 * TimeText.SECOND);
      say(1, new Raft.PreVoteReply(GROUP, term, true));
      say(2, new Raft.PreVoteReply(GROUP, term, true));
    }
    assertThat(raft().state()).isEqualTo(new Raft.State(Raft.Phase.CANDIDATE, null, 2, "1 of 5"));
    say(1, new Raft.Vote(GROUP, 1, true));
    say(2, new Raft.Vote(GROUP, 1, true));
    say(3, new Raft.Vote(GROUP, 1, true));
    assertThat(raft().state().phase()).isEqualTo(Raft.Phase.CANDIDATE);
  }

  /** The save before it says nothing of this vote, however early the others vote. */
  @Test
  void theOwnVoteCountsOnlyOnceItIsDurableItself() {
    simulation = simulation(20 * MILLI);
    say(1, new Raft.RequestVote(GROUP, 1, true));
    simulation.runFor(8 * MILLI);
    say(1, new Raft.TimeoutNow(GROUP, 1));
    say(1, new Raft.Vote(GROUP, 2, true));
    say(2, new Raft.Vote(GROUP, 2, true));
    simulation.runFor(10 * MILLI);
    assertThat(raft().state()).isEqualTo(new Raft.State(Raft.Phase.CANDIDATE, null, 2, "2 of 5"));
    simulation.runFor(10 * MILLI);
    assertThat(raft().state().phase()).isEqualTo(Raft.Phase.LEADER);
  }

  /** An alarm that was set before the clock slowed down comes early by that clock. */
  @Test
  void whatCountsIsTheClockAndNotTheAlarm() {
    heartbeat(1, 1);
    simulation.inject(new Fault.ClockDrift(SELF, -500_000));
    simulation.runFor(295 * MILLI);
    assertThat(raft().leader()).isEqualTo(new NodeId(1));
    simulation.runFor(700 * MILLI);
    assertThat(raft().leader()).isNull();
  }

  @Test
  void whoMakesWayLeadsNoMoreInThatTermWhateverComesLate() {
    elect();
    acknowledge(1, 1);
    acknowledge(2, 1);
    simulation.call(SELF, Raft.class, "transfer P3", raft -> transferred(raft, 3));
    assertThat(raft().leads()).isFalse();
    simulation.runFor(2 * MILLI);
    assertThat(heard(3, Raft.TimeoutNow.class)).containsExactly(new Raft.TimeoutNow(GROUP, 1));
    acknowledge(1, 1);
    acknowledge(2, 1);
    acknowledge(4, 1);
    assertThat(raft().leads()).isFalse();
  }

  private static Raft transferred(Raft raft, int to) {
    raft.transfer(new NodeId(to));
    return raft;
  }

  @Test
  void askedToStandOneDoesSoAtOnceInTheNextTerm() {
    heartbeat(1, 3);
    say(1, new Raft.TimeoutNow(GROUP, 2));
    assertThat(raft().term()).isEqualTo(3);
    say(1, new Raft.TimeoutNow(GROUP, 3));
    assertThat(heard(2, Raft.RequestVote.class))
        .containsExactly(new Raft.RequestVote(GROUP, 4, true));
  }

  @Test
  void transferTakesAMember() {
    elect();
    assertThatThrownBy(() -> raft().transfer(new NodeId(9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("P9 is not a member");
    raft().transfer(SELF);
    assertThat(raft().state().phase()).isEqualTo(Raft.Phase.LEADER);
  }

  @Test
  void resigningMakesWayForWhoWasHeardLast() {
    elect();
    simulation.runFor(60 * MILLI);
    acknowledge(1, 1);
    acknowledge(3, 2);
    simulation.call(
        SELF,
        Raft.class,
        "resign",
        raft -> {
          raft.resign();
          return null;
        });
    simulation.runFor(2 * MILLI);
    assertThat(heard(3, Raft.TimeoutNow.class)).hasSize(1);
    assertThat(heard(1, Raft.TimeoutNow.class)).isEmpty();
  }

  @Test
  void whoLagsBehindCatchesUp() {
    simulation.runUntil(
        () -> raft().state().phase() == Raft.Phase.PRE_CANDIDATE, 10 * TimeText.SECOND);
    say(1, new Raft.PreVoteReply(GROUP, 6, false));
    assertThat(raft().state()).isEqualTo(new Raft.State(Raft.Phase.FOLLOWER, null, 6, null));
  }

  @Test
  void aStaleLeaderIsToldTheTerm() {
    heartbeat(1, 5);
    heartbeat(2, 4);
    assertThat(heard(2, Raft.HeartbeatReply.class))
        .containsExactly(new Raft.HeartbeatReply(GROUP, 5, 1));
    assertThat(raft().leader()).isEqualTo(new NodeId(1));
  }

  @Test
  void messagesThatNoCorrectMemberSendsAreNotedAndDropped() {
    say(1, new Raft.Heartbeat(GROUP + 1, 1, 1));
    say(1, new Raft.Heartbeat(GROUP, -1, 1));
    say(1, new Raft.Heartbeat(GROUP, Raft.TERM_MAX + 1, 1));
    simulation.call(
        SELF,
        Raft.class,
        "from a stranger",
        raft -> {
          raft.receive(new NodeId(77), new Raft.Heartbeat(GROUP, 1, 1));
          return null;
        });
    assertThat(notes).hasSize(4);
    assertThat(notes.getFirst()).isEqualTo(new Raft.Differed(new NodeId(1)));
    assertThat(notes.subList(1, 4)).allMatch(Note.BadMessage.class::isInstance);
    assertThat(heard(1, Raft.OtherGroup.class)).containsExactly(new Raft.OtherGroup(GROUP, 0));
    assertThat(heard(1, Raft.HeartbeatReply.class)).isEmpty();
    assertThat(raft().term()).isZero();
    elect();
    heartbeat(3, 1);
    assertThat(notes.getLast())
        .isEqualTo(new Note.BadMessage(new NodeId(3), "a second leader in one term"));
  }

  @Test
  void noMessageBringsATermForwardByMoreThanAStep() {
    long far = 3_844_000;
    for (Raft.Msg message :
        List.of(
            new Raft.Heartbeat(GROUP, far, 1),
            new Raft.HeartbeatReply(GROUP, far, 1),
            new Raft.PreVoteReply(GROUP, far, false),
            new Raft.PreVoteReply(GROUP, far, true),
            new Raft.Vote(GROUP, far, false),
            new Raft.TimeoutNow(GROUP, far),
            new Raft.RequestVote(GROUP, far, true))) {
      long before = raft().term();
      say(1, message);
      assertThat(raft().term()).as("%s", message).isBetween(before, before + Raft.TERM_STEP);
      assertThat(raft().leader()).isNull();
    }
    assertThat(heard(1, Raft.Vote.class)).hasSize(1).noneMatch(Raft.Vote::granted);
  }

  @Test
  void requestsForAFarTermMoveNothingWhileALeaderIsHeard() {
    heartbeat(1, 3);
    say(2, new Raft.PreVote(GROUP, 5_000));
    requestVote(2, 5_000);
    assertThat(raft().term()).isEqualTo(3);
  }

  @Test
  void whoHasFallenFarBehindFollowsAfterAFewHeartbeats() {
    for (int round = 1; round <= 4; round++) {
      heartbeat(1, 3_500);
    }
    assertThat(raft().state())
        .isEqualTo(new Raft.State(Raft.Phase.FOLLOWER, new NodeId(1), 3_500, null));
    assertThat(heard(1, Raft.HeartbeatReply.class))
        .extracting(Raft.HeartbeatReply::term)
        .containsExactly(1_000L, 2_000L, 3_000L, 3_500L);
  }

  @Test
  void listenersHearWhatIsNoted() {
    Scribe scribe = new Scribe();
    simulation.start();
    raft().listen(scribe);
    elect();
    acknowledge(1, 1);
    acknowledge(2, 1);
    simulation.runFor(50 * MILLI);
    acknowledge(1, 2);
    acknowledge(2, 2);
    heartbeat(3, 2);
    assertThat(scribe.heard)
        .containsExactly("elected P0 1", "leads 1", "led 1", "lost P0 1", "elected P3 2");
  }
}
