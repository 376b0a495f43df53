package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class DemoTest extends CommandTest {
  private static Ran demo(String line) {
    Ran ran = runLine("demo " + line);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    return ran;
  }

  @Test
  void allAreListed() {
    assertThat(runLine("demo").lines())
        .extracting(line -> line.split(" ")[0])
        .containsExactly(
            "vring", "impossible", "phi", "bully", "clocks", "ledger", "documents", "mvcc");
    assertThat(demo("clocks --help").out())
        .contains("one history under four clocks", "--scenario", "--shiviz", "--seed")
        .doesNotContain("--judge", "--entries", "--crash");
  }

  /** A reader who knows nothing is told what the numbers mean before the first of them is shown. */
  @Test
  void firstDemoExplainsItsNumbersBeforeItShowsThem() {
    String out = demo("vring").out();
    assertThat(out.indexOf("-1 means")).isBetween(0, out.indexOf("knows state="));
    assertThat(out)
        .contains("Even is up, odd is down.")
        .contains("  P0   knows state=[0 1 0 0]", "diagnosed, after 59 seconds and 7 tests")
        .containsPattern("crash +P1 +31 +7 +2 +59 +90");
  }

  @Test
  void onlyTheWallClockBreaksWhatIsCausal() {
    List<String> lines = demo("clocks").lines();
    assertThat(lines)
        .contains(
            "    0.21  P1   e4: physical 210ms, lamport 3, vector [2,1,0], hybrid 700/1",
            "The physical clock breaks e1 → e4 e5 e6 e8, e2 → e4 e5 e6 e8 e9.");
    assertThat(lines.stream().map(line -> line.replaceAll(" +", " ")).toList())
        .contains(
            "physical 9 of 25 11 of 11 e7 e4 e5 e6 e8 e1 e9 e2 e3",
            "lamport none of 25 11 of 11 e1 e7 e2 e3 e4 e5 e6 e8 e9",
            "vector none of 25 none of 11 partial",
            "hybrid none of 25 11 of 11 e7 e1 e2 e4 e5 e6 e8 e9 e3",
            "e3 P0 800ms 3 [3,0,0] 800/0 e7 e4 e5 e6 e8 e9");
  }

  @Test
  void ledgerRefusesTheSameTransferEverywhere() {
    assertThat(demo("ledger").out())
        .contains("{alice=70, bob=160, carol=70}")
        .contains("P0   Voided", "P1   Voided", "P2   Voided")
        .contains("all copies show the same.");
  }

  @Test
  void documentsKeepBothEditsUntilSomebodyMerges() {
    assertThat(demo("documents").out())
        .contains("contents=[milk+eggs+bread eggs]", "contents=[eggs+bread]")
        .contains("answers Refused", "all copies show the same.");
  }

  @Test
  void storeAnswersForThePast() {
    assertThat(demo("mvcc").out())
        .contains("answers Reading found=[] isClosed=false", "value=10", "value=12")
        .contains("removed=3", "all copies show the same.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vring", "clocks", "ledger", "documents", "mvcc"})
  void scenarioCanBeTakenAlongAndRun(String name) throws Exception {
    Path file = folder.resolve(name + ".scenario");
    Files.writeString(file, demo(name + " --scenario").out());
    Ran sim = runLine("sim " + file);
    assertThat(sim.err()).isEmpty();
    assertThat(demo(name).out()).endsWith(sim.out());
    assertThat(demo(name + " --trace --show sentences,calls").out())
        .containsPattern("  --   (Three|Four) ")
        .endsWith(sim.out());
    assertThat(demo(name + " --json").lines()).hasSize(1);
    assertThat(demo(name + " --timeline").out()).containsPattern("│ (Three|Four) ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"clocks", "ledger", "documents", "mvcc"})
  void pictureHasTheStampsAndTheSentences(String name) throws Exception {
    Path file = folder.resolve("demo.svg");
    demo(name + " --svg " + file);
    String svg = Files.readString(file);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
    assertThat(svg).contains("class=\"stampdot\"", "class=\"saidtext\"");
  }

  @Test
  void everySeedEndsWell() {
    for (String name : List.of("vring", "clocks", "ledger", "documents", "mvcc")) {
      for (int seed = 1; seed <= 5; seed++) {
        demo(name + " --seed " + seed);
      }
    }
  }

  @Test
  void dataInJsonTellOfTheCopiesAndTheClocks() {
    assertThat(demo("ledger --json").out())
        .contains(
            "\"writes\":5,\"equal\":true,\"copies\":[{\"node\":0,\"missing\":0,\"contents\":{")
        .contains("\"clocks\":[{\"clock\":\"lamport\",\"order\":[\"alice→bob 30\"");
    assertThat(demo("clocks --json").out())
        .contains("\"causalPairs\":25,\"broken\":[[\"e1\",\"e4\"],", "\"orderedThough\":0}");
  }

  @Test
  void copyThatLacksWritesIsTold() {
    Ran ran =
        runLine(
            "sim ledger -n 3 --until 1s --clients 0",
            "--at",
            "0.1 partition 2",
            "--at",
            "0.5 call 0 transfer alice bob 3",
            "--at",
            "0.6 crash 1");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines().stream().map(line -> line.replaceAll(" +", " ")).toList())
        .contains("P1 - (down)", "P2 1 of 1 alice:100")
        .anyMatch(
            line ->
                line.startsWith(
                    "1 write was acknowledged; the copies show 2 different things, which is not a"
                        + " fault yet:"));
  }

  @Test
  void clockWithVeryManyStampsSaysThatPairsAreNotCounted() {
    assertThat(runLine("sim ledger").out())
        .contains("The lamport clock gave 24516 stamps; pairs are counted for up to 2000.");
    assertThat(runLine("sim ledger --json").out())
        .contains("\"clocks\":[{\"clock\":\"lamport\",\"order\":null,\"causalPairs\":null,");
  }

  @Test
  void mistakesGetOneSentence() {
    refused(runLine("demo clock"), "coterie demo does not take \"clock\"", "bully, clocks, ledger");
    refused(
        runLine("demo clocks --svg /no/such/folder/x.svg"),
        "the folder is missing or not writable");
    refused(
        runLine("demo clocks --shiviz /no/such/folder/x.log"),
        "the folder is missing or not writable");
    refused(runLine("demo clocks --seed x"), "\"x\" is not a whole number");
    refused(runLine("demo clocks --show nothing"), "\"nothing\" cannot be shown");
    refused(runLine("demo clocks --judge"), "\"--judge\" is not understood here");
    refused(runLine("sim vring -n 65 --shiviz x.log"), "draws up to 64 processes");
  }
}
