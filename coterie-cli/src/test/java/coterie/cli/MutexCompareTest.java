package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;

class MutexCompareTest extends CommandTest {
  private static final String SMALL = "compare --nodes 3,5 --think 0,1s --until 3s --seeds 4 ";

  private static Ran compare(String line) {
    return runLine(Gate.RECIPES, line);
  }

  private static String[] row(Ran ran, String... first) {
    return ran.lines().stream()
        .map(line -> line.split(" +", -1))
        .filter(cells -> cells.length > first.length)
        .filter(cells -> List.of(cells).subList(0, first.length).equals(List.of(first)))
        .findFirst()
        .orElseThrow();
  }

  private static String[] head(Ran ran) {
    return ran.lines().getFirst().split(" {2,}");
  }

  @Test
  void tableHasARowForEachSizeDemandAndMutex() {
    Ran ran = compare(SMALL + "--mutexes slots,shut");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(head(ran))
        .containsExactly(
            "N",
            "think",
            "mutex",
            "entries/s",
            "msgs/entry",
            "by formula",
            "all msgs/s",
            "wait p50",
            "p99",
            "sync delay",
            "fairness",
            "two inside");
    List<String> names = new ArrayList<>();
    ran.lines().stream()
        .skip(1)
        .limit(8)
        .map(line -> line.split(" +", -1))
        .forEach(cells -> names.add(cells[0] + " " + cells[1] + " " + cells[2]));
    assertThat(names)
        .containsExactly(
            "3 0s slots",
            "3 0s shut",
            "3 1s slots",
            "3 1s shut",
            "5 0s slots",
            "5 0s shut",
            "5 1s slots",
            "5 1s shut");
    assertThat(ran.out())
        .contains("4 runs of 3 s each", "no process fails")
        .containsOnlyOnce("messages of slots: always n, at most 2n");
  }

  @Test
  void figuresAreThoseOfTheSlots() {
    Ran ran = compare(SMALL + "--mutexes slots,shut --loss 0,0.5");
    assertThat(row(ran, "3", "0", "0s", "slots"))
        .containsExactly(
            "3", "0", "0s", "slots", "50", "3", "3..6", "151", "10ms", "10ms", "10ms", "1", "0.0%");
    assertThat(row(ran, "5", "0.5", "1s", "slots")[5]).as("messages, lost or not").isEqualTo("5");
    assertThat(row(ran, "3", "0", "0s", "shut"))
        .as("nobody ever enters")
        .containsExactly("3", "0", "0s", "shut", "0", "-", "3..6", "3", "-", "-", "-", "-", "0.0%");
  }

  @Test
  void faultsAddTheirColumns() {
    Ran ran = compare(SMALL + "--mutexes slots,shut --pauses 3600/10ms --crash-rate 60 --down 1s");
    assertThat(head(ran)).contains("mistakes", "mistaken", "blocked", "two inside");
    assertThat(row(ran, "3", "0s", "shut")).endsWith("0", "0.0%", "100.0%", "0.0%");
    assertThat(ran.out())
        .contains("per process and hour 60 crashes (down for 1 s) and 3600 pauses of 0.01 s.")
        .contains("nobody has entered for 1 s.");
  }

  @Test
  void mistakeOfADetectorExcusesTwoInside() {
    Ran ran = compare("compare --mutexes doubters --nodes 3 --think 0 --until 3s --seeds 4");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(row(ran, "3", "0s", "doubters"))
        .as("columns come with the first mistake, though nothing has failed")
        .endsWith("3", "100.0%", "0.0%", "100.0%");
  }

