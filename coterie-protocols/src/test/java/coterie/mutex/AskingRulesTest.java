package coterie.mutex;

import static coterie.mutex.AskingGroup.MILLI;
import static coterie.mutex.AskingGroup.SCRIPTED;
import static coterie.mutex.AskingGroup.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import coterie.clock.Stamps;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.mutex.lamport.LamportMutex;
import coterie.mutex.lamport.LamportMutexRecipe;
import coterie.mutex.ricartagrawala.RicartAgrawala;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.TamperedNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What both locks do in small situations. */
class AskingRulesTest {
  private static final Setup STEADY = Setup.standard().withLatency(Latency.parse("10ms"));
  private static final Map<String, String> WATCHED =
      Map.of("clients", "0", "detector", "heartbeat", "period", "100ms", "silence", "500ms");

  private static AskingGroup group(String name, int size) {
    return group(name, size, SCRIPTED, STEADY);
  }

  private static AskingGroup group(String name, int size, Map<String, String> values, Setup setup) {
    return new AskingGroup(AskingStormTest.recipe(name), size, values, setup);
  }

  private static MutexRecipe.Promise promise(String name, Map<String, String> values) {
    MutexRecipe recipe = AskingStormTest.recipe(name);
    return recipe.promise(new Settings(recipe.settings(), values));
  }

  // ---- one alone

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void groupOfOneEntersAtOnceWithoutAMessage(String name) {
    for (Map<String, String> values : List.of(SCRIPTED, WATCHED)) {
      AskingGroup group = group(name, 1, values, STEADY);
      group.call(0, Mutex::acquire);
      group.runMillis(0);
      group.call(0, Mutex::release);
      group.call(0, Mutex::acquire);
      assertThat(group.notes)
          .containsExactly("P0 wants", "P0 enters 1", "P0 leaves", "P0 wants", "P0 enters 2");
      assertThat(group.judge.messages()).isZero();
    }
  }

  /** Otherwise who has used the token would meet it again. */
  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void groupOfOneEntersWhenItsStampIsDurable(String name) {
    AskingGroup group = group(name, 1, SCRIPTED, STEADY.withSyncNanos(5 * MILLI));
    group.call(0, Mutex::acquire);
    group.runMillis(4);
    assertThat(group.at(0).holds()).isFalse();
    group.runMillis(1);
    assertThat(group.at(0).holds()).isTrue();
    assertThat(group.at(0).token()).isEqualTo(1);
    group.crash(0);
    group.recover(0);
    group.call(0, Mutex::acquire);
    group.runMillis(5);
    assertThat(group.at(0).token()).isEqualTo(1 + Stamps.BLOCK + 1);
  }

