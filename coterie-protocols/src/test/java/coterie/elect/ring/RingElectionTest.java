package coterie.elect.ring;

import static coterie.elect.ElectionGroup.SCRIPTED;
import static coterie.elect.ElectionGroup.SECOND;
import static coterie.elect.ElectionGroup.STEADY;
import static coterie.elect.ElectionGroup.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.ElectionGroup;
import coterie.elect.Scribe;
import coterie.recipe.ElectionRecipe;
import coterie.sim.Setup;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may happen while token and announcement are on their way, one thing at a time. */
class RingElectionTest {
  /** Longer than a detector and an election that has to begin anew take together. */
  private static final int BOUND_SECONDS = 8;

  private static ElectionGroup scripted() {
    return ElectionGroup.of(RingRecipe.RECIPE, 5, SCRIPTED, STEADY);
  }

  /** Five that watch each other, of whom the highest leads. */
  private static ElectionGroup watched() {
    ElectionGroup group = ElectionGroup.of(RingRecipe.RECIPE, 5, Map.of(), STEADY);
    group.run(1);
    assertThat(group.agreed(group.members)).contains(id(5));
    return group;
  }

  /** In a lap of five hops of 30 ms each, P2's token is at P4 after 60 ms. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1, 0.14, 0.16, 0.2, 0.25, 0.29})
  void initiatorMayDieOnTheWay(double seconds) {
    for (ElectionGroup group : List.of(scripted(), watched())) {
      group.notice(2);
      group.run(seconds);
      group.crash(2);
      group.run(BOUND_SECONDS);
      group.assertAgreed(5);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.1, 0.14, 0.16, 0.2, 0.25, 0.29})
  void winnerMayDieOnTheWay(double seconds) {
    ElectionGroup group = watched();
    group.notice(2);
    group.run(seconds);
    group.crash(5);
    group.run(BOUND_SECONDS);
    group.assertAgreed(4);
  }

  @Test
  void anyHopMayBeLost() {
    for (int hop = 1; hop < 10; hop++) {
      ElectionGroup group = scripted();
      group.notice(2);
      group.run(0.03 * hop - 0.01);
      group.inject(new Fault.Loss(1));
      group.run(0.03);
      group.inject(new Fault.Loss(0));
      group.run(BOUND_SECONDS);
      group.assertAgreed(5);
    }
  }

  @Test
  void sameLeaderIsAnnouncedToEverybodyAgain() {
    ElectionGroup group = scripted();
    for (int i = 1; i <= 5; i++) {
      group.notice(i);
      group.run(1);
      group.assertAgreed(5);
      assertThat(group.election(id(1)).term()).isEqualTo(i);
    }
  }

  /** P1 stands still while the announcement passes, and what is sent to it is lost. */
  @Test
  void whoMissedAnAnnouncementHearsTheLeadersNext() {
    ElectionGroup group = watched();
    group.notice(2);
    group.run(0.17);
    group.inject(new Fault.SendOnly(id(1)));
    group.run(0.2);
    group.inject(new Fault.HealAll());
    assertThat(group.agreed(group.members)).isEmpty();
    group.run(BOUND_SECONDS);
    group.assertAgreed(5);
  }

  @Test
  void allMayBeginAtOnce() {
    for (ElectionGroup group : List.of(scripted(), watched())) {
      for (int i = 1; i <= 5; i++) {
        group.notice(i);
      }
      group.run(1);
      group.assertAgreed(5);
    }
  }

  @Test
  void oneAloneLeadsAtOnce() {
    ElectionGroup group = ElectionGroup.of(RingRecipe.RECIPE, 1, Map.of(), STEADY);
    group.simulation.start();
    group.assertAgreed(1);
    group.resign(1);
    group.assertAgreed(1);
    assertThat(group.election(id(1)).term()).isEqualTo(2);
  }

  @Test
  void whoMakesWayStandsAgainOnceItsSuccessorIsGone() {
    ElectionGroup group = watched();
    group.resign(5);
    assertThat(group.election(id(5)).leads()).isFalse();
    group.run(1);
    group.assertAgreed(4);
    group.notice(2);
    group.run(1);
    group.assertAgreed(4);
    group.crash(4);
    group.run(BOUND_SECONDS);
    group.assertAgreed(5);
  }

  @Test
  void whoDoesNotLeadCannotMakeWay() {
    ElectionGroup group = watched();
    int before = group.notes.size();
    group.resign(4);
    group.run(1);
    assertThat(group.notes).hasSize(before);
  }

  @Test
  void lastOneLeftLeadsEvenIfItMadeWay() {
    ElectionGroup group = watched();
    group.resign(5);
    group.run(1);
    for (int i = 1; i <= 4; i++) {
      group.crash(i);
    }
    group.run(BOUND_SECONDS);
    group.assertAgreed(5);
  }

