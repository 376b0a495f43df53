package coterie.spark;

import coterie.agent.http.JsonReader;
import coterie.json.JsonText;
import coterie.lab.campaign.Digest;
import coterie.lab.campaign.Shard;
import coterie.lab.report.Table;
import coterie.lab.sweep.SweepCampaign;
import coterie.lab.sweep.SweptEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A sweep whose runs are tasks of Spark: a row for every event of every run, millions of them,
 * written as Parquet if a folder is given, and percentiles of the latency by group.
 *
 * @param groups by number of processes and kind of event, each with its columns by name
 */
record SparkSweep(long rows, String digest, List<Map<String, @Nullable Object>> groups) {
  private static final StructType ROW =
      StructType.fromDDL(
          "seed BIGINT, nodes INT, event STRING, process BIGINT, at DOUBLE, latency DOUBLE,"
              + " counts MAP<STRING, BIGINT>, digest BIGINT");
  private static final String[] HEAD = {
    "nodes", "event", "rows", "never", "p50", "p90", "p99", "p99.9", "max"
  };

  /** Runs all, and writes the rows below that path; null for nowhere. */
  static SparkSweep run(
      SparkSession spark, SweepCampaign campaign, int pieces, @Nullable String parquet)
      throws IOException {
    if (parquet != null) {
      requireNew(spark, parquet);
    }
    String description = JsonText.of(campaign.description());
    Dataset<Row> table =
        spark.createDataFrame(
            Campaign.shards(spark, pieces, 1, campaign.pieces().size())
                .flatMap(shard -> rows(description, Shard.parse("shard", shard))),
            ROW);
    if (parquet != null) {
      table.write().parquet(parquet);
      return of(spark.read().schema(ROW).parquet(parquet));
    }
    return of(table);
  }

  /** Finds out before all the work that its rows could not be written. */
  private static void requireNew(SparkSession spark, String folder) throws IOException {
    Path path = new Path(folder);
    FileSystem files = path.getFileSystem(spark.sparkContext().hadoopConfiguration());
    if (files.exists(path) || !files.mkdirs(path) || !files.delete(path, true)) {
      throw new IllegalArgumentException(
          "--parquet %s: it exists already or cannot be created; name a new folder"
              .formatted(folder));
    }
  }

  /** Runs a part of it, on an executor. */
  private static Iterator<Row> rows(String description, Shard shard) {
    return SweepCampaign.read(JsonReader.parseObject(description), Campaign.recipes())
        .pieces()
        .stream()
        .filter(piece -> shard.has(piece.number()))
        .flatMap(piece -> piece.measure().stream())
        .map(SparkSweep::row)
        .iterator();
  }

  private static Row row(SweptEvent event) {
    return RowFactory.create(
        event.seed(),
        event.nodes(),
        event.event(),
        event.process().value(),
        event.atNanos() / 1e9,
        event.latencyNanos() == null ? null : (Double) event.latency(),
        CollectionConverters.asScala(event.counts()),
        event.digest());
  }

  /** A digest is summed in halves, since Spark refuses a sum that overflows. */
  private static SparkSweep of(Dataset<Row> table) {
    List<Row> summed =
        table
            .groupBy("nodes", "event")
            .agg(
                functions.expr("count(*)").as("rows"),
                functions.expr("count_if(latency is null)").as("never"),
                functions.expr("percentile(latency, array(0.5, 0.9, 0.99, 0.999, 1))").as("p"),
                functions.expr("sum(shiftright(digest, 32))").as("high"),
                functions.expr("sum(digest & 4294967295)").as("low"))
            .orderBy("nodes", "event")
            .selectExpr(
                "high", "low", "nodes", "event", "rows", "never", "p[0]", "p[1]", "p[2]", "p[3]",
                "p[4]")
            .collectAsList();
    long digest = 0;
    long rows = 0;
    List<Map<String, @Nullable Object>> groups = new ArrayList<>();
    for (Row row : summed) {
      digest += (row.getLong(0) << 32) + row.getLong(1);
      rows += row.getLong(4);
      Map<String, @Nullable Object> group = new LinkedHashMap<>();
      for (int i = 0; i < HEAD.length; i++) {
        group.put(HEAD[i], row.get(i + 2));
      }
      groups.add(group);
    }
    return new SparkSweep(rows, Digest.text(digest), groups);
  }

  void print(PrintWriter out) {
    Table table = new Table(HEAD);
    for (Map<String, @Nullable Object> group : groups) {
      table.add(group.values().stream().map(SparkSweep::cell).toArray());
    }
    table.print(out, 2);
    out.println("%d rows, digest %s".formatted(rows, digest));
  }

  private static String cell(@Nullable Object value) {
    return value instanceof Double number ? "%.3f".formatted(number) : Objects.toString(value, "-");
  }
}
