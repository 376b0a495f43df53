package coterie.mutex.lease;

import static coterie.mutex.lease.LeaseGroup.MILLI;
import static coterie.mutex.lease.LeaseGroup.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries.End;
import coterie.sim.check.mutex.Entries.Entry;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The rules of leased locks, one by one, in a group of three whose messages take a millisecond. */
class LeaseLockTest {
  private static final LeaseConfig CONFIG = LeaseConfig.laboratory();
  private static final long LEASE = CONFIG.leaseNanos();
  private static final long GROUP = View.numbered(0, 3).fingerprint();

  private final LeaseGroup group = LeaseGroup.scripted(3);

  /** The one that leads first, and the two others. */
  private final long leader;

  private final long one;
  private final long other;

  LeaseLockTest() {
    group.runFor(TimeText.SECOND);
    NodeId found = group.leader();
    leader = found == null ? -1 : found.value();
    one = (leader + 1) % 3;
    other = (leader + 2) % 3;
    assertThat(group.raft(leader).term()).isEqualTo(1);
  }

  private void acquire(long node) {
    group.call(node, locks -> locks.acquire("a"));
  }

  private void release(long node) {
    group.call(node, locks -> locks.release("a"));
  }

  private boolean holds(long node) {
    return group.at(node).holds("a");
  }

  private long token(long node) {
    return group.at(node).lock("a").token();
  }

  private void step() {
    group.runFor(10 * MILLI);
  }

  private Entry last() {
    return group.judge.entries().getLast();
  }

  @Test
  void aFreeLockIsGrantedAtOnceWithATokenOfTermAndNumber() {
    acquire(one);
    step();
    assertThat(holds(one)).isTrue();
    assertThat(token(one)).isEqualTo(Grants.GRANTS_MAX + 1);
    assertThat(last().messages()).isEqualTo(2);
    release(one);
    step();
    assertThat(holds(one)).isFalse();
    assertThat(last().messages()).isEqualTo(4);
  }

  @Test
  void theLeaderItselfTakesNoMessages() {
    acquire(leader);
    step();
    assertThat(holds(leader)).isTrue();
    release(leader);
    step();
    assertThat(last().end()).isEqualTo(End.RELEASED);
    assertThat(last().messages()).isZero();
  }

  @Test
  void theLineIsServedInTheOrderOfRequests() {
    acquire(other);
    step();
    acquire(leader);
    step();
    acquire(one);
    step();
    release(other);
    step();
    assertThat(holds(leader)).isTrue();
    assertThat(group.at(one).lock("a").holder()).isEqualTo(id(other)); // As it was told then.
    release(leader);
    step();
    assertThat(holds(one)).isTrue();
    assertThat(token(one)).isEqualTo(Grants.GRANTS_MAX + 3);
    assertThat(group.wrong).isEmpty();
  }

  @Test
  void whoWaitsKnowsTheHolder() {
    acquire(other);
    step();
    acquire(one);
    step();
    assertThat(group.at(one).lock("a").holder()).isEqualTo(id(other));
    assertThat(group.at(other).lock("a").holder()).isEqualTo(id(other));
    assertThat(group.at(leader).lock("a").holder()).isNull();
  }

  @Test
  void locksOfDifferentNamesDoNotMindEachOther() {
    acquire(one);
    group.call(other, locks -> locks.acquire("b"));
    group.call(one, locks -> locks.acquire("c"));
    step();
    assertThat(holds(one)).isTrue();
    assertThat(group.at(other).holds("b")).isTrue();
    assertThat(group.at(one).state().held()).containsExactly("a", "c");
  }

  @Test
  void aLockIsHeldForAsLongAsItIsRenewed() {
    acquire(one);
    group.runFor(20 * LEASE);
    assertThat(holds(one)).isTrue();
    acquire(other);
    group.runFor(20 * LEASE);
    assertThat(holds(one)).isTrue();
    release(one);
    step();
    assertThat(holds(other)).isTrue();
  }

  // ---- who does not wait, or not for ever

