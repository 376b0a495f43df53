package coterie.mutex.lease;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Context;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Election;
import coterie.testkit.ManySeeds;
import org.junit.jupiter.api.Test;

/**
 * Leased locks through random storms: crashes and recoveries, loss, doubled and late messages,
 * pauses, slow processes, partitions, one-way cuts, leaders that resign, and clocks that drift up
 * to the bound.
 */
class LeaseChaosTest {
  private static final int SEEDS = ManySeeds.count(400, 20_000);

  /** After the last fault: an election, a lease that is waited out, and a line. */
  private static final long SETTLING = 5 * TimeText.SECOND;

  @Test
  void nobodyIsInsideBesideAnotherAndEverybodyEntersInTheEnd() {
    long entries = 0;
    int kept = 0;
    long lost = 0;
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
      storm.group.runLooking(SETTLING + 2 * storm.size * storm.holdNanos);
      kept += storm.group.kept.size();
      lost += storm.group.notes.stream().filter(note -> note.endsWith("LostLock")).count();
      assertThat(storm.group.wrong).as(storm.toString()).isEmpty();
      assertThat(storm.group.refused()).as(storm + " refuses").isZero();
      assertThat(storm.group.judge.isExcused()).as(storm + " is excused").isFalse();
      for (int i = 0; i < storm.size; i++) {
        assertThat(storm.group.entries(i)).as(storm + ": P" + i).isGreaterThan(before[i]);
      }
    }
    assertThat(entries).isGreaterThan(30L * SEEDS);
    assertThat(kept).as("kept over a change of the leader").isGreaterThan(SEEDS / 10);
    assertThat(lost).as("lost").isGreaterThan(SEEDS / 20);
  }

  /** A new leader that lets in at once lets in beside those whom its predecessor has let in. */
  @Test
  void twoAreInsideWhereLeasesAreNotWaitedOut() {
    assertThat(found("while", 1, LeaseChaosTest::hasty)).isNotEmpty();
  }

  @Test
  void twoAreInsideWhereTheLeaderTakesBackBeforeTheHolderKnows() {
    assertThat(found("while", 1, LeaseChaosTest::greedy)).isNotEmpty();
  }

  private static LeaseLock hasty(
      Context<LeaseLock.Msg> context, View members, Election election, LeaseConfig config) {
    return new LeaseLock(context, members, members, election, config, config.leaseNanos(), 0);
  }

  private static LeaseLock greedy(
      Context<LeaseLock.Msg> context, View members, Election election, LeaseConfig config) {
    long lease = config.leaseNanos();
    return new LeaseLock(context, members, members, election, config, lease / 2, lease);
  }

  /** What is wrong, with its time, in the first of many storms in which something is. */
  private static String found(String what, int recklessness, LeaseGroup.Maker maker) {
    for (long seed = 0; seed < 1_000; seed++) {
      LeaseStorm storm = new LeaseStorm(seed, recklessness, maker);
      storm.blow();
      for (String wrong : storm.group.wrong) {
        if (wrong.contains(what)) {
          return wrong;
        }
      }
    }
    return "";
  }

  /**
   * Beyond the bounds two do come inside. Tokens still order them, and a resource that looks at
   * tokens refuses the one that is late.
   */
  @Test
  void tokensOrderTheHoldersWhereClocksAndPausesKeepNoBounds() {
    int overlaps = 0;
    int refused = 0;
    for (long seed = 0; seed < SEEDS / 4; seed++) {
      LeaseStorm storm = new LeaseStorm(seed, 8, LeaseGroup.SOUND);
      storm.blow();
      assertThat(storm.group.wrong).as(storm.toString()).noneMatch(what -> !what.contains("judge"));
      overlaps += storm.group.judge.overlaps().count() > 0 ? 1 : 0;
      refused += storm.group.refused();
    }
    assertThat(overlaps).isGreaterThan(SEEDS / 100);
    assertThat(refused).isPositive();
  }
}
