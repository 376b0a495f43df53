package coterie.member.swimplain;

import static coterie.member.swim.Group.SECOND;
import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.member.SwimStatus;
import coterie.member.swimplain.PlainSwim.Word;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.testkit.TamperedContext;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The rules of SWIM with incarnations, one by one. */
class PlainSwimRulesTest {
  private static final NodeId ABOUT = id(3);

  private final PlainGroup group = new PlainGroup(10, 1, true);

  /** A message with its sender and its receiver. */
  private record Sent(NodeId from, NodeId to, PlainSwim.Msg message) {}

  private static List<Sent> sentIn(PlainGroup of) {
    List<Sent> sent = new ArrayList<>();
    of.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
            sent.add(new Sent(from, to, (PlainSwim.Msg) message));
          }
        });
    return sent;
  }

  private static List<String> notesIn(PlainGroup of) {
    List<String> notes = new ArrayList<>();
    of.simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            notes.add(at + " " + node + " " + note);
          }
        });
    return notes;
  }

  private void hears(long who, Word... words) {
    group.tell(who, "words", swim -> swim.receive(id(2), new PlainSwim.Ping(1, List.of(words))));
  }

  private static Word word(SwimStatus status, long incarnation) {
    return new Word(ABOUT, status, incarnation);
  }

  private PlainSwim.Listed seen(long by) {
    return Objects.requireNonNull(group.plain(by).member(ABOUT));
  }

  private String seen() {
    return seen(1).status() + "@" + seen(1).incarnation();
  }

  // ---- words

  @Test
  void atEqualIncarnationTheWorseStatusPrevails() {
    hears(1, word(SwimStatus.FAILED, 1), word(SwimStatus.ALIVE, 1));
    assertThat(seen()).isEqualTo("FAILED@1");
    hears(1, word(SwimStatus.LEFT, 1), word(SwimStatus.FAILED, 1), word(SwimStatus.ALIVE, 1));
    assertThat(seen()).isEqualTo("LEFT@1");
  }

  @Test
  void higherIncarnationPrevailsWhateverTheStatus() {
    hears(1, word(SwimStatus.FAILED, 4));
    assertThat(seen()).isEqualTo("FAILED@4");
    hears(1, word(SwimStatus.ALIVE, 5), word(SwimStatus.LEFT, 4));
    assertThat(seen()).isEqualTo("ALIVE@5");
  }

  @Test
  void unknownMemberIsTakenAsItIsTold() {
    hears(1, new Word(id(77), SwimStatus.FAILED, 6));
    assertThat(group.plain(1).suspects()).containsExactly(id(77));
    hears(1, new Word(id(78), SwimStatus.ALIVE, 2));
    assertThat(group.list(1)).contains(78L).doesNotContain(77L).hasSize(11);
  }

  @Test
  void accusedMemberRefutesWithOneMoreThanItWasTold() {
    hears(3, word(SwimStatus.FAILED, 7));
    assertThat(group.plain(3).state().incarnation()).isEqualTo(8);
    hears(3, word(SwimStatus.FAILED, 7), word(SwimStatus.ALIVE, 12));
    assertThat(group.plain(3).state().incarnation()).isEqualTo(8);
    hears(3, word(SwimStatus.LEFT, 8));
    assertThat(group.plain(3).state().incarnation()).isEqualTo(9);
    assertThat(seen(3).status()).isEqualTo(SwimStatus.ALIVE);
  }

  @Test
  void everyMessageDescribesItsSenderAndRandomMembersWithTheFailed() {
    group.inject(new Fault.Crash(id(3)));
    List<Sent> sent = sentIn(group);
    group.run(60);
    Set<NodeId> described = new TreeSet<>();
    boolean isFailureTold = false;
    for (Sent one : sent) {
      List<Word> words = one.message.words();
      assertThat(words).hasSize(PlainGroup.CONFIG.words());
      assertThat(words.getFirst().who()).isEqualTo(one.from);
      assertThat(words.stream().map(Word::who)).doesNotHaveDuplicates();
      words.forEach(word -> described.add(word.who()));
      isFailureTold |= words.contains(word(SwimStatus.FAILED, 1));
    }
    assertThat(described).hasSize(10);
    assertThat(isFailureTold).isTrue();
  }

  @Test
  void badMessagesAreNotedAndDropped() {
    List<String> notes = notesIn(group);
    hears(
        1,
        word(SwimStatus.SUSPECT, 3),
        word(SwimStatus.FAILED, -1),
        word(SwimStatus.FAILED, 1L << 48));
    group.tell(
        1,
        "requests",
        swim -> {
          swim.receive(id(1), new PlainSwim.Ping(1, List.of()));
          swim.receive(id(2), new PlainSwim.PingRequest(1, id(1), List.of()));
          swim.receive(id(2), new PlainSwim.PingRequest(1, id(2), List.of()));
          swim.receive(id(99), new PlainSwim.Join(List.of()));
        });
    assertThat(notes).hasSize(7).allMatch(note -> note.contains("BadMessage"));
    assertThat(seen()).isEqualTo("ALIVE@1");
  }

  @Test
  void messagesComeBackFromBytesAsTheyWere() {
    Codec<PlainSwim.Msg> codec = Codec.of(PlainSwim.Msg.class);
    List<Word> words = List.of(word(SwimStatus.LEFT, 1), new Word(id(9), SwimStatus.FAILED, 300));
    for (PlainSwim.Msg message :
        List.of(
            new PlainSwim.Join(words),
            new PlainSwim.Ping(1, words),
            new PlainSwim.PingRequest(2, id(3), words),
            new PlainSwim.Ack(3, words))) {
      assertThat(codec.decode(codec.encode(message))).isEqualTo(new Decoded.Value<>(message));
    }
  }

  // ---- the three phases

  @Test
  void phaseThreeSetsTheStatusByTheAcknowledgement() {
    group.inject(new Fault.Pause(ABOUT));
    group.awaitAgreement(group.without(3), 20);
    List<Sent> sent = sentIn(group);
    group.run(20);
    assertThat(sent)
        .as("the failed one is probed all the time, and others are asked")
        .anyMatch(one -> one.to.equals(ABOUT) && one.message instanceof PlainSwim.Ping)
        .anyMatch(one -> one.message instanceof PlainSwim.PingRequest);
    PlainSwim.Listed before = seen(1);
    assertThat(before.status()).isEqualTo(SwimStatus.FAILED);
    group.inject(new Fault.Resume(ABOUT));
    group.awaitAgreement(group.without(), 20);
    assertThat(sent).noneMatch(one -> one.message instanceof PlainSwim.Join);
    assertThat(seen(1).sinceNanos()).isGreaterThan(before.sinceNanos());
  }

  /** Where messages describe nobody but their sender, the failed one never hears of it. */
  @Test
  void acknowledgementAloneBringsOneBackThatHasNotRefuted() {
    PlainSwim.Config silent = new PlainSwim.Config(SECOND, SECOND / 2, 3, 1);
    PlainGroup quiet =
        new PlainGroup(10, 1, members -> SwimPlainRecipe.blueprint(members, silent, true));
    PlainSwim.Msg lie = new PlainSwim.Ping(1, List.of(word(SwimStatus.FAILED, 1)));
    quiet.tell(1, "lie", swim -> swim.receive(id(2), lie));
    assertThat(quiet.list(1)).doesNotContain(3L);
    quiet.awaitAgreement(quiet.without(), 20);
    assertThat(quiet.plain(3).state().incarnation()).isEqualTo(1);
  }

  @Test
  void relayTellsTheAskerThatTheTargetAnswered() {
    group.inject(new Fault.Cut(id(3), id(5), true));
    List<Sent> sent = sentIn(group);
    group.staysAgreed(group.without(), 60);
    long requests =
        sent.stream()
            .filter(
                one ->
                    one.message instanceof PlainSwim.PingRequest request
                        && (request.target().equals(id(3)) || request.target().equals(id(5))))
            .count();
    assertThat(requests).isPositive();
  }

  @Test
  void statusTellsWhenItWasSet() {
    group.run(3);
    assertThat(seen(1).sinceNanos()).isZero();
    hears(1, word(SwimStatus.FAILED, 1));
    assertThat(seen(1).sinceNanos()).isEqualTo(3 * SECOND);
    assertThat(seen(1).toString()).isEqualTo("P3:failed@1(since 3)");
    assertThat(group.plain(1).state().listed()).contains(seen(1)).hasSize(10);
  }

  /** Alarms that wake up at half their time, as often as they can. */
  private static final class Restless extends TamperedContext<PlainSwim.Msg> {
    int wakings;

    Restless(Context<PlainSwim.Msg> context) {
      super(context);
    }

    @Override
    public Alarm alarm(String name, Runnable onExpiry) {
      Alarm alarm =
          super.alarm(
              name,
              () -> {
                wakings++;
                onExpiry.run();
              });
      return new Alarm() {
        @Override
        public String name() {
          return alarm.name();
        }

        @Override
        public void start(long delayNanos) {
          alarm.start(delayNanos > SECOND / 1000 ? delayNanos / 2 : delayNanos);
        }

        @Override
        public void stop() {
          alarm.stop();
        }

        @Override
        public boolean isRunning() {
          return alarm.isRunning();
        }
      };
    }
  }

  private static PlainGroup tampered(long seed, UnaryOperator<Context<PlainSwim.Msg>> tampering) {
    return new PlainGroup(10, seed, members -> tampered(members, tampering));
  }

  private static Blueprint tampered(View members, UnaryOperator<Context<PlainSwim.Msg>> tampering) {
    return node ->
        node.add(
            "swim-plain",
            PlainSwim.Msg.class,
            context ->
                new PlainSwim(tampering.apply(context), PlainGroup.CONFIG, members, List.of()));
  }

  @Test
  void timerThatWakesEarlyGoesBackToSleep() {
    PlainGroup calm = new PlainGroup(10, 4, true);
    List<Restless> contexts = new ArrayList<>();
    PlainGroup restless =
        tampered(
            4,
            context -> {
              contexts.add(new Restless(context));
              return contexts.getLast();
            });
    List<String> expected = notesIn(calm);
    List<String> notes = notesIn(restless);
    for (PlainGroup each : List.of(calm, restless)) {
      each.inject(new Fault.Crash(ABOUT));
      each.run(30);
    }
    assertThat(notes).isEqualTo(expected).hasSize(9);
    assertThat(contexts).allMatch(context -> context.self().equals(ABOUT) || context.wakings > 100);
  }

  // ---- joining and leaving

  @Test
  void contactAsksOthersToPingTheNewcomer() {
    group.tell(3, "leave", PlainSwim::leave);
    group.run(10);
    List<Sent> sent = sentIn(group);
    group.tell(3, "join", swim -> swim.join(id(4)));
    group.run(0.2);
    assertThat(sent)
        .filteredOn(
            one ->
                one.from.equals(id(4))
                    && one.message instanceof PlainSwim.PingRequest request
                    && request.target().equals(id(3)))
        .hasSize(PlainGroup.CONFIG.relays());
  }

  @Test
  void lostJoinIsMadeGoodByAPing() {
    group.tell(3, "leave", PlainSwim::leave);
    group.run(10);
    group.inject(new Fault.Loss(1));
    group.tell(3, "join", swim -> swim.join(id(4)));
    group.run(0.1);
    group.inject(new Fault.Loss(0));
    group.awaitAgreement(group.without(), 20);
  }

  @Test
  void nobodyHearsAnythingOutsideTheGroup() {
    group.tell(3, "leave", PlainSwim::leave);
    List<Sent> sent = sentIn(group);
    group.run(20);
    assertThat(group.list(3)).isEmpty();
    assertThat(sent).noneMatch(one -> one.from.equals(id(3)));
    assertThat(seen().replaceAll("@.*", "")).as("not a crash").isEqualTo("LEFT");
    assertThat(sent.stream().filter(one -> one.to.equals(id(3))).count())
        .as("nobody probes one that left, once all have heard of it")
        .isLessThan(30);
  }

  @Test
  void joiningTwiceIsRefused() {
    assertThatThrownBy(() -> group.tell(3, "join", swim -> swim.join(id(4))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("P3 is in a group; it has to leave before it joins");
  }

  @Test
  void founderOfAGroupOfOneLetsOthersIn() {
    group.without().forEach(node -> group.tell(node, "leave", PlainSwim::leave));
    group.run(5);
    group.tell(3, "join", PlainSwim::join);
    List.of(4, 5).forEach(node -> group.tell(node, "join", swim -> swim.join(id(3))));
    group.awaitAgreement(Set.of(3L, 4L, 5L), 12);
    group.staysAgreed(Set.of(3L, 4L, 5L), 20);
  }

  @Test
  void allWhoStartTogetherFormOneGroupThoughTheirContactCrashes() {
    for (long seed = 0; seed < 50; seed++) {
      PlainGroup all = new PlainGroup(10, seed, false);
      all.simulation.runFor(all.random.below(SECOND / 2));
      all.inject(new Fault.Crash(id(0)));
      all.awaitAgreement(all.without(0), 40);
    }
  }

  @Test
  void listenersHearOfFailuresAndReturns() {
    List<String> heard = new ArrayList<>();
    group.tell(
        1,
        "listen",
        swim ->
            swim.listen(
                new Detector.Listener() {
                  @Override
                  public void suspected(NodeId who) {
                    heard.add("suspected " + who);
                  }

                  @Override
                  public void trusted(NodeId who) {
                    heard.add("trusted " + who);
                  }
                }));
    hears(1, word(SwimStatus.FAILED, 1));
    hears(1, word(SwimStatus.ALIVE, 2));
    hears(1, word(SwimStatus.FAILED, 2));
    group.tell(1, "leave", PlainSwim::leave);
    assertThat(heard).containsExactly("suspected P3", "trusted P3", "suspected P3", "trusted P3");
  }

  // ---- what the probing of the failed is for

  /** Never probes one that has failed, as SWIM does without additions. */
  private static final class Resigned extends TamperedContext<PlainSwim.Msg> {
    private final PlainGroup[] group;

    Resigned(Context<PlainSwim.Msg> context, PlainGroup[] group) {
      super(context);
      this.group = group;
    }

    @Override
    public void send(NodeId to, PlainSwim.Msg message) {
      NodeId probed = message instanceof PlainSwim.PingRequest request ? request.target() : to;
      boolean isProbe = !(message instanceof PlainSwim.Ack);
      if (!isProbe || !group[0].plain(self().value()).suspects(probed)) {
        super.send(to, message);
      }
    }
  }

  @Test
  void partitionIsForeverWhereTheFailedAreNotProbed() {
    PlainGroup[] holder = new PlainGroup[1];
    PlainGroup resigned = tampered(1, context -> new Resigned(context, holder));
    holder[0] = resigned;
    PlainGroup faithful = new PlainGroup(10, 1, true);
    for (PlainGroup each : List.of(resigned, faithful)) {
      List<NodeId> half = List.of(id(0), id(1), id(3), id(4), id(5));
      each.during(Fault.Partition.of(List.of(half)), 60, new Fault.HealAll());
    }
    faithful.awaitAgreement(faithful.without(), 20);
    assertThatThrownBy(() -> resigned.awaitAgreement(resigned.without(), 600))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void loadIsTheSameForEverybodyAndForEverySize() {
    for (int size : new int[] {10, 200}) {
      PlainGroup all = new PlainGroup(size, 1, true);
      int[] messages = new int[size];
      all.simulation.watch(
          new StageWitness() {
            @Override
            public int wants() {
              return ALL;
            }

            @Override
            public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
              messages[(int) from.value()]++;
              messages[(int) to.value()]++;
            }
          });
      all.run(100);
      // A ping and its answer, sent and received: four a period on average.
      assertThat(Arrays.stream(messages).boxed()).allMatch(count -> count > 300 && count < 600);
    }
  }
}