  @Test
  void aTryIsAnsweredAtOnce() {
    group.call(one, locks -> locks.tryAcquire("a"));
    step();
    assertThat(holds(one)).isTrue();
    group.call(other, locks -> locks.tryAcquire("a"));
    step();
    assertThat(last().end()).isEqualTo(End.GAVE_UP);
    release(one);
    step();
    assertThat(holds(other)).isFalse();
    group.call(other, locks -> locks.tryAcquire("a"));
    step();
    assertThat(holds(other)).isTrue();
  }

  @Test
  void aTryWithoutALeaderGivesUpAfterALease() {
    group.inject(Fault.Partition.of(List.of(List.of(id(one)))));
    group.runFor(TimeText.SECOND);
    group.call(one, locks -> locks.tryAcquire("a"));
    group.runFor(LEASE);
    assertThat(last().end()).isEqualTo(End.GAVE_UP);
  }

  @Test
  void whoseTimeIsUpHasLeftTheLine() {
    acquire(one);
    step();
    group.call(other, locks -> locks.acquire("a", 300 * MILLI));
    step();
    acquire(leader);
    group.runFor(300 * MILLI);
    assertThat(group.judge.entries().get(1).end()).isEqualTo(End.GAVE_UP);
    release(one);
    step();
    assertThat(holds(leader)).isTrue();
    assertThat(group.at(leader).state().clients()).isEqualTo(1);
  }

  @Test
  void whoCancelsHasLeftTheLineAndMayAskAgain() {
    acquire(one);
    step();
    acquire(other);
    step();
    acquire(leader);
    step();
    group.call(other, locks -> assertThat(locks.cancel("a")).isTrue());
    group.call(other, locks -> assertThat(locks.cancel("a")).isFalse());
    acquire(other);
    step();
    release(one);
    step();
    assertThat(holds(leader)).isTrue();
    release(leader);
    step();
    assertThat(holds(other)).isTrue();
    assertThat(group.wrong).isEmpty();
  }

  // ---- crashes of clients

  @Test
  void aHolderThatDiesFreesTheLockALeaseAfterItsLastWord() {
    acquire(one);
    step();
    group.inject(new Fault.Crash(id(one)));
    group.runFor(200 * MILLI); // So that no word of the other comes when the lease ends.
    acquire(other);
    group.runFor(LEASE - 230 * MILLI);
    assertThat(holds(other)).isFalse();
    group.runFor(40 * MILLI);
    assertThat(holds(other)).isTrue();
  }

  @Test
  void aClientThatDiesInLineIsRemoved() {
    acquire(one);
    step();
    acquire(other);
    step();
    acquire(leader);
    group.inject(new Fault.Crash(id(other)));
    group.runFor(LEASE);
    assertThat(group.at(leader).state().clients()).isEqualTo(2);
    release(one);
    step();
    assertThat(holds(leader)).isTrue();
  }

  /** Its earlier life may still run elsewhere, cut off, and be inside by its own clock. */
  @Test
  void aLaterLifeOfTheHolderWaitsUntilTheEarlierLeaseIsOver() {
    acquire(one);
    step();
    long before = token(one);
    group.inject(new Fault.Crash(id(one)));
    group.inject(new Fault.Recover(id(one)));
    acquire(one);
    group.runFor(LEASE - 20 * MILLI);
    assertThat(holds(one)).isFalse();
    group.runFor(700 * MILLI); // It may first ask a voter that does not lead.
    assertThat(holds(one)).isTrue();
    assertThat(token(one)).isGreaterThan(before);
    assertThat(group.wrong).isEmpty();
  }

  @Test
  void whatALaterLifeGivesBackIsNotWhatTheEarlierOneHolds() {
    acquire(one);
    step();
    LeaseLock locks = group.at(leader);
    group.call(leader, own -> own.receive(id(one), new LeaseLock.Release("a", 2, 1)));
    acquire(other);
    step();
    assertThat(locks.state().clients()).isEqualTo(2);
    assertThat(holds(one)).isTrue();
    assertThat(holds(other)).isFalse();
  }

  @Test
  void anEarlierLifeIsNotHeardOnceALaterOneIsInside() {
    LeaseLock locks = group.at(leader);
    group.call(
        leader,
        own -> {
          locks.receive(id(one), new LeaseLock.Ask("a", 2, 1, 0, 0, false, GROUP, 0));
          locks.receive(id(one), new LeaseLock.Ask("a", 1, 9, 0, 0, false, GROUP, 0));
        });
    assertThat(locks.state().clients()).isEqualTo(1);
  }

