package coterie.cli;

import coterie.cli.flags.CommandGroup;
import coterie.cli.flags.CommonFlags;
import coterie.cli.flags.Subcommand;
import coterie.lab.store.StoreFormat;
import coterie.lab.store.StoreSession;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A store of versions in a folder. */
@Command(name = "store", synopsisSubcommandLabel = "COMMAND")
final class StoreCommand extends CommandGroup {
  private static final String JAR =
      "coterie-store-rocksdb.jar, and once more for rocksdbjni.jar, where ./coterie is not used";

  static CommandLine commandLine() {
    CommandLine store =
        new StoreCommand()
            .with(
                new StoreWrites.Put(),
                new StoreReads.Get(),
                new StoreWrites.Delete(),
                new StoreReads.Scan(),
                new StoreReads.History(),
                new StoreWrites.Collect());
    CommonFlags.declare(store.getCommandSpec(), JAR);
    store.getSubcommands().values().forEach(one -> CommonFlags.declare(one.getCommandSpec(), JAR));
    return store;
  }

  /** A command about a store: where that is, and how keys and values are written. */
  abstract static class OnStore extends Subcommand {
    @Option(names = "--dir", required = true, paramLabel = "DIR")
    private String folder = "";

    @Option(names = "--hex")
    private boolean isHex;

    @Option(names = "--json")
    private boolean isJson;

    /** Opens the store, in one of the ways of a session. */
    final StoreSession open(BiFunction<String, ClassLoader, StoreSession> way) {
      if (folder.isBlank()) {
        throw new IllegalArgumentException(
            "--dir is empty; give a folder, such as . for the current one");
      }
      StoreFormat.requireWhole(folder);
      return way.apply(folder, loader());
    }

    /** How keys and values are read and printed. */
    final StoreFormat format() {
      return new StoreFormat(isHex, isJson);
    }
  }
}
