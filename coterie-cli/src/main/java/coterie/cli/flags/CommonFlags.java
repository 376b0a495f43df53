package coterie.cli.flags;

import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The flags that every command has. */
public final class CommonFlags {
  private CommonFlags() {}

  public static void declare(CommandSpec spec) {
    declare(spec, "a jar, or a folder of classes, that brings a protocol of your own");
  }

  public static void declare(CommandSpec spec, String jar) {
    spec.addOption(
        OptionSpec.builder("--jar")
            .type(Path[].class)
            .auxiliaryTypes(Path.class)
            .paramLabel("JAR")
            .description(jar)
            .build());
    declareHelp(spec);
  }

  public static void declareHelp(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("show this help and exit")
            .build());
  }
}
