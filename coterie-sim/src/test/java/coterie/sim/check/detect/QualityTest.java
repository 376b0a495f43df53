package coterie.sim.check.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.fault.Fault;
import coterie.sim.statistics.Samples;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The figures of Chen, Toueg and Aguilera, on runs that can be counted by hand. */
class QualityTest {
  private static Opinions group(int size) {
    return new Opinions(size, Verdict.SUSPECTED);
  }

  private static void same(Samples measured, double... seconds) {
    assertThat(measured).hasToString(Opinions.seconds(seconds).toString());
  }

  @Test
  void detectionLastsFromTheCrashToTheSuspicionThatStays() {
    Quality quality =
        group(3)
            .at(10)
            .crash(2)
            .at(12)
            .suspect(0, 2)
            .at(13)
            .trust(0, 2)
            .at(15)
            .suspect(0, 2)
            .at(16)
            .suspect(1, 2)
            .at(60)
            .quality();
    same(quality.detection(), 5, 6);
    same(quality.knownToAll(), 6);
    assertThat(quality.undetected()).isZero();
    assertThat(quality.unknownToAll()).isZero();
    assertThat(quality.mistakes()).isZero();
    assertThat(quality.accuracy()).isOne();
  }

  @Test
  void mistakeThatTheCrashMakesTrueIsDetectedAtOnce() {
    Quality quality = group(2).at(5).suspect(0, 1).at(8).crash(1).at(20).quality();
    same(quality.detection(), 0);
    same(quality.knownToAll(), 0);
    assertThat(quality.mistakes()).isOne();
    assertThat(quality.mistakenSeconds()).isEqualTo(3);
    assertThat(quality.pairSeconds()).as("both judged for 8 s").isEqualTo(16);
    same(quality.duration());
  }

  @Test
  void crashThatNobodySeesIsUndetectedAndOneThatEndsBeforeIsMissed() {
    Quality quality = group(3).at(10).crash(2).at(20).recover(2).at(30).crash(2).at(40).quality();
    assertThat(quality.missed()).isEqualTo(2);
    assertThat(quality.undetected()).isEqualTo(2);
    assertThat(quality.unknownToAll()).isEqualTo(2);
    same(quality.detection());
  }

  @Test
  void mistakesAreMeasuredFromTransitionToTransition() {
    Quality quality =
        group(2)
            .at(10)
            .suspect(0, 1)
            .at(13)
            .trust(0, 1)
            .at(30)
            .suspect(0, 1)
            .at(31)
            .trust(0, 1)
            .at(90)
            .suspect(0, 1)
            .at(100)
            .quality();
    assertThat(quality.mistakes()).isEqualTo(3);
    same(quality.duration(), 3, 1);
    same(quality.recurrence(), 20, 60);
    same(quality.good(), 17, 59);
    assertThat(quality.pairSeconds()).isEqualTo(200);
    assertThat(quality.mistakenSeconds()).isEqualTo(14);
    assertThat(quality.accuracy()).isEqualTo(1 - 14 / 200.0);
    assertThat(quality.recurrenceSeconds()).isEqualTo(200 / 3.0);
    assertThat(quality.durationSeconds()).isEqualTo(14 / 3.0);
    assertThat(quality.goodSeconds()).isCloseTo(62, within(1e-9));
    assertThat(quality.mistakesPerPairHour()).isEqualTo(3 * 3600 / 200.0);
    assertThat(quality.mistakesPerMemberHour()).isEqualTo(3 * 3600 / 200.0);
  }

  @Test
  void suspicionThatOutlastsARecoveryIsTrustTimeAndNoMistake() {
    Quality quality =
        group(3)
            .at(10)
            .crash(2)
            .at(11)
            .suspect(0, 2)
            .suspect(1, 2)
            .at(20)
            .recover(2)
            .at(24)
            .trust(0, 2)
            .at(50)
            .quality();
    same(quality.trust(), 4);
    assertThat(quality.untrusted()).isOne();
    assertThat(quality.mistakes()).isZero();
    // P0 and P1 about each other 100, P2 about both 2 * 40, P0 about P2 10 + 26, P1 about P2 10.
    assertThat(quality.pairSeconds()).isEqualTo(100 + 80 + 36 + 10);
  }

  @Test
  void suspicionThatBeginsAfterTheRecoveryIsAMistake() {
    Quality quality =
        group(2).at(10).crash(1).at(11).recover(1).at(12).suspect(0, 1).at(20).quality();
    assertThat(quality.mistakes()).isOne();
    assertThat(quality.missed()).isOne();
    assertThat(quality.mistakenSeconds()).isEqualTo(8);
    same(quality.trust());
  }

  @Test
  void pausedProcessIsUpSoSuspectingItIsAMistake() {
    Opinions group = group(2).at(10);
    group.simulation.inject(new Fault.Pause(new NodeId(1)));
    assertThat(group.at(12).suspect(0, 1).at(20).quality().mistakes()).isOne();
  }

  @Test
  void crashOfTheObserverEmptiesWhatItSuspects() {
    Quality quality =
        group(2).at(10).suspect(0, 1).at(14).crash(0).at(20).recover(0).at(30).quality();
    assertThat(quality.mistakes()).isOne();
    assertThat(quality.mistakenSeconds()).isEqualTo(4);
    assertThat(quality.upSeconds()).isEqualTo(54);
    // P0 about P1 for 24; P1 about P0 for 24.
    assertThat(quality.pairSeconds()).isEqualTo(48);
    assertThat(quality.missed()).isOne();
  }

