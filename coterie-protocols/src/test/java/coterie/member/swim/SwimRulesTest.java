package coterie.member.swim;

import static coterie.member.swim.Group.SECOND;
import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.detect.Detector;
import coterie.member.Card;
import coterie.member.Member;
import coterie.member.Tag;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a member makes of single pieces of news. */
class SwimRulesTest {
  private static final NodeId ABOUT = id(3);

  private final Group group = new Group(10, 1, SwimConfig.lan(), true);

  private void hears(Update... news) {
    group.call(1, "news", swim -> swim.receive(id(2), new Swim.Ping(1, List.of(news))));
  }

  private static Update.Alive alive(long incarnation) {
    return new Update.Alive(ABOUT, incarnation, new Card("three", address(), List.of()));
  }

  private static Bytes address() {
    return SwimRecipe.card(ABOUT).address();
  }

  private static Update.Suspect suspect(long incarnation, long by) {
    return new Update.Suspect(ABOUT, incarnation, id(by));
  }

  private static Update.Failed failed(long incarnation) {
    return new Update.Failed(ABOUT, incarnation);
  }

  private static Update.Left left(long incarnation) {
    return new Update.Left(ABOUT, incarnation);
  }

  private String seen() {
    Member member = group.swim(1).member(ABOUT);
    return member == null ? "unknown" : member.status() + "@" + member.incarnation();
  }

  @Test
  void atEqualIncarnationTheWorseStatusPrevails() {
    hears(suspect(1, 2));
    assertThat(seen()).isEqualTo("SUSPECT@1");
    hears(alive(1));
    assertThat(seen()).isEqualTo("SUSPECT@1");
    hears(failed(1));
    assertThat(seen()).isEqualTo("FAILED@1");
    hears(suspect(1, 4), alive(1));
    assertThat(seen()).isEqualTo("FAILED@1");
    hears(left(1));
    assertThat(seen()).isEqualTo("LEFT@1");
    hears(failed(1));
    assertThat(seen()).isEqualTo("LEFT@1");
  }

  @Test
  void higherIncarnationPrevailsWhateverTheStatus() {
    hears(failed(4));
    assertThat(seen()).isEqualTo("FAILED@4");
    hears(alive(5));
    assertThat(seen()).isEqualTo("ALIVE@5");
    hears(left(4), failed(3), suspect(4, 2));
    assertThat(seen()).isEqualTo("ALIVE@5");
    hears(suspect(6, 2));
    assertThat(seen()).isEqualTo("SUSPECT@6");
  }

  @Test
  void accusedMemberRefutesWithOneMoreThanItWasTold() {
    group.call(3, "accuse", swim -> swim.receive(id(2), new Swim.Ping(1, List.of(failed(7)))));
    assertThat(group.swim(3).state().incarnation()).isEqualTo(8);
    group.call(3, "accuse", swim -> swim.receive(id(2), new Swim.Ping(2, List.of(suspect(8, 4)))));
    assertThat(group.swim(3).state().incarnation()).isEqualTo(9);
    group.call(3, "old", swim -> swim.receive(id(2), new Swim.Ping(3, List.of(failed(8)))));
    assertThat(group.swim(3).state().incarnation()).isEqualTo(9);
  }

  @Test
  void wordOfOneThatFailedCountsOnlyAboutItself() {
    hears(new Update.Failed(id(2), 1));
    hears(failed(1));
    assertThat(seen()).as("P2 has failed").isEqualTo("ALIVE@1");
    hears(failed(1), new Update.Alive(id(2), 2, new Card("two", Bytes.none(), List.of())));
    assertThat(seen()).as("P2 is back").isEqualTo("FAILED@1");
  }

