package coterie.cli.agent;

import coterie.agent.up.UpConsole;
import coterie.agent.up.UpGroup;
import coterie.agent.up.UpScreen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A group of agents to play with. */
@Command(name = "up", abbreviateSynopsis = true)
final class UpCommand implements Callable<Integer> {
  private static final int NODES_MAX = 50;
  @Spec private CommandSpec spec;

  @Option(names = "--nodes", paramLabel = "COUNT")
  private int count = 5;

  @Option(names = "--voters", paramLabel = "COUNT")
  private @Nullable Integer voters;

  @Option(names = "--dir", paramLabel = "FOLDER")
  private @Nullable Path folder;

  @Option(names = "--profile", paramLabel = "WORD")
  private String profile = "lan";

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (count < 1 || count > NODES_MAX) {
      throw new IllegalArgumentException(
          "--nodes takes 1 to %d, not %d".formatted(NODES_MAX, count));
    }
    int voting = voters != null ? voters : count < 3 ? 1 : 3;
    if (voting > count || !List.of(0, 1, 3, 5).contains(voting)) {
      throw new IllegalArgumentException(
          "--voters takes 0, 1, 3 or 5, and at most as many as there are nodes, not " + voting);
    }
    if (!List.of("lan", "wan", "loopback").contains(profile)) {
      throw new IllegalArgumentException(
          "--profile takes lan, wan or loopback, not \"%s\"".formatted(profile));
    }
    Path where = folder != null ? folder : Files.createTempDirectory("coterie-up");
    Files.createDirectories(where);
    UpScreen screen =
        new UpScreen(spec.commandLine().getOut(), Boolean.getBoolean("coterie.screen"));
    UpGroup group = new UpGroup(java(), count, voting, profile, where, screen);
    Thread hook = new Thread(() -> end(group, where));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      group.start();
      return new UpConsole(group, screen).follow(System.in) ? 0 : 1;
    } finally {
      end(group, where);
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // Ctrl-C: the hook does the same.
      }
    }
  }

  /** The same program that runs here. */
  private static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx128m",
        "-Xshare:auto",
        "-Xlog:disable",
        "-cp",
        System.getProperty("java.class.path"),
        "coterie.cli.Main");
  }

  private void end(UpGroup group, Path where) {
    group.end();
    if (folder == null) {
      try {
        UpGroup.delete(where);
      } catch (IOException e) {
        spec.commandLine().getErr().println("coterie: cannot delete " + where);
      }
    }
  }
}
