package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Space-time diagrams of many runs keep the rules of their layout, which no eye has to check. */
class PictureTest extends CommandTest {
  private static final int HEIGHT_MAX = 4000;

  /** An eye can follow that many, spread over the whole picture. */
  private static final int ARROWS_MAX = 150;

  private static final int SEEDS = Boolean.getBoolean("coterie.deep") ? 10 : 1;

  /** What runs, with what faults; the time of each fault is in the words. */
  private static final List<String> RUNS =
      List.of(
          "swim -n 6 --until 25 --partition 0,1|2,3,4,5@5+10",
          "swim -n 6 --until 20 --latency uniform:10ms,100ms --partition 0,1,2|3,4,5@5+10",
          "swim -n 4 --until 12 --latency 20ms --crash 1@3+4",
          "swim -n 20 --until 8 --latency uniform:10ms,100ms --crash 3@5",
          "swim -n 48 --until 3 --crash 3@2",
          "heartbeat -n 4 --until 60 --crash 1@20+20",
          "heartbeat -n 3 --until 8 --latency 30ms --crash 1@3 --loss 0.1",
          "heartbeat -n 5 --until 30 --latency exponential:300ms",
          "phi -n 4 --until 60 --pause 2@20+10",
          "heartring -n 6 --until 40 --crash 2@10+15",
          "raft -n 5 --until 10 --crash leader@4",
          "raft -n 3 --until 20 --pause leader@5+6",
          "raft -n 3 --until 8 --loss 0.2 --duplicate 0.1",
          "raft -n 7 --until 12 --partition 0,1,2|3,4,5,6@5+5 --loss 0.05",
          "bully -n 6 --until 20 --crash leader@5+8",
          "ring -n 4 --until 20 --crash leader@5+8 --pause 1@7.25+1",
          "bully -n 5 --ids-from 1 --until 12 --crash leader@4",
          "bully -n 7 --until 20 --partition 0,1,2|3,4,5,6@5+8",
          "ring -n 5 --until 15 --partition 0,1|2,3,4@4+5",
          "ring -n 7 --until 10 --crash leader@2+4",
          "raft -n 5 --until 3 --partition 0,1|2,3,4@1+1",
          "lamport -n 3 --until 5",
          "ricart-agrawala -n 4 --until 7 --pause 2@3.125+2",
          "token-ring -n 4 --until 4",
          "lease -n 4 --until 12 --crash leader@6+4",
          "clocks -n 4 --until 10",
          "documents -n 4 --until 8 --partition 0,1|2,3@3+3",
          "mvcc -n 4 --until 5",
          "ledger -n 4 --until 5",
          "register -n 3 --until 4 --crash 1@2+1",
          "vring -n 4 --until 331 --crash 1@31+150",
          "vring -n 12 --until 300 --crash 1@31",
          "vring -n 8 --until 3000 --latency 100ms --crash 1@31+1000");

