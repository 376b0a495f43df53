package coterie.agent.up;

import coterie.agent.http.Reply;
import coterie.core.TimeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What is typed while a group is up: commands that kill, pause, cut and ask its agents. */
public final class UpConsole {
  private static final List<String> HELP =
      List.of(
          "kill N       as kill -9 does           pause N      pauses it (SIGSTOP)",
          "restart N    starts it again           resume N     goes on",
          "leave N      leaves in good order      send TEXT    tells all members an event",
          "cut A B      no packets between them   heal         takes all cuts away",
          "status       prints the table          agree [10s]  waits until all see the same",
          "wait 2s      waits                     quit         ends all");

  private final UpGroup group;
  private final UpScreen screen;

  public UpConsole(UpGroup group, UpScreen screen) {
    this.group = group;
    this.screen = screen;
  }

  /** Does what is typed until quit; tells whether every "agree" was met, for a script. */
  public boolean follow(InputStream typed) throws IOException, InterruptedException {
    BufferedReader in = new BufferedReader(new InputStreamReader(typed, StandardCharsets.UTF_8));
    boolean isAgreed = true;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.strip().split("\\s+", 2);
      if (words[0].equals("quit")) {
        break;
      }
      try {
        isAgreed &= run(words[0], words.length > 1 ? words[1] : "");
      } catch (IllegalArgumentException | IOException e) {
        screen.answer("coterie: " + e.getMessage());
      }
      screen.changed();
    }
    return isAgreed;
  }

  private boolean run(String what, String rest) throws IOException, InterruptedException {
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
      case "send" -> send(rest);
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

  private void send(String text) throws IOException {
    for (UpNode node : group.nodes()) {
      if (node.state() == UpNode.State.RUNNING) {
        Map<String, String> body = Map.of("topic", "up", "text", text);
        Reply unused = node.client().ask("POST", "/broadcast", body).good();
        return;
      }
    }
    throw new IllegalArgumentException("no node runs");
  }
}
