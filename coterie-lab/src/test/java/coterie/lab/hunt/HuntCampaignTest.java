package coterie.lab.hunt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import coterie.json.JsonText;
import coterie.lab.campaign.Seeds;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.ShardReport;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HuntCampaignTest {
  private static final Set<FaultKind> KINDS = FaultKind.all();
  private static final Recipes HASTY = new Recipes(List.of(Hasty.RECIPE));
  private static final Recipes ALL = Recipes.of(HuntCampaignTest.class.getClassLoader());
  private static final Seeds SEEDS = new Seeds(1, 60);

  @TempDir Path folder;

  private static Hunt hunt(Recipes recipes, String protocol, Set<FaultKind> kinds) {
    ScenarioReader reader = new ScenarioReader(recipes);
    reader.statement("", "protocol " + protocol);
    reader.statement("", "nodes 3");
    reader.statement("", "until 4s");
    return new Hunt(reader.scenario(), recipes, kinds);
  }

  private static HuntResult run(Hunt hunt, Seeds seeds, int keepGoing, int threads) {
    HuntCampaign.Effort effort = new HuntCampaign.Effort(seeds, keepGoing, threads, Long.MAX_VALUE);
    return new HuntCampaign(hunt, effort, () -> false).run(new PrintWriter(new StringWriter()));
  }

  private static Quarry quarry(Hunt hunt, Recipes recipes, Seeds seeds, int keepGoing) {
    return Quarry.of(hunt, recipes, KINDS, "./coterie hunt", seeds, keepGoing);
  }

  @Test
  void oneThreadAndFourComeToTheSame() {
    Hunt hunt = hunt(ALL, "raft", KINDS);
    HuntReport one = new HuntReport(quarry(hunt, ALL, SEEDS, 1), run(hunt, SEEDS, 1, 1));
    HuntReport four = new HuntReport(quarry(hunt, ALL, SEEDS, 1), run(hunt, SEEDS, 1, 4));
    assertThat(JsonText.of(four.json())).isEqualTo(JsonText.of(one.json()));
    assertThat(run(hunt, new Seeds(2, 61), 1, 1).digest())
        .isNotEqualTo(run(hunt, SEEDS, 1, 1).digest());
  }

  @Test
  void lowestViolatingSeedIsToldWhateverTheThreads() {
    Hunt hunt = hunt(HASTY, "hasty", KINDS);
    Seeds many = new Seeds(1, 2_000);
    HuntResult one = run(hunt, many, 3, 1);
    assertThat(one.found()).hasSize(3);
    assertThat(one.end()).isEqualTo(HuntResult.End.VIOLATIONS);
    assertThat(one.found().getFirst().violation().judge()).isEqualTo("Elections");
    assertThat(one.seeds().last()).isEqualTo(one.found().getLast().seed());
    HuntResult four = run(hunt, many, 3, 4);
    assertThat(four.found()).isEqualTo(one.found());
    assertThat(four.digest()).isEqualTo(one.digest());
    assertThat(run(hunt, many, 1, 4).found()).containsExactly(one.found().getFirst());
  }

  @Test
  void shardsComeToTheSameAsOneRun() throws IOException {
    Hunt hunt = hunt(HASTY, "hasty", KINDS);
    for (int keepGoing : new int[] {1, 4, 1_000}) {
      Quarry quarry = quarry(hunt, HASTY, SEEDS, keepGoing);
      HuntReport whole = new HuntReport(quarry, run(hunt, SEEDS, keepGoing, 2));
      for (int count : new int[] {1, 2, 7}) {
        List<Path> files = shards(hunt, quarry, count);
        Collections.reverse(files);
        HuntReport merged = HuntReport.merged(ShardReport.readAll(files));
        assertThat(JsonText.of(merged.json())).isEqualTo(JsonText.of(whole.json()));
      }
    }
  }

  private List<Path> shards(Hunt hunt, Quarry quarry, int count) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      Shard shard = new Shard(number, count);
      HuntResult result = run(hunt, shard.of(quarry.seeds()), quarry.keepGoing(), 1);
      ShardReport report =
          new ShardReport(
              quarry.campaign(), shard, result.stretches().stream().map(StretchLine::of).toList());
      Path file = folder.resolve("r%d-%d.jsonl".formatted(number, count));
      report.write(file);
      files.add(file);
    }
    return files;
  }

  @Test
  void shardThatEndedEarlyIsRefused() throws IOException {
    Hunt hunt = hunt(HASTY, "hasty", KINDS);
    Quarry quarry = quarry(hunt, HASTY, SEEDS, 1_000);
    HuntResult half = run(hunt, new Seeds(1, 20), 1_000, 1);
    Path file = folder.resolve("r.jsonl");
    new ShardReport(
            quarry.campaign(), Shard.WHOLE, half.stretches().stream().map(StretchLine::of).toList())
        .write(file);
    List<ShardReport> reports = ShardReport.readAll(List.of(file));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HuntReport.merged(reports))
        .withMessage("shard 1/1 has run 20 of its 60 seeds; run it again to its end");
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.lastIndexOf("{\"end\"")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ShardReport.readAll(List.of(file)))
        .withMessageEndingWith("ends too early; run shard 1/1 again");
  }

  @Test
  void whatNoRunTriedIsTold() {
    Hunt hunt = hunt(HASTY, "hasty", FaultKind.parse("crash,disk"));
    HuntReport report =
        new HuntReport(quarry(hunt, HASTY, SEEDS, 1_000), run(hunt, SEEDS, 1_000, 1));
    assertThat(report.json().get("never"))
        .asList()
        .contains(
            "No run sent Hasty.Apology.",
            "In no run the alarm regret expired, though it was started.",
            "No run noted Note.SteppedDown.",
            "No run saved anything, so disks had nothing to lose.")
        .doesNotContain("No run sent Hasty.Claim.", "No run had the fault crash.");
  }

  @Test
  void whatWasFoundHappensAgainWithoutChance() {
    Hunt hunt = hunt(HASTY, "hasty", KINDS);
    for (Found found : run(hunt, SEEDS, 5, 1).found()) {
      ScenarioRun again = new ScenarioRun(hunt.happened(found.seed()), HASTY);
      again.run();
      assertThat(again.violations()).contains(found.violation().sentence());
    }
  }

  @Test
  void interruptedHuntTellsWhatItHasRun() {
    Hunt hunt = hunt(HASTY, "hasty", KINDS);
    int[] asked = new int[1];
    HuntCampaign.Effort effort = new HuntCampaign.Effort(SEEDS, 1_000, 1, Long.MAX_VALUE);
    HuntResult result =
        new HuntCampaign(hunt, effort, () -> ++asked[0] > 25)
            .run(new PrintWriter(new StringWriter()));
    assertThat(result.end()).isEqualTo(HuntResult.End.EARLY);
    assertThat(result.runs()).isBetween(1L, 25L);
    assertThat(result.digest())
        .isEqualTo(run(hunt, new Seeds(1, result.runs()), 1_000, 1).digest());
  }
}
