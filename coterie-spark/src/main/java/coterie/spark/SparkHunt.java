package coterie.spark;

import coterie.agent.http.JsonReader;
import coterie.json.JsonText;
import coterie.lab.campaign.Seeds;
import coterie.lab.campaign.Shard;
import coterie.lab.hunt.Folding;
import coterie.lab.hunt.HuntResult;
import coterie.lab.hunt.Quarry;
import coterie.lab.hunt.Stretch;
import coterie.lab.hunt.StretchLine;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import scala.Function1;
import scala.Function2;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/**
 * A hunt whose seeds are run by the tasks of a Spark job. Tasks give back stretches as JSON; the
 * driver folds them in the order of seeds as they come, and cancels the job as soon as nothing that
 * is still to come can be part of the result. A task that is lost with its executor is run again by
 * Spark, and comes to the same.
 */
final class SparkHunt {
  /** How many pieces there are for every core, if nothing is said. */
  private static final int PIECES_PER_CORE = 16;

  private final JavaSparkContext context;
  private final Quarry quarry;
  private final int pieces;
  private final Folding folding;

  SparkHunt(SparkSession spark, Quarry quarry, int pieces) {
    this.context = new JavaSparkContext(spark.sparkContext());
    this.quarry = quarry;
    this.pieces = pieces > 0 ? pieces : PIECES_PER_CORE * context.defaultParallelism();
    this.folding = new Folding(quarry.seeds(), quarry.keepGoing());
  }

  HuntResult run() {
    List<String> ranges = new ArrayList<>();
    for (int i = 1; i <= pieces; i++) {
      Seeds range = new Shard(i, pieces).of(quarry.seeds());
      if (!range.isEmpty()) {
        ranges.add(range.toString());
      }
    }
    JavaRDD<String> rdd = context.parallelize(ranges, ranges.size());
    String campaign = JsonText.of(quarry.campaign());
    Function1<Iterator<String>, String[]> task =
        (Function1<Iterator<String>, String[]> & Serializable)
            range -> lines(campaign, range.next());
    String group = "coterie-" + UUID.randomUUID();
    SparkContext spark = context.sc();
    spark.setJobGroup(group, "hunt " + quarry.seeds(), true);
    Function2<Object, String[], BoxedUnit> folder =
        (number, lines) -> {
          fold(lines);
          if (folding.isComplete()) {
            spark.cancelJobGroup(group);
          }
          return BoxedUnit.UNIT;
        };
    await(spark.submitJob(rdd.rdd(), task, numbers(ranges.size()), folder, () -> null));
    spark.clearJobGroup();
    return new HuntResult(folding.stretches(), quarry.seeds(), quarry.keepGoing());
  }

  /** Runs seeds, on an executor. */
  private static String[] lines(String campaign, String range) {
    Quarry quarry = Quarry.read(JsonReader.parseObject(campaign));
    TaskContext task = TaskContext.get();
    return Stretch.run(
            quarry.hunt(Campaign.recipes()),
            Seeds.parse("seeds", range),
            quarry.keepGoing(),
            task::isInterrupted)
        .stream()
        .map(stretch -> JsonText.of(StretchLine.of(stretch)))
        .toArray(String[]::new);
  }

  private void fold(String[] lines) {
    List<Stretch> stretches = new ArrayList<>();
    for (String line : lines) {
      stretches.add(StretchLine.read(JsonReader.parseObject(line)));
    }
    folding.add(stretches);
  }

  private static Seq<Object> numbers(int count) {
    List<Object> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
    return CollectionConverters.asScala(numbers).toSeq();
  }

  /** A job that was cancelled because all was found is done. */
  private void await(SimpleFutureAction<?> job) {
    try {
      Await.ready(job, Duration.Inf());
      if (job.value().get().isFailure() && !folding.isComplete()) {
        throw new IllegalStateException(job.value().get().failed().get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the hunt was interrupted");
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