  @Test
  void aHolderThatIsCutOffKnowsThatItHasLostBeforeAnotherEnters() {
    acquire(one);
    step();
    acquire(other);
    step();
    group.inject(Fault.Partition.of(List.of(List.of(id(one)))));
    group.runLooking(2 * LEASE);
    assertThat(group.notes)
        .containsSubsequence("P%d LostLock".formatted(one), "P%d Entered".formatted(other));
    assertThat(group.wrong).isEmpty();
    assertThat(holds(other)).isTrue();
  }

  // ---- crashes of the leader

  @Test
  void aHolderKeepsItsLockWhenTheLeaderDies() {
    acquire(one);
    step();
    acquire(other);
    step();
    long token = token(one);
    group.inject(new Fault.Crash(id(leader)));
    group.runLooking(3 * LEASE);
    assertThat(holds(one)).isTrue();
    assertThat(token(one)).isEqualTo(token);
    release(one);
    group.runLooking(TimeText.SECOND);
    assertThat(holds(other)).isTrue();
    assertThat(token(other)).isGreaterThan(token);
    assertThat(group.wrong).isEmpty();
  }

  @Test
  void aNewLeaderLetsNobodyInBeforeALeaseIsOver() {
    acquire(one);
    step();
    group.inject(new Fault.Crash(id(leader)));
    group.simulation.runUntil(() -> group.leader() != null, 10 * TimeText.SECOND);
    long ledFrom = group.simulation.now();
    release(one);
    group.runFor(200 * MILLI);
    acquire(other);
    group.simulation.runUntil(() -> holds(other), 20 * TimeText.SECOND);
    assertThat(group.simulation.now() - ledFrom).isBetween(LEASE, LEASE + 10 * MILLI);
  }

  @Test
  void aLeaderThatWasOnlyCutOffForAMomentGoesOn() {
    acquire(one);
    step();
    acquire(other);
    step();
    group.inject(Fault.Partition.of(List.of(List.of(id(leader)))));
    group.runFor(120 * MILLI);
    group.inject(new Fault.HealAll());
    group.runFor(500 * MILLI);
    assertThat(group.leader()).isEqualTo(id(leader));
    release(one);
    group.runFor(600 * MILLI);
    assertThat(holds(other)).isTrue();
  }

  /** It has not heard of the leader in between, and must wait all the same. */
  @Test
  void aLeaderThatLeadsAgainInALaterTermWaitsAsWell() {
    int again = 0;
    for (long seed = 1; seed <= 40; seed++) {
      Setup setup = Setup.standard().withSeed(seed).withLatency(Latency.parse("1ms"));
      LeaseGroup three = LeaseGroup.scripted(3, setup, LeaseGroup.SOUND);
      three.runFor(TimeText.SECOND);
      NodeId first = Objects.requireNonNull(three.leader());
      three.inject(Fault.Partition.of(List.of(List.of(first))));
      three.runFor(4 * TimeText.SECOND);
      NodeId second = Objects.requireNonNull(three.leader());
      NodeId third = id(3 - first.value() - second.value());
      three.call(third.value(), locks -> locks.acquire("a"));
      three.runFor(TimeText.SECOND);
      assertThat(three.at(third.value()).holds("a")).isTrue();
      three.inject(new Fault.Crash(second));
      three.inject(new Fault.HealAll());
      three.simulation.runUntil(() -> three.leader() != null, three.simulation.now() + LEASE);
      again += first.equals(three.leader()) ? 1 : 0;
      three.call(first.value(), locks -> locks.acquire("a"));
      three.runLooking(2 * LEASE);
      assertThat(three.wrong).isEmpty();
      assertThat(three.at(third.value()).holds("a")).isTrue();
    }
    assertThat(again).isPositive();
  }

  @Test
  void whoIsNotKnownAsTheHolderIsRefusedOnceAllLeasesAreOver() {
    LeaseLock locks = group.at(leader);
    group.call(
        leader, own -> locks.receive(id(one), new LeaseLock.Ask("a", 1, 1, 7, 0, false, GROUP, 0)));
    assertThat(locks.state().clients()).isZero();
    acquire(other);
    step();
    assertThat(holds(other)).isTrue();
  }

