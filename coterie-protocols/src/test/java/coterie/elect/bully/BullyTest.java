package coterie.elect.bully;

import static coterie.elect.ElectionGroup.SCRIPTED;
import static coterie.elect.ElectionGroup.SECOND;
import static coterie.elect.ElectionGroup.STEADY;
import static coterie.elect.ElectionGroup.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.ElectionGroup;
import coterie.elect.Scribe;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bully, situation by situation. Messages take 30 ms; answers may take 2 s, announcements 4 s. */
class BullyTest {
  private static ElectionGroup group(int size, Map<String, String> settings) {
    return group(size, settings, STEADY);
  }

  private static ElectionGroup group(int size, Map<String, String> settings, Setup setup) {
    return ElectionGroup.of(BullyRecipe.RECIPE, size, settings, setup).counting(Bully.Msg.class);
  }

  private static Bully bully(ElectionGroup group, long node) {
    return group.simulation.protocol(id(node), Bully.class);
  }

  /** The fallen one, who notices, who leads then, and after how many milliseconds. */
  @ParameterizedTest
  @CsvSource({"1, 2, 5, 2530", "2, 1, 5, 2530", "3, 1, 5, 2530", "4, 1, 5, 2530", "5, 1, 4, 4530"})
  void documentScenarioWithEachProcessAsTheFallenOne(
      int fallen, int noticer, int leader, long atMillis) {
    ElectionGroup group = group(5, SCRIPTED);
    group.run(2);
    group.crash(fallen);
    group.run(0.5);
    group.notice(noticer);
    group.simulation.runUntil(atMillis * SECOND / 1_000 - 1);
    assertThat(group.notes).noneMatch(note -> note.contains("Elected"));
    group.simulation.runFor(1);
    assertThat(bully(group, leader).leads()).isTrue();
    group.run(0.03);
    group.assertAgreed(leader);
    group.simulation.runUntil(9 * SECOND);
    group.recover(fallen);
    group.run(0.2);
    group.assertAgreed(5);
    assertThat(group.notesOfNext(20)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 25, 51})
  void messagesAreAsManyAsTheFormulasSay(int size) {
    List<Cost> costs = BullyRecipe.RECIPE.costs(size);
    assertThat(messages(size, size - 1)).isEqualTo(costs.getFirst().messages());
    assertThat(messages(size, 1)).isEqualTo(costs.getLast().messages());
  }

  /** What it takes to elect the next highest if that one notices. */
  private static long messages(int size, int noticer) {
    ElectionGroup group = group(size, SCRIPTED);
    group.notice(size);
    group.run(1);
    group.assertAgreed(size);
    group.crash(size);
    long before = group.messages();
    group.notice(noticer);
    group.run(60);
    group.assertAgreed(size - 1);
    return group.messages() - before;
  }

  @Test
  void lostOkMakesTwoLeadersUntilTheHigherOneBullies() {
    ElectionGroup group = group(2, SCRIPTED);
    group.lose((from, to, message) -> message instanceof Bully.Ok || from.equals(id(2)));
    group.notice(1);
    group.run(1.99);
    assertThat(bully(group, 2).leads()).isTrue();
    assertThat(bully(group, 1).leads()).isFalse();
    group.run(0.02);
    assertThat(bully(group, 1).leads()).as("nobody has answered it").isTrue();
    group.lose(null);
    group.run(0.06);
    group.assertAgreed(2);
  }

  @Test
  void lostAnnouncementIsAskedForAgain() {
    ElectionGroup group = group(3, SCRIPTED);
    group.lose((from, to, message) -> message instanceof Bully.Coordinator && to.equals(id(1)));
    group.notice(1);
    group.run(4);
    assertThat(bully(group, 1).state().phase()).isEqualTo(Bully.Phase.WAITING_COORDINATOR);
    group.lose(null);
    group.run(0.2);
    group.assertAgreed(3);
    assertThat(group.notes)
        .anyMatch(note -> note.contains("P1 Campaigned[term=0, reason=no announcement]"));
  }

