package coterie.store.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.ManySeeds;
import org.junit.jupiter.api.Test;

/**
 * The ledger through random storms: crashes that lose or keep what is not durable, loss, doubled
 * and late messages, pauses, slow processes, partitions, one-way cuts, ties broken by chance. One
 * run in twenty is judged after every event.
 */
class LedgerStormTest {
  private static final int FACTOR = ManySeeds.count(1, 25);

  @Test
  void copiesAgreeAndNoMoneyIsMadeOrLost() {
    int written = 0;
    int voids = 0;
    int settledMeanwhile = 0;
    for (long seed = 0; seed < 400L * FACTOR; seed++) {
      LedgerStorm storm = new LedgerStorm(seed);
      storm.blow(12);
      assertThat(storm.group.wrong()).as(storm.toString()).isEmpty();
      settledMeanwhile += storm.group.settledEver();
      storm.end();
      assertThat(storm.group.wrong()).as(storm.toString()).isEmpty();
      assertThat(storm.group.unsettled()).as(storm.toString()).isEmpty();
      written += storm.group.written();
      voids += storm.group.at(0).state().voids();
    }
    assertThat(written).isGreaterThan(6_000 * FACTOR);
    assertThat(voids).isGreaterThan(200 * FACTOR);
    assertThat(settledMeanwhile).isGreaterThan(written / 3);
  }
}
