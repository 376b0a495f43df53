package coterie.sim.check.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.detect.Property.Counterexample;
import coterie.sim.check.detect.Property.Outcome;
import coterie.sim.fault.Fault;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes of detectors, good ones and broken ones, with crashes at 10 s and 20 s of 60. */
class ClassesTest {
  /** Whether a process suspects another at that second; it may peep at the truth. */
  private interface Rule {
    boolean suspects(int self, int who, boolean isDown, long second, Context<?> context);
  }

  enum Detector {
    PERFECT((self, who, isDown, second, context) -> isDown),
    NEVER((self, who, isDown, second, context) -> false),
    ALWAYS((self, who, isDown, second, context) -> true),
    RANDOM((self, who, isDown, second, context) -> context.random(2) == 0),
    ONLY_AT_ONE((self, who, isDown, second, context) -> isDown && self == 0),
    WRONG_AT_FIRST((self, who, isDown, second, context) -> isDown || second < 30),
    SPARES_ONE((self, who, isDown, second, context) -> isDown || who != 1),
    SPARES_ONE_LATER((self, who, isDown, second, context) -> isDown || who != 1 || second < 30),
    ONLY_AT_ONE_LATER((self, who, isDown, second, context) -> isDown ? self == 0 : second < 30),
    ONLY_AT_ONE_SPARES_ONE((self, who, isDown, second, context) -> isDown ? self == 0 : who == 2),
    ONLY_AT_ONE_SPARES_ONE_FROM_THE_START(
        (self, who, isDown, second, context) -> isDown ? self == 0 : who != 1),
    ONLY_AT_ONE_SPARES_ONE_LATER(
        (self, who, isDown, second, context) -> isDown ? self == 0 : who != 1 || second < 30),
    WRONG_NEAR_THE_END((self, who, isDown, second, context) -> isDown || second == 57),
    WRONG_AT_THE_END((self, who, isDown, second, context) -> isDown || second >= 57),
    SEES_LATE((self, who, isDown, second, context) -> isDown && second >= 58),
    FORGETS_THE_DEAD((self, who, isDown, second, context) -> isDown && second < 40),
    MISSES_ONE_CRASH((self, who, isDown, second, context) -> isDown && who == 3);

    private final Rule rule;

    Detector(Rule rule) {
      this.rule = rule;
    }
  }

  /** Follows a rule, once a second. */
  private static final class Follower implements Protocol<Opinions.Nothing> {
    private final Context<Opinions.Nothing> context;
    private final boolean[] suspected = new boolean[5];
    private final Rule rule;
    private final Simulation[] world;
    private final Alarm tick;

    Follower(Context<Opinions.Nothing> context, Rule rule, Simulation[] world) {
      this.context = context;
      this.rule = rule;
      this.world = world;
      this.tick = context.alarm("tick", this::tick);
    }

    @Override
    public void start() {
      tick.start(TimeText.SECOND);
    }

    @Override
    public void receive(NodeId from, Opinions.Nothing message) {}

    private void tick() {
      tick.start(TimeText.SECOND);
      int self = (int) context.self().value();
      for (int who = 0; who < suspected.length; who++) {
        NodeId id = new NodeId(who);
        boolean isDown = !world[0].isUp(id);
        long second = world[0].now() / TimeText.SECOND;
        boolean suspects = who != self && rule.suspects(self, who, isDown, second, context);
        if (suspects != suspected[who]) {
          suspected[who] = suspects;
          context.note(suspects ? new Note.Suspected(id) : new Note.Trusted(id));
        }
      }
    }
  }

  private static Classes judge(Detector detector) {
    Simulation[] world = new Simulation[1];
    Simulation simulation =
        new Simulation(
            View.numbered(0, 5),
            node ->
                node.add(
                    "follower",
                    Opinions.Nothing.class,
                    context -> new Follower(context, detector.rule, world)),
            Setup.standard());
    world[0] = simulation;
    SuspicionHistory suspicions = new SuspicionHistory(simulation, Verdict.SUSPECTED);
    simulation.at(TimeText.parse("10.5"), new Fault.Crash(new NodeId(3)));
    simulation.at(TimeText.parse("20.5"), new Fault.Crash(new NodeId(4)));
    simulation.runUntil(TimeText.parse("60"));
    return suspicions.classes(TimeText.parse("5"));
  }

