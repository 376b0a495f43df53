package coterie.spark;

import coterie.agent.http.JsonReader;
import coterie.json.JsonText;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.ShardReport;
import coterie.lab.compare.Comparison;
import coterie.lab.compare.ComparisonRequest;
import coterie.lab.flag.Given;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A comparison whose runs are tasks of Spark; what each run left behind is folded at the end. */
record SparkComparison(Given given, Recipes recipes, Map<String, @Nullable Object> campaign) {
  /**
   * Plans it. A task has a core, so it needs one thread. What is wrong with the flags is found out
   * by the last of very many shards, which is an empty one.
   */
  static SparkComparison of(Given said, Recipes recipes) {
    Map<String, List<String>> values = new TreeMap<>(said.values());
    values.putIfAbsent("--threads", List.of("1"));
    Given given = new Given(values, said.defaults());
    Shard last = new Shard(Campaign.PIECES_MAX, Campaign.PIECES_MAX);
    return new SparkComparison(given, recipes, report(given, recipes, last).campaign());
  }

  private static ShardReport report(Given given, Recipes recipes, Shard shard) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return new ComparisonRequest(given, recipes).run(shard, nowhere);
  }

  Comparison<?, ?> run(SparkSession spark, int pieces) {
    Map<String, List<String>> values = given.values();
    Map<String, List<String>> defaults = given.defaults();
    List<Map<String, @Nullable Object>> lines =
        Campaign.shards(spark, pieces, 1, Campaign.PIECES_MAX)
            .flatMap(shard -> lines(new Given(values, defaults), shard).iterator())
            .collect()
            .stream()
            .map(JsonReader::parseObject)
            .toList();
    return ComparisonRequest.merged(
        List.of(new ShardReport(campaign, Shard.WHOLE, lines)), recipes);
  }

  /** Runs a part of it, on an executor. */
  private static List<String> lines(Given given, String shard) {
    return report(given, Campaign.recipes(), Shard.parse("shard", shard)).lines().stream()
        .map(JsonText::of)
        .toList();
  }
}
