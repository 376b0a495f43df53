package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Note;
import org.junit.jupiter.api.Test;

/**
 * Four clocks in simulated groups, with wall clocks apart, loss, doubling, reordering and crashes.
 */
class ClockStormTest {
  private static final int SEEDS = 300;
  private static final int STEPS = 60;

  /** Says whether a clock is right about two events, given how they truly stand. */
  private interface Judge {
    boolean isRight(Order truth, ClockStorm.Event one, ClockStorm.Event other);
  }

  /** The first pair about which a clock is wrong; empty if there is none. */
  private static String wrong(ClockStorm storm, Judge judge) {
    for (int i = 0; i < storm.truth.size(); i++) {
      for (int j = 0; j < storm.truth.size(); j++) {
        Order order = storm.truth.order(i, j);
        if (!judge.isRight(order, storm.events.get(i), storm.events.get(j))) {
          return storm.events.get(i).name + " and " + storm.events.get(j).name + " are " + order;
        }
      }
    }
    return "";
  }

  @Test
  void clocksKeepWhatTheyPromiseAndWallClocksDoNot() {
    int wrongWalls = 0;
    int refused = 0;
    int future = 0;
    int concurrent = 0;
    int crashes = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      ClockStorm storm = new ClockStorm(seed).blow(STEPS);
      String who = "seed " + seed;
      assertThat(wrong(storm, (truth, a, b) -> a.vector.compare(b.vector) == truth))
          .as(who)
          .isEmpty();
      assertThat(wrong(storm, (truth, a, b) -> truth != Order.BEFORE || a.lamport < b.lamport))
          .as(who)
          .isEmpty();
      assertThat(wrong(storm, (truth, a, b) -> truth != Order.BEFORE || a.hybrid < b.hybrid))
          .as(who)
          .isEmpty();
      assertThat(storm.judge.violations()).as(who).isEmpty();
      crashes += storm.crashes;
      assertThat(storm.events)
          .as(who)
          .allMatch(event -> HybridClock.millis(event.hybrid) >= event.physical)
          .allMatch(event -> HybridClock.millis(event.hybrid) <= event.wallMax);
      String wall = wrong(storm, (truth, a, b) -> truth != Order.BEFORE || a.physical < b.physical);
      wrongWalls += wall.isEmpty() ? 0 : 1;
      refused += storm.refused.size();
      future += storm.future;
      assertThat(storm.refused).allMatch(Note.BadMessage.class::isInstance);
      String order = wrong(storm, (truth, a, b) -> truth != Order.CONCURRENT);
      concurrent += order.isEmpty() ? 0 : 1;
    }
    assertThat(wrongWalls).isGreaterThan(SEEDS / 2);
    assertThat(concurrent).isGreaterThan(SEEDS / 2);
    assertThat(crashes).isPositive();
    assertThat(refused).isPositive();
    assertThat(future).isPositive();
  }
}
