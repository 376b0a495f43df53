package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest extends CommandTest {
  private static String help(String command) {
    return runLine(command + " --help").out();
  }

  @Test
  void flagsStandByPurpose() {
    List<String> headings =
        runLine("sim raft --help").lines().stream()
            .filter(line -> line.matches("[A-Z].*:"))
            .toList();
    assertThat(headings)
        .containsExactly(
            "Settings of raft:",
            "The run:",
            "The network and the disk:",
            "Faults and calls:",
            "Lines of the run:",
            "Results:",
            "Other options:");
  }

  /** The texts are resources: one that is missing must not go unnoticed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim vring",
        "run bully",
        "node raft",
        "sweep vring",
        "demo bully",
        "demo phi",
        "demo impossible",
        "compare",
        "tune",
        "replay",
        "hunt",
        "lab",
        "store put",
        "store get",
        "store scan",
        "store delete",
        "store gc",
        "members",
        "events",
        "lock",
        "leader",
        "call",
        "register cas",
        "keys add",
        "voter readmit",
        "up",
        "agent",
      })
  void everyFlagHasAText(String command) {
    List<String> lines = runLine(command + " --help").lines();
    for (int i = 0; i < lines.size(); i++) {
      boolean isBare = lines.get(i).matches(" {2,6}(-[a-zA-Z], )?--?[a-zA-Z][^ ]*( [^ ]+)?");
      String next = i + 1 < lines.size() ? lines.get(i + 1).strip() : "";
      assertThat(isBare && (next.isEmpty() || next.startsWith("-"))).as(lines.get(i)).isFalse();
    }
    assertThat(lines).anyMatch(line -> line.matches(" +.*--[a-z].* {2,}[a-zA-Z].*"));
  }

  @Test
  void flagsThatDoNotApplyAreNotShown() {
    assertThat(help("sim raft")).doesNotContain("--judge", "--settled", "--entries", "--notice");
    assertThat(help("sim bully")).contains("--notice").doesNotContain("--judge");
    assertThat(help("sim lamport")).contains("--entries", "next-holder").doesNotContain("--judge");
    assertThat(help("sim phi")).contains("--judge").doesNotContain("--entries", "holder");
    assertThat(help("run raft")).doesNotContain("--ties", "--sync");
    assertThat(help("sim")).contains("--judge", "--entries", "--notice");
    refused(runLine("sim raft --judge"), "--judge takes a failure detector, and raft is not one");
  }

  @Test
  void defaultsAreThoseInForce() {
    assertThat(squeezed("sim raft")).contains("(default: uniform:200us,1ms)", "(default: 150ms)");
    assertThat(squeezed("run raft")).contains("that of the sockets (default: nothing)");
    assertThat(squeezed("sim swim"))
        .contains("its next; wan: 5s, loopback: 200ms (default: 1s)")
        .contains("lan, wan, loopback (default: lan)");
  }

  private static String squeezed(String command) {
    return help(command).replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim",
        "sim swim",
        "sim lamport",
        "sim mvcc",
        "sim register",
        "sim phi",
        "run",
        "run vring",
        "sweep",
        "sweep phi",
        "compare",
        "tune",
        "check",
        "replay",
        "demo",
        "store",
        "agent",
        "up",
        "lock",
        "leader",
        "members"
      })
  void noHelpLeavesTheReaderGuessing(String command) {
    assertThat(help(command)).contains("Usage: coterie").doesNotContain("unless said", "so many");
  }

  @Test
  void shellCompletesValues() {
    String script = runLine("completion").out();
    assertThat(script)
        .contains("(\"lan\" \"wan\" \"loopback\")")
        .contains("(\"scheduled\" \"faults-last\" \"shuffled\")")
        .contains("(\"heartbeat\" \"heartring\" \"phi\" \"swim\" \"swim-plain\" \"vring\")")
        .contains("(\"bully\" \"raft\" \"ring\")")
        .contains("(\"leader\" \"follower\")");
    String raft = script.substring(script.indexOf("function _picocli_coterie_sim_raft()"));
    String own = raft.substring(0, raft.indexOf("\n}\n"));
    assertThat(own).contains("--heartbeat").doesNotContain("--judge", "--entries");
    List<String> jar = Arrays.stream(own.split("'--jar'\\)")).toList();
    assertThat(jar.getLast()).as("files").contains("compgen -f");
  }

  /** What bash offers after these words, asked of the function that it would call. */
  private String offered(String words) throws Exception {
    Path script = folder.resolve("completion");
    Files.writeString(script, runLine("completion").out());
    String ask =
        "compopt() { :; }; source '%s'; COMP_WORDS=(%s ''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
            .formatted(script, words);
    return Shell.run("bash", "-c", ask + " _complete_coterie; echo \"${COMPREPLY[*]}\"");
  }

  @ParameterizedTest
  @CsvSource({
    "coterie sim swim --profile, lan wan loopback",
    "coterie sim swim --start, joining converged",
    "coterie compare --detectors, heartbeat heartring phi swim swim-plain vring",
    "coterie compare --elections, bully raft ring",
    "coterie compare --mutexes, lamport lease ricart-agrawala token-ring token-ring-plain",
    "coterie run lease --think, ''"
  })
  void bashOffersTheValuesOfThatOption(String words, String values) throws Exception {
    assertThat(offered(words)).isEqualTo(values);
  }
}
