package coterie.member.swim;

import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.member.Member;
import coterie.member.SwimStatus;
import coterie.recipe.Settings;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What users expect of a membership, each over many seeds (more with -Pdeep) with ten members,
 * delays of 10 to 100 ms and clocks that are up to ten seconds apart. The bounds, in periods of one
 * second, are those that docs/swim.md states.
 */
class SwimSituationsTest {
  private static final int SEEDS = ManySeeds.count(25, 500);
  private static final int SIZE = 10;
  private static final long SETTLED = 20;
  private static final long SECOND = Group.SECOND;

  private static void converged(Consumer<Group> situation) {
    each(true, situation);
  }

  private static void each(boolean isConverged, Consumer<Group> situation) {
    each(SwimConfig.lan(), isConverged, situation);
  }

  private static void each(SwimConfig config, boolean isConverged, Consumer<Group> situation) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Group group = new Group(SIZE, seed, config, isConverged);
      if (isConverged) {
        group.run(SETTLED);
      }
      situation.accept(group);
    }
  }

  @Test
  void allWhoStartTogetherFormOneGroup() {
    each(false, group -> group.awaitAgreement(group.without(), 5));
  }

  @Test
  void newcomerIsKnownToAllThroughAnyContact() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Group group = new Group(SIZE, seed, SwimConfig.lan(), true);
      NodeId newcomer = id(group.random.below(SIZE));
      NodeId contact = id((newcomer.value() + 1 + group.random.below(SIZE - 1)) % SIZE);
      group.inject(new Fault.Crash(newcomer));
      group.awaitAgreement(group.without(newcomer.value()), 20);
      group.run(100); // Longer than a tombstone lasts.
      group.inject(new Fault.Recover(newcomer));
      group.leaveNow(newcomer.value());
      group.call(newcomer.value(), "join", swim -> swim.join(contact));
      group.awaitAgreement(group.without(), 5);
    }
  }

  @Test
  void leaverIsGoneAndDoesNotLookLikeACrash() {
    converged(
        group -> {
          group.call(3, "leave", Swim::leave);
          group.awaitAgreement(group.without(3), 5);
          for (long node : group.without(3)) {
            assertThat(group.swim(node).suspects(id(3))).isFalse();
            Member left = group.swim(node).member(id(3));
            assertThat(left).extracting(Member::status).isEqualTo(SwimStatus.LEFT);
          }
          group.run(10);
          assertThat(group.swim(3).members()).isEmpty();
        });
  }

  @Test
  void leaverComesBackWhenItJoinsAgain() {
    converged(
        group -> {
          group.call(3, "leave", Swim::leave);
          group.run(5.0 + group.random.below(100));
          NodeId contact = id(4 + group.random.below(SIZE - 4));
          group.call(3, "join", swim -> swim.join(contact));
          group.awaitAgreement(group.without(), 5);
          group.staysAgreed(group.without(), 20);
        });
  }

  @Test
  void leaversMayFoundASmallerGroup() {
    converged(
        group -> {
          group.without().forEach(node -> group.call(node, "leave", Swim::leave));
          group.run(10);
          group.call(3, "join", Swim::join);
          List.of(4, 5).forEach(node -> group.call(node, "join", swim -> swim.join(id(3))));
          group.awaitAgreement(Set.of(3L, 4L, 5L), 5);
          group.staysAgreed(Set.of(3L, 4L, 5L), 20);
        });
  }

  @Test
  void leaverIsGoneThoughHalfTheMessagesAreLost() {
    converged(
        group -> {
          group.inject(new Fault.Loss(0.5));
          group.call(3, "leave", Swim::leave);
          group.run(5);
          group.inject(new Fault.Loss(0));
          group.awaitAgreement(group.without(3), 20);
        });
  }

  @Test
  void crashIsKnownToAll() {
    converged(
        group -> {
          group.inject(new Fault.Crash(id(3)));
          group.awaitAgreement(group.without(3), 16);
        });
  }

  @Test
  void crashesOfSeveralAtOnceAreKnownToAll() {
    converged(
        group -> {
          List.of(3, 4, 9).forEach(node -> group.inject(new Fault.Crash(id(node))));
          group.awaitAgreement(group.without(3, 4, 9), 30);
        });
  }

  @Test
  void crashOfTheContactIsKnownToAll() {
    each(
        false,
        group -> {
          group.awaitAgreement(group.without(), 5);
          group.inject(new Fault.Crash(id(0)));
          group.awaitAgreement(group.without(0), 16);
        });
  }

  @Test
  void contactMayCrashWhileOthersJoin() {
    each(
        false,
        group -> {
          group.simulation.runFor(group.random.below(SECOND / 2));
          group.inject(new Fault.Crash(id(0)));
          group.awaitAgreement(group.without(0), 30);
        });
  }

  @Test
  void quickRestartUnderTheSameIdIsTheSameMember() {
    converged(
        group -> {
          group.inject(new Fault.Crash(id(3)));
          group.simulation.runFor(group.random.below(10 * SECOND));
          group.inject(new Fault.Recover(id(3)));
          group.run(12);
          group.staysAgreed(group.without(), 20);
        });
  }

  @Test
  void lateRestartUnderTheSameIdComesBack() {
    converged(
        group -> {
          group.inject(new Fault.Crash(id(3)));
          group.run(30.0 + group.random.below(100));
          group.inject(new Fault.Recover(id(3)));
          group.awaitAgreement(group.without(), 5);
        });
  }

  @Test
  void cutOffNodeIsGoneAndReturnsWithoutJoining() {
    converged(
        group -> {
          group.inject(Fault.Partition.of(List.of(List.of(id(3)))));
          group.awaitAgreement(group.without(3), 16);
          group.run(0.0 + group.random.below(200));
          group.inject(new Fault.HealAll());
          group.awaitAgreement(group.without(), 16);
        });
  }

  @Test
  void partitionSplitsTheGroupAndHealsByItself() {
    converged(SwimSituationsTest::partitionHeals);
  }

  @Test
  void partitionHealsByItselfWithoutLifeguard() {
    Settings off = new Settings(SwimRecipe.RECIPE.settings(), Map.of("lifeguard", "off"));
    each(SwimRecipe.config(off), true, SwimSituationsTest::partitionHeals);
  }

  private static void partitionHeals(Group group) {
    List<NodeId> half = List.of(id(0), id(1), id(3), id(4), id(5));
    group.inject(Fault.Partition.of(List.of(half)));
    group.awaitAgreement(group.without(2, 6, 7, 8, 9), 60);
    group.awaitAgreement(group.without(0, 1, 3, 4, 5), 60);
    group.run(0.0 + group.random.below(200));
    group.inject(new Fault.HealAll());
    group.awaitAgreement(group.without(), 16);
  }

  @Test
  void nodeThatOnlySendsIsGoneAndDisturbsNobody() {
    converged(
        group -> {
          group.inject(new Fault.SendOnly(id(3)));
          group.awaitAgreement(group.without(3), 16);
          group.staysAgreed(group.without(3), 150);
          group.inject(new Fault.HealAll());
          group.awaitAgreement(group.without(), 20);
        });
  }

  @Test
  void nodeThatOnlyReceivesIsGoneUntilItIsHeardAgain() {
    converged(
        group -> {
          group.inject(new Fault.ReceiveOnly(id(3)));
          group.awaitAgreement(group.without(3), 16);
          group.staysAgreed(group.without(3), 100);
          group.inject(new Fault.HealAll());
          group.awaitAgreement(group.without(), 20);
        });
  }

  @Test
  void twoThatCannotTalkToEachOtherBothStay() {
    converged(
        group -> {
          group.inject(new Fault.Cut(id(3), id(5), true));
          group.staysAgreed(group.without(), 100);
        });
  }

  @Test
  void oneWayCutBetweenTwoLosesNobody() {
    converged(
        group -> {
          group.inject(new Fault.Cut(id(3), id(5), false));
          group.staysAgreed(group.without(), 100);
        });
  }

  @Test
  void slowNetworkLosesNobodyForGood() {
    converged(
        group -> {
          group.inject(new Fault.Delay(Latency.parse("uniform:300ms,1500ms")));
          group.run(60);
          group.inject(new Fault.Delay(Group.DELAY));
          group.awaitAgreement(group.without(), 16);
        });
  }

  @Test
  void halfTheMessagesLostForAWhileLosesNobodyForGood() {
    converged(
        group -> {
          group.inject(new Fault.Loss(0.5));
          group.run(60);
          group.inject(new Fault.Loss(0));
          group.awaitAgreement(group.without(), 40);
        });
  }

  @Test
  void pausedMemberComesBack() {
    converged(
        group -> {
          group.inject(new Fault.Pause(id(3)));
          group.run(1.0 + group.random.below(60));
          group.inject(new Fault.Resume(id(3)));
          group.awaitAgreement(group.without(), 16);
        });
  }
}
