package coterie.spark;

import coterie.lab.Jars;
import coterie.lab.Numbers;
import coterie.lab.Resources;
import coterie.lab.TextFiles;
import coterie.lab.campaign.Seeds;
import coterie.lab.compare.Comparison;
import coterie.lab.flag.Given;
import coterie.lab.flag.PlainFlags;
import coterie.lab.hunt.HuntReport;
import coterie.lab.hunt.HuntedScenario;
import coterie.lab.hunt.Quarry;
import coterie.lab.sweep.SweepCampaign;
import coterie.lab.sweep.SweepPlan;
import coterie.recipe.Recipe;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * A campaign on Apache Spark, with the flags of {@code ./coterie}.
 *
 * <pre>
 * spark-submit --class coterie.spark.Campaign coterie-spark-all.jar \
 *   hunt raft -n 5 --until 10s --seeds 1..10000000 --json hunt.json
 * </pre>
 */
public final class Campaign {
  static final int PIECES_MAX = 100_000;

  private static final int EXIT_FOUND = 1;
  private static final int EXIT_BAD_INPUT = 2;
  private static final int PIECES_PER_CORE = 16;
  private static final int RUNS_MAX = 1_000_000;

  /** What a campaign came to, for people and for programs. */
  private record Outcome(Consumer<PrintWriter> text, Object json, boolean isClean) {}

  /** A campaign whose flags are all right. */
  private interface Plan {
    Outcome run(SparkSession spark, int pieces) throws IOException;
  }

  private Campaign() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(Campaign::session, Arrays.asList(args), out, err);
    if (code != 0) {
      System.exit(code);
    }
  }

  private static SparkSession session() {
    SparkConf settings = new SparkConf().setIfMissing("spark.log.level", "WARN");
    return SparkSession.builder().appName("coterie").config(settings).getOrCreate();
  }

  /**
   * Runs a campaign; Spark is not asked for before all flags are understood.
   *
   * @return the exit code: 0 all is well, 1 a judge objected, 2 it could not be run
   */
  static int run(
      Supplier<SparkSession> session, List<String> args, PrintWriter out, PrintWriter err) {
    try {
      PlainFlags flags = new PlainFlags(args);
      String json = flags.take("json", "");
      int pieces = Numbers.count("--pieces", flags.take("pieces", "0"), 0, PIECES_MAX);
      List<String> jars = flags.all("jar");
      Plan plan = plan(flags, Jars.recipes(args.toArray(String[]::new)), command(args));
      if (!json.isEmpty()) {
        TextFiles.requireWritable(Path.of(json));
      }
      if (jars.stream().anyMatch(jar -> Files.isDirectory(Path.of(jar)))) {
        throw new IllegalArgumentException("--jar takes no folder here; Spark needs a jar");
      }
      SparkSession spark = session.get();
      jars.forEach(spark.sparkContext()::addJar);
      Outcome outcome = plan.run(spark, pieces);
      outcome.text.accept(out);
      out.flush();
      if (!json.isEmpty()) {
        TextFiles.write(Path.of(json), Json.of(outcome.json) + "\n");
      }
      return outcome.isClean ? 0 : EXIT_FOUND;
    } catch (Exception e) {
      err.println("coterie: " + sentence(e));
      return EXIT_BAD_INPUT;
    }
  }

  /** A mistake of the caller says what it is, also in a task; of all else the first line does. */
  private static String sentence(Throwable thrown) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e instanceof IllegalArgumentException) {
        return String.valueOf(e.getMessage());
      }
    }
    String text = thrown instanceof IOException io ? TextFiles.why(io) : thrown.toString();
    return text.lines().findFirst().orElse("");
  }

  /** Returns the command that hunts without Spark, up to the seeds. */
  private static String command(List<String> args) {
    StringBuilder words = new StringBuilder("./coterie");
    for (String word : args) {
      words.append(word.matches("[\\w./:,=@+-]+") ? " " + word : " '%s'".formatted(word));
    }
    return words.toString().replaceAll(" --(seeds|keep-going|pieces|json)[ =]\\S+", "");
  }

  private static Plan plan(PlainFlags flags, Recipes recipes, String command) throws IOException {
    String kind = flags.word("a kind of campaign: hunt, compare or sweep");
    return switch (kind) {
      case "hunt" -> hunt(flags, recipes, command);
      case "compare" -> compare(flags, recipes);
      case "sweep" -> sweep(flags, recipes);
      default ->
          throw new IllegalArgumentException(
              "\"%s\" is not a campaign; choose hunt, compare or sweep".formatted(kind));
    };
  }

  private static Plan hunt(PlainFlags flags, Recipes recipes, String command) throws IOException {
    Seeds seeds = Seeds.parse("--seeds", flags.take("seeds", "1..10000"));
    int most = Numbers.count("--keep-going", flags.take("keep-going", "1"), 1, RUNS_MAX);
    Set<FaultKind> kinds = FaultKind.parse(flags.take("faults", "all"));
    Hunt hunt = new Hunt(HuntedScenario.of(flags, recipes), recipes, kinds);
    Quarry quarry = Quarry.of(hunt, recipes, kinds, command, seeds, most);
    return (spark, pieces) -> {
      HuntReport report = new HuntReport(quarry, SparkHunt.run(spark, quarry, pieces));
      return new Outcome(report::print, report.json(), report.isClean());
    };
  }

  /** The file of the command line lists the flags. */
  private static Plan compare(PlainFlags flags, Recipes recipes) {
    Given given = flags.listed(Resources.text(Campaign.class, "compare.flags").lines().toList());
    flags.end();
    SparkComparison comparison = SparkComparison.of(given, recipes);
    return (spark, pieces) -> {
      Comparison<?, ?> all = comparison.run(spark, pieces);
      return new Outcome(all::print, all.json(), all.violations().isEmpty());
    };
  }

  private static Plan sweep(PlainFlags flags, Recipes recipes) {
    Recipe recipe = recipes.named(flags.word("a protocol"));
    List<String> sizes = List.of(flags.take("nodes", "4,8,16,32,64").split(",", -1));
    int seeds = Numbers.count("--seeds", flags.take("seeds", "1"), 1, RUNS_MAX);
    int events = Numbers.count("--events", flags.take("events", "100000"), 1, Integer.MAX_VALUE);
    String first = flags.take("seed", "1");
    String latency = flags.take("latency");
    String parquet = flags.take("parquet");
    SweepPlan plan = new SweepPlan(recipes, recipe, first, latency, flags.settings(recipe));
    flags.end();
    SweepCampaign campaign = plan.campaign(sizes, events, false, seeds);
    return (spark, pieces) -> {
      SparkSweep result = SparkSweep.run(spark, campaign, pieces, parquet);
      return new Outcome(result::print, result, true);
    };
  }

  // ---- for tasks

  /** Returns the protocols that are on the class path, those of the user's jars among them. */
  static Recipes recipes() {
    return Recipes.of(Thread.currentThread().getContextClassLoader());
  }

  /**
   * Divides a campaign into shards, one for each task.
   *
   * @param asked how many; 0 for the usual number
   * @param usual how many, if that is more than all cores need
   * @param most how many are not empty
   */
  static JavaRDD<String> shards(SparkSession spark, int asked, long usual, long most) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    long enough = Math.max(usual, (long) PIECES_PER_CORE * context.defaultParallelism());
    int count = (int) Math.min(Math.min(asked > 0 ? asked : enough, most), PIECES_MAX);
    List<String> shards =
        IntStream.rangeClosed(1, count).mapToObj(number -> number + "/" + count).toList();
    return context.parallelize(shards, count);
  }
}
