package coterie.spark;

import coterie.agent.http.JsonReader;
import coterie.json.JsonText;
import coterie.lab.campaign.Digest;
import coterie.lab.sweep.SweepCampaign;
import coterie.lab.sweep.SweptEvent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A sweep whose runs are tasks of Spark: a row for every event of every run, millions of them,
 * written as Parquet if a folder is given, and percentiles of the latency by group.
 */
final class SparkSweep {
  private static final int PIECES_PER_CORE = 8;

  private static final StructType ROW =
      new StructType()
          .add("seed", DataTypes.LongType)
          .add("nodes", DataTypes.IntegerType)
          .add("event", DataTypes.StringType)
          .add("process", DataTypes.LongType)
          .add("at", DataTypes.DoubleType)
          .add("latency", DataTypes.DoubleType)
          .add("counts", DataTypes.createMapType(DataTypes.StringType, DataTypes.LongType))
          .add("digest", DataTypes.LongType);

  /**
   * What a sweep came to.
   *
   * @param groups by number of processes and kind of event
   */
  record Result(long rows, String digest, List<Group> groups) {
    /** Returns a line for every group, below a head. */
    List<String> table() {
      List<String> lines = new ArrayList<>();
      lines.add(line("N", "event", "rows", "never", "p50", "p90", "p99", "p99.9", "max"));
      groups.forEach(one -> lines.add(one.line()));
      return lines;
    }
  }

  /**
   * All events of one kind in groups of one size.
   *
   * @param never how many not all have learned of
   */
  record Group(
      int nodes,
      String event,
      long rows,
      long never,
      double p50,
      double p90,
      double p99,
      double p999,
      double max) {
    private String line() {
      return SparkSweep.line(nodes, event, rows, never, p50, p90, p99, p999, max);
    }
  }

  private final SparkSession spark;
  private final SweepCampaign campaign;
  private final int pieces;

  SparkSweep(SparkSession spark, SweepCampaign campaign, int pieces) {
    this.spark = spark;
    this.campaign = campaign;
    this.pieces = pieces;
  }

  /** Runs all, and writes the rows below that path; null for nowhere. */
  Result run(@Nullable String parquet) {
    JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
    int runs = campaign.pieces().size();
    List<Integer> numbers = IntStream.range(0, runs).boxed().toList();
    int parts = pieces > 0 ? pieces : PIECES_PER_CORE * context.defaultParallelism();
    String description = JsonText.of(campaign.description());
    FlatMapFunction<Iterator<Integer>, Row> task = some -> rows(description, some);
    JavaRDD<Row> rows = context.parallelize(numbers, Math.min(parts, runs)).mapPartitions(task);
    Dataset<Row> table = spark.createDataFrame(rows, ROW);
    if (parquet != null) {
      table.write().parquet(parquet);
      table = spark.read().schema(ROW).parquet(parquet);
    } else {
      table = table.persist(StorageLevel.MEMORY_AND_DISK());
    }
    return result(table);
  }

  private static Iterator<Row> rows(String description, Iterator<Integer> numbers) {
    List<SweepCampaign.Piece> all =
        SweepCampaign.read(JsonReader.parseObject(description), Campaign.recipes()).pieces();
    Iterable<Integer> some = () -> numbers;
    return StreamSupport.stream(some.spliterator(), false)
        .flatMap(number -> all.get(number).measure().stream())
        .map(SparkSweep::row)
        .iterator();
  }

  private static Row row(SweptEvent event) {
    boolean isKnown = event.latencyNanos() != null;
    Map<String, Long> counts = event.counts();
    return RowFactory.create(
        event.seed(),
        event.nodes(),
        event.event(),
        event.process().value(),
        event.atNanos() / 1e9,
        isKnown ? (Double) event.latency() : null,
        CollectionConverters.asScala(counts),
        event.digest());
  }

  private static Result result(Dataset<Row> table) {
    List<Group> groups = new ArrayList<>();
    Dataset<Row> summed =
        table
            .groupBy("nodes", "event")
            .agg(
                functions.count("*").as("rows"),
                functions.sum(functions.expr("cast(latency is null as int)")).as("never"),
                functions.expr("percentile(latency, array(0.5, 0.9, 0.99, 0.999, 1.0))").as("p"))
            .orderBy("nodes", "event");
    for (Row row : summed.collectAsList()) {
      List<Double> p = row.isNullAt(4) ? List.of() : row.getList(4);
      groups.add(
          new Group(
              row.getInt(0),
              row.getString(1),
              row.getLong(2),
              row.getLong(3),
              at(p, 0),
              at(p, 1),
              at(p, 2),
              at(p, 3),
              at(p, 4)));
    }
    // Sums of longs overflow without a word, which is what a digest wants, where ANSI is off.
    long digest = table.select("digest").javaRDD().map(row -> row.getLong(0)).fold(0L, Long::sum);
    return new Result(groups.stream().mapToLong(Group::rows).sum(), Digest.text(digest), groups);
  }

  private static double at(List<Double> values, int index) {
    return values.isEmpty() ? Double.NaN : values.get(index);
  }

  private static String line(Object... cells) {
    StringBuilder line = new StringBuilder();
    for (Object cell : cells) {
      String text = cell instanceof Double number ? "%.3f".formatted(number) : cell.toString();
      line.append("%10s".formatted(text));
    }
    return line.toString();
  }
}
