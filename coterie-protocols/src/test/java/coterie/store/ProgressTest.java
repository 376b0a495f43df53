package coterie.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.View;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How far all members have come, as one of them knows it. */
class ProgressTest {
  private final Progress progress = new Progress(View.numbered(0, 3), 0);

  private void promised(long first, long second, long third) {
    progress.promised(0, 0, first);
    progress.promised(1, 0, second);
    progress.promised(2, 0, third);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0, 0", "5, 0, 7, 0", "5, 6, 7, 5", "9, 6, 7, 6", "9, 9, 7, 7"})
  void lowestPromiseIsClosed(long first, long second, long third, long closed) {
    promised(first, second, third);
    assertThat(progress.closed()).isEqualTo(closed);
  }

  @Test
  void promiseCountsOnceTheWriteThatItNamesIsHere() {
    promised(9, 4, 9);
    assertThat(progress.closed()).isEqualTo(4);
    progress.promised(1, 2, 8);
    assertThat(progress.closed()).isEqualTo(4);
    progress.saw(1, 1);
    assertThat(progress.closed()).isEqualTo(4);
    progress.saw(1, 2);
    assertThat(progress.closed()).isEqualTo(8);
  }

  /** Even if nobody asked in between. */
  @Test
  void promiseThatCountedIsNotLostToOneThatDoesNotCountYet() {
    promised(9, 4, 9);
    progress.promised(1, 2, 8);
    assertThat(progress.closed()).isEqualTo(4);
  }

  @Test
  void olderPromiseThatComesLateChangesNothing() {
    promised(9, 9, 9);
    progress.promised(1, 0, 3);
    assertThat(progress.promisedTime(1)).isEqualTo(9);
    assertThat(progress.closed()).isEqualTo(9);
  }

  @Test
  void closedTimeNeverGoesBack() {
    promised(9, 9, 9);
    assertThat(progress.closed()).isEqualTo(9);
    progress.promised(2, 1, 12);
    assertThat(progress.closed()).isEqualTo(9);
  }

  /** What a life before has found closed holds on: it is given as the own report. */
  @Test
  void restartedMemberGoesOnFromWhatWasClosed() {
    progress.reported(0, 6);
    assertThat(progress.closed()).isEqualTo(6);
    promised(9, 4, 9);
    assertThat(progress.closed()).isEqualTo(6);
    progress.promised(1, 0, 7);
    assertThat(progress.closed()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "4, 0, 0", "4, 3, 3", "9, 9, 5"})
  void lowestReportIsClosedEverywhere(long second, long third, long everywhere) {
    promised(5, 5, 5);
    progress.reported(1, second);
    progress.reported(2, third);
    assertThat(progress.everywhere()).isEqualTo(everywhere);
  }

  @Test
  void lowerReportThatComesLateChangesNothing() {
    promised(5, 5, 5);
    progress.reported(1, 4);
    progress.reported(2, 4);
    progress.reported(1, 2);
    assertThat(progress.everywhere()).isEqualTo(4);
  }

  @Test
  void memberAloneClosesWhatItPromises() {
    Progress alone = new Progress(View.numbered(0, 1), 0);
    alone.promised(0, 0, 3);
    assertThat(alone.closed()).isEqualTo(3);
    assertThat(alone.everywhere()).isEqualTo(3);
  }

  @Test
  void writesOfAMemberAreTakenInTheirOrder() {
    assertThat(progress.isNext(1, 1)).isTrue();
    assertThat(progress.isNext(1, 2)).isFalse();
    progress.saw(1, 1);
    assertThat(progress.isNext(1, 1)).isFalse();
    assertThat(progress.seen(1)).isEqualTo(1);
    assertThatThrownBy(() -> progress.saw(1, 3)).isInstanceOf(AssertionError.class);
  }

  /**
   * Members write at random times, promise at random moments, and one of them hears writes and
   * promises in any order: whatever is closed to it, no write at or before that is missing.
   */
  @Test
  void noWriteIsMissingUpToTheClosedTime() {
    long closedSum = 0;
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Progress heard = new Progress(View.numbered(0, 3), 0);
      long[][] times = new long[3][21];
      for (long[] own : times) {
        for (int number = 1; number < own.length; number++) {
          own[number] = own[number - 1] + 1 + random.nextInt(10);
        }
      }
      for (int step = 0; step < 100; step++) {
        int member = random.nextInt(3);
        long[] own = times[member];
        if (random.nextBoolean() && heard.seen(member) + 1 < own.length) {
          heard.saw(member, heard.seen(member) + 1);
        } else {
          int number = (int) Math.min(own.length - 2, heard.seen(member) + random.nextInt(3));
          long room = own[number + 1] - own[number];
          heard.promised(member, number, own[number] + random.nextLong(room));
        }
        assertNothingMissing(heard, times);
      }
      closedSum += heard.closed();
    }
    assertThat(closedSum).isGreaterThan(300 * 20);
  }

  private static void assertNothingMissing(Progress heard, long[][] times) {
    long closed = heard.closed();
    for (int member = 0; member < times.length; member++) {
      int next = (int) heard.seen(member) + 1;
      if (next < times[member].length) {
        assertThat(times[member][next]).isGreaterThan(closed);
      }
    }
  }
}
