package coterie.cli;

import coterie.lab.Jars;
import coterie.lab.store.StoreFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the store is, and how keys and values are written: the flags of all its commands. */
final class StoreFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--dir", required = true, paramLabel = "DIR")
  private String folder = "";

  @Option(names = "--hex")
  private boolean isHex;

  @Option(names = "--json")
  private boolean isJson;

  String folder() {
    if (folder.isBlank()) {
      throw new IllegalArgumentException(
          "--dir is empty; give a folder, such as . for the current one");
    }
    StoreFormat.requireWhole(folder);
    return folder;
  }

  /** Knows the jars that {@code --jar} names. */
  ClassLoader loader() {
    Path[] jars = spec.commandLine().getParseResult().matchedOptionValue("--jar", new Path[0]);
    List<String> args = new ArrayList<>();
    for (Path jar : jars) {
      args.add("--jar=" + jar);
    }
    return Jars.loader(args.toArray(String[]::new));
  }

  /** How keys and values are read and printed. */
  StoreFormat format() {
    return new StoreFormat(isHex, isJson);
  }
}
