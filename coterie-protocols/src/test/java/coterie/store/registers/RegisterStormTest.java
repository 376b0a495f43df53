package coterie.store.registers;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.RegisterNote;
import coterie.testkit.ManySeeds;
import org.junit.jupiter.api.Test;

/**
 * Registers through random storms: crashes that lose or keep what is not durable, loss, doubled and
 * late messages, pauses, slow processes, partitions, one-way cuts, ties broken by chance.
 */
class RegisterStormTest {
  private static final int SEEDS = ManySeeds.count(500, 10_000);

  @Test
  void everyHistoryIsLinearizableAndEveryCallEndsAfterTheStorm() {
    int succeeded = 0;
    int refused = 0;
    int unknown = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RegisterStorm storm = new RegisterStorm(seed);
      storm.blow(8);
      assertThat(storm.end())
          .as(storm.toString())
          .hasSize(storm.endCalls())
          .allMatch(RegisterNote.Succeeded.class::isInstance);
      assertThat(storm.group.wrong()).as(storm.toString()).isEmpty();
      succeeded += storm.group.notes(RegisterNote.Succeeded.class).size();
      refused += storm.group.notes(RegisterNote.Refused.class).size();
      unknown += storm.group.notes(RegisterNote.Unknown.class).size();
    }
    assertThat(succeeded).isGreaterThan(15 * SEEDS);
    assertThat(refused).isGreaterThan(2 * SEEDS);
    assertThat(unknown).isGreaterThan(SEEDS);
  }
}
