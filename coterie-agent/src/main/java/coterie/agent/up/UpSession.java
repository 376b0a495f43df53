package coterie.agent.up;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of agents to play with, from its start until its last agent has ended.
 *
 * @param voters how many of them vote; null for as many as suit their number
 * @param folder where they keep what they save; null for a folder that is deleted at the end
 */
public record UpSession(
    int count, @Nullable Integer voters, String profile, @Nullable Path folder) {
  private static final int NODES_MAX = 50;

  public UpSession {
    if (count < 1 || count > NODES_MAX) {
      throw new IllegalArgumentException(
          "--nodes takes 1 to %d, not %d".formatted(NODES_MAX, count));
    }
    voters = voters != null ? voters : Integer.valueOf(count < 3 ? 1 : 3);
    if (voters > count || !List.of(0, 1, 3, 5).contains(voters)) {
      throw new IllegalArgumentException(
          "--voters takes 0, 1, 3 or 5, and at most as many as there are nodes, not " + voters);
    }
    if (!List.of("lan", "wan", "loopback").contains(profile)) {
      throw new IllegalArgumentException(
          "--profile takes lan, wan or loopback, not \"%s\"".formatted(profile));
    }
  }

  /**
   * Does what is typed until quit; returns whether every "agree" was met.
   *
   * @param program the class that begins this program
   */
  public boolean run(String program, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    Path where = folder != null ? folder : Files.createTempDirectory("coterie-up");
    Files.createDirectories(where);
    UpScreen screen = new UpScreen(out, Boolean.getBoolean("coterie.screen"));
    int voting = voters == null ? 0 : voters;
    UpGroup group = new UpGroup(java(program), count, voting, profile, where, screen);
    Thread hook = new Thread(() -> end(group, where, err));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      group.start();
      return new UpConsole(group, screen).follow(System.in);
    } finally {
      end(group, where, err);
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // Ctrl-C: the hook does the same.
      }
    }
  }

  /** The same program that runs here. */
  private static List<String> java(String program) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx128m",
        "-Xshare:auto",
        "-Xlog:disable",
        "-cp",
        System.getProperty("java.class.path"),
        program);
  }

  private void end(UpGroup group, Path where, PrintWriter err) {
    group.end();
    if (folder == null) {
      try {
        UpGroup.delete(where);
      } catch (IOException e) {
        err.println("coterie: cannot delete " + where);
      }
    }
  }
}
