package coterie.sim.check.elect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.elect.Elections.Election;
import coterie.sim.check.elect.Elections.TwoLeaders;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The judge of elections, on three processes that note whatever they are told to. */
class ElectionsTest {
  record Word() implements Message {}

  /** Of a detector below the election: it does not count. */
  record Beat() implements Message {}

  private static final class Beating implements Protocol<Beat> {
    private final Context<Beat> context;

    Beating(Context<Beat> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Beat message) {}
  }

  private static final class Puppet implements Protocol<Word> {
    private final Context<Word> context;

    Puppet(Context<Word> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Word message) {}

    Puppet campaign(long term, String reason) {
      context.note(new Note.Campaigned(term, reason));
      return this;
    }

    Puppet knows(int leader, long term) {
      context.note(new Note.Elected(id(leader), term));
      return this;
    }

    Puppet loses(int leader, long term) {
      context.note(new Note.LeaderLost(id(leader), term));
      return this;
    }

    Puppet leads(long term) {
      context.note(new Note.Leads(term, Long.MAX_VALUE));
      return this;
    }

    /** For so long by its own clock. */
    Puppet leadsFor(long term, String time) {
      context.note(new Note.Leads(term, context.nowNanos() + TimeText.parse(time)));
      return this;
    }

    Puppet stepsDown(long term) {
      context.note(new Note.SteppedDown(term));
      return this;
    }

    Puppet sends(int count) {
      for (int i = 0; i < count; i++) {
        context.send(id(2), new Word());
      }
      return this;
    }
  }

  private record Puppets(boolean isFenced) implements ElectionRecipe {
    @Override
    public String name() {
      return "puppets";
    }

    @Override
    public String summary() {
      return "notes what it is told";
    }

    @Override
    public Class<? extends Message> family() {
      return Word.class;
    }

    @Override
    public List<Cost> costs(int nodes) {
      return List.of();
    }

    @Override
    public Map<String, String> laboratory() {
      return Map.of();
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return node -> {
        node.add("beating", Beat.class, Beating::new);
        node.add("puppet", Word.class, Puppet::new);
      };
    }
  }

  private Simulation simulation = simulation();
  private Elections judge = new Elections(simulation, new Puppets(true));

  private static Simulation simulation() {
    View members = View.numbered(0, 3);
    Puppets puppets = new Puppets(true);
    Blueprint blueprint = puppets.blueprint(members, new Settings(puppets.settings(), Map.of()));
    Setup setup = Setup.standard().withLatency(Latency.parse("10ms"));
    return new Simulation(members, blueprint, setup);
  }

  private void unfenced() {
    simulation = simulation();
    judge = new Elections(simulation, new Puppets(false));
  }

  private Puppet on(int node) {
    return simulation.protocol(id(node), Puppet.class);
  }

  private void at(String time) {
    simulation.runUntil(TimeText.parse(time));
  }

  private void crash(int node) {
    simulation.inject(new Fault.Crash(id(node)));
  }

  private void recover(int node) {
    simulation.inject(new Fault.Recover(id(node)));
  }

  private void all(int leader, long term) {
    simulation.start();
    for (int i = 0; i < 3; i++) {
      if (simulation.isUp(id(i))) {
        on(i).knows(leader, term);
      }
    }
  }

  private static NodeId id(int node) {
    return new NodeId(node);
  }

  private static long nanos(String time) {
    return TimeText.parse(time);
  }

  private static Election held(
      String from, String reason, String to, int leader, long term, long messages) {
    return held(from, reason, to, to, leader, term, messages);
  }

  private static Election held(
      String from, String reason, String led, String to, int leader, long term, long messages) {
    return new Election(nanos(from), reason, nanos(led), nanos(to), id(leader), term, messages);
  }

  private static Election open(String from, String reason, long messages) {
    return new Election(nanos(from), reason, null, null, null, null, messages);
  }

  // ---- agreement

  @Test
  void groupAgreesOnceAllKnowALeaderThatLeads() {
    on(0).knows(1, 1);
    on(1).knows(1, 1);
    on(2).knows(1, 1);
    assertThat(judge.agrees()).as("P1 does not lead yet").isFalse();
    on(1).leads(1);
    assertThat(judge.agrees()).isTrue();
    assertThat(judge.leader()).isEqualTo(id(1));
    on(2).loses(1, 1);
    assertThat(judge.agrees()).isFalse();
    assertThat(judge.leader()).isNull();
    on(2).knows(2, 2);
    assertThat(judge.agrees()).as("P2 knows another one").isFalse();
    on(2).knows(1, 1);
    assertThat(judge.agrees()).isTrue();
  }

