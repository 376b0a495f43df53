package coterie.cli.agent;

import coterie.agent.http.Reply;
import coterie.core.TimeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A group of agents to play with. */
@Command(
    name = "up",
    abbreviateSynopsis = true,
    description = {
      "Start a group of real agents on this machine, and show what they see.",
      "",
      "Commands are typed, or come from the standard input: help lists them. Ctrl-C, quit or the"
          + " end of the input ends all agents."
    },
    footer = {"", "For example: coterie up --nodes 5, and then: kill 2"})
final class UpCommand implements Callable<Integer> {
  private static final int NODES_MAX = 50;
  private static final List<String> HELP =
      List.of(
          "kill N       as kill -9 does           pause N      stands still (SIGSTOP)",
          "restart N    starts it again           resume N     goes on",
          "leave N      leaves in good order      send TEXT    tells all members an event",
          "cut A B      no packets between them   heal         takes all cuts away",
          "status       prints the table          agree [10s]  waits until all see the same",
          "wait 2s      waits                     quit         ends all");

  @Spec private CommandSpec spec;

  @Option(names = "--nodes", paramLabel = "COUNT", description = "number of agents (default: 5)")
  private int count = 5;

  @Option(
      names = "--voters",
      paramLabel = "COUNT",
      description =
          "number of agents that vote: 0, 1, 3 or 5 (default: 3, or fewer with few nodes)")
  private @Nullable Integer voters;

  @Option(
      names = "--dir",
      paramLabel = "FOLDER",
      description = "where they keep data and logs (default: a temporary folder)")
  private @Nullable Path folder;

  @Option(
      names = "--profile",
      paramLabel = "WORD",
      description = "lan, wan or loopback (default: lan)")
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
    UpGroup group = new UpGroup(count, voting, profile, where, screen);
    Thread hook = new Thread(() -> end(group, where));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      group.start();
      return follow(group, screen);
    } finally {
      end(group, where);
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // Ctrl-C: the hook does the same.
      }
    }
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

  /** The exit code is 1 if an "agree" was in vain, so that a script notices. */
  private static int follow(UpGroup group, UpScreen screen)
      throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int code = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.strip().split("\\s+", 2);
      if (words[0].equals("quit")) {
        break;
      }
      try {
        if (!run(group, screen, words[0], words.length > 1 ? words[1] : "")) {
          code = 1;
        }
      } catch (IllegalArgumentException | IOException e) {
        screen.answer("coterie: " + e.getMessage());
      }
      screen.changed();
    }
    return code;
  }

  private static boolean run(UpGroup group, UpScreen screen, String what, String rest)
      throws IOException, InterruptedException {
    switch (what) {
      case "" -> {}
      case "help" -> HELP.forEach(screen::answer);
      case "status" -> screen.lines().forEach(screen::answer);
      case "kill" -> group.node(rest).kill();
      case "leave" -> group.node(rest).end();
      case "pause" -> group.node(rest).pause();
      case "resume" -> group.node(rest).resume();
      case "restart" -> group.restart(group.node(rest));
      case "cut" -> {
        String[] both = rest.split("\\s+", -1);
        if (both.length != 2 || both[0].equals(both[1])) {
          throw new IllegalArgumentException("cut takes two nodes, such as cut 1 2");
        }
        group.cut(group.node(both[0]), group.node(both[1]));
      }
      case "heal" -> group.heal();
      case "send" -> send(group, rest);
      case "wait" -> Thread.sleep(TimeText.parse(rest) / 1_000_000);
      case "agree" -> {
        boolean isAgreed = group.agree(TimeText.parse(rest.isEmpty() ? "10s" : rest));
        screen.print(isAgreed ? "all see the same members" : "they do not see the same members");
        return isAgreed;
      }
      default ->
          throw new IllegalArgumentException("there is no command %s; see help".formatted(what));
    }
    if (!List.of("", "help", "status", "wait").contains(what)) {
      screen.print((what + " " + rest).strip() + ": done");
    }
    return true;
  }

  private static void send(UpGroup group, String text) throws IOException {
    for (UpNode node : group.nodes()) {
      if (node.state() == UpNode.State.RUNNING) {
        Map<String, String> body = Map.of("topic", "up", "text", text);
        Reply unused = ClientFlags.good(node.client().ask("POST", "/broadcast", body));
        return;
      }
    }
    throw new IllegalArgumentException("no node runs");
  }
}
