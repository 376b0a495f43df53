package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.lab.lesson.Lesson;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Lessons are files; those that are more than a scenario have a program. */
class LessonsTest extends CommandTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Path FOLDER =
      ROOT.resolve("coterie-lab/src/main/resources/coterie/lab/lesson/lessons");

  private static Ran demo(String line) {
    Ran ran = runLine("demo " + line);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    return ran;
  }

  private static List<String> tidy(Ran ran) {
    return ran.lines().stream().map(line -> line.strip().replaceAll(" +", " ")).toList();
  }

  static List<String> names() {
    return Lesson.all().stream().map(Lesson::name).toList();
  }

  @Test
  void everyFileIsALessonOfTheList() throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> !name.equals("index"))
          .containsExactlyInAnyOrderElementsOf(
              names().stream().map(name -> name + ".lesson").toList());
    }
    for (Lesson lesson : Lesson.all()) {
      assertThat(ROOT.resolve("docs").resolve(lesson.page())).exists();
      assertThat(lesson.summary()).hasSizeLessThan(101);
      assertThat(runLine("demo").out()).contains(lesson.summary());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyLessonCanBeDrawn(String name) throws Exception {
    Path file = folder.resolve("demo.svg");
    demo(name + " --svg " + file);
    Drawing drawing = new Drawing(Files.readString(file));
    assertThat(drawing.width).isPositive();
    assertThat(drawing.words()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "title: a | a line of --- begins the scenario",
        "--- | has no line \"title: ...\"",
        "title: a;summary: b;--- | has no line \"page: ...\"",
        "title: a;sumary: b;--- | x, line 2: a line here is title, summary, page or program",
      })
  void whatIsNoLessonIsRefused(String lines, String sentence) {
    assertThatThrownBy(() -> Lesson.parse("x", List.of(lines.split(";"))))
        .hasMessageContaining(sentence);
  }

  @Test
  void lessonIsReadAsItStands() {
    String file =
        "title: T;summary: S;page: p.md;program: phi;tell go: {who} goes;;Text.;---;nodes {n};"
            + "--- more: there is more;until 1s";
    Lesson lesson = Lesson.parse("x", List.of(file.split(";")));
    assertThat(lesson.title()).isEqualTo("T");
    assertThat(lesson.program()).isEqualTo("phi");
    assertThat(lesson.text()).containsExactly("Text.");
    assertThat(lesson.phrase("go", Map.of("who", "P1"))).isEqualTo("P1 goes");
    assertThat(lesson.scenario(Map.of("n", 3))).containsExactly("nodes 3");
    assertThat(lesson.scenario(Map.of("n", 3), "more")).containsExactly("nodes 3", "until 1s");
    assertThatThrownBy(() -> lesson.phrase("go", Map.of())).hasMessageContaining("{who}");
    assertThatThrownBy(() -> lesson.phrase("stay", Map.of())).hasMessageContaining("tell stay");
  }

  @Test
  void bullyIsToldStepByStepWithItsConfiguration() {
    Ran ran = demo("bully");
    assertThat(tidy(ran))
        .containsSubsequence(
            "processes 5, P1 to P5; nobody leads, all are IDLE",
            "falls P3 at 2 s",
            "notices P1 at 2.5 s",
            "returns P3 at 9 s",
            "ends at 12 s",
            "2 P3 falls. It forgets all that it knew, and ignores whatever is sent to it.",
            "2.53 P3 is down: it ignores the ELECTION of P1, and will not answer.",
            "2.56 All who are up know that P5 leads.",
            "2.56 P4 knows phase=IDLE leader=P5 term=1",
            "9.06 All who are up know that P5 leads.");
    assertThat(tidy(demo("bully --faller 5 --detector 2 --stays")))
        .containsSubsequence(
            "returns nobody",
            "2.5 P2 notices that P5 is down, so it asks all who are higher (ELECTION): P3 to P5. It"
                + " waits 2 s for an OK.",
            "4.53 Nobody has answered P4 for 2 s, so all above it are down. It leads and announces"
                + " itself to all.",
            "4.56 All who are up know that P4 leads.")
        .noneMatch(line -> line.startsWith("9"));
    assertThat(tidy(demo("bully -n 3 --faller 1 --detector 3")))
        .anyMatch(line -> line.startsWith("2.5 P3 notices that P1 is down. Nobody is higher"));
    assertThat(demo("bully --json").lines()).hasSize(1);
  }

  static List<String> choices() {
    List<String> choices = new ArrayList<>();
    for (int n = 2; n <= 4; n++) {
      for (int faller = 1; faller <= n; faller++) {
        for (int detector = 1; detector <= n; detector++) {
          if (faller != detector) {
            choices.add("-n %d --faller %d --detector %d".formatted(n, faller, detector));
          }
        }
      }
    }
    choices.add("-n 20");
    return choices;
  }

  /** Whoever falls and whoever notices, the highest leads, and all is told. */
  @ParameterizedTest
  @MethodSource("choices")
  void bullyElectsTheHighestWhateverIsChosen(String flags) {
    int nodes = Integer.parseInt(flags.split(" ")[1]);
    boolean isHighest = flags.contains("--faller " + nodes);
    int last = isHighest ? nodes - 1 : nodes;
    assertThat(demo("bully --stays " + flags).out())
        .contains("All who are up know that P%d leads.".formatted(last))
        .contains("At the end all who are up know P%d,".formatted(last));
    assertThat(demo("bully --returns " + flags).out())
        .contains("At the end all who are up know P%d,".formatted(nodes));
  }

  @Test
  void bullysScenarioCanBeTakenAlong() throws Exception {
    Path file = folder.resolve("bully.scenario");
    Files.writeString(file, demo("bully --faller 2 --detector 4 --scenario").out());
    Ran sim = runLine("sim " + file);
    assertThat(demo("bully --faller 2 --detector 4").out()).endsWith(sim.out());
  }

  @Test
  void phiIsThatOfTheDocument() {
    assertThat(tidy(demo("phi")))
        .containsSubsequence(
            "t since the last beat phi available",
            "1 s 1 s 0.30 yes",
            "10 s 1 s 0.30 yes",
            "11 s 2 s 1.64 yes",
            "12 s 3 s 4.50 yes",
            "13 s 4 s 9.01 no");
    assertThat(demo("phi --deviation 500ms").out()).isEqualTo(demo("phi").out());
    assertThat(demo("phi --deviation 100ms").out())
        .contains("Phi reaches the threshold of 8 at 10.598 s, 1.598 s after the last beat");
    assertThat(demo("phi --threshold 1000").out()).contains("did not reach the threshold of 1000");
    assertThat(demo("phi --json").out()).contains("\"suspectedAt\":12.806000623");
  }

  @Test
  void fiveCausesShowOneLog() {
    assertThat(tidy(demo("impossible")))
        .containsSubsequence(
            "6 P1 alarm ok",
            "crash P2 has crashed never never rightly: P2 is down",
            "slow P2 is slow at 9.03 s at 9.06 s wrongly: P2 is up",
            "late the network is slow at 9 s at 17 s wrongly: P2 is up",
            "there the question is lost never never wrongly: P2 is up",
            "back the answer is lost at 1.03 s never wrongly: P2 is up",
            "For comparison, a run in which nothing is wrong: 1.06 P1 receives Ok term=0 from P2");
    assertThat(demo("impossible --json").out()).startsWith("{\"equal\":true,\"decidedAt\":6,");
    assertThat(demo("impossible --scenario").out()).contains("# back: the answer is lost");
  }

  /** The lesson with other faults: a comparison that never fails would show nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "at 500ms slow 2 by 8s | at 500ms slow 2 by 1s | the run \"slow\" shows another log: 2.06",
        "at 500ms cut 2 -> 1 | at 2s cut 2 -> 1 | the run \"back\" shows another log",
        "nothing is wrong | nothing is wrong;at 500ms crash 2 | the run without a fault is the"
            + " same",
      })
  void logsThatDifferAreFound(String lines, String others, String sentence) throws Exception {
    String file = Files.readString(FOLDER.resolve("impossible.lesson"));
    assertThat(file).contains(lines);
    String changed = file.replace(lines, others.replace(';', '\n'));
    Lesson lesson = Lesson.parse("impossible", changed.lines().toList());
    Recipes recipes = Recipes.of(LessonsTest.class.getClassLoader());
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(new LessonDemo.Impossible(lesson, recipes))
            .setOut(new PrintWriter(new StringWriter()))
            .setErr(new PrintWriter(err, true))
            .execute();
    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains(sentence);
  }

  @Test
  void mistakesGetOneSentence() {
    refused(runLine("demo bully --faller 3 --detector 3"), "give two different processes");
    refused(runLine("demo bully -n 1"), "2 to 20 processes");
    refused(runLine("demo bully -n 21"), "2 to 20 processes");
    refused(runLine("demo bully -n x"), "give a whole number");
    refused(runLine("demo bully --faller 6"), "--faller 6: the processes are 1 to 5");
    refused(runLine("demo bully --detector 0"), "--detector 0: the processes are 1 to 5");
    refused(runLine("demo bully -n 2 --faller 3"), "the processes are 1 to 2");
    refused(runLine("demo bully --returns --stays"), "give one of them");
    refused(runLine("demo bully --pace 3"), "--pace goes with --processes");
    refused(runLine("demo bully --processes --pace 0"), "a whole number from 1 to 1000");
    refused(runLine("demo bully --svg /no/such/x.svg"), "the folder is missing");
    refused(runLine("demo phi --deviation x"), "--deviation x: deviation takes a duration");
    refused(runLine("demo phi --threshold -1"), "threshold takes a number from 0");
    refused(runLine("demo phi --deviation 0"), "must be longer than 0");
    refused(runLine("demo phi --svg /no/such/x.svg"), "the folder is missing");
    refused(runLine("demo impossible --svg /no/such/x.svg"), "the folder is missing");
    refused(runLine("demo impossible --seed 3"), "is not understood here");
  }
}