  private static String signs(Iterable<DetectorClass> classes) {
    StringBuilder signs = new StringBuilder();
    classes.forEach(found -> signs.append(signs.isEmpty() ? "" : " ").append(found.sign()));
    return signs.isEmpty() ? "none" : signs.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "PERFECT, P ◇P S ◇S Q ◇Q W ◇W, none",
    "NEVER, none, none",
    "ALWAYS, none, none",
    "ONLY_AT_ONE, Q ◇Q W ◇W, none",
    "WRONG_AT_FIRST, ◇P ◇S ◇Q ◇W, none",
    "SPARES_ONE, S ◇S W ◇W, none",
    "SPARES_ONE_LATER, ◇S ◇W, none",
    "ONLY_AT_ONE_LATER, ◇Q ◇W, none",
    "ONLY_AT_ONE_SPARES_ONE, W ◇W, none",
    "ONLY_AT_ONE_SPARES_ONE_FROM_THE_START, W ◇W, none",
    "ONLY_AT_ONE_SPARES_ONE_LATER, ◇W, none",
    "WRONG_NEAR_THE_END, none, ◇P ◇S ◇Q ◇W",
    "WRONG_AT_THE_END, none, ◇P ◇S ◇Q ◇W",
    "SEES_LATE, none, P ◇P S ◇S Q ◇Q W ◇W",
    "FORGETS_THE_DEAD, none, none",
    "MISSES_ONE_CRASH, none, none",
  })
  void runIsConsistentWithTheClassesOfItsDetector(
      Detector detector, String consistent, String open) {
    Classes classes = judge(detector);
    assertThat(signs(classes.consistent())).isEqualTo(consistent);
    assertThat(signs(classes.open())).isEqualTo(open);
  }

  @Test
  void whoSuspectsAtRandomHasNoAccuracy() {
    Classes classes = judge(Detector.RANDOM);
    assertThat(classes.consistent()).isEmpty();
    assertThat(classes.strongAccuracy().outcome()).isEqualTo(Outcome.FAILS);
    assertThat(classes.weakAccuracy().outcome()).isEqualTo(Outcome.FAILS);
    assertThat(classes.eventualWeakAccuracy().holds()).isFalse();
    assertThat(classes.strongCompleteness().holds()).isFalse();
  }

  @Test
  void momentFromWhichAPropertyHoldsIsThatOfTheLastChange() {
    Classes perfect = judge(Detector.PERFECT);
    assertThat(perfect.strongCompleteness().sinceNanos()).isEqualTo(TimeText.parse("21"));
    assertThat(perfect.sinceNanos(DetectorClass.PERFECT)).isEqualTo(TimeText.parse("21"));
    assertThat(perfect.eventualStrongAccuracy().sinceNanos()).isZero();
    Classes wrong = judge(Detector.WRONG_AT_FIRST);
    assertThat(wrong.eventualStrongAccuracy().sinceNanos()).isEqualTo(TimeText.parse("30"));
    assertThat(wrong.strongCompleteness().sinceNanos()).as("suspected before").isZero();
  }

  @Test
  void counterexampleSaysWhoWasWrongAboutWhomAndSinceWhen() {
    assertThat(judge(Detector.NEVER).strongCompleteness().counterexample())
        .isEqualTo(example(0, 3, false, "10.5", null));
    assertThat(judge(Detector.ONLY_AT_ONE).strongCompleteness().counterexample())
        .isEqualTo(example(1, 3, false, "10.5", null));
    assertThat(judge(Detector.WRONG_AT_FIRST).strongAccuracy().counterexample())
        .isEqualTo(example(1, 0, true, "1", "30"));
    assertThat(judge(Detector.ALWAYS).eventualWeakAccuracy().counterexample())
        .isEqualTo(example(1, 0, true, "1", null));
    assertThat(judge(Detector.WRONG_NEAR_THE_END).eventualStrongAccuracy().counterexample())
        .isEqualTo(example(1, 0, true, "57", "58"));
    assertThat(judge(Detector.FORGETS_THE_DEAD).weakCompleteness().counterexample())
        .isEqualTo(example(0, 3, false, "40", null));
    assertThat(example(1, 0, true, "57", "58").text(TimeText::format))
        .isEqualTo("P1 suspects P0 from 57 to 58");
    assertThat(example(0, 3, false, "40", null).text(TimeText::format))
        .isEqualTo("P0 does not suspect P3 from 40 to the end");
  }

  private static Counterexample example(
      int observer, int about, boolean suspects, String since, String until) {
    return new Counterexample(
        new NodeId(observer),
        new NodeId(about),
        suspects,
        TimeText.parse(since),
        until == null ? null : TimeText.parse(until));
  }

  private static Opinions group(int size) {
    return new Opinions(size, Verdict.SUSPECTED);
  }

  @Test
  void withoutACrashCompletenessIsVacuous() {
    Classes classes = group(3).at(60).classes(5);
    assertThat(classes.strongCompleteness().isVacuous()).isTrue();
    assertThat(classes.weakCompleteness().isVacuous()).isTrue();
    assertThat(classes.strongAccuracy().isVacuous()).isFalse();
    assertThat(classes.consistent()).hasSize(8);
  }

  @Test
  void whereAllHaveCrashedNobodyIsWrong() {
    Classes classes =
        group(2).at(10).crash(0).at(11).suspect(1, 0).at(20).crash(1).at(60).classes(5);
    assertThat(classes.consistent()).hasSize(8);
    assertThat(classes.weakAccuracy().isVacuous()).isTrue();
    assertThat(classes.strongCompleteness().isVacuous()).isTrue();
  }

  @Test
  void mistakeOfOneThatCrashesLaterStillRulesOutAccuracyFromTheStart() {
    Classes classes =
        group(2).at(10).suspect(1, 0).at(20).crash(1).at(21).suspect(0, 1).at(60).classes(5);
    assertThat(signs(classes.consistent())).isEqualTo("◇P ◇S ◇Q ◇W");
    assertThat(classes.weakAccuracy().counterexample()).isEqualTo(example(1, 0, true, "10", "20"));
    assertThat(classes.eventualStrongAccuracy().sinceNanos())
        .as("what a process thought that crashed for good does not count eventually")
        .isZero();
  }

  @Test
  void singleProcessIsJudgedPerfectForWantOfOthers() {
    Classes classes = group(1).at(60).classes(5);
    assertThat(classes.consistent()).hasSize(8);
    assertThat(classes.strongAccuracy().isVacuous()).isTrue();
  }

  @Test
  void correctIsWhoIsUpAtTheEndThoughItHasCrashedBefore() {
    Opinions group = group(2).at(10).crash(1).at(11).suspect(0, 1).at(20).recover(1);
    assertThat(group.at(40).classes(5).eventualStrongAccuracy().outcome()).isEqualTo(Outcome.FAILS);
    Classes classes = group.trust(0, 1).at(60).classes(5);
    assertThat(classes.strongAccuracy().holds()).as("it was right when it began").isTrue();
    assertThat(classes.eventualStrongAccuracy().sinceNanos()).isEqualTo(TimeText.parse("40"));
    assertThat(classes.strongCompleteness().isVacuous()).isTrue();
  }

  @Test
  void recoveredObserverMustSuspectTheDeadToo() {
    Opinions group =
        group(3)
            .at(10)
            .crash(2)
            .at(11)
            .suspect(0, 2)
            .suspect(1, 2)
            .at(20)
            .crash(1)
            .at(21)
            .suspect(0, 1);
    Classes forgotten = group.at(30).recover(1).trust(0, 1).at(60).classes(5);
    assertThat(forgotten.strongCompleteness().counterexample())
        .isEqualTo(example(1, 2, false, "30", null));
    assertThat(forgotten.weakCompleteness().holds()).isTrue();
    Classes known = group.suspect(1, 2).at(80).classes(5);
    assertThat(known.strongCompleteness().sinceNanos()).isEqualTo(TimeText.parse("60"));
  }

  @Test
  void memberThatLeftNeedNotBeSuspectedAndMayBe() {
    Opinions group = new Opinions(3, Verdict.FAILED);
    Classes classes =
        group.at(10).leave(2, 2).leave(0, 2).at(12).suspect(1, 2).at(13).crash(2).at(60).classes(5);
    assertThat(classes.consistent()).hasSize(8);
    assertThat(classes.strongCompleteness().isVacuous()).isTrue();
  }

  @Test
  void marginIsADuration() {
    Opinions group = group(2).at(1);
    assertThatThrownBy(() -> group.suspicions.classes(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the margin is a duration from 0, not -1");
  }

  @Test
  void everyClassFollowsFromTheStrongerOnes() {
    for (Detector detector : Detector.values()) {
      Classes classes = judge(detector);
      String found =
          classes.consistent().stream().map(DetectorClass::sign).collect(Collectors.joining(" "));
      for (DetectorClass one : classes.consistent()) {
        for (DetectorClass weaker : DetectorClass.values()) {
          boolean follows =
              (one.isStronglyComplete() || !weaker.isStronglyComplete())
                  && (one.isStronglyAccurate() || !weaker.isStronglyAccurate())
                  && (!one.isEventual() || weaker.isEventual());
          assertThat(!follows || classes.consistent().contains(weaker))
              .as("%s: %s, %s", detector, found, weaker.sign())
              .isTrue();
        }
      }
    }
  }
}
