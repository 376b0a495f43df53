package coterie.lab.hunt;

import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.TextFiles;
import coterie.lab.campaign.Interruption;
import coterie.lab.campaign.Seeds;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.ShardReport;
import coterie.lab.finding.Shrinking;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of a hunt, in the words of flags.
 *
 * @param seeds a range such as 1..1000; null for the usual one
 * @param threads how many runs at a time; null for one per core
 * @param time how long it may take in real time; null for any time
 * @param shard such as 3/16; null for all
 * @param report the file for a shard's report
 * @param json the file for JSON, or - for standard output
 * @param shrink how long the first violation may be shrunk; 0 for not at all
 * @param folder the folder for the first violation; null for a new one
 * @param html the file for the first violation as a page; null for none
 */
public record HuntRequest(
    @Nullable String seeds,
    String faults,
    String keepGoing,
    @Nullable String threads,
    @Nullable String time,
    @Nullable String shard,
    @Nullable Path report,
    @Nullable Path json,
    String shrink,
    @Nullable Path folder,
    @Nullable Path html) {
  private static final Path STANDARD_OUTPUT = Path.of("-");
  private static final Seeds SEEDS = new Seeds(1, 10_000);
  private static final Seeds ENDLESS = new Seeds(1, 1_000_000_000_000L);
  private static final int KEEP_GOING_MAX = 1_000_000;
  private static final int THREADS_MAX = 1024;
  private static final int EXIT_FOUND = 1;

  /** How many periods a run has at least, if its length was not said. */
  private static final int PERIODS = 20;

  /** Says how long a run is if nobody else does: long enough for the periods of its protocol. */
  public static Scenario longEnough(Scenario scenario, Recipe recipe) {
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    long longest = 0;
    for (Setting setting : recipe.settings()) {
      if (setting.name().equals("period") && setting.kind() == Setting.Kind.DURATION) {
        longest = Math.max(longest, PERIODS * settings.nanos("period"));
      }
    }
    return longest > scenario.untilNanos() ? scenario.withUntil(longest) : scenario;
  }

  /**
   * Hunts, and tells what was found.
   *
   * @param command the command line that hunts, up to the seeds
   * @return the exit code
   */
  public int run(Scenario base, Recipes recipes, String command, PrintWriter out, PrintWriter err)
      throws IOException {
    requireFiles();
    Shrinking shrinking = Shrinking.of(shrink, folder, html);
    Set<FaultKind> kinds = FaultKind.parse(faults);
    Shard part = shard == null ? Shard.WHOLE : Shard.parse("--shard", shard);
    HuntCampaign.Effort all = effort();
    Hunt hunt = new Hunt(base, recipes, kinds);
    Quarry quarry = Quarry.of(hunt, recipes, kinds, command, all.seeds(), all.keepGoing());
    Seeds own = part.of(all.seeds());
    try (Interruption interruption = new Interruption()) {
      HuntCampaign campaign =
          new HuntCampaign(
              hunt,
              new HuntCampaign.Effort(own, all.keepGoing(), all.threads(), all.timeNanos()),
              interruption::isAsked);
      HuntResult result = campaign.run(err);
      HuntReport told = new HuntReport(quarry, result);
      tell(told, out);
      if (report != null) {
        shardReport(quarry, part, result).write(report);
      }
      if (!told.isClean() && shard == null && shrinking.isWanted() && !interruption.isAsked()) {
        PrintWriter screen = STANDARD_OUTPUT.equals(json) ? err : out;
        Found first = result.found().getFirst();
        FoundRun.tell(hunt, recipes, first, shrinking, interruption::isAsked, screen, err);
      }
      return told.isClean() ? 0 : EXIT_FOUND;
    }
  }

  private static ShardReport shardReport(Quarry quarry, Shard part, HuntResult result) {
    List<Map<String, @Nullable Object>> lines =
        result.stretches().stream().map(StretchLine::of).toList();
    return new ShardReport(quarry.campaign(), part, lines);
  }

  private void tell(HuntReport told, PrintWriter out) throws IOException {
    if (STANDARD_OUTPUT.equals(json)) {
      out.println(Json.of(told.json()));
      out.flush();
      return;
    }
    told.print(out);
    if (json != null) {
      TextFiles.write(json, Json.of(told.json()) + "\n");
    }
  }

  private HuntCampaign.Effort effort() {
    Seeds usual = time == null ? SEEDS : ENDLESS;
    return new HuntCampaign.Effort(
        seeds == null ? usual : Seeds.parse("--seeds", seeds),
        Numbers.count("--keep-going", keepGoing, 1, KEEP_GOING_MAX),
        threads == null
            ? Runtime.getRuntime().availableProcessors()
            : Numbers.count("--threads", threads, 1, THREADS_MAX),
        time == null ? Long.MAX_VALUE : Numbers.time("--time", time));
  }

  private void requireFiles() {
    if ((shard == null) != (report == null)) {
      throw new IllegalArgumentException(
          "--shard and --report go together: --shard 3/16 --report r3.jsonl");
    }
    if (shard != null && time != null) {
      throw new IllegalArgumentException(
          "--time does not go with --shard: all shards run all their seeds");
    }
    if (shard != null && html != null) {
      throw new IllegalArgumentException(
          "--html does not go with --shard; hunt the seed that coterie merge names, with --html");
    }
    for (Path file : new @Nullable Path[] {report, json}) {
      if (file != null && !file.equals(STANDARD_OUTPUT)) {
        TextFiles.requireWritable(file);
      }
    }
  }

  /** How long a run is, unless that is said or the protocol is slow. */
  public static String until() {
    return TimeText.format(30 * TimeText.SECOND);
  }
}
