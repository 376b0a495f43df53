package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MutexReportTest extends CommandTest {
  private static Ran sim(String line) {
    return runLine(Turnstile.RECIPES, "sim " + line);
  }

  @Test
  void tableShowsTheEntriesAndWhatTheyTook() {
    Ran ran = sim("turnstile -n 4 --until 4.5 --crash 2@3.25");
    assertThat(ran.code()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .contains(
            """
            process  asked  entered          left  waited  messages  token
            P0           0        1             2       1         1     10
            P1           0        2             3       2         1     11
            P2           0        3  crashed 3.25       3         1     12
            P3           0        4        inside       4         1     13

            4 entries of 4 requests, 0.9 a second; 1 crashed inside.
            Messages per entry: 1.0; by formula: always 1.
            Synchronisation delay: median 0 s, mean 0 s; 2 times one left while another waited.
            Waited to enter: median 2 s, 99% at most 4 s, longest 4 s.
            Fairness among those who asked (Jain's index, 1 is best): 1.000.
            Two inside at once: never.

            """);
  }

  @Test
  void locksHaveAColumnWhereThereAreSeveral() {
    Ran ran = sim("pair -n 3 --until 2.5");
    assertThat(ran.out())
        .contains(
            """
            process  lock   asked  entered    left  waited  messages  token
            P0       door0      0        1       2       1         1     10
            P1       door1      0        2  inside       2         1     11
            """)
        .contains("2 entries of 3 requests", "At the end 1 still waits, the longest for 2.5 s.");
  }

  @Test
  void tableIsCutUnlessMoreIsAskedFor() {
    Ran cut = sim("turnstile -n 30 --until 40");
    assertThat(cut.out())
        .containsPattern("\nP19 .*\n\\.\\.\\. and 10 more; --entries all lists them, and --json");
    assertThat(sim("turnstile -n 30 --until 40 --entries all").out())
        .containsPattern("\nP29 .*\n\n30 entries");
    assertThat(sim("turnstile -n 30 --until 40 --entries 2").out())
        .containsPattern("\nP1 .*\n\\.\\.\\. and 28 more");
  }

  @Test
  void nobodyMayHaveAskedOrEntered() {
    assertThat(sim("idle -n 2 --until 9").out()).contains("\nNobody asked to enter.\n");
    assertThat(sim("turnstile -n 2 --until 0.5").out())
        .contains(
            """
            0 entries of 2 requests, 0.0 a second.
            At the end 2 still wait, the longest for 0.5 s.
            Two inside at once: never.
            """);
    assertThat(sim("turnstile -n 2 --until 0.5 --json").out())
        .contains("\"messagesPerEntry\":null,", "\"waitP50\":null,", "\"fairness\":null,");
  }

  @Test
  void jsonHasTheNamesOfTheContract() {
    Ran ran = sim("turnstile -n 2 --until 2.5 --json");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.out())
        .startsWith("{\"protocol\":\"turnstile\",\"nodes\":2,\"until\":2.5,\"seed\":1,\"events\":")
        .contains(
            "\"entries\":2,\"requests\":2,\"throughput\":0.8,\"messagesPerEntry\":1.0,"
                + "\"costs\":[{\"when\":\"always\",\"formula\":\"1\",\"messages\":1}],"
                + "\"syncDelayP50\":0,\"syncDelayMean\":0,"
                + "\"waitP50\":1,\"waitP99\":2,\"waitLongest\":2,"
                + "\"waitingAtEnd\":0,\"waitingLongest\":0,\"fairness\":1.0,"
                + "\"gaveUp\":0,\"lost\":0,\"crashedInside\":0,"
                + "\"overlaps\":0,\"overlapTime\":0,\"overlapLongest\":0,"
                + "\"mistakes\":0,\"excused\":false,\"violations\":[],"
                + "\"sections\":[{\"lock\":\"mutex\",\"who\":0,\"askedAt\":0,\"enteredAt\":1,"
                + "\"endedAt\":2,\"token\":10,\"end\":\"released\",\"messages\":1},"
                + "{\"lock\":\"mutex\",\"who\":1,\"askedAt\":0,\"enteredAt\":2,"
                + "\"endedAt\":null,\"token\":11,\"end\":\"inside\",\"messages\":1}],"
                + "\"states\":[");
  }

  @Test
  void brokenPromiseEndsWithCodeOne() {
    Ran ran = sim("crowd -n 2 --until 10");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines())
        .containsExactly(
            "coterie: P1 entered mutex at 1 while P0 was inside since 1; one is inside at a time");
    assertThat(ran.out()).contains("Two inside at once: once, for 1 s in total, 1 s at most.");
    Ran json = sim("crowd -n 2 --until 10 --json");
    assertThat(json.code()).isEqualTo(1);
    assertThat(json.out())
        .contains("\"overlaps\":1,\"overlapTime\":1,\"overlapLongest\":1,")
        .contains("\"violations\":[\"P1 entered mutex at 1 while P0 was inside");
  }

  @Test
  void mistakeOfTheDetectorIsAnExcuseAndIsSaid() {
    Ran excused = sim("mistaken -n 2 --until 10");
    assertThat(excused.code()).isZero();
    assertThat(excused.out())
        .contains(
            """
            Two inside at once: once, for 1 s in total, 1 s at most.
            The detector suspected a process that was up 2 times; two may be inside after that, \
            and tokens need not grow.
            """);
    Ran unexcused = sim("trusting -n 2 --until 10");
    assertThat(unexcused.code()).isEqualTo(1);
    assertThat(unexcused.out()).contains("The detector never suspected a process that was up.");
  }

  @Test
  void boundsOfClocksAndPausesAreSaid() {
    Ran within = drifting("at 0 clock 1 drift +200ppm");
    assertThat(within.code()).isEqualTo(1);
    assertThat(within.out())
        .contains(
            "Two are never inside while clocks drift by at most 200 ppm and no process pauses for"
                + " longer than 1 s: these conditions held in this run.");
    Ran beyond = drifting("at 0 clock 1 drift +201ppm");
    assertThat(beyond.code()).isZero();
    assertThat(beyond.out()).contains("than 1 s: these conditions did not hold in this run.");
    assertThat(drifting("clock 1 drift +201ppm").code()).as("from before the start").isZero();
  }

  private Ran drifting(String statement) {
    Path file = folder.resolve("drift.scenario");
    write(file, "protocol bounded\nnodes 2\nuntil 10\n" + statement + "\n");
    return sim(file.toString());
  }

  @Test
  void brokenPromiseFailsATraceTest() {
    Path file = folder.resolve("crowd.trace");
    write(file, "# Two at once.\nprotocol crowd\nnodes 2\nuntil 3\nshow faults\n---\n");
    Ran ran = runLine(Turnstile.RECIPES, "check " + file);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).contains("broken: P1 entered mutex at 1 while P0 was inside since 1");
  }

  @Test
  void entriesAreListedForAMutualExclusionOnly() {
    assertRefused(
        "pulse -n 2 --until 1 --entries 3",
        "coterie: --entries takes a mutual exclusion, and pulse is not one");
    assertRefused(
        "turnstile -n 2 --until 1 --entries some",
        "coterie: --entries some: give a whole number from 0 to 999999999");
  }

  @Test
  void holderCrashesByFlag() {
    Ran ran = sim("turnstile -n 3 --until 10 --crash holder@2.5 --trace --show faults");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).containsPattern("2\\.5 +-- +crash P1\n");
    Ran late = sim("turnstile -n 3 --until 10 --pause holder@5");
    assertThat(late.code()).isZero();
    assertThat(late.err())
        .contains("nobody was inside at 5, so nothing happened; next-holder would wait");
  }

  @Test
  void nextHolderIsWaitedForAndNamed() {
    Ran ran = sim("turnstile -n 3 --until 10 --crash next-holder@0.5 --show faults");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).containsPattern("[0-9.]+ +-- +crash P[0-9]\n");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.lines().getLast()).matches("--crash next-holder@0.5: crash P[0-9] at [0-9.]+");
  }

  private static void assertRefused(String line, String sentence) {
    Ran ran = sim(line);
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).isEqualTo(sentence + System.lineSeparator());
    assertThat(ran.out()).isEmpty();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
