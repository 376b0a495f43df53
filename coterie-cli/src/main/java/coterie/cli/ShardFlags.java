package coterie.cli;

import coterie.lab.TextFiles;
import coterie.lab.campaign.Shard;
import coterie.lab.campaign.ShardReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which part of a campaign is run, and where its report goes. */
final class ShardFlags {
  @Option(names = "--shard", paramLabel = "I/N")
  private @Nullable String shard;

  @Option(names = "--report", paramLabel = "FILE")
  private @Nullable Path report;

  /** Returns whether a part is asked for; both flags go together. */
  boolean isGiven() {
    if ((shard == null) != (report == null)) {
      throw new IllegalArgumentException(
          "--shard and --report go together: --shard 3/16 --report r3.jsonl");
    }
    return shard != null;
  }

  /** Runs that part and writes its report. */
  void write(Function<Shard, ShardReport> campaign) throws IOException {
    if (shard != null && report != null) {
      Shard part = Shard.parse("--shard", shard);
      TextFiles.requireWritable(report);
      campaign.apply(part).write(report);
    }
  }
}