  static List<String> runs() {
    List<String> runs = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      for (String run : RUNS) {
        runs.add(run + " --seed " + seed);
      }
    }
    return runs;
  }

  private String svg(String flags) throws Exception {
    Path file = folder.resolve("run.svg");
    Path lines = folder.resolve("run.jsonl");
    Ran ran = runLine("sim " + flags + " --svg " + file + " --jsonl " + lines);
    assertThat(ran.err()).doesNotContain("Exception", "is no");
    return Files.readString(file);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyPictureKeepsTheRules(String flags) throws Exception {
    String svg = svg(flags);
    Drawing drawing = new Drawing(svg);
    assertThat(drawing.height).as("height").isLessThanOrEqualTo(HEIGHT_MAX);
    assertThat(svg.length()).as("bytes").isLessThan(2_000_000);
    assertThat(outside(drawing)).as("words beyond the edge").isEmpty();
    assertThat(overlaps(drawing)).as("words over words").isEmpty();
    assertThat(astray(drawing)).as("arrows that start or end at no lane").isEmpty();
    assertThat(misplaced(drawing, flags)).as("faults that are not at their time").isEmpty();
    assertThat(unnamed(drawing)).as("kinds of messages without a name").isEmpty();
    assertThat(wrongStates(drawing)).as("states that are misplaced or not explained").isEmpty();
    assertThat(drawing.states().isEmpty())
        .as("only elections have states")
        .isNotEqualTo(flags.matches("(bully|ring|raft|lease) .*"));
    if (flags.startsWith("swim -n 6") || flags.startsWith("heartbeat")) {
      assertThat(drawing.arrows()).as("arrows").hasSizeLessThanOrEqualTo(ARROWS_MAX);
    }
  }

  /** Each lies on its lane, below the one before, and the legend has its word. */
  private static List<String> wrongStates(Drawing drawing) {
    List<String> keys = drawing.words("key").stream().map(Drawing.Words::text).toList();
    List<String> found = new ArrayList<>();
    Drawing.@Nullable Stretch last = null;
    for (Drawing.Stretch state : drawing.states()) {
      String word = state.hint().split(" ")[2];
      boolean isBelow =
          last == null || last.middle() != state.middle() || last.bottom() <= state.top() + 4.1;
      if (!keys.contains(word) || !isAt(drawing.lanes(), state.middle(), 0.1) || !isBelow) {
        found.add(state.toString());
      }
      last = state;
    }
    return found;
  }

  @Test
  void misplacedAndUnexplainedStatesAreFound() throws Exception {
    String lane = "<line class='lane' x1='50' y1='0' x2='50' y2='90'/>";
    String key = "<text class='key' x='0' y='9' font-size='9'>ASKING</text>";
    String state =
        "<rect class='phase1' x='%d' y='%d' width='6' height='20'><title>P1 is %s from 1 to"
            + " 2</title></rect>";
    String svg = "<svg width='100' height='100'>" + lane + key + "%s</svg>";
    String good = state.formatted(47, 10, "ASKING");
    assertThat(wrongStates(new Drawing(svg.formatted(good)))).isEmpty();
    for (String bad :
        List.of(
            state.formatted(47, 10, "WAITING"),
            state.formatted(30, 10, "ASKING"),
            good + state.formatted(47, 20, "ASKING"))) {
      assertThat(wrongStates(new Drawing(svg.formatted(bad)))).as(bad).isNotEmpty();
    }
  }

  private static List<Drawing.Words> outside(Drawing drawing) {
    return drawing.words().stream()
        .filter(
            words ->
                words.left() < 1
                    || words.right() > drawing.width - 1
                    || words.top() < 1
                    || words.bottom() > drawing.height - 1)
        .toList();
  }

  private static List<String> overlaps(Drawing drawing) {
    List<String> found = new ArrayList<>();
    List<Drawing.Words> all =
        drawing.words().stream().sorted(Comparator.comparingDouble(Drawing.Words::top)).toList();
    for (int i = 0; i < all.size(); i++) {
      double bottom = all.get(i).bottom();
      for (int j = i + 1; j < all.size() && all.get(j).top() < bottom; j++) {
        if (all.get(i).overlaps(all.get(j))) {
          found.add(all.get(i) + " and " + all.get(j));
        }
      }
    }
    return found;
  }

  private static List<Drawing.Arrow> astray(Drawing drawing) {
    TreeSet<Double> lanes = drawing.lanes();
    return drawing.arrows().stream()
        .filter(arrow -> !isAt(lanes, arrow.fromX(), 0.1) || !isAt(lanes, arrow.toX(), 2))
        .toList();
  }

  private static boolean isAt(TreeSet<Double> lanes, double x, double most) {
    return lanes.stream().anyMatch(lane -> Math.abs(lane - x) <= most);
  }

  /** The times of faults are those of the command line; whole pictures show each of them. */
  private static List<String> misplaced(Drawing drawing, String flags) {
    List<String> found = new ArrayList<>();
    List<String> times = new ArrayList<>();
    Matcher matcher = Pattern.compile("@([0-9.]+)(?:\\+([0-9.]+))?").matcher(flags);
    while (matcher.find()) {
      times.add(matcher.group(1));
      if (matcher.group(2) != null) {
        double end = Double.parseDouble(matcher.group(1)) + Double.parseDouble(matcher.group(2));
        times.add(Double.toString(end).replaceAll("\\.0$", ""));
      }
    }
    TreeSet<String> seen = new TreeSet<>();
    for (Drawing.Sign sign : drawing.faults()) {
      String time = drawing.time(sign.y());
      seen.add(time);
      boolean isAtLabel = !sign.look().equals("faultline") || drawing.isTimeAt(sign.y(), time);
      if (!times.contains(time) || !isAtLabel) {
        found.add(sign + " at " + time);
      }
    }
    times.stream().filter(time -> !seen.contains(time)).forEach(time -> found.add("no " + time));
    return found;
  }

  private List<String> unnamed(Drawing drawing) throws Exception {
    TreeSet<String> kinds = new TreeSet<>();
    Pattern name = Pattern.compile("\"kind\":\"sent\".*?\"message\":\\{\"type\":\"([A-Za-z]+)");
    for (String line : Files.readAllLines(folder.resolve("run.jsonl"))) {
      Matcher matcher = name.matcher(line);
      if (matcher.find()) {
        kinds.add(matcher.group(1));
      }
    }
    assertThat(kinds).as("kinds of messages").isNotEmpty();
    drawing.words().forEach(words -> kinds.removeAll(List.of(words.text().split("\\W+"))));
    return List.copyOf(kinds);
  }
}