  @Test
  void observerThatCrashesFirstIsNotAwaited() {
    Quality quality =
        group(3).at(10).crash(2).at(11).crash(1).at(12).suspect(0, 2).at(30).quality();
    same(quality.detection(), 2);
    assertThat(quality.undetected()).as("P0 does not suspect P1").isOne();
    same(quality.knownToAll(), 2);
    assertThat(quality.unknownToAll()).isOne();
  }

  @Test
  void crashOfTheLastOneIsKnownToNobodyAndAwaitedOfNobody() {
    Quality quality =
        group(2).at(10).crash(1).at(11).suspect(0, 1).at(20).crash(0).at(30).quality();
    same(quality.detection(), 1);
    assertThat(quality.undetected() + quality.unknownToAll()).isZero();
  }

  @Test
  void singleProcessHasNothingToJudge() {
    Quality quality = group(1).at(30).quality();
    assertThat(quality.pairSeconds()).isZero();
    assertThat(quality.accuracy()).isOne();
    assertThat(quality.mistakesPerPairHour()).isZero();
    assertThat(quality.recurrenceSeconds()).isInfinite();
  }

  @Test
  void withAMembershipOnlyFailureIsAVerdict() {
    Quality quality =
        new Opinions(2, Verdict.FAILED)
            .at(5)
            .note(0, Note.Suspected::new, 1)
            .at(6)
            .note(0, Note.Trusted::new, 1)
            .at(10)
            .suspect(0, 1)
            .at(12)
            .trust(0, 1)
            .at(20)
            .quality();
    assertThat(quality.mistakes()).isOne();
    same(quality.duration(), 2);
  }

  @Test
  void memberThatLeftIsNotJudgedUntilItHasJoinedAgain() {
    Quality quality =
        new Opinions(3, Verdict.FAILED)
            .at(10)
            .leave(2, 2)
            .leave(0, 2)
            .leave(1, 2)
            .at(12)
            .crash(2)
            .at(30)
            .recover(2)
            .at(31)
            .trust(0, 2)
            .trust(1, 2)
            .trust(2, 0)
            .trust(2, 1)
            .at(50)
            .quality();
    assertThat(quality.mistakes()).isZero();
    assertThat(quality.undetected() + quality.missed()).isZero();
    // P0 and P1 about each other 100; all pairs with P2 10 + 19.
    assertThat(quality.pairSeconds()).isEqualTo(100 + 4 * 29);
  }

  @Test
  void failingOneWhoHasLeftIsNeitherMistakeNorDetection() {
    Quality quality =
        new Opinions(2, Verdict.FAILED).at(10).leave(1, 1).at(15).suspect(0, 1).at(30).quality();
    assertThat(quality.mistakes()).isZero();
    same(quality.detection());
    assertThat(quality.undetected()).isZero();
  }

  @Test
  void recoveredMemberIsNotAskedAboutThoseItHasNotHeardOf() {
    Quality quality =
        new Opinions(3, Verdict.FAILED)
            .at(10)
            .crash(2)
            .crash(1)
            .at(12)
            .suspect(0, 1)
            .suspect(0, 2)
            .at(20)
            .recover(1)
            .at(22)
            .trust(0, 1)
            .trust(1, 0)
            .at(40)
            .quality();
    assertThat(quality.undetected()).isZero();
    same(quality.detection(), 2, 2);
    same(quality.trust(), 2);
    assertThat(quality.pairSeconds()).isEqualTo(60 + 2 * 18);
  }

  /** The same figures from looking at every pair in the middle of every second. */
  @Test
  void totalsAgreeWithLookingAtEverySecond() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int size = 2 + random.nextInt(4);
      Opinions group = group(size);
      boolean[] up = new boolean[size];
      boolean[][] suspects = new boolean[size][size];
      boolean[][] carried = new boolean[size][size];
      Arrays.fill(up, true);
      long pairs = 0;
      long mistaken = 0;
      long mistakes = 0;
      long ups = 0;
      for (int second = 0; second < 60; second++) {
        group.at(second);
        int who = random.nextInt(size);
        int other = (who + 1 + random.nextInt(size - 1)) % size;
        if (random.nextInt(5) == 0) {
          up[who] ^= true;
          if (up[who]) {
            group.recover(who);
          } else {
            group.crash(who);
          }
          for (int i = 0; i < size; i++) {
            suspects[who][i] &= up[who];
            carried[who][i] = false;
            carried[i][who] = up[who] && suspects[i][who];
          }
        } else if (up[who]) {
          suspects[who][other] ^= true;
          carried[who][other] = false;
          if (suspects[who][other]) {
            group.suspect(who, other);
            mistakes += up[other] ? 1 : 0;
          } else {
            group.trust(who, other);
          }
        }
        for (int i = 0; i < size; i++) {
          ups += up[i] ? 1 : 0;
          for (int k = 0; k < size; k++) {
            boolean isJudged = i != k && up[i] && up[k] && !carried[i][k];
            pairs += isJudged ? 1 : 0;
            mistaken += isJudged && suspects[i][k] ? 1 : 0;
          }
        }
      }
      Quality quality = group.at(60).quality();
      assertThat(quality.pairSeconds()).as("seed %d", seed).isEqualTo((double) pairs);
      assertThat(quality.mistakenSeconds()).as("seed %d", seed).isEqualTo((double) mistaken);
      assertThat(quality.mistakes()).as("seed %d", seed).isEqualTo(mistakes);
      assertThat(quality.upSeconds()).as("seed %d", seed).isEqualTo((double) ups);
    }
  }
}