  /** With time that grows with the square of their number this would take minutes. */
  @Test
  @Timeout(600)
  void manySuspicionsInOneMessageKeepNobodyBusy() {
    List<Update> news = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      news.add(new Update.Suspect(id(1_000 + i), 1, id(2)));
    }
    group.call(1, "news", swim -> swim.receive(id(2), new Swim.State(false, news)));
    assertThat(group.swim(1).accused()).isEqualTo(50_000);
    List<Update> refuted = new ArrayList<>();
    for (Update update : news) {
      refuted.add(new Update.Alive(update.who(), 2, new Card("", Bytes.none(), List.of())));
    }
    group.call(1, "news", swim -> swim.receive(id(2), new Swim.State(false, refuted)));
    assertThat(group.swim(1).accused()).isZero();
  }

  @Test
  void youngNewsNeverResurrectTheDead() {
    group.inject(new Fault.Crash(ABOUT));
    group.run(30);
    assertThat(seen()).isEqualTo("FAILED@1");
    for (int i = 0; i < 10; i++) {
      group.run(2);
      hears(alive(1), suspect(1, 5));
      assertThat(seen()).isEqualTo("FAILED@1");
    }
  }

  @Test
  void oldNewsMayBringBackASuspectThatIsGoneWithinOneSuspicionTime() {
    group.inject(new Fault.Crash(ABOUT));
    group.run(100);
    assertThat(seen()).isEqualTo("FAILED@1");
    hears(alive(1));
    assertThat(seen()).isEqualTo("SUSPECT@1");
    group.simulation.runFor(Suspicions.lastingNanos(SwimConfig.lan(), 10, 8, 0));
    assertThat(seen()).isEqualTo("FAILED@1");
    group.awaitAgreement(group.without(3), 0);
    hears(alive(1));
    assertThat(seen()).as("its tombstone is new").isEqualTo("FAILED@1");
  }

  @Test
  void expiredTombstoneDoesNotLetTheMemberItselfBackWithoutRefuting() {
    group.inject(new Fault.SendOnly(ABOUT));
    group.run(120);
    group.call(1, "join", swim -> swim.receive(ABOUT, new Swim.Join(alive(1))));
    assertThat(seen()).isEqualTo("FAILED@1");
  }

  @Test
  void longForgottenMemberIsUnknown() {
    SwimConfig config = config(SwimConfig.lan(), 70 * SECOND);
    Group forgetful = new Group(4, 1, config, false);
    forgetful.run(10);
    forgetful.inject(new Fault.Crash(id(3)));
    forgetful.run(60);
    assertThat(forgetful.swim(1).suspects(id(3))).isTrue();
    forgetful.run(60);
    assertThat(forgetful.swim(1).member(id(3))).isNull();
    forgetful.inject(new Fault.Recover(id(3)));
    forgetful.awaitAgreement(forgetful.without(), 10);
  }

  @Test
  void whoNeverTriesTheFailedAgainForgetsThemToo() {
    Group plain = new Group(4, 1, config(SwimConfig.bare(), 70 * SECOND), false);
    plain.run(10);
    plain.inject(new Fault.Crash(id(3)));
    plain.run(20);
    assertThat(plain.swim(1).suspects(id(3))).isTrue();
    plain.run(180);
    assertThat(plain.swim(1).member(id(3))).isNull();
  }

  @Test
  void listenerHearsThatNobodyIsSuspectedAnyMore() {
    Group forgetful = new Group(4, 1, config(SwimConfig.lan(), 70 * SECOND), false);
    List<String> heard = new ArrayList<>();
    forgetful.run(10);
    forgetful.call(1, "listen", swim -> swim.listen(writingTo(heard)));
    forgetful.inject(new Fault.Crash(id(3)));
    forgetful.run(30);
    assertThat(heard).containsExactly("suspected P3");
    forgetful.run(120);
    assertThat(heard).as("forgotten").containsExactly("suspected P3", "trusted P3");
    heard.clear();
    forgetful.inject(new Fault.Crash(id(2)));
    forgetful.run(30);
    forgetful.leaveNow(1);
    assertThat(heard).as("left").containsExactly("suspected P2", "trusted P2");
  }

  private static SwimConfig config(SwimConfig base, long forgetNanos) {
    return config(base, forgetNanos, base.urgentMax());
  }

  private static SwimConfig config(SwimConfig base, long forgetNanos, int urgentMax) {
    return new SwimConfig(
        base.periodNanos(),
        base.timeoutNanos(),
        base.relays(),
        base.suspicionPeriods(),
        base.suspicionStretch(),
        base.confirmations(),
        base.shuffled(),
        base.queued(),
        base.gossipMax(),
        base.tellFactor(),
        base.syncNanos(),
        base.tombstoneNanos(),
        base.reconnectNanos(),
        forgetNanos,
        base.healthMax(),
        base.tellsSuspects(),
        urgentMax);
  }

  // ---- what cannot wait

  /** The news that a member sends in messages of their own. */
  private static List<Update> newsOf(Group of, long member) {
    List<Update> sent = new ArrayList<>();
    of.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
            if (from.equals(id(member)) && message instanceof Swim.News news) {
              sent.addAll(news.gossip());
            }
          }
        });
    return sent;
  }

  private static Group withBudget(int urgentMax) {
    return new Group(10, 1, config(SwimConfig.lan(), 100 * SECOND, urgentMax), true);
  }

  @Test
  void refutationsAndCorrectionsAreOutsideTheBudget() {
    Group poor = withBudget(1);
    poor.run(10);
    List<Update> sent = newsOf(poor, 1);
    poor.call(1, "news", swim -> swim.receive(id(2), new Swim.Ping(1, List.of(alive(2)))));
    poor.run(0.01);
    assertThat(sent).as("the budget is spent").hasSize(1);
    sent.clear();
    Update accusation = new Update.Suspect(id(1), 1, id(5));
    poor.call(1, "news", swim -> swim.receive(id(2), new Swim.News(List.of(accusation))));
    poor.run(0.01);
    assertThat(sent).filteredOn(news -> news.who().equals(id(1))).hasSizeGreaterThanOrEqualTo(5);
    sent.clear();
    poor.call(1, "again", swim -> swim.receive(id(4), new Swim.News(List.of(accusation))));
    assertThat(sent).as("a correction, at once").isNotEmpty();
    assertThat(sent.getFirst().who()).isEqualTo(id(1));
  }

  @Test
  void budgetIsRefilledByTimeAndThenSpent() {
    Group poor = withBudget(2);
    poor.run(10);
    // Bad health stretches the periods of P1, but not its budget.
    poor.during(new Fault.Pause(id(1)), 8, new Fault.Resume(id(1)));
    poor.run(0.5);
    assertThat(poor.swim(1).health()).isPositive();
    List<Update> sent = newsOf(poor, 1);
    poor.call(1, "news", swim -> swim.receive(id(2), new Swim.Ping(1, List.of(alive(2)))));
    poor.run(0.01);
    poor.call(1, "news", swim -> swim.receive(id(2), new Swim.Ping(2, List.of(failed(7)))));
    poor.run(1.01);
    assertThat(sent).as("of the second").anyMatch(news -> news.incarnation() >= 7);
  }

  @Test
  void suspectByHearsayIsPingedBeforeTheVerdict() {
    group.run(10);
    group.inject(new Fault.Crash(ABOUT));
    List<NodeId> looked = new ArrayList<>();
    List<NodeId> verdicts = new ArrayList<>();
    group.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
            if (to.equals(ABOUT)
                && message instanceof Swim.Ping ping
                && ping.gossip().stream().anyMatch(news -> news instanceof Update.Suspect)) {
              looked.add(from);
            }
          }

          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (note instanceof Note.Failed) {
              verdicts.add(node);
              assertThat(looked).contains(node);
            }
          }
        });
    group.run(30);
    assertThat(verdicts).hasSize(9);
  }

  @Test
  void tagsReachEverybodyAndTheLatestStays() {
    group.call(3, "tag", swim -> swim.tag("role", "writer"));
    group.call(3, "tag", swim -> swim.tag("zone", "north"));
    group.call(3, "tag", swim -> swim.tag("role", "reader"));
    group.run(6);
    for (int node = 0; node < 10; node++) {
      Member member = group.swim(node).member(ABOUT);
      assertThat(member).isNotNull();
      assertThat(member.card().tags())
          .containsExactly(new Tag("zone", "north"), new Tag("role", "reader"));
    }
  }

  @Test
  void tagsOfAnEarlierLifeGiveWay() {
    group.call(3, "tag", swim -> swim.tag("role", "writer"));
    group.run(6);
    group.inject(new Fault.Crash(ABOUT));
    group.run(1);
    group.inject(new Fault.Recover(ABOUT));
    group.run(6);
    for (int node = 0; node < 10; node++) {
      Member member = group.swim(node).member(ABOUT);
      assertThat(member).isNotNull();
      assertThat(member.card().tags()).isEmpty();
    }
  }

  @Test
  void twoLivesAtOneIncarnationLookTheSameToAll() {
    Update.Alive first = alive(2);
    Update.Alive second = new Update.Alive(ABOUT, 2, new Card("3", address(), List.of()));
    group.call(1, "news", swim -> swim.receive(id(2), new Swim.Ping(1, List.of(first, second))));
    group.call(4, "news", swim -> swim.receive(id(2), new Swim.Ping(1, List.of(second, first))));
    assertThat(group.swim(1).member(ABOUT)).isEqualTo(group.swim(4).member(ABOUT));
    group.run(60);
    for (long node : group.without()) {
      assertThat(group.swim(node).member(ABOUT)).isEqualTo(group.swim(3).member(ABOUT));
    }
  }

  @Test
  void ownPauseCountsAgainstLocalHealthAndNobodyElse() {
    group.run(10);
    assertThat(group.swim(1).health()).isZero();
    List<Note> notes = new ArrayList<>();
    group.simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (node.equals(id(1))) {
              notes.add(note);
            }
          }
        });
    group.during(new Fault.Pause(id(1)), 3, new Fault.Resume(id(1)));
    assertThat(group.swim(1).health()).isGreaterThanOrEqualTo(2);
    group.run(60);
    assertThat(group.swim(1).health()).isZero();
    assertThat(notes).noneMatch(note -> note instanceof Note.Suspected);
  }

  @Test
  void ownPauseDoesNotUseUpTheTimeToRefute() {
    group.run(10);
    group.inject(Fault.Partition.of(List.of(List.of(id(1))))); // Nobody tells P3, or P1 later.
    hears(suspect(1, 2));
    group.during(new Fault.Pause(id(1)), 40, new Fault.Resume(id(1)));
    group.inject(new Fault.HealAll());
    group.run(0.001);
    assertThat(seen()).isEqualTo("SUSPECT@1");
    group.run(10);
    assertThat(seen()).isEqualTo("ALIVE@2");
  }

  @Test
  void badNewsAreNotedAndDropped() {
    List<Note> notes = notes();
    hears(failed(Long.MAX_VALUE), failed(-1));
    hears(new Update.Alive(ABOUT, 9, new Card("x".repeat(600), Bytes.none(), List.of())));
    group.call(1, "join", swim -> swim.receive(id(2), new Swim.Join(alive(9))));
    group.call(
        1,
        "me",
        swim ->
            swim.receive(
                id(2), new Swim.Ping(1, List.of(new Update.Failed(id(1), Long.MAX_VALUE)))));
    assertThat(seen()).isEqualTo("ALIVE@1");
    assertThat(group.swim(1).state().incarnation()).isEqualTo(1);
    assertThat(notes).hasSize(5).allMatch(note -> note instanceof Note.BadMessage);
  }

  @Test
  void messagesThatNobodyCanHaveSentAreNotedAndDropped() {
    List<Note> notes = notes();
    long before = group.simulation.messages();
    group.call(1, "own", swim -> swim.receive(id(1), new Swim.Ping(1, List.of(failedSelf()))));
    for (long target : new long[] {1, 2}) {
      Swim.PingRequest request = new Swim.PingRequest(1, id(target), List.of());
      group.call(1, "request", swim -> swim.receive(id(2), request));
    }
    assertThat(group.swim(1).members()).hasSize(10);
    assertThat(group.simulation.messages()).isEqualTo(before);
    assertThat(notes).hasSize(3).allMatch(note -> note instanceof Note.BadMessage);
  }

  private static Update failedSelf() {
    return new Update.Failed(id(1), 1);
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    group.simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            notes.add(note);
          }
        });
    return notes;
  }

  @Test
  void answersCountOnlyFromThoseWhoWereAsked() {
    group.inject(new Fault.Crash(ABOUT));
    for (int i = 0; i < 300; i++) {
      group.run(0.1);
      for (long node : group.without(3, 9)) {
        group.call(node, "forged", SwimRulesTest::guessAnswers);
      }
    }
    assertThat(seen()).isEqualTo("FAILED@1");
  }

  private static void guessAnswers(Swim swim) {
    for (int number = 0; number < 100; number++) {
      swim.receive(id(9), new Swim.Ack(number, List.of()));
    }
  }

  @Test
  void madeUpMembersDoNotFillTheMemory() {
    List<Note> notes = notes();
    List<Update> flood = new ArrayList<>();
    for (long i = 0; i < MemberList.PLACES_MAX; i++) {
      flood.add(new Update.Failed(id(100 + i), 1));
    }
    hears(flood.toArray(Update[]::new));
    assertThat(notes).filteredOn(note -> note instanceof Note.BadMessage).hasSize(10);
    hears(alive(7));
    assertThat(seen()).as("those who are known are still heard of").isEqualTo("ALIVE@7");
  }

  @Test
  void detectorTellsItsListenersInThePastTense() {
    List<String> heard = new ArrayList<>();
    group.call(1, "listen", swim -> swim.listen(writingTo(heard)));
    hears(suspect(1, 2));
    assertThat(group.swim(1).level(ABOUT)).isBetween(0.0, 1.0);
    hears(failed(1));
    assertThat(group.swim(1).suspects()).containsExactly(ABOUT);
    assertThat(group.swim(1).level(ABOUT)).isEqualTo(Double.POSITIVE_INFINITY);
    hears(alive(2));
    assertThat(group.swim(1).suspects()).isEmpty();
    assertThat(heard).containsExactly("suspected P3", "trusted P3");
  }

  private static Detector.Listener writingTo(List<String> heard) {
    return new Detector.Listener() {
      @Override
      public void suspected(NodeId who) {
        heard.add("suspected " + who);
      }

      @Override
      public void trusted(NodeId who) {
        heard.add("trusted " + who);
      }
    };
  }

  @Test
  void memberThatIsInAGroupCannotJoinAnother() {
    assertThatThrownBy(() -> group.call(1, "join", swim -> swim.join(id(2))))
        .hasMessageContaining("it has to leave before it joins");
  }

  @Test
  void contradictoryTimingsAreRefused() {
    assertThatThrownBy(
            () ->
                new SwimConfig(
                    SECOND, SECOND, 3, 4, 6, 3, true, true, 8, 3, 0, 1, 0, 1, 8, true, 0))
        .hasMessage("the timeout of a probe must be below its period of 1, not 1");
  }
}
