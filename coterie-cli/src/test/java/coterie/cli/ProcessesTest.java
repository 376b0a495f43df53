package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that are processes of the operating system, judged and shown as on any other stage. */
class ProcessesTest extends CommandTest {
  private static final long DEADLINE_SECONDS = 60;

  /** Those that a run here has started. */
  private static List<ProcessHandle> members() {
    return ProcessHandle.current()
        .descendants()
        .filter(
            handle ->
                handle.info().arguments().map(List::of).orElse(List.of()).contains("run-member"))
        .toList();
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(members()).isEmpty();
  }

  @Test
  void killedMemberComesBackWithWhatItHadStored() throws IOException {
    Path recordings = folder.resolve("recordings");
    Path picture = folder.resolve("run.svg");
    String flags = " --record %s --svg %s".formatted(recordings, picture);
    Ran ran =
        runLine("run mvcc -n 3 --until 4 --crash 1@1 --recover 1@2 --processes --trace" + flags);
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("crash P1", "recover P1", "mvcc, 3 processes, until 4, seed 1:")
        .contains("keep the order of all", "knows at the end");
    assertThat(Files.readString(picture)).startsWith("<svg");
    for (String name : List.of("P0", "P1", "P2")) {
      Ran again = runLine("replay " + recordings.resolve(name + ".recording"));
      assertThat(again.code()).as(again.err()).isZero();
      assertThat(again.out()).contains(name.equals("P1") ? "2 lives" : "1 life");
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "coterie.field", matches = "true")
  void stoppedMemberIsSuspectedAndTrustedAgain() {
    Ran ran = runLine("run heartbeat -n 3 --until 14 --processes --at", "3 pause 1 for 6s");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("mistakes").containsPattern("mistakes +[1-9]");
  }

  @Test
  @EnabledIfSystemProperty(named = "coterie.field", matches = "true")
  void packetsAreLostWhereAScenarioSaysSo() {
    Ran ran =
        runLine(
            "run swim -n 3 --until 3 --processes --trace --at",
            "1 loss 1 for 1s",
            "--at",
            "0.5 partition none");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("partition none", "loss 1", "loss 0", "swim, 3 processes, until 3");
  }

  @Test
  @EnabledIfSystemProperty(named = "coterie.field", matches = "true")
  void clientsEnterOneAtATime() {
    Ran ran = runLine("run ricart-agrawala -n 3 --until 2 --processes");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("Two inside at once: never.");
  }

  @Test
  void whatCannotBeIsRefusedInOneSentence() {
    refused(runLine("run heartbeat -n 51 --processes"), "up to 50 processes, not 51");
    refused(
        runLine("run swim -n 2 --until 60 --processes --at", "1 call 1 join 0"),
        "join failed: P1 is in a group");
  }

  @Test
  void memberThatSomebodyKillsEndsTheRunWithASentence() throws Exception {
    CompletableFuture<Ran> running =
        CompletableFuture.supplyAsync(() -> runLine("run heartbeat -n 2 --until 600 --processes"));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (members().size() < 2 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    members().stream().max(Comparator.naturalOrder()).orElseThrow().destroyForcibly();
    Ran ran = running.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("the process of P1 has ended by itself");
  }

  /** Its sentences stand where they belong, whichever process is the first to tell. */
  @Test
  @EnabledIfSystemProperty(named = "coterie.field", matches = "true")
  void demoTellsAnElectionOfProcesses() {
    Ran ran = runLine("demo bully --processes --timeline");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out().replaceAll(" +", " "))
        .containsSubsequence(
            "falls P3 at 2 s",
            "P3 falls.",
            "P1 notices that P3 is down",
            "P2 is higher than P1 and up",
            "All who are up know that P5 leads.",
            "P3 returns",
            "All who are up know that P5 leads.",
            "ignores ELECTION from P1",
            "At the end all who are up know P5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bully",
        "cast",
        "clocks",
        "documents",
        "heartring",
        "lamport",
        "lease",
        "ledger",
        "phi",
        "raft",
        "ring",
        "swim-plain",
        "token-ring",
        "token-ring-plain",
        "vring"
      })
  @EnabledIfSystemProperty(named = "coterie.field", matches = "true")
  void everyOtherProtocolRunsInProcesses(String protocol) {
    Ran ran = runLine("run %s -n 3 --until 5 --processes".formatted(protocol));
    assertThat(ran.code()).as(ran.err()).isZero();
  }
}