  /** A word that is late may come before or after that of the true holder. */
  @Test
  void theGreatestTokenKeepsTheLock() {
    group.inject(new Fault.Crash(id(leader)));
    group.simulation.runUntil(() -> group.leader() != null, 10 * TimeText.SECOND);
    long next = Objects.requireNonNull(group.leader()).value();
    LeaseLock locks = group.at(next);
    LeaseLock.Ask low = new LeaseLock.Ask("a", 1, 1, 1_000_000_003, 0, false, GROUP, 0);
    LeaseLock.Ask high = new LeaseLock.Ask("a", 1, 1, 1_000_000_005, 0, false, GROUP, 0);
    LeaseLock.Ask future = new LeaseLock.Ask("a", 1, 1, 2_000_000_001, 0, false, GROUP, 0);
    group.call(
        next,
        own -> {
          locks.receive(id(one), low);
          locks.receive(id(other), high);
          locks.receive(id(one), low);
          locks.receive(id(leader), future);
        });
    assertThat(group.kept)
        .containsExactly(
            "P%d keeps 1000000003".formatted(one), "P%d keeps 1000000005".formatted(other));
    assertThat(locks.state().clients()).isEqualTo(1);
  }

  @Test
  void whoLeadsNoMoreLetsNobodyInWhenItsWaitIsOver() {
    group.inject(new Fault.Crash(id(leader)));
    group.simulation.runUntil(() -> group.leader() != null, 10 * TimeText.SECOND);
    long next = Objects.requireNonNull(group.leader()).value();
    acquire(next);
    step();
    group.inject(Fault.Partition.of(List.of(List.of(id(next)))));
    group.runFor(3 * LEASE);
    assertThat(holds(next)).isFalse();
  }

  // ---- what lapses

  /** Lets only the Asks of the one through, so that it loses what the leader takes for renewed. */
  private void loseWhileTheLeaderHears() {
    acquire(one);
    step();
    acquire(other);
    step();
    group.inject(new Fault.Cut(id(leader), id(one), false));
    group.runFor(CONFIG.heldNanos());
    assertThat(holds(one)).isFalse();
  }

  @Test
  void whoLosesALeaseLetsItRunOut() {
    loseWhileTheLeaderHears();
    assertThat(group.notes).endsWith("P%d LostLock".formatted(one));
    group.runFor(CONFIG.pauseNanos());
    assertThat(holds(other)).isFalse();
    group.runFor(LEASE);
    assertThat(holds(other)).isTrue();
  }

  @Test
  void whoAsksAnewAfterALossLetsTheLeaseRunOutFirst() {
    loseWhileTheLeaderHears();
    group.inject(new Fault.HealAll());
    acquire(one);
    group.runFor(CONFIG.pauseNanos());
    assertThat(holds(other)).isFalse();
    group.runFor(2 * LEASE);
    assertThat(holds(other)).isTrue();
    release(other);
    group.runFor(LEASE);
    assertThat(holds(one)).isTrue();
  }

  @Test
  void whatIsAbandonedIsFreeWhenItsLeaseHasRunOut() {
    acquire(one);
    step();
    acquire(other);
    group.call(one, locks -> locks.abandon("a"));
    assertThat(holds(one)).isFalse();
    group.call(one, locks -> locks.tryAcquire("a"));
    group.call(one, locks -> locks.acquire("a", 10 * MILLI));
    group.runFor(CONFIG.heldNanos() + CONFIG.pauseNanos());
    assertThat(holds(other)).isFalse();
    assertThat(group.at(one).isIdle()).isTrue();
    group.runFor(LEASE);
    assertThat(holds(other)).isTrue();
  }

  @Test
  void whatIsAbandonedCanStillBeReleased() {
    acquire(one);
    step();
    acquire(other);
    group.call(one, locks -> locks.abandon("a"));
    step();
    assertThat(holds(other)).isFalse();
    release(one);
    step();
    assertThat(holds(other)).isTrue();
    assertThat(group.wrong).isEmpty();
  }

  // ---- lost and late messages

