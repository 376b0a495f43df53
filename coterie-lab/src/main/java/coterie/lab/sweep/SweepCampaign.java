package coterie.lab.sweep;

import coterie.lab.Progress;
import coterie.lab.campaign.RecordLine;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.ShardReport;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All runs of a sweep: each size with each seed is a piece of work. */
public final class SweepCampaign {
  static final String KIND = "sweep";

  /**
   * One run.
   *
   * @param number its place among all: by size, and then by seed
   */
  public record Piece(int number, Sweep sweep, long seed) {
    /** Runs it. */
    public List<SweptEvent> measure() {
      try (Progress silent = Progress.silent()) {
        return sweep.measure(seed, silent);
      }
    }
  }

  /** What a run came to, as a shard writes it. */
  record Measured(int number, List<SweptEvent> events) {}

  private final SweepReport report;
  private final Map<String, @Nullable Object> description;

  SweepCampaign(SweepReport report, Map<String, @Nullable Object> description) {
    this.report = report;
    this.description = description;
  }

  /** Makes the campaign that {@link #description} describes, on whichever machine. */
  public static SweepCampaign read(Map<String, @Nullable Object> description, Recipes recipes) {
    return SweepPlan.read(description, recipes);
  }

  /** Returns what it takes to make the same campaign elsewhere. */
  public Map<String, @Nullable Object> description() {
    return description;
  }

  /** Returns all pieces, in order. */
  public List<Piece> pieces() {
    List<Piece> pieces = new ArrayList<>();
    for (Sweep sweep : report.sweeps()) {
      for (int i = 0; i < report.seeds(); i++) {
        pieces.add(new Piece(pieces.size(), sweep, report.seed() + i));
      }
    }
    return pieces;
  }

  /** Runs all, on all cores. */
  public SweepReport run(PrintWriter err) {
    return fold(measure(pieces(), err));
  }

  /** Runs a part of it. */
  public ShardReport run(Shard shard, PrintWriter err) {
    List<Piece> own = pieces().stream().filter(piece -> shard.has(piece.number)).toList();
    List<Map<String, @Nullable Object>> lines = new ArrayList<>();
    measure(own, err).forEach(measured -> lines.add(RecordLine.of(measured)));
    return new ShardReport(description, shard, lines);
  }

  /** Makes the report of all shards. */
  public static SweepReport merged(List<ShardReport> shards, Recipes recipes) {
    SweepCampaign campaign = read(shards.getFirst().campaign(), recipes);
    List<Measured> all = new ArrayList<>();
    for (ShardReport shard : shards) {
      shard.lines().forEach(line -> all.add(RecordLine.read(Measured.class, line)));
    }
    return campaign.fold(all);
  }

  private SweepReport fold(List<Measured> all) {
    List<Piece> pieces = pieces();
    List<Measured> sorted = all.stream().sorted(Comparator.comparingInt(Measured::number)).toList();
    if (sorted.size() != pieces.size()) {
      throw new IllegalArgumentException(
          "the shards have run %d of %d pieces; run them again"
              .formatted(sorted.size(), pieces.size()));
    }
    sorted.forEach(one -> pieces.get(one.number).sweep.add(one.events));
    return report;
  }

  private static List<Measured> measure(List<Piece> pieces, PrintWriter err) {
    long total = pieces.stream().mapToLong(piece -> piece.sweep.work()).sum();
    try (Progress progress = Progress.on(err, total)) {
      return pieces.parallelStream()
          .sorted(Comparator.comparingLong((Piece piece) -> piece.sweep.work()).reversed())
          .map(piece -> new Measured(piece.number, piece.sweep.measure(piece.seed, progress)))
          .toList();
    } catch (IllegalArgumentException e) {
      // From another thread it may come as a copy whose message names the class of the original.
      throw e.getCause() instanceof IllegalArgumentException mistake ? mistake : e;
    }
  }
}
