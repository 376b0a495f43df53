package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class CompareTest extends CommandTest {
  /** Small, and yet with a few crashes. */
  private static final String SMALL =
      "compare --nodes 6 --loss 0,0.1 --seeds 4 --until 30s --crash-rate 60 --down 8s ";

  private static Ran compare(String line) {
    return runLine(Pulse.RECIPES, line);
  }

  private static String row(Ran ran, String detector, String loss) {
    return ran.lines().stream()
        .filter(line -> line.matches("6 +%s +%s .*".formatted(loss, detector)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tableHasARowForEachSizeLossAndDetector() {
    Ran ran = compare(SMALL + "--detectors pulse,blind");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(ran.lines().getFirst().split(" {2,}"))
        .containsExactly(
            "N",
            "loss",
            "detector",
            "crashes",
            "detect p50",
            "p99",
            "detected",
            "all know",
            "mistakes/h",
            "accuracy",
            "msgs/s",
            "bytes/s");
    assertThat(ran.lines().stream().skip(1).limit(4).map(line -> line.split(" +", -1)[2]))
        .containsExactly("pulse", "blind", "pulse", "blind");
    assertThat(ran.out()).contains("what was missed counts as infinitely late");
    assertThat(row(ran, "pulse", "0"))
        .matches("6 +0 +pulse +[0-9]+ +[12][.0-9]*s.* 2[.0-9]*s.* 100%.*");
  }

  @Test
  void brokenDetectorsLandWhereTheyMust() {
    Ran ran = compare(SMALL + "--detectors nervous,blind");
    assertThat(row(ran, "blind", "0.1"))
        .matches("6.* blind +[0-9]+ +- +- +0[.0]*% +- +none \\(<90\\) +100.*");
    assertThat(row(ran, "nervous", "0"))
        .matches("6.* nervous +[0-9]+ +0s +0s +100% +0s +1[0-9]{4} [(][.0-9]+[)] +0.1[0-9]{2}%.*");
  }

  @Test
  void resultDoesNotDependOnTheNumberOfThreads() throws IOException {
    Ran[] ran = new Ran[2];
    for (int i = 0; i < ran.length; i++) {
      String line =
          "--csv %s --csv-curve %s --svg %s --html %s --json --detectors pulse --loss 0.1"
              .formatted(file(i, "csv"), file(i, "curve"), file(i, "svg"), file(i, "html"));
      ran[i] = compare(SMALL.replace("--loss 0,0.1 ", "") + line + " --threads " + (1 + 2 * i));
      assertThat(ran[i].code()).isZero();
    }
    assertThat(ran[1].out()).isEqualTo(ran[0].out());
    for (String kind : List.of("csv", "curve", "svg", "html")) {
      assertThat(file(1, kind)).hasSameTextualContentAs(file(0, kind));
    }
    looksAtFiles();
  }

  private Path file(int run, String kind) {
    return folder.resolve(run + "." + kind);
  }

  private void looksAtFiles() throws IOException {
    assertThat(Files.readAllLines(file(0, "csv"))).hasSize(2);
    assertThat(Files.readAllLines(file(0, "csv")).getFirst())
        .startsWith(
            "nodes,loss,detector,knob,value,seeds,crashes,mistakes,detectionMedian,"
                + "detectionMedianLow,detectionMedianHigh,detectionP99,")
        .endsWith(",mistakesPerMemberHourAtMost");
    assertThat(Files.readAllLines(file(0, "curve")))
        .extracting(line -> line.split(",", -1)[4])
        .containsExactly("value", "1s", "1500ms", "2500ms", "5s");
    String html = Files.readString(file(0, "html"));
    assertThat(html)
        .contains("<table>", "<svg ", "./coterie compare --detectors pulse --nodes 6 --loss 0.1")
        .doesNotContain("src=", "href=", "@import", "url(", folder.toString());
    assertThat(html.split("http", -1)).as("the name space of SVG only").hasSize(2);
  }

  @Test
  void jsonHasStableNames() {
    Ran ran = compare(SMALL + "--detectors pulse --json --set pulse.timeout=4s");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.out())
        .contains("\"seeds\":4", "\"until\":30", "\"nodes\":6,\"loss\":0.1,\"detector\":\"pulse\"")
        .contains("\"settings\":{\"period\":\"1\",\"timeout\":\"4s\"}")
        .containsPattern("\"detectionMedian\":\\{\"value\":3[.0-9]+,\"low\":[.0-9]+,\"high\":")
        .contains("\"mistakesPerMemberHour\":{", "\"accuracy\":{", "\"messagesPerMemberSecond\":{")
        .contains("\"replay\":\"./coterie sim pulse -n 6 --seed 1 --until 30 ")
        .contains("--set pulse.timeout=4s\"");
  }

  @Test
  void shownCommandGivesTheSameFigures() {
    String first = compare(SMALL + "--detectors pulse --json").out();
    String command = first.replaceFirst(".*\"command\":\"./coterie ([^\"]*)\".*\\R", "$1");
    assertThat(compare(command + " --json").out()).isEqualTo(first);
  }

  @Test
  void csvGoesToStandardOutputWithoutAFile() {
    Ran ran = compare(SMALL + "--detectors pulse --csv");
    assertThat(ran.lines()).hasSize(3);
    assertThat(ran.lines().get(1)).startsWith("6,0,pulse,timeout,2500ms,4,");
  }

  @Test
  void pictureIsWellFormedAndHasAllCurves() throws Exception {
    Path svg = folder.resolve("plot.svg");
    assertThat(compare(SMALL + "--svg " + svg).code()).isZero();
    Document picture =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(Files.readString(svg))));
    // Three curves in two panels, each with a ring.
    assertThat(Files.readString(svg).split("class=\"ring\"", -1)).hasSize(7);
    assertThat(Files.readString(svg).split("class=\"line ", -1)).hasSize(7);
    assertThat(picture.getElementsByTagName("title").getLength()).isGreaterThan(20);
    assertThat(Files.readString(svg))
        .contains("not seen", "at once", "none seen", "6 members, 10 % loss");
  }

  @Test
  void pictureOfRunsWithoutACrashSaysSo() throws IOException {
    Path svg = folder.resolve("plot.svg");
    String line = "compare --detectors pulse --nodes 2 --loss 0 --seeds 1 --crash-rate 0 --svg ";
    Ran ran = compare(line + svg);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(Files.readString(svg)).contains("nothing crashed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--detectors nope | there is no detector \"nope\"; choose blind, nervous, pulse",
        "--detectors pulse,pulse | named twice",
        "--detectors pulse,,blind | there is no detector \"\"",
        "--detectors , | --detectors names nothing; choose blind, nervous, pulse",
        "--pauses 6/ | --pauses 6/: takes RATE/TIME",
        "--svg same.file --html ./same.file | each result takes a file of its own",
        "--nodes 1 | a whole number from 2 to 10000",
        "--nodes 20000 | a whole number from 2 to 10000",
        "--nodes 4,x | a whole number from 2 to 10000",
        "--loss 1.5 | a probability from 0 to 1",
        "--loss -0.1 | a probability from 0 to 1",
        "--latency soon | choose instant, DURATION",
        "--seeds 0 | a whole number from 1",
        "--seeds -4 | a whole number from 1",
        "--seed -4 | a whole number from 0",
        "--threads 0 | a whole number from 1",
        "--crash-rate -1 | a rate from 0 to 3600 per member and hour",
        "--crash-rate often | a rate from 0 to 3600 per member and hour",
        "--pauses -6/2s | a rate from 0 to 3600 per member and hour",
        "--pauses 6 | takes RATE/TIME",
        "--pauses 6/2s/3 | takes RATE/TIME",
        "--pauses 6/long | a time above 0",
        "--down 0 | a time above 0",
        "--until 0 | a time above 0",
        "--until 10s --quiet 10s | has no time for crashes",
        "--set pulse | takes DETECTOR.SETTING=VALUE",
        "--set phi.threshold=8 | \"phi\" does not take part",
        "--set pulse.threshold=8 | there is no setting \"threshold\"; there is period, timeout",
        "--set pulse.timeout=soon | a duration such as 30",
        "--set pulse.timeout=500ms | timeout must not be below period",
        "--csv /no/such/folder/x | the folder is missing or not writable",
        "--csv-curve /no/such/folder/x | the folder is missing or not writable",
        "--svg /no/such/folder/x | the folder is missing or not writable",
        "--html /no/such/folder/x | the folder is missing or not writable",
        "--colour | --colour",
      })
  void badFlagIsOneSentence(String flags, String allowed) {
    refused(compare("compare " + flags), allowed);
  }
}