  @Test
  void crashOfTheLeaderEndsAgreementAndThatOfAFollowerDoesNot() {
    all(1, 1);
    on(1).leads(1);
    crash(2);
    assertThat(judge.leader()).isEqualTo(id(1));
    recover(2);
    assertThat(judge.agrees()).as("P2 has forgotten it").isFalse();
    on(2).knows(1, 1);
    assertThat(judge.agrees()).isTrue();
    crash(1);
    assertThat(judge.agrees()).isFalse();
  }

  @Test
  void crashOfTheOnlyOneWhoDisagreesBringsAgreement() {
    all(1, 1);
    on(1).leads(1);
    on(0).knows(0, 2);
    assertThat(judge.agrees()).isFalse();
    crash(0);
    assertThat(judge.leader()).isEqualTo(id(1));
    crash(2);
    crash(1);
    assertThat(judge.agrees()).as("nobody is left").isFalse();
  }

  @Test
  void recoveredLeaderNeitherKnowsNorLeads() {
    all(1, 1);
    on(1).leads(1);
    crash(1);
    recover(1);
    on(1).knows(1, 1);
    assertThat(judge.agrees()).as("it has not said again that it leads").isFalse();
    on(1).leads(1);
    assertThat(judge.agrees()).isTrue();
  }

  @Test
  void everyPartOfADividedGroupMayAgreeByItself() {
    unfenced();
    on(0).knows(0, 1).leads(1);
    on(1).knows(2, 1);
    on(2).knows(2, 1).leads(1);
    assertThat(judge.agrees()).isFalse();
    assertThat(judge.agreedWithin(List.of(id(0)))).isEqualTo(id(0));
    assertThat(judge.agreedWithin(List.of(id(1), id(2)))).isEqualTo(id(2));
    assertThat(judge.agreedWithin(List.of(id(0), id(1)))).isNull();
    assertThat(judge.agreedWithin(List.of(id(1)))).as("its leader is outside").isNull();
    crash(1);
    assertThat(judge.agreedWithin(List.of(id(1), id(2)))).isEqualTo(id(2));
    assertThat(judge.agreedWithin(List.of(id(1)))).as("nobody is up").isNull();
    on(2).stepsDown(1);
    assertThat(judge.agreedWithin(List.of(id(1), id(2)))).isNull();
  }

  // ---- time without a leader

  @Test
  void leaderlessTimeIsCountedOutsideOfAgreement() {
    at("2");
    all(1, 1);
    on(1).leads(1);
    at("5");
    assertThat(judge.leaderlessNanos()).isEqualTo(nanos("2"));
    crash(1);
    at("6.5");
    on(0).knows(0, 2);
    on(2).knows(0, 2);
    on(0).leads(2);
    at("9");
    assertThat(judge.leaderlessNanos()).isEqualTo(nanos("3.5"));
  }

  @Test
  void leaseThatEndsBetweenEventsEndsAgreementAtThatMoment() {
    all(1, 1);
    on(1).leadsFor(1, "300ms");
    at("0.299999999");
    assertThat(judge.agrees()).isTrue();
    at("0.3");
    assertThat(judge.agrees()).isFalse();
    at("10");
    assertThat(judge.leaderlessNanos()).isEqualTo(nanos("9.7"));
    on(1).leadsFor(1, "300ms");
    at("10.2");
    on(1).leadsFor(1, "300ms");
    at("11");
    assertThat(judge.leaderlessNanos()).as("put off once").isEqualTo(nanos("10.2"));
  }

  @Test
  void leaseIsMeasuredByTheClockOfItsHolder() {
    simulation.inject(new Fault.ClockDrift(id(1), 250_000));
    all(1, 1);
    on(1).leadsFor(1, "1s");
    at("10");
    assertThat(judge.leaderlessNanos()).as("a fast clock").isEqualTo(nanos("9.2"));
    simulation.inject(new Fault.ClockDrift(id(1), 0));
    on(1).leadsFor(1, "1s");
    at("10.5");
    simulation.inject(new Fault.ClockDrift(id(1), 250_000));
    at("20");
    assertThat(judge.leaderlessNanos()).as("half of it at another rate").isEqualTo(nanos("18.3"));
  }

  @Test
  void steppingDownEndsALeaseEarly() {
    all(1, 1);
    on(1).leadsFor(1, "5s");
    at("1");
    on(1).stepsDown(1);
    assertThat(judge.leads(id(1))).isFalse();
    at("4");
    assertThat(judge.leaderlessNanos()).isEqualTo(nanos("3"));
  }

