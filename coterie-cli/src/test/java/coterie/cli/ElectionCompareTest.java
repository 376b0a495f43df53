package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;

class ElectionCompareTest extends CommandTest {
  private static final String SMALL = "compare --nodes 3,5 --loss 0,0.1 --seeds 6 ";

  private static Ran compare(String line) {
    return runLine(Throne.RECIPES, line);
  }

  private static String[] row(Ran ran, String size, String loss, String election) {
    return ran.lines().stream()
        .map(line -> line.split(" +", -1))
        .filter(cells -> cells.length > 3 && cells[0].equals(size))
        .filter(cells -> cells[1].equals(loss) && cells[2].equals(election))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tableHasARowForEachSizeLossAndElection() {
    Ran ran = compare(SMALL + "--elections first,empty");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.lines().getFirst().split(" {2,}"))
        .containsExactly(
            "N",
            "loss",
            "election",
            "leaderless p50",
            "p99",
            "return p50",
            "messages p50",
            "max",
            "by formula",
            "two leaders",
            "longest");
    assertThat(ran.lines().stream().skip(1).limit(8).map(line -> line.split(" +", -1)[2]))
        .containsExactly("first", "empty", "first", "empty", "first", "empty", "first", "empty");
    assertThat(ran.out())
        .contains("messages of first: always n, at most 2n", "6 runs of 12 s each");
  }

  @Test
  void groupThatDoesNotAgreeIsInfinitelyLate() {
    Ran ran = compare(SMALL + "--elections first,empty");
    assertThat(row(ran, "3", "0", "first"))
        .as("nobody follows the first one while it is down, and its return is enough")
        .containsExactly("3", "0", "first", "-", "-", "0s", "-", "-", "3..6", "0.0%", "-");
    assertThat(row(ran, "5", "0.1", "empty"))
        .containsExactly("5", "0.1", "empty", "-", "-", "-", "-", "-", "5..10", "0.0%", "-");
  }

  @Test
  void crashOfAFollowerLeavesTheLeaderInPlace() {
    Ran ran = compare(SMALL + "--elections first --crash follower");
    assertThat(row(ran, "5", "0", "first"))
        .containsExactly("5", "0", "first", "0s", "0s", "0s", "-", "-", "5..10", "0.0%", "-");
    assertThat(ran.out()).contains("2 crashes of a follower");
  }

  @Test
  void raftElectsAfterACrashWithinItsFormulas() {
    Ran ran = runLine("compare --elections raft --nodes 5 --loss 0 --seeds 20");
    assertThat(ran.err()).isEmpty();
    String[] cells = row(ran, "5", "0", "raft");
    assertThat(cells[3]).matches("0\\.[12][0-9]*s");
    assertThat(Integer.parseInt(cells[6])).isBetween(18, 21);
    assertThat(cells[8]).isEqualTo("18..21");
    assertThat(cells[9]).isEqualTo("0.0%");
  }

