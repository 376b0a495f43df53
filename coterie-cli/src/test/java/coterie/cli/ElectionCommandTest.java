package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElectionCommandTest extends CommandTest {
  @Test
  void noticeIsACallAndNoDetectorRuns() {
    Ran ran = runLine("sim bully -n 3 --until 2 --notice 1@1.5 --trace --show calls,sends");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).first().asString().endsWith("1.5   P1   call notice");
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
            "coterie: --crash leader@10ms: nobody led at 0.01, so nothing happened; next-leader"
                + " would wait for the next one",
            "coterie: --cut leader-follower@20ms: nobody led at 0.02, so nothing happened;"
                + " next-leader would wait for the next one");
  }

  private static final String DOCUMENT = "sim bully -n 5 --ids-from 1 --until 12s --timeline";

  /** The cells of the last line of the row of that time, which tells the states. */
  private static List<String> states(Ran ran, String time) {
    List<String> lines = ran.lines();
    int row = 0;
    while (!lines.get(row).startsWith(time + " ")) {
      row++;
    }
    List<String> states = new ArrayList<>(List.of("", "", "", "", ""));
    for (; lines.get(row).contains("│"); row++) {
      String[] cells = lines.get(row).split("│", -1);
      for (int i = 1; i < cells.length; i++) {
        states.set(i - 1, cells[i].isBlank() ? states.get(i - 1) : cells[i].strip());
      }
    }
    return states;
  }

  @Test
  void timelineTellsTheStoryOfTheDocument() {
    Ran ran = runLine(DOCUMENT + " --crash 3@2s --notice 1@2.5s --recover 3@9s");
    assertThat(ran.lines().getFirst().replaceAll(" +", " "))
        .isEqualTo("time │ P1 │ P2 │ P3 │ P4 │ P5");
    assertThat(states(ran, "2.5")).containsExactly("WAITING_OK", "IDLE", "DOWN", "IDLE", "IDLE");
    String knows = "IDLE leader P5 term 1";
    assertThat(states(ran, "2.56")).containsExactly(knows, knows, "DOWN", knows, "LEADER term 1");
    assertThat(states(ran, "9.06").get(2)).isEqualTo(knows);
    assertThat(ran.out()).contains("ELECTION → P2-P5", "OK → P1", "COORDINATOR → P1-P4", "LEADS");
    assertThat(ran.out()).as("the usual report follows").contains("bully, 5 processes, until 12");
    assertThat(runLine(DOCUMENT + " --json").lines()).as("JSON stands alone").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void theHighestThatIsUpLeadsWhoeverFalls(int fallen) {
    int noticer = fallen == 1 ? 2 : 1;
    String line = DOCUMENT + " --crash %d@2s --notice %d@2.5s".formatted(fallen, noticer);
    int leader = fallen == 5 ? 4 : 5;
    List<String> last = states(runLine(line), fallen == 5 ? "4.56" : "2.56");
    for (int i = 1; i <= 5; i++) {
      String expected = i == leader ? "LEADER" : "IDLE leader P" + leader;
      assertThat(last.get(i - 1)).as("P%d", i).startsWith(i == fallen ? "DOWN" : expected);
    }
    Ran back = runLine(line + " --recover %d@9s".formatted(fallen));
    assertThat(back.out()).contains("returned", "LEADER");
    assertThat(back.out().split("leader=P5", -1)).as("all know P5").hasSize(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sim vring --crash leader@5 | vring has no leader",
        "sim raft --crash leadr@5 | or a role such as leader or next-holder",
        "sim raft --heartbeat 200ms | gives a lease of 0.147029701 s on clocks that drift",
        "sim raft --timeout-min 0 | gives a lease of 0 s on clocks that drift",
        "sim ring --silence 100ms | the silence must be longer than the period of 0.5 s",
        "sim bully --detector heartring --silence 0.5 | the silence must be longer than",
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