  @Test
  void aReleaseIsSaidUntilItIsHeard() {
    acquire(one);
    step();
    acquire(other);
    step();
    group.inject(new Fault.Cut(id(one), id(leader), false));
    release(one);
    group.runFor(100 * MILLI);
    assertThat(holds(other)).isFalse();
    group.inject(new Fault.HealAll());
    group.runFor(CONFIG.renewNanos());
    assertThat(holds(other)).isTrue();
  }

  @Test
  void aGrantIsRepeatedUntilItIsHeard() {
    group.inject(new Fault.Cut(id(leader), id(one), false));
    acquire(one);
    step();
    group.inject(new Fault.HealAll());
    group.runFor(2 * CONFIG.renewNanos());
    assertThat(holds(one)).isTrue();
    assertThat(token(one)).isEqualTo(Grants.GRANTS_MAX + 1);
  }

  @Test
  void aGrantThatComesAfterItsLeaseIsNotUsed() {
    group.inject(Fault.Partition.of(List.of(List.of(id(one)))));
    acquire(one);
    long at = group.simulation.clockNanos(id(one));
    group.runFor(CONFIG.heldNanos() + MILLI);
    LeaseLock.Grant late = new LeaseLock.Grant("a", 1, 1, 1_000_000_001, at, LEASE);
    group.call(one, locks -> locks.receive(id(leader), late));
    assertThat(group.notes).containsExactly("P%d Wanted".formatted(one));
    LeaseLock.Grant early = new LeaseLock.Grant("a", 1, 1, 1_000_000_001, at + 600 * MILLI, LEASE);
    group.call(one, locks -> locks.receive(id(leader), early));
    assertThat(holds(one)).isTrue();
  }

  @Test
  void aGrantWithAnotherTokenRenewsNothing() {
    acquire(one);
    step();
    group.inject(Fault.Partition.of(List.of(List.of(id(one)))));
    group.runFor(CONFIG.renewNanos() + 100 * MILLI); // It has asked again, and nobody has heard it.
    long at = group.simulation.clockNanos(id(one)) - 200 * MILLI;
    LeaseLock.Grant odd = new LeaseLock.Grant("a", 1, 1, token(one) + 1, at, LEASE);
    group.call(one, locks -> locks.receive(id(leader), odd));
    group.runFor(CONFIG.heldNanos() - CONFIG.renewNanos());
    assertThat(holds(one)).isFalse();
  }

  @Test
  void whoIsRefusedWhatItLastAskedForHasLost() {
    acquire(one);
    long at = group.simulation.clockNanos(id(one));
    step();
    group.call(one, locks -> locks.receive(id(leader), new LeaseLock.Refuse("a", 1, 1, at - 1)));
    assertThat(holds(one)).isTrue();
    group.call(one, locks -> locks.receive(id(leader), new LeaseLock.Refuse("a", 1, 1, at)));
    assertThat(group.notes).endsWith("P%d LostLock".formatted(one));
  }

  @Test
  void aGrantFromTheFutureOrOfAnotherLifeLetsNobodyIn() {
    group.inject(Fault.Partition.of(List.of(List.of(id(one)))));
    acquire(one);
    long at = group.simulation.clockNanos(id(one));
    LeaseLock.Grant future = new LeaseLock.Grant("a", 1, 1, 1_000_000_001, at + 1, LEASE);
    LeaseLock.Grant earlierLife = new LeaseLock.Grant("a", 0, 1, 1_000_000_001, at, LEASE);
    group.call(one, locks -> locks.receive(id(leader), future));
    group.call(one, locks -> locks.receive(id(leader), earlierLife));
    assertThat(holds(one)).isFalse();
    assertThat(group.wrong).hasSize(1).allMatch(what -> what.contains("BadMessage"));
  }

  @Test
  void aGrantThatNobodyWantsIsGivenBack() {
    group.inject(new Fault.Delay(Latency.parse("400ms")));
    acquire(one);
    group.runFor(500 * MILLI); // Granted, but the grant is still on its way.
    group.call(one, locks -> locks.cancel("a"));
    group.inject(new Fault.Cut(id(one), id(leader), false)); // Nor is the word of it heard.
    group.runFor(350 * MILLI);
    group.inject(new Fault.HealAll());
    group.runFor(TimeText.SECOND);
    assertThat(group.at(leader).state().clients()).isZero();
    assertThat(holds(one)).isFalse();
  }