  @Test
  void brokenPromiseIsSaidAndEndsWithCodeOne() {
    Ran ran = compare("compare --elections usurpers --nodes 2 --loss 0 --seeds 1");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err())
        .contains(
            "coterie: P0 and P1 have both led under term 1, from 0 and from 0 on; a term has one"
                + " leader: ./coterie sim usurpers -n 2 --seed 1 --until 12 --latency"
                + " uniform:200us,1ms --loss 0 --delay 2s");
    assertThat(row(ran, "2", "0", "usurpers")[9]).isEqualTo("100.0%");
    assertThat(row(ran, "2", "0", "usurpers")[10]).isEqualTo("12s");
  }

  @Test
  void resultDoesNotDependOnTheNumberOfThreads() throws IOException {
    Ran[] ran = new Ran[2];
    for (int i = 0; i < ran.length; i++) {
      String files = "--csv %s --svg %s --json ".formatted(file(i, "csv"), file(i, "svg"));
      ran[i] = runLine(SMALL + files + "--elections raft --threads " + (1 + 2 * i));
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
            "nodes,loss,election,runs,crashes,leaderlessMedian,leaderlessP99,neverAgreed,"
                + "returnMedian,returnP99,elections,messagesMedian,messagesMax,twoLeadersShare,"
                + "twoLeadersLongest,twoLeadersTotal,leaderlessShare,violations,formulaLeast,"
                + "formulaMost");
    assertThat(rows.get(3)).startsWith("5,0,raft,6,12,0.").endsWith(",18,21");
  }

  private Path file(int run, String kind) {
    return folder.resolve(run + "." + kind);
  }

  @Test
  void jsonHasStableNames() {
    Ran ran = compare(SMALL + "--elections first --set first.delay=7s --json");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.out())
        .contains("\"seed\":1,\"seeds\":6", "\"nodes\":3,\"loss\":0.1,\"election\":\"first\"")
        .contains("\"settings\":{\"delay\":\"7s\"},\"runs\":6,\"crashes\":12,")
        .contains("\"leaderlessMedian\":null,\"leaderlessP99\":null,\"neverAgreed\":12,")
        .contains("\"returnMedian\":0.0,", "\"messagesMedian\":null,", "\"twoLeadersShare\":0.0,")
        .contains("\"costs\":[{\"when\":\"always\",\"formula\":\"n\",\"messages\":3},");
  }

  @Test
  void shownCommandGivesTheSameFigures() {
    String line = "--elections first,empty --crash follower --crashes 3 --set first.delay=4s ";
    String first = compare(SMALL + line + "--json").out();
    String command = first.replaceFirst(".*\"command\":\"./coterie ([^\"]*)\".*\\R", "$1");
    assertThat(compare(command + " --json").out()).isEqualTo(first);
    assertThat(compare(command).lines().getLast())
        .isEqualTo("The same again: ./coterie " + command);
  }

  @Test
  void replayShowsTheFirstRunByItself() {
    String all = runLine("compare --elections raft --nodes 5 --loss 0.3 --seeds 1 --json").out();
    String replay = all.replaceFirst(".*\"replay\":\"./coterie ([^\"]*)\".*\\R", "$1");
    String share = all.replaceFirst(".*\"leaderlessShare\":([.0-9]*),.*\\R", "$1");
    String one = runLine(replay + " --json").out();
    String leaderless = one.replaceFirst(".*\"leaderless\":([.0-9]*),.*\\R", "$1");
    assertThat(Double.parseDouble(leaderless)).isPositive();
    assertThat(Double.parseDouble(leaderless) / 12)
        .isCloseTo(Double.parseDouble(share), offset(1e-12));
  }

  @Test
  void pictureIsWellFormedAndShowsWhatNeverCame() throws Exception {
    Path svg = folder.resolve("plot.svg");
    Path html = folder.resolve("page.html");
    String files = " --svg %s --html %s".formatted(svg, html);
    assertThat(compare(SMALL + "--elections first,empty" + files).code()).isZero();
    assertThat(Files.readString(html))
        .contains("<h1>Elections compared</h1>", "</svg>", "What the columns say")
        .contains("<th class=\"name\">election</th><th>leaderless p50</th>", "<dt>two leaders</dt>")
        .contains("<tr class=\"first\"><td>", "<pre>./coterie compare --elections first,empty");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(Files.readString(svg))));
    assertThat(Files.readString(svg))
        .contains("never", "messages, 10 % loss", "seconds without a leader, no loss")
        .contains("first, 5 processes: median never, 99th percentile never");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--elections nope | there is no election \"nope\"; choose empty, first, usurpers",
        "--elections pulse | pulse is not an election; choose empty, first, usurpers",
        "--elections first,first | named twice; each election is compared once",
        "--elections , | --elections names nothing; choose empty, first, usurpers",
        "--elections first --nodes 21 | at most 20 can be seated, not 21",
        "--elections first --nodes 1 | a whole number from 2",
        "--elections first --crash king | --crash king: choose leader or follower",
        "--elections first --crashes 0 | a whole number from 1 to 1000",
        "--elections first --down 0 | a time above 0",
        "--elections first --latency soon | choose instant, DURATION",
        "--elections first --loss 2 | a probability from 0 to 1",
        "--elections first --set empty.delay=1s | \"empty\" does not take part; there is first",
        "--elections first --set first | takes ELECTION.SETTING=VALUE",
        "--elections first --set first.pace=1s | there is no setting \"pace\"; there is delay",
        "--elections first --detectors pulse | --detectors belongs to a comparison of detectors",
        "--elections first --crash-rate 6 | --crash-rate belongs to a comparison of detectors",
        "--elections first --pauses 0 | --pauses belongs to a comparison of detectors",
        "--elections first --until 60s | --until belongs to a comparison of detectors",
        "--elections first --warmup 1s | --warmup belongs to a comparison of detectors",
        "--elections first --quiet 1s | --quiet belongs to a comparison of detectors",
        "--elections first --csv-curve x | --csv-curve belongs to a comparison of detectors",
        "--crash leader | --crash belongs to a comparison of elections",
        "--detectors pulse --crashes 2 | --elections NAME,NAME asks for one",
        "--detectors first | first is not a detector; choose pulse",
      })
  void badFlagIsOneSentence(String flags, String allowed) {
    refused(compare("compare " + flags), allowed);
  }

  @Test
  void raftTakesGroupsOfUpTo101() {
    refused(runLine("compare --elections raft --nodes 102"), "raft takes groups of 1 to 101");
  }
}
