package coterie.spark;

import coterie.lab.campaign.Seeds;
import coterie.lab.hunt.HuntReport;
import coterie.lab.hunt.HuntRequest;
import coterie.lab.hunt.HuntResult;
import coterie.lab.hunt.Quarry;
import coterie.lab.sweep.SweepCampaign;
import coterie.lab.sweep.SweepPlan;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A campaign on Apache Spark.
 *
 * <pre>
 * spark-submit --class coterie.spark.Campaign coterie-spark-all.jar \
 *   hunt raft -n 5 --until 10s --seeds 1..10000000 --json hunt.json
 * spark-submit --class coterie.spark.Campaign coterie-spark-all.jar \
 *   sweep phi --sizes 10,50 --seeds 100000 --parquet rows
 * </pre>
 */
public final class Campaign {
  private static final int EXIT_BAD_INPUT = 2;

  private Campaign() {}

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    int code;
    try (SparkSession spark = SparkSession.builder().appName("coterie").getOrCreate()) {
      code = run(spark, Arrays.asList(args), out);
    }
    if (code != 0) {
      System.exit(code);
    }
  }

  /** Runs a campaign; returns the exit code: 0 all is well, 1 a judge objected, 2 bad input. */
  static int run(SparkSession spark, List<String> args, PrintWriter out) throws IOException {
    try {
      Flags flags = new Flags(args);
      String kind = flags.word(0, "a kind of campaign: hunt or sweep");
      return switch (kind) {
        case "hunt" -> hunt(spark, flags, String.join(" ", args), out);
        case "sweep" -> sweep(spark, flags, out);
        default ->
            throw new IllegalArgumentException(
                "\"%s\" is not a campaign; choose hunt or sweep".formatted(kind));
      };
    } catch (IllegalArgumentException e) {
      System.err.println("coterie: " + e.getMessage());
      return EXIT_BAD_INPUT;
    }
  }

  /** Returns the protocols that are on the class path, those of the user's jars among them. */
  static Recipes recipes() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return Recipes.of(loader == null ? Campaign.class.getClassLoader() : loader);
  }

  private static int hunt(SparkSession spark, Flags flags, String words, PrintWriter out)
      throws IOException {
    Seeds seeds = Seeds.parse("--seeds", flags.take("seeds", "1..10000"));
    int keepGoing = count(flags, "keep-going", 1);
    int pieces = count(flags, "pieces", 0);
    Set<FaultKind> kinds = FaultKind.parse(flags.take("faults", "all"));
    String json = flags.take("json");
    Recipes recipes = recipes();
    Hunt hunt = new Hunt(flags.scenario(recipes, HuntRequest.until()), recipes, kinds);
    String command = "./coterie " + words.replaceAll(" --(seeds|keep-going|pieces|json) \\S+", "");
    Quarry quarry = Quarry.of(hunt, recipes, kinds, command, seeds, keepGoing);
    HuntResult result = new SparkHunt(spark, quarry, pieces).run();
    HuntReport report = new HuntReport(quarry, result);
    report.print(out);
    write(json, Json.of(report.json()));
    return report.isClean() ? 0 : 1;
  }

  private static int sweep(SparkSession spark, Flags flags, PrintWriter out) throws IOException {
    List<String> sizes = List.of(flags.take("sizes", "10").split(",", -1));
    int seeds = count(flags, "seeds", 1);
    int events = count(flags, "events", Integer.MAX_VALUE);
    int pieces = count(flags, "pieces", 0);
    String json = flags.take("json");
    String parquet = flags.take("parquet");
    Recipes recipes = recipes();
    SweepPlan plan =
        new SweepPlan(
            recipes,
            recipes.named(flags.word(1, "a protocol")),
            flags.take("seed", "1"),
            flags.take("latency"),
            flags::statements);
    SweepCampaign campaign = plan.campaign(sizes, events, false, seeds);
    SparkSweep.Result result = new SparkSweep(spark, campaign, pieces).run(parquet);
    List<String> lines = new ArrayList<>(result.table());
    lines.add("%d rows, digest %s".formatted(result.rows(), result.digest()));
    lines.forEach(out::println);
    write(json, Json.of(result));
    return 0;
  }

  private static int count(Flags flags, String name, int otherwise) {
    String value = flags.take(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "--%s %s: give a whole number from 1".formatted(name, value));
    }
    return Integer.parseInt(value);
  }

  private static void write(@Nullable String file, String json) throws IOException {
    if (file != null) {
      Files.writeString(Path.of(file), json + "\n");
    }
  }
}
