package coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.http.JsonReader;
import coterie.lab.campaign.Seeds;
import coterie.lab.hunt.HuntCampaign;
import coterie.lab.hunt.HuntReport;
import coterie.lab.hunt.HuntResult;
import coterie.lab.hunt.Quarry;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {
  private static final Recipes RECIPES = Campaign.recipes();
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    spark =
        SparkSession.builder()
            .master("local[2]")
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

  static Quarry quarry(Seeds seeds, int keepGoing, String... statements) {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    for (String statement : statements) {
      reader.statement("", statement);
    }
    Hunt hunt = new Hunt(reader.scenario(), RECIPES, FaultKind.all());
    return Quarry.of(hunt, RECIPES, FaultKind.all(), "./coterie hunt", seeds, keepGoing);
  }

  static String onThreads(Quarry quarry) {
    HuntCampaign.Effort effort =
        new HuntCampaign.Effort(quarry.seeds(), quarry.keepGoing(), 2, Long.MAX_VALUE);
    HuntResult result =
        new HuntCampaign(quarry.hunt(RECIPES), effort, () -> false)
            .run(new PrintWriter(new StringWriter()));
    return Json.of(new HuntReport(quarry, result).json());
  }

  static String onSpark(SparkSession session, Quarry quarry, int pieces) {
    return Json.of(new HuntReport(quarry, new SparkHunt(session, quarry, pieces).run()).json());
  }

  @Test
  void huntComesToTheSameAsOnThreadsWhateverThePieces() {
    Quarry quarry = quarry(new Seeds(1, 60), 1, "protocol raft", "nodes 3", "until 4s");
    String threads = onThreads(quarry);
    for (int pieces : new int[] {1, 3, 60, 100}) {
      assertThat(onSpark(spark, quarry, pieces)).isEqualTo(threads);
    }
  }

  @Test
  void huntEndsAtTheSameViolation() {
    Quarry quarry =
        quarry(
            new Seeds(1, 100_000),
            3,
            "protocol lease",
            "nodes 5",
            "set voters 3",
            "set strays 2",
            "until 2s");
    String found = onSpark(spark, quarry, 10_000);
    assertThat(found).contains("\"endedBy\":\"violations\"").isEqualTo(onThreads(quarry));
  }

  @Test
  void sweepComesToTheSameAsOnThreads() throws IOException {
    Path rows = folder.resolve("rows");
    Path json = folder.resolve("sweep.json");
    StringWriter out = new StringWriter();
    List<String> words =
        List.of(
            "sweep",
            "phi",
            "--sizes",
            "3,5",
            "--seeds",
            "4",
            "--set",
            "period=500ms",
            "--parquet",
            rows.toString(),
            "--json",
            json.toString());
    assertThat(Campaign.run(spark, words, new PrintWriter(out))).isZero();
    SweepCampaign local =
        new SweepPlan(RECIPES, RECIPES.named("phi"), "1", null, CampaignTest::halfSeconds)
            .campaign(List.of("3", "5"), Integer.MAX_VALUE, false, 4);
    Object digest = local.run(new PrintWriter(new StringWriter())).json().get("digest");
    assertThat(JsonReader.parseObject(Files.readString(json)).get("digest")).isEqualTo(digest);
    assertThat(spark.read().parquet(rows.toString()).count()).isEqualTo(4 * 2 * (3 + 5));
  }

  private static void halfSeconds(ScenarioReader reader) {
    reader.statement("", "set period 500ms");
  }

  @Test
  void badInputIsOneSentence() throws IOException {
    PrintWriter out = new PrintWriter(new StringWriter());
    assertThat(Campaign.run(spark, List.of("hunt", "raft", "--seeds", "2..1"), out)).isEqualTo(2);
    assertThat(Campaign.run(spark, List.of("dance"), out)).isEqualTo(2);
  }
}
