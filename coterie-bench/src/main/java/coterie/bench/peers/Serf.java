package coterie.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** HashiCorp's serf: its agent, whose log tells every change of its list of members. */
final class Serf implements Peer {
  private static final Pattern CHANGE =
      Pattern.compile("serf: EventMember(Join|Failed|Leave): (\\S+) ");
  private static final Pattern VERSION = Pattern.compile("[Vv]ersion: (\\S+)");

  @Override
  public String name() {
    return "serf";
  }

  @Override
  public @Nullable String missing() {
    return Shell.exists("serf") ? null : "there is no command serf (Debian: apt-get install serf)";
  }

  @Override
  public String settings() {
    Matcher found = VERSION.matcher(Shell.output("dpkg", "-s", "serf"));
    return "serf " + (found.find() ? found.group(1) : "of unknown version") + ", profile lan";
  }

  @Override
  public List<String> command(Place place, Start start) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "serf",
                "agent",
                "-node=" + place.name(),
                "-bind=" + place.address() + ":" + Place.PORT,
                "-profile=lan"));
    if (place.slot() != 0 && start == Start.NOW) {
      command.add("-join=" + Place.address(0) + ":" + Place.PORT);
    }
    return command;
  }

  @Override
  public List<String> join(Place place) {
    return List.of("serf", "join", Place.address(0) + ":" + Place.PORT);
  }

  @Override
  public @Nullable Event parse(String line, long nowNanos) {
    if (line.contains("agent: joining: ")) {
      return new Event(Event.Kind.JOINING, "-", nowNanos);
    }
    if (line.contains("agent: Serf agent starting")) {
      return new Event(Event.Kind.READY, "-", nowNanos);
    }
    Matcher found = CHANGE.matcher(line);
    if (!found.find()) {
      return null;
    }
    boolean join = found.group(1).equals("Join");
    return new Event(join ? Event.Kind.ADDED : Event.Kind.REMOVED, found.group(2), nowNanos);
  }

  @Override
  public String leaveSignal() {
    return "INT";
  }

  @Override
  public int killSeconds() {
    return 6;
  }

  @Override
  public int cutSeconds() {
    return 7;
  }
}