  // ---- no longer waiting

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void whoCancelsLetsTheNextIn(String name) {
    AskingGroup group = group(name, 3);
    group.call(0, Mutex::acquire);
    group.runMillis(30);
    group.call(1, Mutex::acquire);
    group.runMillis(30);
    group.call(2, Mutex::acquire);
    group.runMillis(30);
    group.call(1, mutex -> assertThat(mutex.cancel()).isTrue());
    group.call(0, mutex -> assertThat(mutex.cancel()).isFalse());
    group.call(0, Mutex::release);
    group.runMillis(30);
    assertThat(group.notes).containsSubsequence("P1 gives up", "P0 leaves", "P2 enters 11");
    assertThat(group.entries(1)).isZero();
    assertThat(group.wrong()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void whoseTimeIsUpLetsTheNextInAndMayAskAgainAtOnce(String name) {
    AskingGroup group = group(name, 3);
    group.call(0, Mutex::acquire);
    group.runMillis(30);
    group.call(
        1,
        mutex ->
            mutex.acquire(
                100 * MILLI,
                new Mutex.Waiter() {
                  @Override
                  public void gaveUp() {
                    mutex.acquire();
                  }
                }));
    group.runMillis(30);
    group.call(2, Mutex::acquire);
    group.runMillis(100);
    group.call(0, Mutex::release);
    group.runMillis(30);
    group.call(2, Mutex::release);
    group.runMillis(30);
    assertThat(group.notes)
        .containsSubsequence(
            "P1 wants", "P2 wants", "P1 gives up", "P1 wants", "P2 enters 11", "P1 enters 13");
    assertThat(group.wrong()).isEmpty();
  }

  // ---- who is told calls again

  /** Leaves as soon as it is inside and asks again, so many times. */
  private static final class Restless implements Mutex.Waiter {
    private final Mutex mutex;
    private int times;

    Restless(Mutex mutex, int times) {
      this.mutex = mutex;
      this.times = times;
    }

    @Override
    public void entered(long token) {
      mutex.release();
      if (--times > 0) {
        mutex.acquire(this);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void waiterMayReleaseAndAcquireWhileItIsTold(String name) {
    for (int size : new int[] {1, 2, 5}) {
      AskingGroup group = group(name, size);
      for (int i = 0; i < size; i++) {
        group.call(i, mutex -> mutex.acquire(new Restless(mutex, 50)));
      }
      group.runMillis(10_000);
      assertThat(group.entries()).isEqualTo(50 * size);
      assertThat(group.wrong()).isEmpty();
    }
  }

  // ---- what a caller may not do

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void mistakesOfACallerHarmNothing(String name) {
    AskingGroup group = group(name, 2);
    assertThatIllegalStateException()
        .isThrownBy(() -> group.call(0, Mutex::release))
        .withMessageContaining("P0 does not hold mutex");
    group.call(0, Mutex::acquire);
    assertThatIllegalStateException()
        .isThrownBy(() -> group.call(0, Mutex::acquire))
        .withMessageContaining("P0 waits for mutex already");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> group.call(1, mutex -> mutex.acquire(0)))
        .withMessageContaining("a timeout is longer than 0");
    group.runMillis(30);
    assertThatIllegalStateException()
        .isThrownBy(() -> group.call(0, Mutex::acquire))
        .withMessageContaining("P0 holds mutex already");
    group.call(0, Mutex::release);
    group.call(1, Mutex::acquire);
    group.runMillis(30);
    assertThat(group.notes)
        .containsExactly("P0 wants", "P0 enters 2", "P0 leaves", "P1 wants", "P1 enters 5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void settingsThatMakeNoSenseAreRefused(String name) {
    MutexRecipe recipe = AskingStormTest.recipe(name);
    Settings never = new Settings(recipe.settings(), Map.of("retry", "0"));
    Settings usual = new Settings(recipe.settings(), Map.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> recipe.blueprint(View.numbered(0, 3), never))
        .withMessage("the retry, after which one asks again, must be longer than 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> recipe.blueprint(View.numbered(0, 1025), usual))
        .withMessage("a lock by everybody's permission takes groups of 1 to 1024, not 1025");
    AskingGroup.Break strangers =
        new AskingGroup.Break(view -> View.numbered(7, 3), node -> new TamperedNode.Tamper());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new AskingGroup(recipe, 3, SCRIPTED, STEADY, strangers).simulation.start())
        .withMessage("P0 is not a member of the group");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void promiseHoldsAlwaysOrUnlessTheDetectorIsWrong(String name) {
    assertThat(promise(name, Map.of())).isEqualTo(new MutexRecipe.Promise.Always());
    assertThat(promise(name, Map.of("detector", "phi")))
        .isEqualTo(new MutexRecipe.Promise.UnlessMistaken(false));
    assertThat(promise(name, Map.of("detector", "swim")))
        .isEqualTo(new MutexRecipe.Promise.UnlessMistaken(true));
  }

  // ---- messages that nobody can have sent

  @Test
  void ricartAgrawalaRefusesWhatNoMemberSends() {
    AskingGroup group = group("ricart-agrawala", 3);
    RicartAgrawala lock = (RicartAgrawala) group.at(0);
    long tooHigh = Stamps.STAMP_MAX + 1;
    List<RicartAgrawala.Msg> impossible =
        List.of(
            new RicartAgrawala.Request(0),
            new RicartAgrawala.Request(-1),
            new RicartAgrawala.Request(tooHigh),
            new RicartAgrawala.Reply(0),
            new RicartAgrawala.Hello(0),
            new RicartAgrawala.Welcome(0, 1),
            new RicartAgrawala.Welcome(1, 0),
            new RicartAgrawala.Welcome(1, tooHigh));
    group.call(0, mutex -> impossible.forEach(message -> lock.receive(id(1), message)));
    assertThat(group.notes)
        .hasSize(impossible.size())
        .containsOnly("P0 refuses P1: a stamp that no request reaches");
    group.call(0, mutex -> lock.receive(id(0), new RicartAgrawala.Request(1)));
    group.call(0, mutex -> lock.receive(id(9), new RicartAgrawala.Request(1)));
    assertThat(group.notes.subList(impossible.size(), group.notes.size()))
        .containsExactly(
            "P0 refuses P0: a message from no other member of the group",
            "P0 refuses P9: a message from no other member of the group");
    assertThat(group.simulation.messages()).isZero();
  }

  @Test
  void lamportRefusesWhatNoMemberSends() {
    AskingGroup group = group("lamport", 3);
    LamportMutex lock = (LamportMutex) group.at(0);
    long tooHigh = Stamps.STAMP_MAX + 1;
    List<LamportMutex.Msg> impossible =
        List.of(
            new LamportMutex.Request(0),
            new LamportMutex.Request(tooHigh),
            new LamportMutex.Ack(0, 0, 0),
            new LamportMutex.Ack(1, -1, 0),
            new LamportMutex.Ack(1, tooHigh, 0),
            new LamportMutex.Ack(1, 0, -1),
            new LamportMutex.Ack(1, 0, tooHigh),
            new LamportMutex.Release(0),
            new LamportMutex.Hello(-5),
            new LamportMutex.Welcome(0, 1, 0, 0),
            new LamportMutex.Welcome(1, 0, 0, 0),
            new LamportMutex.Welcome(1, 1, tooHigh, 0),
            new LamportMutex.Welcome(1, 1, 0, tooHigh));
    group.call(0, mutex -> impossible.forEach(message -> lock.receive(id(1), message)));
    assertThat(group.notes)
        .hasSize(impossible.size())
        .containsOnly("P0 refuses P1: a stamp that no request reaches");
    group.call(0, mutex -> lock.receive(id(0), new LamportMutex.Release(1)));
    group.call(0, mutex -> lock.receive(id(9), new LamportMutex.Release(1)));
    assertThat(group.notes.subList(impossible.size(), group.notes.size()))
        .containsExactly(
            "P0 refuses P0: a message from no other member of the group",
            "P0 refuses P9: a message from no other member of the group");
    assertThat(group.simulation.messages()).isZero();
  }

  // ---- what was lost

  /** Loses everything of one kind. */
  private static AskingGroup.Break losing(Class<? extends Message> kind) {
    return AskingGroup.Break.messages(
        node ->
            new TamperedNode.Tamper() {
              @Override
              protected @Nullable Message sending(NodeId to, Message message) {
                return kind.isInstance(message) ? null : message;
              }
            });
  }

  @Test
  void acknowledgementOfARepeatedRequestMakesALostReleaseGood() {
    AskingGroup group =
        new AskingGroup(
            LamportMutexRecipe.RECIPE, 3, SCRIPTED, STEADY, losing(LamportMutex.Release.class));
    group.call(0, Mutex::acquire);
    group.runMillis(30);
    group.call(1, Mutex::acquire);
    group.runMillis(30);
    group.call(0, Mutex::release);
    group.runMillis(400);
    assertThat(group.at(1).holds()).isFalse();
    group.runMillis(100);
    assertThat(group.at(1).holds()).isTrue();
  }

  // ---- what a process knows

  @Test
  void lamportKnowsWhoseRequestIsTheFirst() {
    AskingGroup group = group("lamport", 3);
    assertThat(group.at(0).holder()).isNull();
    group.call(1, Mutex::acquire);
    assertThat(group.at(1).holder()).isNull();
    group.runMillis(10);
    assertThat(group.at(0).holder()).isEqualTo(id(1));
    group.call(0, Mutex::acquire);
    group.runMillis(20);
    assertThat(group.at(1).holder()).isEqualTo(id(1));
    assertThat(group.at(0).holder()).isEqualTo(id(1));
    assertThat(((LamportMutex) group.at(0)).state())
        .isEqualTo(new LamportMutex.State(LamportMutex.Phase.WAITING, 2, List.of(), id(1)));
    group.call(1, Mutex::release);
    assertThat(group.at(1).holder()).isEqualTo(id(0));
  }

  @Test
  void ricartAgrawalaKnowsOnlyAboutItself() {
    AskingGroup group = group("ricart-agrawala", 3);
    group.simulation.start();
    group.call(1, Mutex::acquire);
    group.runMillis(20);
    assertThat(group.at(1).holder()).isEqualTo(id(1));
    assertThat(group.at(0).holder()).isNull();
    group.call(0, Mutex::acquire);
    group.runMillis(20);
    assertThat(((RicartAgrawala) group.at(0)).state())
        .isEqualTo(new RicartAgrawala.State(RicartAgrawala.Phase.WAITING, 2, List.of(id(1))));
    group.call(1, Mutex::release);
    assertThat(((RicartAgrawala) group.at(1)).state())
        .isEqualTo(new RicartAgrawala.State(RicartAgrawala.Phase.OUT, 0, List.of()));
  }

  // ---- crashes

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void whoReturnsWaitsForEverybodyAndThenEnters(String name) {
    AskingGroup group = group(name, 3);
    group.call(0, Mutex::acquire);
    group.runMillis(30);
    group.crash(1);
    group.crash(2);
    group.recover(1);
    group.call(1, Mutex::acquire);
    group.runMillis(2_000);
    assertThat(group.at(1).holds()).isFalse();
    group.recover(2);
    group.runMillis(1_000);
    assertThat(group.at(1).holds()).isFalse();
    group.call(0, Mutex::release);
    group.runMillis(30);
    assertThat(group.at(1).holds()).isTrue();
    assertThat(group.at(1).token()).isGreaterThan(3 * Stamps.BLOCK);
    assertThat(group.wrong()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void whoRestoresMayCancel(String name) {
    AskingGroup group = group(name, 3);
    group.runMillis(1);
    group.crash(1);
    group.crash(2);
    group.recover(1);
    group.call(1, Mutex::acquire);
    group.call(1, mutex -> assertThat(mutex.cancel()).isTrue());
    group.recover(2);
    group.runMillis(1_000);
    group.call(1, Mutex::acquire);
    group.runMillis(100);
    assertThat(group.notes.subList(0, 4))
        .containsExactly("P1 wants", "P1 gives up", "P1 wants", "P1 enters 7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void majorityGoesOnWithoutTheDeadAndAMinorityWaits(String name) {
    AskingGroup group = group(name, 3, WATCHED, STEADY);
    group.runMillis(200);
    group.crash(2);
    group.call(0, Mutex::acquire);
    group.runMillis(300);
    assertThat(group.at(0).holds()).isFalse();
    group.runMillis(500);
    assertThat(group.at(0).holds()).isTrue();
    group.call(0, Mutex::release);
    group.crash(1);
    group.runMillis(1_000);
    group.call(0, Mutex::acquire);
    group.runMillis(5_000);
    assertThat(group.at(0).holds()).isFalse();
    group.recover(2);
    group.runMillis(1_500);
    assertThat(group.at(0).holds()).isTrue();
    assertThat(group.wrong()).isEmpty();
  }

  /** With a ring that passes on what it knows most hear of a death from another process. */
  @ParameterizedTest
  @CsvSource({
    "ricart-agrawala, heartring", "ricart-agrawala, vring",
    "lamport, heartring", "lamport, vring"
  })
  void waiterGoesOnWhenNewsOfADeathReachesIt(String name, String detector) {
    Map<String, String> values = new TreeMap<>(WATCHED);
    values.put("detector", detector);
    AskingGroup group = group(name, 5, values, STEADY);
    group.runMillis(1_000);
    group.crash(1);
    group.call(3, Mutex::acquire);
    group.runMillis(5_000);
    assertThat(group.at(3).holds()).isTrue();
    assertThat(group.judge.mistakes()).isZero();
    assertThat(group.wrong()).isEmpty();
  }

  /** A pause that is longer than the silence is what misleads a detector. */
  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void wrongSuspicionLetsTwoInAndTheJudgeKnowsWhy(String name) {
    AskingGroup group = group(name, 3, WATCHED, STEADY);
    group.runMillis(200);
    group.call(0, Mutex::acquire);
    group.runMillis(100);
    group.inject(new Fault.Pause(id(0)));
    group.call(1, Mutex::acquire);
    group.runMillis(2_000);
    assertThat(group.at(0).holds()).isTrue();
    assertThat(group.at(1).holds()).isTrue();
    assertThat(group.judge.overlaps().count()).isEqualTo(1);
    assertThat(group.judge.isExcused()).isTrue();
    assertThat(group.wrong()).isEmpty();
  }
}
