package coterie.sim.explore.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which random numbers a step is tried with. */
class RandomChoicesTest {
  private interface Random {
    long draw(long bound);
  }

  /** What a step does with random numbers. */
  private interface Step {
    void run(Random random);
  }

  private final RandomChoices choices = new RandomChoices(4);

  /** Returns all sequences that a step is taken with. */
  private List<String> all(Step step) {
    List<String> all = new ArrayList<>();
    long[] chosen = {};
    while (chosen != null) {
      choices.replay(chosen);
      step.run(choices::draw);
      all.add(Arrays.toString(choices.drawn()));
      chosen = choices.next();
    }
    assertThat(all).doesNotHaveDuplicates();
    return all;
  }

  private static void draw(Random random, long... bounds) {
    LongStream.of(bounds).forEach(random::draw);
  }

  @Test
  void smallNumbersTakeAllValues() {
    assertThat(all(random -> draw(random, 2, 3)))
        .containsExactly("[0, 0]", "[0, 1]", "[0, 2]", "[1, 0]", "[1, 1]", "[1, 2]");
    assertThat(choices.isSampled()).isFalse();
  }

  @Test
  void largeNumberIsSampled() {
    assertThat(all(random -> draw(random, 100))).containsExactly("[0]", "[50]", "[99]");
    assertThat(choices.isSampled()).isTrue();
  }

  @Test
  void sixCoinsVaryAndTheSeventhDoesNot() {
    assertThat(all(random -> draw(random, 2, 2, 2, 2, 2, 2))).hasSize(64);
    assertThat(choices.isSampled()).isFalse();
    assertThat(all(random -> draw(random, 2, 2, 2, 2, 2, 2, 2)))
        .hasSize(64)
        .allMatch(drawn -> drawn.endsWith("0]"));
    assertThat(choices.isSampled()).isTrue();
  }

  @Test
  void numberWithOneValueIsNoChoice() {
    assertThat(all(random -> draw(random, 1, 1, 1, 1, 1, 1, 1, 1, 4))).hasSize(4);
    assertThat(choices.isSampled()).isFalse();
  }

  /** The first number says how many others are drawn. */
  @Test
  void drawsThatDependOnEachOtherStayWithinTheBound() {
    Step step =
        random -> {
          for (long left = 5 * random.draw(4); left > 0; left--) {
            draw(random, 2);
          }
        };
    // One, and three times 16: of 4 * 2^4 sequences, none is left for a fifth coin.
    assertThat(all(step)).hasSize(1 + 3 * 16);
    assertThat(choices.isSampled()).isTrue();
  }
}
