package coterie.agent.hold;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.Grace;
import org.junit.jupiter.api.Test;

/** When a command is asked to end and when it is killed, on a clock that the test moves. */
class CountdownTest {
  private static final long MILLI = 1_000_000;
  private final Countdown countdown = new Countdown(new Grace(2_000));

  private static Hold.Moment at(long millis) {
    return new Hold.Moment(millis * MILLI, 500 + millis / 10);
  }

  @Test
  void timeCountsFromWhenTheRenewalWasSent() {
    Hold.Moment kill = Countdown.kill(at(1_000), 7_000);
    assertThat(kill).isEqualTo(at(1_000 + 7_000 - Grace.MARGIN_MILLIS));
    countdown.secured(kill.nanos());
    // However late the answer came: what counts is the clock now.
    assertThat(countdown.runs(4_999 * MILLI)).isTrue();
    assertThat(countdown.runs(5_000 * MILLI)).isFalse();
  }

  @Test
  void commandIsAskedToEndWhileGraceBeatAndMarginAreLeft() {
    countdown.secured(Countdown.kill(at(0), 7_000).nanos());
    long end = (7_000 - new Grace(2_000).endMillis()) * MILLI;
    assertThat(countdown.toEndNanos(end)).isZero();
    assertThat(countdown.killNanos(end)).isEqualTo(end + 2_000 * MILLI);
  }

  @Test
  void nothingIsKilledLaterThanTheMarginBeforeTheDeadline() {
    long kill = Countdown.kill(at(0), 7_000).nanos();
    countdown.secured(kill);
    assertThat(countdown.killNanos(6_000 * MILLI)).isEqualTo(kill);
    assertThat(countdown.killNanos(60_000 * MILLI)).isEqualTo(kill);
  }

  @Test
  void lateWordOfTheGuardShortensNothingAndNothingRunsBeforeTheFirst() {
    assertThat(countdown.runs(Long.MIN_VALUE / 2)).isFalse();
    countdown.secured(5_000 * MILLI);
    countdown.secured(4_000 * MILLI);
    assertThat(countdown.killNanos(10_000 * MILLI)).isEqualTo(5_000 * MILLI);
  }

  @Test
  void clockOfTheMachineIsNeverAheadOfThatOfTheProcess() {
    assertThat(at(1_000).plusMillis(-505)).isEqualTo(new Hold.Moment(495 * MILLI, 549));
  }
}
