package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Some processes have another list of voters by mistake. */
class LeaseStraysTest extends CommandTest {
  private static Ran sim(String flags) {
    return runLine("sim lease -n 5 --voters 3 --until 3 " + flags);
  }

  @Test
  void twoAreInsideWhereMajoritiesOfTwoListsElect() {
    Ran ran = sim("--strays 2");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("one is inside at a time");
  }

  @Test
  void oneListAtMostHasALeaderWhereAllItsVotersMustVote() {
    for (int seed = 1; seed <= 20; seed++) {
      Ran ran = sim("--strays 2 --founding all --seed " + seed);
      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.out()).contains("Two inside at once: never.", "gave up");
    }
  }

  @Test
  void moreStraysThanProcessesThatDoNotVoteAreRefused() {
    Ran ran = sim("--strays 3");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo(
            "coterie: 3 of 5 processes vote, and 3 are to have another list; give at most 2"
                + " strays\n");
  }
}