  /** P1 and P2 are neighbours on the ring: what P1 hands on passes over P2. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neighboursWhoCannotTalkFollowTheSameLeader(long first) {
    for (boolean bothWays : List.of(true, false)) {
      ElectionGroup group = watched();
      NodeId next = id(first % 5 + 1);
      group.inject(new Fault.Cut(id(first), next, bothWays));
      group.run(20);
      group.notice(first);
      group.run(40);
      assertThat(group.notesOfNext(60)).isEmpty();
      assertThat(group.agreed(group.members)).as(group::states).isPresent();
    }
  }

  /** The token of one that lost may arrive after the winner has announced itself. */
  @Test
  void whereNothingIsLostNoElectionIsBegunAnew() {
    ElectionRecipe recipe = RingRecipe.RECIPE;
    Latency lan = Latency.parse("uniform:200us,1ms");
    for (long seed = 0; seed < 200; seed++) {
      Setup setup = Setup.standard().withSeed(seed).withLatency(lan);
      ElectionGroup group = ElectionGroup.of(recipe, 3, recipe.laboratory(), setup);
      group.run(2 + seed / 1000.0);
      group.crash(3);
      group.run(2);
      group.recover(3);
      group.run(2);
      assertThat(group.notes).as("seed %d", seed).noneMatch(n -> n.contains("no announcement"));
    }
  }

  private static void tell(ElectionGroup group, long node, long from, RingElection.Msg message) {
    group.call(node, RingElection.class, ring -> ring.receive(id(from), message));
  }

  /** All but P2 hold it for the leader, and there is nobody who repeats it. */
  @Test
  void leaderThatDoesNotKnowItHearsOfIt() {
    ElectionGroup group = watched();
    group.inject(new Fault.Loss(1));
    for (long node : List.of(1, 3, 4, 5)) {
      Lap lap = new Lap(id(node % 5 + 1), 1, 100);
      tell(group, node, node % 5 + 1, new RingElection.Announcement(lap, id(2), 9, false));
    }
    group.run(1);
    group.inject(new Fault.Loss(0));
    group.run(3 * 4 + 1);
    group.assertAgreed(2);
  }

  /** P1 answers what is out of date, P2 leaves it without a receipt, and is passed over: once. */
  @Test
  void silenceIsForgivenWhereThereIsADetector() {
    ElectionGroup group = watched();
    List<NodeId> tokensTo = new ArrayList<>();
    group.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
            if (message instanceof RingElection.Token) {
              tokensTo.add(to);
            }
          }
        });
    group.notice(1);
    group.run(1);
    group.inject(new Fault.Cut(id(1), id(2), false));
    Lap lap = new Lap(id(5), 1, 100);
    tell(group, 1, 5, new RingElection.Announcement(lap, id(5), 1, false));
    group.run(1.2);
    group.inject(new Fault.HealAll());
    group.notice(1);
    group.run(0.3);
    group.assertAgreed(5);
    assertThat(tokensTo).filteredOn(id(2)::equals).hasSize(2);
  }

  /** Some detectors do not suspect whom they have never met; here nobody is suspected ever. */
  @Test
  void leadersFindEachOtherPastTheDeadWhomNobodySuspects() {
    View view = View.numbered(1, 4);
    RingElection.Config config = new RingElection.Config(2 * SECOND, 4 * SECOND);
    Blueprint blueprint =
        node ->
            node.add(
                "ring",
                RingElection.Msg.class,
                context -> new RingElection(context, view, new Oracle(), config));
    ElectionGroup group = new ElectionGroup(4, blueprint, STEADY);
    group.run(1);
    group.crash(2);
    group.crash(4);
    group.inject(new Fault.Cut(id(1), id(3), true));
    group.notice(1);
    group.notice(3);
    group.run(20);
    assertThat(group.up()).allMatch(node -> group.election(node).leads());
    group.inject(new Fault.HealAll());
    group.run(2 * 4 + 3);
    assertThat(group.agreed(group.up())).as(group::states).isPresent();
  }

  /** A lap takes 1.5 s, a timeout 0.3 s. */
  @Test
  void longRingGetsTheTimeItTakes() {
    ElectionRecipe recipe = RingRecipe.RECIPE;
    ElectionGroup group = ElectionGroup.of(recipe, 51, recipe.laboratory(), STEADY);
    group.run(20);
    group.assertAgreed(51);
  }

  @Test
  void listenersHearWhatIsNoted() {
    ElectionGroup group = scripted();
    Scribe scribe =
        new Scribe() {
          @Override
          public void ledFrom(long term) {
            super.ledFrom(term);
            // To make way as soon as one leads must not confuse anybody.
            group.election(id(5)).resign();
          }
        };
    group.election(id(5)).listen(scribe);
    group.notice(2);
    group.run(BOUND_SECONDS);
    assertThat(scribe.heard)
        .containsExactly("elected P5 1", "leads 1", "led 1", "lost P5 1", "elected P4 2");
    group.assertAgreed(4);
  }
}