  // ---- bad input

  @Test
  void whatCannotBeIsSaidAndHarmsNothing() {
    LeaseLock locks = group.at(one);
    assertThatThrownBy(() -> release(one))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("P%d does not hold a; only who has entered can release it".formatted(one));
    acquire(one);
    step();
    assertThatThrownBy(() -> acquire(one))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("holds a already");
    assertThatThrownBy(() -> locks.acquire("b", 0)).hasMessageContaining("longer than 0 s");
    assertThatThrownBy(() -> locks.lock("")).hasMessageContaining("1 to 200 characters");
    assertThatThrownBy(() -> locks.lock("x".repeat(201))).hasMessageContaining("not 201");
    assertThat(holds(one)).isTrue();
    release(one);
    step();
    acquire(other);
    step();
    assertThat(holds(other)).isTrue();
  }

  @Test
  void aLeaseThatDriftAndPausesEatUpIsRefused() {
    assertThatThrownBy(() -> new LeaseConfig(300 * MILLI, 100 * MILLI, 200 * MILLI, 10_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a lease of 0.3 s leaves its holder 0.096")
        .hasMessageContaining("longer than the 0.1 s");
    assertThatThrownBy(() -> new LeaseConfig(LEASE, 0, 0, 0)).hasMessageContaining("more than 0");
    assertThatThrownBy(() -> new LeaseConfig(LEASE, 1, -1, 0)).hasMessageContaining("shorter");
    assertThatThrownBy(() -> new LeaseConfig(LEASE, 1, 0, 600_000)).hasMessageContaining("500000");
  }

  @Test
  void strangersAndNamelessLocksAreCountedAndDropped() {
    List<String> before = new ArrayList<>(group.wrong);
    LeaseLock locks = group.at(leader);
    group.call(
        leader,
        own -> {
          locks.receive(id(77), new LeaseLock.Ask("a", 1, 1, 0, 0, false, GROUP, 0));
          locks.receive(id(one), new LeaseLock.Ask("", 1, 1, 0, 0, false, GROUP, 0));
          locks.receive(id(one), new LeaseLock.Grant("a", 9, 1, 1, 0, LEASE));
        });
    assertThat(group.wrong)
        .hasSize(before.size() + 3)
        .allMatch(what -> what.contains("BadMessage"));
    assertThat(locks.state().clients()).isZero();
  }

  @Test
  void aGroupOfOneWorks() {
    LeaseGroup alone = LeaseGroup.scripted(1);
    alone.runFor(TimeText.SECOND);
    alone.call(0, locks -> locks.acquire("a"));
    alone.runFor(MILLI);
    assertThat(alone.at(0).holds("a")).isTrue();
    alone.call(0, locks -> locks.release("a"));
    alone.runFor(MILLI);
    assertThat(alone.at(0).state().clients()).isZero();
    assertThat(alone.judge.messages()).isZero();
  }

  @Test
  void aVoterTakesPartInTheElection() {
    LeaseGroup.Maker maker =
        (context, members, election, config) ->
            new LeaseLock(context, members, members, null, config);
    LeaseGroup odd = LeaseGroup.scripted(2, Setup.standard(), maker);
    assertThatThrownBy(odd.simulation::start).hasMessageContaining("takes part in the election");
  }

  @Test
  void votersAreMembers() {
    LeaseGroup.Maker maker =
        (context, members, election, config) ->
            new LeaseLock(context, members, View.numbered(1, 3), election, config);
    LeaseGroup odd = LeaseGroup.scripted(3, Setup.standard(), maker);
    assertThatThrownBy(odd.simulation::start)
        .hasMessageContaining("P3 is to vote and is not a member");
  }

  @Test
  void whoIsNoMemberIsTold() {
    LeaseGroup.Maker maker =
        (context, members, election, config) ->
            new LeaseLock(context, View.numbered(1, 2), View.numbered(1, 2), election, config);
    LeaseGroup odd = LeaseGroup.scripted(3, Setup.standard(), maker);
    assertThatThrownBy(odd.simulation::start).hasMessageContaining("P0 is not a member of");
  }
}
