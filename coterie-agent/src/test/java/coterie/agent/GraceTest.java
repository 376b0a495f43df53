package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.mutex.lease.LeaseConfig;
import org.junit.jupiter.api.Test;

/** The formula by which a command is dead before anybody else can hold its lock. */
class GraceTest {
  private static final LeaseConfig LEASE = LeaseConfig.service();

  @Test
  void allPartsTogetherStayBelowTheLease() {
    Grace grace = Grace.of(null, LEASE);
    assertThat(grace.millis()).isEqualTo(2_000);
    long longest = Grace.longestMillis(LEASE);
    long drift = LEASE.leaseNanos() - LEASE.pauseNanos() - LEASE.heldNanos();
    long sum =
        (longest + Grace.BEAT_MILLIS + Grace.MARGIN_MILLIS) * 1_000_000
            + LEASE.renewNanos()
            + LEASE.pauseNanos()
            + drift;
    assertThat(sum).isBetween(LEASE.leaseNanos() - 2_000_000, LEASE.leaseNanos());
    assertThat(Grace.of(longest + "ms", LEASE).millis()).isEqualTo(longest);
  }

  @Test
  void whatDoesNotFitIsRefusedWithTheSum() {
    assertThatThrownBy(() -> Grace.of("6s", LEASE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a grace of 6 s, a beat of 0.5 s, a margin of 0.5 s, a renewal every 1 s, pauses of 2 s"
                + " and a drift of 0.178 s do not fit into a lease of 10 s; choose a grace of up to"
                + " 5.821 s");
    LeaseConfig tiny = new LeaseConfig(1_000_000_000, 100_000_000, 100_000_000, 0);
    assertThatThrownBy(() -> Grace.of(null, tiny))
        .hasMessageEndingWith("no command can run under it");
    assertThat(Grace.of(null, LeaseConfig.laboratory()).millis()).isBetween(1L, 300L);
  }

  @Test
  void agentGivesUpASilentClientOnlyAfterTheClientHasGivenUp() {
    Grace grace = Grace.of("3s", LEASE);
    long longestLeft = LEASE.heldNanos() / 1_000_000;
    assertThat(longestLeft - grace.silenceMillis(LEASE)).isEqualTo(grace.endMillis());
  }
}