  // ---- elections

  @Test
  void electionLastsFromTheFirstCampaignToAgreement() {
    on(0).campaign(0, "start").sends(2);
    at("1");
    on(2).campaign(0, "start").sends(1);
    on(0).knows(1, 1);
    on(1).knows(1, 1).leads(1);
    assertThat(judge.elections()).containsExactly(open("0", "start", 3));
    at("3");
    on(2).knows(1, 1).sends(1);
    at("4");
    on(2).sends(5);
    assertThat(judge.elections())
        .as("an answer at the last instant counts, later messages do not")
        .containsExactly(held("0", "start", "1", "3", 1, 1, 4));
  }

  @Test
  void messagesOfOtherFamiliesDoNotCount() {
    on(0).campaign(0, "start");
    simulation.protocol(id(0), Beating.class).context.send(id(1), new Beat());
    on(0).sends(1);
    assertThat(judge.elections()).containsExactly(open("0", "start", 1));
  }

  @Test
  void lossOfTheLeaderAloneIsNoElection() {
    all(1, 1);
    on(1).leads(1);
    at("1");
    crash(1);
    on(0).loses(1, 1);
    at("2");
    assertThat(judge.elections()).isEmpty();
    on(2).loses(1, 1).campaign(1, "silence");
    at("3");
    on(2).knows(2, 2).leads(2);
    on(0).knows(2, 2);
    assertThat(judge.elections()).containsExactly(held("2", "silence", "3", 2, 2, 0));
  }

  @Test
  void sameLeaderElectedAgainEndsWithTheLastWhoHearsOfTheTerm() {
    all(1, 1);
    on(1).leads(1);
    at("1");
    on(0).campaign(1, "asked").sends(1);
    at("2");
    on(1).knows(1, 2).leads(2).sends(1);
    on(2).knows(1, 2).sends(1);
    assertThat(judge.agrees()).isTrue();
    assertThat(judge.elections()).containsExactly(open("1", "asked", 3));
    at("3");
    on(0).knows(1, 2);
    assertThat(judge.elections()).containsExactly(held("1", "asked", "2", "3", 1, 2, 3));
    assertThat(judge.leaderlessNanos()).isZero();
  }

  @Test
  void campaignOfWhichNothingComesIsNoElection() {
    all(1, 1);
    on(1).leads(1);
    at("1");
    on(0).campaign(1, "doubt").sends(1);
    at("5");
    assertThat(judge.elections()).isEmpty();
    on(0).campaign(1, "more doubt");
    at("6");
    crash(1);
    assertThat(judge.elections()).as("the crash is not of its making").isEmpty();
    on(2).campaign(1, "silence");
    assertThat(judge.elections()).containsExactly(open("6", "silence", 0));
  }

  @Test
  void leaderThatKeepsItsMajorityIsNotElected() {
    all(1, 1);
    on(1).leads(1);
    at("1");
    on(0).campaign(1, "cut off").loses(1, 1).sends(3);
    at("2");
    assertThat(judge.elections()).as("P1 and P2 are two of three").isEmpty();
    assertThat(judge.agrees()).isFalse();
    at("9");
    on(0).knows(1, 1);
    assertThat(judge.elections()).isEmpty();
  }

  @Test
  void campaignersWhoGiveUpTheLeaderMeanIt() {
    all(1, 1);
    on(1).leads(1);
    at("1");
    on(0).campaign(1, "doubt");
    at("2");
    on(0).loses(1, 1);
    on(2).loses(1, 1);
    assertThat(judge.elections()).containsExactly(open("1", "doubt", 0));
    on(0).knows(1, 1);
    on(2).knows(1, 1);
    assertThat(judge.elections()).containsExactly(held("1", "doubt", "0", "2", 1, 1, 0));
  }

  @Test
  void pausedProcessIsNotWaitedFor() {
    all(1, 1);
    on(1).leadsFor(1, "2");
    at("1");
    simulation.inject(new Fault.Pause(id(1)));
    at("3");
    on(0).loses(1, 1).campaign(1, "silence");
    on(2).loses(1, 1);
    at("4");
    on(0).knows(0, 2).leads(2);
    at("4.5");
    on(2).knows(0, 2);
    assertThat(judge.agrees()).isTrue();
    at("60");
    simulation.inject(new Fault.Resume(id(1)));
    assertThat(judge.agrees()).as("P1 holds itself for the leader").isFalse();
    at("61");
    on(1).stepsDown(1).knows(0, 2);
    assertThat(judge.agrees()).isTrue();
    assertThat(judge.elections()).containsExactly(held("3", "silence", "4", "4.5", 0, 2, 0));
    assertThat(judge.leaderlessNanos()).isEqualTo(nanos("3.5"));
  }

