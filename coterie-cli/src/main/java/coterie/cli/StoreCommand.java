package coterie.cli;

import coterie.cli.flags.CommonFlags;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A store of versions in a folder. */
@Command(
    name = "store",
    description = {
      "Keep values on disk, with every version that they ever had.",
      "",
      "Every write gets a stamp and prints it once the write is durable. Reads can go back to any"
          + " stamp that was not collected."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "For example:",
      "  coterie store put --dir data city Lisboa",
      "  coterie store get --dir data city --at -5m",
      "  coterie store history --dir data city",
      "docs/store.md tells more."
    })
final class StoreCommand implements Runnable {
  private static final String JAR =
      "coterie-store-rocksdb.jar, and once more for rocksdbjni.jar, where ./coterie is not used";

  @Spec private CommandSpec spec;

  private StoreCommand() {}

  static CommandLine commandLine() {
    CommandLine store = new CommandLine(new StoreCommand());
    store.addSubcommand(new StoreWrites.Put());
    store.addSubcommand(new StoreReads.Get());
    store.addSubcommand(new StoreWrites.Delete());
    store.addSubcommand(new StoreReads.Scan());
    store.addSubcommand(new StoreReads.History());
    store.addSubcommand(new StoreWrites.Collect());
    CommonFlags.declare(store.getCommandSpec(), JAR);
    store.getSubcommands().values().forEach(one -> CommonFlags.declare(one.getCommandSpec(), JAR));
    return store;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "store takes one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
