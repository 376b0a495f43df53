package coterie.cli;

import coterie.cli.flags.CommandGroup;
import coterie.cli.flags.CommonFlags;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
}