  @Test
  void brokenPromiseIsSaidAndEndsWithCodeOne() {
    Ran ran = compare("compare --mutexes crowd --nodes 2 --think 0 --until 3s --seeds 2");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines()).as("one for each row").hasSize(1);
    assertThat(ran.err())
        .startsWith("coterie: P")
        .contains("inside", " more): ./coterie sim crowd -n 2 --seed 1 --until 3 --latency")
        .endsWith(" --clients all --hold 0.01 --pace 2s --think 0\n");
    assertThat(row(ran, "2", "0s", "crowd")).endsWith("100.0%");
  }

  @Test
  void textbookFormsTakeTheirFormulas() {
    Ran ran =
        runLine(
            "compare --mutexes lamport,ricart-agrawala --nodes 2,5 --think 0,1s --until 4s"
                + " --seeds 3");
    assertThat(ran.err()).isEmpty();
    assertThat(row(ran, "2", "0s", "lamport")).contains("3", "3");
    for (String think : List.of("0s", "1s")) {
      assertThat(row(ran, "5", think, "lamport")[4]).isEqualTo("12");
      assertThat(row(ran, "5", think, "ricart-agrawala")[4]).isEqualTo("8");
      assertThat(row(ran, "5", think, "ricart-agrawala")[5]).isEqualTo("8");
    }
  }

  @Test
  void allThereAreAreComparedUnlessNamed() {
    String rows = compare("compare --nodes 3 --until 1s --seeds 2 --csv --mutexes").out();
    assertThat(rows.lines().skip(1).map(line -> line.split(",", -1)[3]).distinct())
        .containsExactly("crowd", "doubters", "shut", "slots");
    assertThat(compare("compare --nodes 3 --until 1s --seeds 2 --csv --mutexes all").out())
        .isEqualTo(rows);
  }

  @Test
  void resultDoesNotDependOnTheNumberOfThreads() throws IOException {
    Ran[] ran = new Ran[2];
    for (int i = 0; i < ran.length; i++) {
      String files = "--csv %s --svg %s --json ".formatted(file(i, "csv"), file(i, "svg"));
      ran[i] = runLine(SMALL + files + "--mutexes ricart-agrawala --threads " + (1 + 2 * i));
      assertThat(ran[i].code()).isZero();
    }
    assertThat(ran[1].out()).isEqualTo(ran[0].out());
    for (String kind : List.of("csv", "svg")) {
      assertThat(file(1, kind)).hasSameTextualContentAs(file(0, kind));
    }
    List<String> rows = Files.readAllLines(file(0, "csv"));
    assertThat(rows).hasSize(5);
    assertThat(rows.getFirst())
        .isEqualTo(
            "nodes,loss,think,mutex,runs,entries,throughput,throughputLow,throughputHigh,"
                + "messagesPerEntry,messagesPerEntryLow,messagesPerEntryHigh,messagesPerSecond,"
                + "messagesPerSecondLow,messagesPerSecondHigh,waitP50,waitP50Low,waitP50High,"
                + "waitP99,waitP99Low,waitP99High,waitLongest,syncDelay,syncDelayLow,"
                + "syncDelayHigh,fairness,mistakes,mistakenRuns,blockedRuns,twoInsideRuns,"
                + "twoInsideShare,overlapLongest,violations,formulaLeast,formulaMost");
    assertThat(rows.get(3)).startsWith("5,0,0.0,ricart-agrawala,4,").endsWith(",0,8,8");
    assertThat(rows.get(3)).contains(",8.0,8.0,8.0,");
  }

  private Path file(int run, String kind) {
    return folder.resolve(run + "." + kind);
  }

  @Test
  void jsonHasStableNames() {
    Ran ran = compare(SMALL + "--mutexes slots --set slots.pace=7s --json");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.out())
        .contains("\"seed\":1,\"seeds\":4,\"until\":3,")
        .contains("\"nodes\":3,\"loss\":0.0,\"think\":1.0,\"mutex\":\"slots\",\"settings\":{")
        .contains("\"pace\":\"7s\",\"think\":\"1\"},\"runs\":4,\"entries\":600,")
        .contains("\"throughput\":50.0,\"throughputLow\":50.0,\"throughputHigh\":50.0,")
        .contains("\"messagesPerEntry\":3.0,", "\"messagesPerSecond\":151.0", "\"waitP50\":0.01,")
        .contains("\"waitP99\":0.01,", "\"waitLongest\":0.01,", "\"syncDelay\":0.0")
        .contains("\"fairness\":1.0,\"mistakes\":0,\"mistakenRuns\":0,\"blockedRuns\":0,")
        .contains("\"twoInsideRuns\":0,\"twoInsideShare\":0.0,\"overlapLongest\":0.0,")
        .contains("\"violations\":0,\"costs\":[{\"when\":\"always\",\"formula\":\"n\",");
  }

  @Test
  void settingOfAllIsThatOfEachThatHasIt() {
    String line = SMALL + "--mutexes slots,shut --csv";
    String one = line + " --set slots.hold=7ms --set shut.hold=7ms";
    assertThat(compare(line + " --set all.hold=7ms").out())
        .isEqualTo(compare(one).out())
        .isNotEqualTo(compare(line).out());
  }

  @Test
  void shownCommandGivesTheSameFigures() {
    String line = "--mutexes slots,doubters --hold 7ms --clients 2 --set slots.pace=4s ";
    String first = compare(SMALL + line + "--pauses 60/1s --json").out();
    String command = first.replaceFirst(".*\"command\":\"./coterie ([^\"]*)\".*\\R", "$1");
    assertThat(compare(command + " --json").out()).isEqualTo(first);
    assertThat(compare(command).lines().getLast())
        .isEqualTo("The same again: ./coterie " + command);
  }

  @Test
  void replayShowsTheFirstRunByItself() {
    String all =
        runLine("compare --mutexes ricart-agrawala --nodes 5 --think 10ms --seeds 1 --json").out();
    String replay = all.replaceFirst(".*\"replay\":\"./coterie ([^\"]*)\".*\\R", "$1");
    String entries = all.replaceFirst(".*(\"entries\":[0-9]+,).*\\R", "$1");
    assertThat(runLine(replay + " --json").out()).contains(entries);
  }

  @Test
  void pictureIsWellFormedAndHasAPanelForEachDemand() throws Exception {
    Path svg = folder.resolve("plot.svg");
    Path html = folder.resolve("page.html");
    String files = " --svg %s --html %s".formatted(svg, html);
    assertThat(compare(SMALL + "--mutexes slots,shut --loss 0,0.1" + files).code()).isZero();
    assertThat(Files.readString(html))
        .contains("<h1>Mutual exclusions compared</h1>", "</svg>", "What the columns say")
        .contains("<th>think</th><th class=\"name\">mutex</th>", "<dt>msgs/entry</dt>")
        .contains("<tr class=\"first\"><td>", "<pre>./coterie compare --mutexes slots,shut");
    String text = Files.readString(svg);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
    assertThat(text)
        .contains(
            "messages per entry, think 0s, no loss", "seconds of waiting, think 1s, 10 % loss")
        .contains("slots, 5 processes: mean 5<")
        .contains("slots, 5 processes: median 0.01, 99th percentile 0.01");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mutexes nope | there is no mutex \"nope\"; choose crowd, doubters, shut, slots",
        "--mutexes pulse | pulse is not a mutex; choose crowd, doubters, shut, slots",
        "--mutexes slots,slots | named twice; each mutex is compared once",
        "--mutexes , | --mutexes names nothing; choose crowd, doubters, shut, slots",
        "--mutexes slots --nodes 21 | at most 20 have room, not 21",
        "--mutexes slots --nodes 0 | a whole number from 2",
        "--mutexes slots --nodes , | --nodes names none; it takes some such as 3,5,10,25",
        "--mutexes slots --loss , | --loss names none; it takes some such as 0",
        "--mutexes slots --think soon | --think soon: give a time from 0, such as 0, 1.5s or 200ms",
        "--mutexes slots --think , | --think names no time",
        "--mutexes slots --hold -1s | --hold -1s: give a time from 0",
        "--mutexes slots --clients some | --clients takes a whole number from 0, or all",
        "--mutexes slots --until 0 | a time above 0",
        "--mutexes slots --latency soon | choose instant, DURATION",
        "--mutexes slots --loss 2 | a probability from 0 to 1",
        "--mutexes slots --pauses 5 | takes RATE/TIME",
        "--mutexes slots --crash-rate x | a rate from 0 to 3600 per member and hour",
        "--mutexes slots --set shut.pace=1s | \"shut\" does not take part; there is slots",
        "--mutexes slots --set all.race=1s | none of slots has a setting \"race\"",
        "--mutexes slots --set slots | takes MUTEX.SETTING=VALUE",
        "--mutexes slots --set slots.race=1s | there is no setting \"race\"; there is clients",
        "--mutexes slots --set slots.think=1s | --think TIME,TIME says it for all",
        "--mutexes slots --detectors pulse | --detectors belongs to a comparison of detectors",
        "--mutexes slots --elections first | --elections belongs to a comparison of elections",
        "--mutexes slots --crash leader | --crash belongs to a comparison of elections",
        "--mutexes slots --csv-curve x | with --mutexes there is --nodes, --loss, --think, --hold",
        "--think 0 | --think belongs to a comparison of mutexes; --mutexes NAME,NAME asks for one",
        "--elections first --hold 1s | --hold belongs to a comparison of mutexes; with --elections",
        "--elections first --until 1s | --until belongs to a comparison of detectors or mutexes",
      })
  void badFlagIsOneSentence(String flags, String allowed) {
    refused(compare("compare " + flags), allowed);
  }

  @Test
  void mutexWithoutClientsCannotBeCompared() {
    refused(
        runLine(Gate.WITH_BARE, "compare --mutexes"),
        "bare cannot be compared with others: it has no setting \"clients\"");
  }
}
