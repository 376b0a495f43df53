package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElectionCommandTest extends CommandTest {
  @Test
  void noticeIsACallAndNoDetectorRuns() {
    Ran ran = runLine("sim bully -n 3 --until 2 --notice 1@1.5 --trace --show calls,sends");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).first().asString().endsWith("1.5  P1   call notice");
    assertThat(ran.out()).doesNotContain("Beat");
    Ran watched =
        runLine("sim bully -n 3 --until 2 --notice 1@1.5 --detector swim --trace --show sends");
    assertThat(watched.out()).contains("sends Ping");
  }

  @Test
  void leaderCrashesAndComesBack() {
    Ran ran =
        runLine(
            "sim raft -n 5 --until 8 --crash leader@2s --recover leader@5s --trace"
                + " --show faults");
    assertThat(ran.err()).isEmpty();
    String who = ran.lines().getFirst().replaceFirst(".* ", "");
    assertThat(ran.lines()).startsWith("       2  --   crash " + who);
    assertThat(ran.lines()).contains("       5  --   recover " + who);
  }

  @Test
  void whereNobodyLeadsNothingHappensAndThatIsSaid() {
    Ran ran = runLine("sim raft --until 1 --crash leader@10ms --cut leader-follower@20ms --json");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.err().lines())
        .containsExactly(
            "coterie: --crash leader@10ms: nobody led at 0.01, so nothing happened",
            "coterie: --cut leader-follower@20ms: nobody led at 0.02, so nothing happened");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sim vring --crash leader@5 | vring elects nobody",
        "sim vring --notice 1@5 | no method \"notice\" takes 0 arguments",
        "sim raft --notice 1@5 | no method \"notice\" takes 0 arguments",
        "sim bully --notice 1 | takes WHO@TIME, such as --notice 1@31",
        "sim bully --notice 1@5+3 | a call has no end",
        "sim bully --notice 9@5 | there is no P9",
      })
  void badFlagIsOneSentence(String line, String allowed) {
    refused(runLine(line), allowed);
  }
}
