package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShiVizTest extends CommandTest {
  private String log(String line) throws IOException {
    Path file = folder.resolve("run.log");
    Ran ran = runLine(line + " --shiviz " + file);
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.err()).isEmpty();
    return Files.readString(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo clocks",
        "demo ledger",
        "demo documents",
        "demo mvcc",
        "sim ledger --until 5s --loss 0.1 --duplicate 0.2 --reorder 0.2 --sync 20ms --crash"
            + " 1@2s+1s",
        "sim raft -n 5 --until 3s --sync 3ms --crash leader@1s+500ms --latency uniform:1ms,20ms",
        "sim vring -n 4 --until 331 --crash 1@31 --recover 1@181",
        "sim ricart-agrawala --until 2s --duplicate 0.3"
      })
  void logHoldsToTheRules(String line) throws IOException {
    ShiVizLog log = new ShiVizLog(log(line));
    assertThat(log.events).hasSizeGreaterThan(20);
    assertThat(log.flaws()).isEmpty();
  }

  @Test
  void lateKnowledgeIsInTheLog() throws IOException {
    ShiVizLog log = new ShiVizLog(log("demo clocks"));
    ShiVizLog.Event e2 = event(log, "e2:");
    ShiVizLog.Event e3 = event(log, "e3:");
    ShiVizLog.Event e9 = event(log, "e9:");
    assertThat(e9.covers(e2)).as("by way of P1").isTrue();
    assertThat(e9.covers(e3)).isFalse();
    assertThat(e2.text())
        .isEqualTo("0.2 e2: physical 700ms, lamport 2, vector [2,0,0], hybrid 700/0");
  }

  private static ShiVizLog.Event event(ShiVizLog log, String name) {
    return log.events.stream().filter(one -> one.text().contains(name)).findFirst().orElseThrow();
  }

  @Test
  void wrongLogIsFoundOut() throws IOException {
    String log = log("demo clocks");
    String receipt = "P1 {\"P0\":5, \"P1\":1}";
    assertThat(log).contains(receipt);
    assertThat(new ShiVizLog(log.replace(receipt, "P1 {\"P0\":4, \"P1\":1}")).flaws())
        .as("knows less than the message told")
        .isNotEmpty();
    assertThat(new ShiVizLog(log.replace(receipt, "P1 {\"P0\":5, \"P1\":2}")).flaws())
        .as("a number is left out")
        .isNotEmpty();
    assertThat(new ShiVizLog(log.replace(receipt, "P1 {\"P0\":50, \"P1\":1}")).flaws())
        .as("knows what never happened")
        .isNotEmpty();
  }

  @Test
  void veryLongRunIsCutWithARemark() throws IOException {
    Path file = folder.resolve("run.log");
    Ran ran = runLine("sim heartbeat -n 3 --until 5000 --shiviz " + file);
    assertThat(ran.code()).isZero();
    assertThat(ran.err()).contains("holds the first 50000 events", "more are left out");
    assertThat(new ShiVizLog(Files.readString(file)).events).hasSize(50_000);
  }
}
