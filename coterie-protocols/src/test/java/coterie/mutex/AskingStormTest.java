package coterie.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.mutex.AskingStorm.Force;
import coterie.mutex.AskingStorm.Return;
import coterie.mutex.lamport.LamportMutexRecipe;
import coterie.mutex.ricartagrawala.RicartAgrawalaRecipe;
import coterie.recipe.MutexRecipe;
import coterie.testkit.ManySeeds;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Both locks through random storms: crashes with and without return, some with saves that were
 * under way lost, loss, doubled and late messages, pauses, slow processes, partitions, one-way
 * cuts, ties broken by chance.
 */
class AskingStormTest {
  private static final int FACTOR = ManySeeds.count(1, 25);
  private static final int STRIKES = 12;

  static MutexRecipe recipe(String name) {
    return name.equals("lamport") ? LamportMutexRecipe.RECIPE : RicartAgrawalaRecipe.RECIPE;
  }

  /** Where somebody stays down nobody enters; where all return everybody does. */
  @ParameterizedTest
  @CsvSource({
    "ricart-agrawala, NEVER, 100",
    "ricart-agrawala, SOMETIMES, 300",
    "lamport, NEVER, 100",
    "lamport, SOMETIMES, 300"
  })
  void textbookFormNeverLetsTwoIn(String name, Return returns, int seeds) {
    int entries = 0;
    for (long seed = 0; seed < (long) seeds * FACTOR; seed++) {
      AskingStorm storm = new AskingStorm(recipe(name), seed, "none", Force.WILD, returns);
      storm.blow(STRIKES);
      List<Integer> starving = storm.starving();
      assertThat(storm.group.wrong()).as(storm.toString()).isEmpty();
      assertThat(storm.group.notes).as(storm.toString()).noneMatch(n -> n.endsWith("gives up"));
      if (storm.isEverybodyUp()) {
        assertThat(starving).as(storm.toString()).isEmpty();
      } else {
        assertThat(returns).isEqualTo(Return.NEVER);
      }
      entries += storm.group.entries();
    }
    assertThat(entries).isGreaterThan(20 * seeds);
  }

  @ParameterizedTest
  @CsvSource({
    "ricart-agrawala, heartbeat, GENTLE, 200",
    "ricart-agrawala, heartbeat, WILD, 200",
    "lamport, heartbeat, GENTLE, 200",
    "lamport, heartbeat, WILD, 200",
    "ricart-agrawala, phi, WILD, 20",
    "lamport, swim, GENTLE, 20"
  })
  void formWithADetectorLetsTwoInOnlyIfTheDetectorWasWrong(
      String name, String detector, Force force, int seeds) {
    int entries = 0;
    int mistaken = 0;
    int overlapping = 0;
    for (long seed = 0; seed < (long) seeds * FACTOR; seed++) {
      Return returns = seed % 3 == 0 ? Return.NEVER : Return.SOMETIMES;
      AskingStorm storm = new AskingStorm(recipe(name), seed, detector, force, returns);
      storm.blow(STRIKES);
      List<Integer> starving = storm.starving();
      assertThat(storm.group.wrong()).as(storm.toString()).isEmpty();
      assertThat(storm.group.notes).as(storm.toString()).noneMatch(n -> n.endsWith("gives up"));
      if (storm.isMajorityUp()) {
        assertThat(starving).as(storm.toString()).isEmpty();
      }
      entries += storm.group.entries();
      mistaken += storm.group.judge.mistakes() > 0 ? 1 : 0;
      overlapping += storm.group.judge.overlaps().count() > 0 ? 1 : 0;
    }
    assertThat(entries).isGreaterThan(20 * seeds);
    if (force == Force.WILD && detector.equals("heartbeat")) {
      assertThat(mistaken).isBetween(seeds * FACTOR / 4, seeds * FACTOR * 3 / 4);
      assertThat(overlapping).isPositive();
    }
  }
}