  /** In the second source document a timeout that nobody stopped began another election. */
  @Test
  void announcementStopsAllTimeouts() {
    ElectionGroup group = group(5, SCRIPTED);
    group.notice(1);
    group.run(1);
    assertThat(group.notesOfNext(100)).isEmpty();
    assertThat(bully(group, 1).state()).isEqualTo(new Bully.State(Bully.Phase.IDLE, id(5), 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"heartbeat", "heartring", "phi", "swim", "vring"})
  void leaderThatDiesWhileAnnouncingIsReplaced(String detector) {
    ElectionGroup group = group(5, Map.of("detector", detector));
    group.run(5);
    group.assertAgreed(5);
    group.crash(5);
    group.lose((from, to, message) -> message instanceof Bully.Coordinator && to.value() <= 2);
    group.simulation.runUntil(() -> bully(group, 4).leads(), 60 * SECOND);
    group.crash(4);
    group.lose(null);
    group.run(40);
    group.assertAgreed(3);
  }

  @Test
  void allNoticingAtOnceCostsNoMoreThanTheLowestNoticing() {
    ElectionGroup group = group(7, SCRIPTED);
    group.crash(7);
    group.members.subList(0, 6).forEach(member -> group.notice(member.value()));
    group.run(20);
    group.assertAgreed(6);
    assertThat(group.messages()).isEqualTo(7 * 6);
    assertThat(group.notes).filteredOn(note -> note.contains("Leads")).hasSize(1);
  }

  @Test
  void noticeDuringAnElectionAndAtTheLeaderDoesNothing() {
    ElectionGroup group = group(3, SCRIPTED);
    group.notice(1);
    int before = group.notes.size();
    group.notice(1);
    assertThat(group.notes).hasSize(before);
    group.run(1);
    int after = group.notes.size();
    group.notice(3);
    assertThat(group.notes).hasSize(after);
  }

  @Test
  void resigningMakesWayForTheNextHighestAtOnce() {
    ElectionGroup group = group(5, Map.of());
    group.run(3);
    group.resign(5);
    group.run(0.07);
    assertThat(bully(group, 4).leads()).isTrue();
    group.assertAgreed(4);
    group.run(60);
    assertThat(bully(group, 4).leads()).as("P5 abstains").isTrue();
    group.crash(4);
    group.run(5);
    group.assertAgreed(5);
  }

  @Test
  void whoResignsWithoutASuccessorStandsAgain() {
    for (int size = 1; size <= 2; size++) {
      ElectionGroup group = group(size, SCRIPTED);
      if (size == 2) {
        group.crash(1);
      }
      group.notice(size);
      group.resign(size);
      group.run(5.9);
      assertThat(bully(group, size).leads()).isFalse();
      group.run(0.2);
      assertThat(bully(group, size).leads()).isTrue();
      assertThat(bully(group, size).term()).isEqualTo(3);
    }
  }

  @Test
  void whoDoesNotLeadCannotResign() {
    ElectionGroup group = group(2, SCRIPTED);
    group.resign(1);
    assertThat(group.notes).isEmpty();
    assertThat(group.messages()).isZero();
  }

  /** The term that was resigned is closed: its announcements come too late. */
  @Test
  void lateAnnouncementOfOneThatResignedIsNotBelieved() {
    ElectionGroup group = group(3, SCRIPTED);
    group.notice(3);
    group.run(1);
    group.resign(3);
    group.run(0.1);
    assertThat(bully(group, 1).leader()).isEqualTo(id(2));
    bully(group, 1).receive(id(3), new Bully.Coordinator(1));
    assertThat(bully(group, 1).leader()).isEqualTo(id(2));
    group.run(10);
    group.assertAgreed(2);
    assertThat(bully(group, 2).leads()).isTrue();
  }

  @Test
  void successorThatMissedTheHigherTermLearnsItFromTheOneThatResigned() {
    ElectionGroup group = group(2, Map.of());
    group.run(1);
    group.lose((from, to, message) -> from.equals(id(2)) && message instanceof Bully.Msg);
    group.resign(2);
    group.run(0.1);
    group.lose(null);
    group.crash(1);
    group.recover(1);
    group.run(3);
    assertThat(bully(group, 1).leads()).as(group.states()).isTrue();
    group.assertAgreed(1);
  }

  /** Two that do not hear each other may lead under one term; who hears both follows the higher. */
  @Test
  void ofTwoLeadersUnderOneTermTheHigherIsFollowed() {
    ElectionGroup group = group(3, SCRIPTED);
    group.inject(new Fault.Cut(id(2), id(3), true));
    group.notice(3);
    group.notice(2);
    group.run(3);
    assertThat(bully(group, 2).state()).isEqualTo(new Bully.State(Bully.Phase.LEADER, id(2), 1));
    assertThat(bully(group, 3).state()).isEqualTo(new Bully.State(Bully.Phase.LEADER, id(3), 1));
    assertThat(bully(group, 1).leader()).isEqualTo(id(3));
    long before = group.messages();
    group.run(60);
    assertThat(group.messages()).isEqualTo(before);
  }

  @Test
  void leaderStaysKnownWhileALowerOneAsks() {
    ElectionGroup group = group(3, SCRIPTED);
    group.notice(3);
    group.run(1);
    group.notice(1);
    group.run(0.03);
    assertThat(bully(group, 2).state())
        .isEqualTo(new Bully.State(Bully.Phase.WAITING_OK, id(3), 1));
    group.run(1);
    assertThat(group.notes).noneMatch(note -> note.contains("P2 LeaderLost"));
  }

  /** Announcements are repeated so rarely here that they cannot be what heals. */
  @Test
  void leaderTellsThoseWhomItsDetectorTrustsAgain() {
    ElectionGroup group = group(2, Map.of("announce", "1h"));
    group.run(1);
    group.inject(new Fault.Cut(id(1), id(2), true));
    group.run(10);
    assertThat(bully(group, 1).leads() && bully(group, 2).leads()).isTrue();
    group.inject(new Fault.HealAll());
    group.run(1);
    group.assertAgreed(2);
  }

  /** The detector told of the suspicion before the announcement came, and will not do so again. */
  @Test
  void lateAnnouncementOfADeadLeaderDoesNotStick() {
    ElectionGroup group = group(2, Map.of());
    group.run(1);
    group.crash(2);
    group.run(5);
    assertThat(bully(group, 1).leads()).isTrue();
    bully(group, 1).receive(id(2), new Bully.Coordinator(99));
    assertThat(bully(group, 1).leader()).isEqualTo(id(2));
    group.run(4 + 2 + 0.1);
    assertThat(bully(group, 1).state()).isEqualTo(new Bully.State(Bully.Phase.LEADER, id(1), 100));
  }

  @Test
  void messagesThatNoCorrectSenderSendsAreNotedAndDropped() {
    ElectionGroup group = group(3, SCRIPTED);
    group.run(1);
    Bully bully = bully(group, 2);
    bully.receive(id(3), new Bully.Election(5));
    bully.receive(id(1), new Bully.Ok(5));
    bully.receive(id(4), new Bully.Coordinator(5));
    bully.receive(id(2), new Bully.Coordinator(5));
    bully.receive(id(3), new Bully.Coordinator(-1));
    bully.receive(id(3), new Bully.Coordinator(Long.MAX_VALUE));
    assertThat(group.notes).hasSize(6).allMatch(note -> note.contains("BadMessage"));
    assertThat(bully.state()).isEqualTo(new Bully.State(Bully.Phase.IDLE, null, 0));
  }

  @Test
  void listenerMayResignAsSoonAsItLeads() {
    ElectionGroup group = group(2, SCRIPTED);
    Bully bully = bully(group, 2);
    Scribe scribe =
        new Scribe() {
          @Override
          public void elected(NodeId leader, long term) {
            super.elected(leader, term);
            bully.resign(); // Does not lead yet.
          }

          @Override
          public void ledFrom(long term) {
            super.ledFrom(term);
            bully.resign();
          }
        };
    bully.listen(scribe);
    group.notice(2);
    group.run(1);
    assertThat(scribe.heard)
        .containsExactly("elected P2 1", "leads 1", "led 1", "lost P2 1", "elected P1 3");
    group.assertAgreed(1);
  }

  @Test
  void timeoutsOfZeroAreRefused() {
    ElectionRecipe recipe = BullyRecipe.RECIPE;
    Settings settings = new Settings(recipe.settings(), Map.of("ok-timeout", "0"));
    assertThatThrownBy(() -> recipe.blueprint(View.numbered(1, 3), settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the timeouts for OK and COORDINATOR must be longer than 0");
  }

  /** A chain of questions and answers must not go on for ever within one instant. */
  @Test
  void instantNetworkElectsAsWell() {
    ElectionGroup group = group(6, Map.of(), Setup.standard().withBytes(true));
    group.run(10);
    group.assertAgreed(6);
    group.crash(6);
    group.run(20);
    group.recover(6);
    group.run(1);
    group.assertAgreed(6);
  }
}
