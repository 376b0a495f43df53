package coterie.mutex.tokenring;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.mutex.tokenring.RingStorm.Weather;
import coterie.testkit.ManySeeds;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Token rings through random storms of loss, doubled and late messages, pauses, slow processes,
 * partitions, one-way cuts, and crashes, with and without return.
 */
class TokenRingChaosTest {
  /** Within so many seconds after the last fault everybody has entered; mostly it takes a half. */
  private static final double STARVING = 3;

  private static final int SEEDS = ManySeeds.count(400, 20_000);
  private static final Map<String, String> TEXTBOOK = Map.of("retry", "30ms");
  private static final Map<String, String> WATCHED =
      Map.of(
          "detector",
          "heartbeat",
          "period",
          "20ms",
          "silence",
          "200ms",
          "retry",
          "30ms",
          "doubt",
          "60ms");

  @Test
  void nobodyEntersBesideAnotherAndAllEnterOnceAllAreBack() {
    long entered = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RingStorm storm = new RingStorm(seed, Weather.RETURNS, TEXTBOOK, TokenRing::new);
      storm.blow();
      storm.calm();
      storm.recoverAll();
      assertThat(storm.starvedFor(STARVING)).as(storm.toString()).isEmpty();
      assertThat(storm.group.entries.violations()).as(storm.toString()).isEmpty();
      entered += storm.group.entered();
    }
    assertThat(entered).isGreaterThan(20L * SEEDS);
  }

  @Test
  void nobodyEntersBesideAnotherWhereTheCrashedStayDown() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RingStorm storm = new RingStorm(seed, Weather.NO_RETURNS, TEXTBOOK, TokenRing::new);
      storm.blow();
      storm.calm();
      if (storm.group.simulation.upCount() == storm.size) {
        assertThat(storm.starvedFor(STARVING)).as(storm.toString()).isEmpty();
      } else {
        storm.group.run(0.5);
      }
      assertThat(storm.group.entries.violations()).as(storm.toString()).isEmpty();
    }
  }

  @Test
  void nobodyEntersBesideAnotherUnlessADetectorIsMistaken() {
    int mistaken = 0;
    int majorities = 0;
    int regenerated = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Weather weather = seed % 3 == 0 ? Weather.RETURNS : Weather.HONEST;
      RingStorm storm = new RingStorm(seed, weather, WATCHED, TokenRing::new);
      storm.blow();
      storm.calm();
      storm.group.run(0.7);
      if (2 * storm.group.simulation.upCount() > storm.size) {
        majorities++;
        assertThat(storm.starvedFor(STARVING)).as(storm.toString()).isEmpty();
      }
      assertThat(storm.group.entries.violations()).as(storm.toString()).isEmpty();
      mistaken += storm.group.entries.mistakes() > 0 ? 1 : 0;
      regenerated += storm.group.isRegenerated() ? 1 : 0;
    }
    assertThat(mistaken).isBetween(SEEDS / 20, SEEDS / 2);
    assertThat(majorities).isGreaterThan(SEEDS / 2);
    assertThat(regenerated).isGreaterThan(SEEDS / 4);
  }

  @Test
  void twoEnterWhereTheFirstTokenIsMadeAtEveryStart() {
    assertThat(found(Weather.RETURNS, TEXTBOOK, BrokenRings::forgetful)).contains("while");
  }

  @Test
  void twoEnterWhereAPassIsTakenTwice() {
    assertThat(found(Weather.RETURNS, TEXTBOOK, BrokenRings::gullible)).contains("while");
  }

  @Test
  void twoEnterWherePromisesAreForgotten() {
    assertThat(found(Weather.HONEST, WATCHED, BrokenRings::forgetful)).contains("while");
  }

  /** The first violation in many storms of a broken ring. */
  private static String found(Weather weather, Map<String, String> values, RingGroup.Maker maker) {
    for (long seed = 0; seed < 3_000; seed++) {
      RingStorm storm = new RingStorm(seed, weather, values, maker);
      storm.blow();
      for (String violation : storm.group.entries.violations()) {
        if (violation.contains("while")) {
          return violation;
        }
      }
    }
    return "";
  }
}
