package coterie.broken;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.protocols.Protocols;
import coterie.recipe.Recipe;
import coterie.sim.explore.search.Explored;
import coterie.testkit.ManySeeds;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What finds broken variants does not object to correct protocols. */
class SoundnessTest {
  /** Each state is reached by a schedule that no other state is reached by, and is judged. */
  private static final long STATES = ManySeeds.count(2_000, 1_000_000);

  private static final int SEEDS = ManySeeds.count(1, 200);

  static Set<String> protocols() {
    return Soundness.EXPLORED.keySet();
  }

  static Stream<Soundness.Base> bases() {
    return Soundness.bases().stream();
  }

  @Test
  void everyProtocolIsExplored() {
    assertThat(protocols())
        .containsExactlyInAnyOrderElementsOf(
            new Protocols().recipes().stream().map(Recipe::name).toList());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void noMonitorObjects(String protocol) {
    Explored explored = Soundness.explore(protocol, STATES);
    assertThat(explored.violation()).isNull();
    assertThat(explored.exhausted() || explored.states() >= STATES)
        .as("%,d states, %s", explored.states(), explored.stoppedBy())
        .isTrue();
  }

  /** An expectation that fails in a correct protocol, too, would prove nothing. */
  @ParameterizedTest
  @MethodSource("bases")
  void noJudgeObjectsInTheScenariosOfVariants(Soundness.Base base) {
    assertThat(Soundness.hunt(base, SEEDS).objections()).isEmpty();
  }
}
