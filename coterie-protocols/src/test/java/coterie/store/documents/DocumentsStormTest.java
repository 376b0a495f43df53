package coterie.store.documents;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.ManySeeds;
import org.junit.jupiter.api.Test;

/** Documents under loss, doubling, late messages, partitions, crashes, pauses and wrong clocks. */
class DocumentsStormTest {
  private static final int SEEDS = ManySeeds.count(400, 10_000);

  @Test
  void replicasShowWhatTheyHaveSeenAndComeTogether() {
    int refused = 0;
    int unknown = 0;
    int siblings = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      DocumentsStorm storm = new DocumentsStorm(seed);
      storm.blow(60);
      assertThat(storm.wrongAfterCalm()).as(storm.toString()).isEmpty();
      refused += storm.refused;
      unknown += storm.unknown;
      siblings = Math.max(siblings, storm.siblingsMost);
    }
    // The storms are of use only if they get at what they are meant to test.
    assertThat(refused).isGreaterThan(SEEDS / 2);
    assertThat(unknown).isGreaterThan(SEEDS / 2);
    assertThat(siblings).isGreaterThan(3);
  }
}