  @Test
  void crashOfAPausedLeaderEndsItsReign() {
    all(1, 1);
    on(1).leads(1);
    at("1");
    simulation.inject(new Fault.Pause(id(1)));
    assertThat(judge.agrees()).isTrue();
    at("2");
    crash(1);
    assertThat(judge.agrees()).isFalse();
  }

  // ---- two leaders

  @Test
  void timeWithTwoLeadersIsCountedByStretches() {
    unfenced();
    on(0).leads(1);
    at("1");
    on(1).leads(1);
    at("1.5");
    on(2).leads(1);
    at("2");
    on(0).stepsDown(1);
    at("3");
    assertThat(judge.twoLeaders()).isEqualTo(new TwoLeaders(1, nanos("2"), nanos("2")));
    crash(2);
    at("4");
    on(0).leadsFor(1, "500ms");
    at("9");
    assertThat(judge.twoLeaders()).isEqualTo(new TwoLeaders(2, nanos("2.5"), nanos("2")));
    assertThat(judge.violations()).as("this election does not promise one").isEmpty();
  }

  @Test
  void changeOfLeadersInOneInstantIsNoStretch() {
    unfenced();
    on(0).leads(1);
    at("1");
    on(1).leads(2);
    on(0).stepsDown(1);
    at("2");
    assertThat(judge.twoLeaders()).isEqualTo(new TwoLeaders(0, 0, 0));
  }

  @Test
  void secondToLastLeaseEndsTheStretch() {
    unfenced();
    on(0).leadsFor(1, "3s");
    on(1).leadsFor(1, "1s");
    on(2).leadsFor(1, "2s");
    at("10");
    assertThat(judge.twoLeaders()).isEqualTo(new TwoLeaders(1, nanos("2"), nanos("2")));
  }

  // ---- what a fencing token promises, each broken on purpose

  @Test
  void electionThatKeepsItsPromisesHasNoViolation() {
    on(0).campaign(0, "start").knows(0, 1).leadsFor(1, "1s");
    at("0.5");
    on(0).leadsFor(1, "1s");
    at("1.5");
    on(1).campaign(1, "silence").knows(1, 2).leadsFor(2, "1s");
    at("2");
    on(1).stepsDown(2);
    on(2).knows(2, 3).leads(3);
    assertThat(judge.violations()).isEmpty();
  }

  @Test
  void twoLeadersInOneTermAreFoundHoweverFarApart() {
    on(0).leadsFor(4, "1s");
    at("60");
    on(2).leadsFor(4, "1s");
    on(2).leadsFor(4, "1s");
    assertThat(judge.violations())
        .containsExactly(
            "P0 and P2 have both led under term 4, from 0 and from 60 on; a term has one leader");
  }

  @Test
  void twoLeadersAtOneInstantAreFoundByTheirOwnClocks() {
    simulation.inject(new Fault.ClockDrift(id(0), -500_000));
    on(0).leadsFor(1, "1s");
    at("1.5");
    on(1).leadsFor(2, "1s");
    at("1.7");
    on(1).leadsFor(2, "1s");
    assertThat(judge.violations())
        .as("1 s by a clock at half the rate, which shows whole nanoseconds")
        .containsExactly(
            "P1 began to lead under term 2 at 1.5, but P0 led under term 1 until 1.999999999;"
                + " one leads at a time");
  }

  @Test
  void leaseThatHasLapsedMustNotBeTakenUpBesideAnother() {
    on(0).leadsFor(1, "1s");
    at("1");
    on(1).leads(2);
    assertThat(judge.violations()).as("to the nanosecond").isEmpty();
    at("2");
    on(0).leadsFor(1, "1s");
    assertThat(judge.violations())
        .containsExactly(
            "P0 began to lead under term 1 at 2, but P1 led under term 2 without end;"
                + " one leads at a time");
  }

  @Test
  void termThatGoesBackIsFoundEvenOverACrash() {
    on(0).knows(1, 7);
    crash(0);
    recover(0);
    at("1");
    on(0).campaign(5, "start");
    assertThat(judge.violations())
        .containsExactly("P0 went back from term 7 to term 5 at 1; a term only grows");
  }
}
