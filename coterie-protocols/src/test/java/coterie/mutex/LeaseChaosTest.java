package coterie.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.TimeText;
import org.junit.jupiter.api.Test;

/**
 * Leased locks through random storms: crashes and recoveries, loss, doubled and late messages,
 * pauses, slow processes, partitions, one-way cuts, leaders that resign, and clocks that drift up
 * to the bound.
 */
class LeaseChaosTest {
  private static final int SEEDS = Boolean.getBoolean("coterie.deep") ? 20_000 : 1_000;

  /** After the last fault: an election, a lease that is waited out, and a line. */
  private static final long SETTLING = 4 * TimeText.SECOND;

  @Test
  void nobodyIsInsideBesideAnotherAndEverybodyEntersInTheEnd() {
    long entries = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      LeaseStorm storm = new LeaseStorm(seed);
      storm.blow();
      storm.calm();
      storm.group.runLooking(LeaseStorm.LATE_MAX);
      long[] before = new long[storm.size];
      for (int i = 0; i < storm.size; i++) {
        before[i] = storm.group.entries(i);
        entries += before[i];
      }
      storm.group.runLooking(SETTLING);
      assertThat(storm.group.wrong).as(storm.toString()).isEmpty();
      assertThat(storm.group.judge.isExcused()).as(storm + " is excused").isFalse();
      for (int i = 0; i < storm.size; i++) {
        assertThat(storm.group.entries(i)).as(storm + ": P" + i).isGreaterThan(before[i]);
      }
    }
    assertThat(entries).isGreaterThan(30L * SEEDS);
  }
}
