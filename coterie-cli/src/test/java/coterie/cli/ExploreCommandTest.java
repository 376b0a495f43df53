package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A search that does not end would go on for hours. */
@Timeout(120)
class ExploreCommandTest extends CommandTest {
  private static final String SMALL =
      "explore bully -n 2 --detector none --call notice --timing sync --threads 1";

  /** A lamp that has to be looked after: some of its colours cannot be explored. */
  private static final String LAMP =
      """
      package demo;

      import coterie.core.*;
      import coterie.recipe.*;
      import java.util.*;

      public final class Lamp implements Protocol<Lamp.Msg>, Recipe {
        public sealed interface Msg extends Message {}
        public record Light(long colour) implements Msg {}

        private Context<Msg> context;
        private Object wire;

        @Override
        public String name() {
          return "lamp";
        }

        @Override
        public String summary() {
          return "a lamp";
        }

        @Override
        public Blueprint blueprint(View members, Settings settings) {
          return node -> node.add("lamp", Msg.class, context -> {
            Lamp lamp = new Lamp();
            lamp.context = context;
            return lamp;
          });
        }

        public void shine(long colour) {
          context.send(new NodeId(1), new Light(colour));
        }

        @Override
        public void receive(NodeId from, Msg message) {
          if (message instanceof Light light) {
            assert light.colour() != 8 : "the fuse is blown";
            wire = light.colour() == 9 ? Thread.currentThread() : null;
          }
        }
      }
      """;

  private String lamp() throws IOException {
    Path classes = OwnJar.compile(folder, new LinkedHashMap<>(Map.of("Lamp", LAMP)));
    OwnJar.name(classes, "demo.Lamp");
    return "--jar " + classes;
  }

