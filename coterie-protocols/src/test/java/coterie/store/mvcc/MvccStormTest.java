package coterie.store.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copies converge and closed reads are repeatable, whatever happens. */
class MvccStormTest {
  private static final int SEEDS = ManySeeds.count(150, 1_000);

  @Test
  void copiesConvergeAndClosedReadsNeverChange() {
    List<String> wrong = new ArrayList<>();
    long writes = 0;
    long removed = 0;
    long trimmed = 0;
    long compared = 0;
    for (long seed = 0; seed < SEEDS && wrong.isEmpty(); seed++) {
      MvccStorm storm = new MvccStorm(seed, context -> context);
      storm.blow(25);
      for (String one : storm.settle()) {
        wrong.add("seed %d: %s".formatted(seed, one));
      }
      writes += storm.group.writes();
      removed += storm.group.removed;
      trimmed += storm.group.trimmed;
      compared += storm.group.compared;
      for (String one : storm.group.bad) {
        if (!one.contains("ahead of this clock")) {
          wrong.add("seed %d: %s".formatted(seed, one));
        }
      }
    }
    assertThat(wrong).isEmpty();
    // Storms in which nothing is written, collected or compared would show nothing.
    assertThat(writes).isGreaterThan(SEEDS * 100L);
    assertThat(removed).isGreaterThan(SEEDS * 50L);
    assertThat(trimmed).isGreaterThan(SEEDS * 10L);
    assertThat(compared).isGreaterThan(SEEDS * 10L);
  }
}
