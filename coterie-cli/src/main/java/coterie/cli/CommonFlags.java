package coterie.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The flags that every command has. */
final class CommonFlags {
  private CommonFlags() {}

  static void declare(CommandSpec spec) {
    declare(spec, "a jar that brings a protocol of your own");
  }

  static void declare(CommandSpec spec, String jar) {
    spec.addOption(
        OptionSpec.builder("--jar")
            .type(String[].class)
            .auxiliaryTypes(String.class)
            .paramLabel("JAR")
            .description(jar)
            .build());
    declareHelp(spec);
  }

  static void declareHelp(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("show this help and exit")
            .build());
  }
}