  @Test
  void smallSpaceIsExhausted() {
    Ran ran = runLine(SMALL);
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            bully, 2 processes, 1 call, timing sync, network multiset
            32 states, 46 transitions, depth 8; 12 states of single processes
            Exhausted: every order of these events was tried, and no judge objects.
            """);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void boundIsToldInOneSentence() {
    assertThat(runLine(SMALL + " --depth 3").out())
        .contains("Not exhausted: depth 3 is reached. No judge objects so far.");
    assertThat(runLine("explore raft --states 500 --threads 1").out()).contains("Not exhausted: ");
  }

  @Test
  void expectationIsReadOnce() {
    Ran ran = runLine(SMALL + " --depth 2 --expect", "agreed at 5");
    assertThat(ran.err().lines())
        .containsExactly(
            "coterie: a search has no common clock; it judges never and always, and leaves out"
                + " \"agreed at 5\"");
  }

  @Test
  void jsonHasEverything() {
    Ran ran = runLine(SMALL + " --json");
    assertThat(ran.lines()).hasSize(1);
    assertThat(ran.out())
        .contains("\"states\":32,\"transitions\":46,\"depth\":8,\"exhausted\":true,\"stoppedBy\":")
        .contains("\"statesPerCpuSecond\":", "\"localStates\":12", "\"violation\":null")
        .contains("\"sampled\":false");
    // Its timeouts are drawn from more values than are tried.
    assertThat(runLine("explore raft --states 500 --threads 1 --json").out())
        .contains("\"sampled\":true");
  }

  @Test
  void violationIsAShortestPathAndAFolder() throws IOException {
    Path report = folder.resolve("report");
    Ran ran = runLine(Turnstile.RECIPES, "explore crowd -n 2 --threads 1 --folder " + report);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains("Stopped: a violation was found.")
        .contains("entries: P1 entered mutex while P0 was inside; one is inside at a time")
        .contains("A shortest path to it has 2 events:")
        .contains("   1  expire P0 enter")
        .contains("again: ./coterie sim " + report);
    try (Stream<Path> files = Files.list(report)) {
      assertThat(files.map(file -> file.getFileName().toString()).toList())
          .contains("finding.scenario", "finding.svg", "finding.trace", "README.md");
    }
    Ran again = runLine(Turnstile.RECIPES, "sim " + report.resolve("finding.scenario"));
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("while P0 was inside");
    assertThat(again.err().lines()).doesNotHaveDuplicates();
  }

  @Test
  void whatNeverHappensIsShownAsAnEndOrACycle() {
    Path report = folder.resolve("report");
    Ran ran = runLine(SMALL + " --losses 1 --liveness --folder " + report);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains("agreement: from some moment on the group never agrees on a leader")
        .contains("   2  drop Coordinator[term=1] P1 -> P0\nAfter that nothing happens any more.")
        .contains("\nIt is in " + report + ", with picture, trace and test.");
    assertThat(report.resolve("finding.scenario"))
        .content()
        .contains("expect agreed at end", "then say after this nothing happens any more");
    Ran again = runLine("sim " + report.resolve("finding.scenario"));
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("expected \"agreed at end\", but at 0");
    assertThat(runLine(SMALL + " --liveness").code()).isZero();
  }

  @Test
  void fileBringsItsGroupItsCallsAndItsFaults() throws IOException {
    Path file = folder.resolve("a.scenario");
    Files.write(
        file,
        List.of(
            "protocol bully",
            "nodes 2",
            "set detector none",
            "at 1 call P0 notice",
            "at 2 crash P1",
            "until 9"));
    Ran ran = runLine("explore " + file + " --timing sync --threads 1");
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).startsWith("bully, 2 processes, 1 crash, 1 call, timing sync");
  }

  @Test
  void scheduleByHandIsRefused() throws IOException {
    Path file = folder.resolve("a.scenario");
    Files.write(
        file, List.of("protocol raft", "nodes 3", "schedule manual", "then expire P0 election"));
    refused(runLine("explore " + file + " --depth 2"), "the scenario has one by hand");
  }

  @Test
  void settingWithTheNameOfAFlagTakesSet() {
    String line = "explore heartbeat -n 2 --depth 2 --threads 1 --set ";
    assertThat(runLine(line + "deviations=3").code()).isZero();
    refused(runLine(line + "colour=3"), "there is no setting \"colour\"");
  }

  @Test
  void protocolThatThrowsIsAViolation() throws IOException {
    Path report = folder.resolve("report");
    Ran ran =
        runLine(
            "explore lamp -n 2 --threads 1 --folder %s %s --call".formatted(report, lamp()),
            "P0 shine 8");
    assertThat(ran.code()).as(ran.err()).isEqualTo(1);
    assertThat(ran.out())
        .contains("failures: P1 failed: ", "the fuse is blown", "Made smaller, to 1 message,");
    assertThat(report.resolve("finding.svg")).exists();
  }

  @Test
  void groupInWhichNothingHappensIsRefused() {
    refused(
        runLine("explore bully --detector none --threads 1"),
        "in bully nothing happens by itself: no alarm runs, no message is in flight; give --call",
        "notice/0");
  }

  @Test
  void fieldThatCannotBeEncodedIsNamed() throws IOException {
    refused(
        runLine("explore lamp -n 2 --threads 1 " + lamp() + " --call", "P0 shine 9"),
        "lamp cannot be explored: ",
        "Lamp.wire");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--crashes -1 | --crashes -1: give a whole number from 0 to 100",
        "--losses many | --losses many: give a whole number",
        "--recoveries 101 | give a whole number from 0 to 100",
        "--duplicates 1.5 | --duplicates 1.5: give a whole number",
        "--cuts x | --cuts x: give",
        "--pauses 1m | --pauses 1m: give",
        "--timing soon | --timing soon: choose any or sync",
        "--network bag | --network bag: choose multiset, set or fifo",
        "--saves never | --saves never: choose instant or later",
        "--bound term=-1 --detector none --call notice | every first event of bully leads beyond"
            + " --bound",
        "--hints perhaps | --hints perhaps: choose on or off",
        "--draws 0 | --draws 0: give a whole number from 1 to 1000",
        "--depth 0 | --depth 0: give a whole number from 1",
        "--states 0 | --states 0: give a whole number from 1, such as 500000, 500k or 20m",
        "--pending 0 | --pending 0: give a whole number from 1",
        "--deviations x | --deviations x: give a whole number",
        "--bound term | --bound term: give FIELD=VALUE, such as term=3",
        "--bound term=x | --bound term=x: give FIELD=VALUE",
        "--bound nosuch=3 --depth 2 | --bound nosuch: no process and no message has such a field",
        "--threads 0 | --threads 0: give a whole number from 1 to 1024",
        "--memory lots | --memory lots: give a number of bytes, such as 500m or 4g",
        "--memory 1k | --memory 1k: give from 16m to",
        "--memory 999999g | COTERIE_OPTS=-Xmx",
        "--call P7 | --call P7: give a method",
        "--call 9 | there is no 9",
        "--call nothing | no method \"nothing\" takes 0 arguments",
        "--depth 2 --depth 3 | should be specified only once",
        "--shrink soon | --shrink soon: give a time from 0",
        "--folder . | --folder .: give a folder that is empty or not there yet",
        "--network set --timing sync | take timing any or another network",
        "--nodes 0 | nodes",
        "--nodes 17 | 17 nodes are too many to explore; take 1 to 16",
        "--liveness --deviations 1 | --liveness",
      })
  void badValueGetsASentence(String flags, String part) {
    refused(runLine("explore bully " + flags), part);
  }

  @Test
  void pageListsTheFlagsOfTheHelp() throws IOException {
    Pattern row = Pattern.compile("(?m)^\\| (`-.*?) \\|");
    String table =
        row.matcher(page()).results().map(one -> one.group(1)).collect(Collectors.joining(" "));
    assertThat(flags(table)).isEqualTo(flags(runLine("explore --help").out()));
  }

  private static Set<String> flags(String text) {
    return Pattern.compile("(?m)(?:^ +(?:-\\w, )?|`)(--[a-z-]+)")
        .matcher(text)
        .results()
        .map(one -> one.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void pageTellsAllKeysOfTheJson() throws IOException {
    String out = runLine(SMALL + " --losses 1 --liveness --shrink 0 --json").out();
    String page = page();
    assertThat(Pattern.compile("\"(\\w+)\":").matcher(out).results())
        .hasSizeGreaterThan(15)
        .allSatisfy(key -> assertThat(page).contains("`" + key.group(1) + "`"));
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("docs/explore.md"));
  }

  @Test
  void whatIsExploredMustBeNamed() {
    refused(runLine("explore"), "explore takes a protocol (", ") or a scenario file");
    refused(runLine("explore nothing.trace"), "\"nothing.trace\" is neither a protocol nor a file");
    refused(runLine("explore cast --liveness"), "--liveness: nothing is known that cast has to");
  }
}
