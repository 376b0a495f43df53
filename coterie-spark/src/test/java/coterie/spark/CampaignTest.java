package coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.http.JsonReader;
import coterie.json.JsonText;
import coterie.lab.campaign.Seeds;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.ShardReport;
import coterie.lab.compare.ComparisonRequest;
import coterie.lab.flag.Given;
import coterie.lab.hunt.HuntCampaign;
import coterie.lab.hunt.HuntReport;
import coterie.lab.hunt.HuntResult;
import coterie.lab.hunt.Quarry;
import coterie.lab.hunt.StretchLine;
import coterie.lab.sweep.SweepCampaign;
import coterie.lab.sweep.SweepPlan;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignTest {
  private static final Recipes RECIPES = Campaign.recipes();
  private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.log.level", "WARN")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
  }

  @AfterAll
  static void close() {
    spark.stop();
  }

  static Quarry quarry(String command, Seeds seeds, int keepGoing, String... statements) {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    for (String statement : statements) {
      reader.statement("", statement);
    }
    Hunt hunt = new Hunt(reader.scenario(), RECIPES, FaultKind.all());
    return Quarry.of(hunt, RECIPES, FaultKind.all(), command, seeds, keepGoing);
  }

  private static HuntResult result(Quarry quarry, Seeds seeds) {
    HuntCampaign.Effort effort =
        new HuntCampaign.Effort(seeds, quarry.keepGoing(), 2, Long.MAX_VALUE);
    return new HuntCampaign(quarry.hunt(RECIPES), effort, () -> false).run(NOWHERE);
  }

  static String onThreads(Quarry quarry) {
    return Json.of(new HuntReport(quarry, result(quarry, quarry.seeds())).json());
  }

  private static String inShards(Quarry quarry, int count) {
    List<ShardReport> reports = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      Shard shard = new Shard(i, count);
      HuntResult part = result(quarry, shard.of(quarry.seeds()));
      List<Map<String, Object>> lines =
          part.stretches().stream().map(one -> asRead(StretchLine.of(one))).toList();
      reports.add(new ShardReport(asRead(quarry.campaign()), shard, lines));
    }
    return Json.of(HuntReport.merged(reports).json());
  }

  /** What a file does to an object. */
  private static Map<String, Object> asRead(Map<String, Object> fields) {
    return JsonReader.parseObject(JsonText.of(fields));
  }

  private static String onSpark(Quarry quarry, int pieces) {
    return Json.of(new HuntReport(quarry, SparkHunt.run(spark, quarry, pieces)).json());
  }

  private static String written(int code, Path json, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--json", json.toString()));
    StringWriter err = new StringWriter();
    int actual = Campaign.run(() -> spark, all, NOWHERE, new PrintWriter(err));
    assertThat(actual).as(err.toString()).isEqualTo(code);
    return Files.readString(json).strip();
  }

  @Test
  void huntComesToTheSameAsOnThreadsAndInShardsWhateverThePieces() {
    Quarry quarry =
        quarry("./coterie", new Seeds(1, 60), 1, "protocol raft", "nodes 3", "until 4s");
    String threads = onThreads(quarry);
    assertThat(inShards(quarry, 4)).isEqualTo(threads);
    for (int pieces : new int[] {0, 1, 3, 60, 100}) {
      assertThat(onSpark(quarry, pieces)).isEqualTo(threads);
    }
  }

  @Test
  void huntEndsAtTheSameViolationAndStopsItsTasks() throws Exception {
    AtomicInteger tasks = new AtomicInteger();
    SparkListener counter =
        new SparkListener() {
          @Override
          public void onTaskStart(SparkListenerTaskStart start) {
            tasks.incrementAndGet();
          }
        };
    spark.sparkContext().addSparkListener(counter);
    Path json = folder.resolve("hunt.json");
    String found =
        written(
            1,
            json,
            ("hunt lease -n 5 --voters 3 --strays 2 --until 2s --seeds 1..10000 --keep-going 3"
                    + " --pieces 5000")
                .split(" "));
    spark.sparkContext().listenerBus().waitUntilEmpty();
    spark.sparkContext().removeSparkListener(counter);
    assertThat(tasks.get()).isBetween(1, 1000);
    Quarry quarry =
        quarry(
            "./coterie hunt lease -n 5 --voters 3 --strays 2 --until 2s",
            new Seeds(1, 10_000),
            3,
            "protocol lease",
            "nodes 5",
            "set voters 3",
            "set strays 2",
            "until 2s");
    assertThat(found).contains("\"endedBy\":\"violations\"").isEqualTo(onThreads(quarry));
  }

  @Test
  void sweepComesToTheSameAsOnThreads() throws IOException {
    Path rows = folder.resolve("rows");
    List<String> words = List.of("sweep", "phi", "--nodes=3,5", "--seeds=4", "--period=500ms");
    SweepCampaign local =
        new SweepPlan(RECIPES, RECIPES.named("phi"), "1", null, CampaignTest::halfSeconds)
            .campaign(List.of("3", "5"), Integer.MAX_VALUE, false, 4);
    Object digest = local.run(NOWHERE).json().get("digest");
    for (String other : List.of("--pieces=1", "--pieces=5", "--parquet=" + rows)) {
      List<String> all = new ArrayList<>(words);
      all.add(other);
      String json = written(0, folder.resolve("sweep.json"), all.toArray(String[]::new));
      Map<String, Object> result = JsonReader.parseObject(json);
      assertThat(result.get("digest")).isEqualTo(digest);
      assertThat(result.get("rows")).isEqualTo(4L * 2 * (3 + 5));
    }
    assertThat(spark.read().parquet(rows.toString()).count()).isEqualTo(4 * 2 * (3 + 5));
    StringWriter err = new StringWriter();
    List<String> again = new ArrayList<>(words);
    again.add("--parquet=" + rows);
    assertThat(Campaign.run(() -> spark, again, NOWHERE, new PrintWriter(err))).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "coterie: --parquet %s: it exists already or cannot be created; name a new folder"
                .formatted(rows));
  }

  private static void halfSeconds(ScenarioReader reader) {
    reader.statement("", "set period 500ms");
  }

  @Test
  void comparisonComesToTheSameAsOnThreads() throws IOException {
    String json =
        written(
            0,
            folder.resolve("compare.json"),
            "compare --elections bully,raft -n 3,5 --loss 0 --seeds 3 --crashes 1".split(" "));
    Given given =
        new Given(
            Map.of(
                "--elections", List.of("bully", "raft"),
                "--nodes", List.of("3", "5"),
                "--loss", List.of("0"),
                "--seeds", List.of("3"),
                "--crashes", List.of("1")),
            Map.of("--crash", List.of("leader"), "--seed", List.of("1")));
    assertThat(json)
        .isEqualTo(Json.of(new ComparisonRequest(given, RECIPES).run(false, NOWHERE).json()));
  }

  /** Spark is not started for it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          dance | "dance" is not a campaign; choose hunt, compare or sweep
          hunt | give a protocol or a scenario file
          hunt raft --seeds 2..1 | --seeds 2..1: give a range of seeds, such as 1..1000, or one seed
          hunt raft --sedes 5 | "--sedes" is not understood here
          hunt raft more | "more" is not understood here
          hunt raft --pieces 0.5 | --pieces 0.5: give a whole number from 0 to 100000
          hunt raft --json no/such/file | cannot write no/such/file: the folder is missing or not writable
          hunt raft --jar src | --jar src names no recipe; a jar names the class of its recipe in META-INF/services/coterie.recipe.Recipe
          hunt raft --jar no.jar | --jar no.jar: there is no such file; give a jar with a recipe, or a folder of classes
          sweep phi --nodes 1 | --nodes 1: a sweep takes groups of 2 to 100000 processes
          sweep phi --seeds 0 | --seeds 0: give a whole number from 1 to 1000000
          compare --elections raft --nodes 3 --loss 2 | --loss 2: takes a probability from 0 to 1, such as 0.05 or 5%
          """)
  void badInputIsOneSentence(String line, String sentence) {
    StringWriter err = new StringWriter();
    Supplier<SparkSession> never =
        () -> {
          throw new AssertionError("Spark was asked for");
        };
    int code = Campaign.run(never, List.of(line.split(" ")), NOWHERE, new PrintWriter(err));
    assertThat(err.toString()).isEqualToIgnoringNewLines("coterie: " + sentence);
    assertThat(code).isEqualTo(2);
  }

  @Test
  void protocolThatIsMissingIsNamedWithThoseThatThereAre() {
    StringWriter err = new StringWriter();
    List<String> words = List.of("hunt", "no-such-file.trace");
    assertThat(Campaign.run(() -> spark, words, NOWHERE, new PrintWriter(err))).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("coterie: there is no protocol \"no-such-file.trace\"; there is ")
        .hasLineCount(1);
  }

  @Test
  void rowsThatCannotBeWrittenAreOneSentence() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    StringWriter err = new StringWriter();
    List<String> words = List.of("sweep", "phi", "--nodes=3", "--parquet", file + "/rows");
    assertThat(Campaign.run(() -> spark, words, NOWHERE, new PrintWriter(err))).isEqualTo(2);
    assertThat(err.toString()).startsWith("coterie: ").contains(file.toString()).hasLineCount(1);
  }
}
