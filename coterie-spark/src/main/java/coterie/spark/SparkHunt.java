package coterie.spark;

import coterie.agent.http.JsonReader;
import coterie.json.JsonText;
import coterie.lab.campaign.Shard;
import coterie.lab.hunt.Folding;
import coterie.lab.hunt.HuntResult;
import coterie.lab.hunt.Quarry;
import coterie.lab.hunt.Stretch;
import coterie.lab.hunt.StretchLine;
import java.io.Serializable;
import java.util.Arrays;
import java.util.UUID;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.SparkSession;
import scala.Function1;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * A hunt whose seeds are run by the tasks of a Spark job. Tasks give back stretches as JSON; the
 * driver folds them in the order of seeds as they come, and cancels the job as soon as nothing that
 * is still to come can be part of the result. A task that is lost with its executor is run again by
 * Spark, and comes to the same.
 */
final class SparkHunt {
  /** About a second of work, so that no task keeps a violation waiting for long. */
  private static final int SEEDS_A_TASK = 1_000;

  private SparkHunt() {}

  static HuntResult run(SparkSession session, Quarry quarry, int pieces) {
    SparkContext spark = session.sparkContext();
    String group = "coterie-" + UUID.randomUUID();
    Folding folding = new Folding(quarry.seeds(), quarry.keepGoing());
    long seeds = quarry.seeds().count();
    JavaRDD<String> shards = Campaign.shards(session, pieces, seeds / SEEDS_A_TASK, seeds);
    String campaign = JsonText.of(quarry.campaign());
    Function1<Iterator<String>, String[]> task =
        (Function1<Iterator<String>, String[]> & Serializable)
            shard -> lines(campaign, shard.next());
    Function2<Object, String[], BoxedUnit> folder =
        (number, lines) -> {
          folding.add(Arrays.stream(lines).map(SparkHunt::stretch).toList());
          if (result(quarry, folding).end() == HuntResult.End.VIOLATIONS) {
            spark.cancelJobGroup(group);
          }
          return BoxedUnit.UNIT;
        };
    spark.setJobGroup(group, "hunt " + quarry.seeds(), false);
    try {
      spark.runJob(shards.rdd(), task, folder, ClassTag.apply(String[].class));
    } catch (Exception e) {
      if (!folding.isComplete()) {
        throw e;
      }
    } finally {
      spark.clearJobGroup();
    }
    return result(quarry, folding);
  }

  private static HuntResult result(Quarry quarry, Folding folding) {
    return new HuntResult(folding.stretches(), quarry.seeds(), quarry.keepGoing());
  }

  /** Runs seeds, on an executor. */
  private static String[] lines(String campaign, String shard) {
    Quarry quarry = Quarry.read(JsonReader.parseObject(campaign));
    return Stretch.run(
            quarry.hunt(Campaign.recipes()),
            Shard.parse("shard", shard).of(quarry.seeds()),
            quarry.keepGoing(),
            TaskContext.get()::isInterrupted)
        .stream()
        .map(stretch -> JsonText.of(StretchLine.of(stretch)))
        .toArray(String[]::new);
  }

  private static Stretch stretch(String line) {
    return StretchLine.read(JsonReader.parseObject(line));
  }
}
