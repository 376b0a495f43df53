package coterie.field;

import coterie.Config;
import coterie.Coterie;
import coterie.JoinException;
import coterie.Leadership;
import coterie.Member;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.net.HostConfig;
import coterie.net.KeyRing;
import coterie.net.metrics.Drop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A node as a process, to be tortured. It takes its configuration as words key=value, answers each
 * line of its input with a line of its output, tells what it sees in lines that begin with "event",
 * and ends with its input: so it does not outlive the test. What it holds it writes down.
 */
public final class Subject {
  static final String LEADERSHIP = "crown";
  static final String LOCK = "door";

  private final Coterie node;
  private Ledger ledger;

  private Subject(Config config) {
    this.node = Coterie.join(config);
  }

  public static void main(String[] words) throws Exception {
    Map<String, String> settings = new HashMap<>();
    for (String word : words) {
      int at = word.indexOf('=');
      settings.put(word.substring(0, at), word.substring(at + 1));
    }
    if (settings.containsKey("clock")) {
      System.setProperty("coterie.wall.offset", settings.get("clock"));
    }
    Subject subject;
    try {
      subject = new Subject(config(settings));
    } catch (JoinException e) {
      say("refused " + e.reason() + " " + e.getMessage());
      System.exit(3);
      return;
    }
    subject.node.watch(change -> say("event " + change));
    if (settings.containsKey("record")) {
      subject.contend(Path.of(settings.get("record")));
    }
    say("ready " + subject.node.address());
    subject.answer();
  }

  private static Config config(Map<String, String> settings) {
    Config.Builder builder = Config.builder();
    builder.cluster(settings.get("cluster")).name(settings.get("name"));
    builder.bind(settings.get("bind")).profile(settings.getOrDefault("profile", "lan"));
    builder.joinTimeout(Duration.ofSeconds(Long.parseLong(settings.getOrDefault("wait", "30"))));
    builder.mayBeAlone(Boolean.parseBoolean(settings.getOrDefault("alone", "true")));
    if (settings.containsKey("advertise")) {
      builder.advertise(settings.get("advertise"));
    }
    if (settings.containsKey("seeds")) {
      builder.seeds(settings.get("seeds").split(","));
    }
    if (settings.containsKey("data")) {
      builder.data(Path.of(settings.get("data")));
    }
    if (settings.containsKey("voters")) {
      builder.voters(settings.get("voters").split(","));
    }
    if (settings.containsKey("next-voters")) {
      builder.nextVoters(settings.get("next-voters").split(","));
    }
    if (settings.containsKey("tcp")) {
      builder.transport(HostConfig.Transport.TCP_ONLY);
    }
    if (settings.containsKey("key")) {
      builder.keys(KeyRing.of(settings.get("key")));
    }
    if (settings.containsKey("quick")) {
      // A fifth of what services have, so that a test waits less for leases to run out.
      builder.raft(new RaftConfig(500_000_000, 1_000_000_000, 100_000_000, 10_000));
      builder.lease(LeaseConfig.laboratory());
    }
    if (settings.containsKey("lease")) {
      builder.lease(seconds(settings.get("lease")));
    }
    if (settings.containsKey("next-lease")) {
      builder.nextLease(seconds(settings.get("next-lease")));
    }
    return builder.build();
  }

  private static LeaseConfig seconds(String text) {
    return LeaseConfig.service(Long.parseLong(text) * 1_000_000_000);
  }

  /** Stands for the leadership and goes in and out of the lock, for ever. */
  private void contend(Path record) throws IOException {
    ledger = new Ledger(record);
    Leadership crown = node.leadership(LEADERSHIP);
    Thread.ofPlatform().daemon().name("crown").start(() -> ledger.follow(crown));
    Thread.ofPlatform().daemon().name("door").start(() -> ledger.contend(node.lock(LOCK)));
  }

  private void answer() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    while (line != null) {
      say(line + " " + answer(line));
      if (line.equals("leave")) {
        System.exit(0);
      }
      line = in.readLine();
    }
    System.exit(1);
  }

  private String answer(String question) {
    return switch (question) {
      case "members" -> names(node.members().stream().map(Member::name).toList());
      case "alive" ->
          names(
              node.members().stream()
                  .filter(member -> member.suspicion() == 0)
                  .map(Member::name)
                  .toList());
      case "address" -> node.address();
      case "incarnation" -> "" + node.incarnation();
      case "quorum" -> "" + node.hasQuorum();
      case "granter" -> node.votersLeader().orElse("nobody");
      case "problems" -> String.join("; ", node.health().problems());
      case "skews" -> skews();
      case "clocks" -> String.join("; ", node.clockProblems());
      case "leads" -> "" + (ledger != null && ledger.leads());
      case "holds" -> "" + (ledger != null && ledger.holds());
      case "entries" -> "" + (ledger == null ? 0 : ledger.entries());
      case "failedsaves" -> "" + node.counters().failedSaves();
      case "savesfail" -> "" + node.health().savesFail();
      case "good" -> "" + node.health().isGood();
      case "drops" -> drops();
      case "open" -> "" + node.isOpen();
      case "leave" -> leave();
      default -> "?";
    };
  }

  private String leave() {
    node.close();
    return "done";
  }

  private String drops() {
    return List.of(Drop.values()).stream()
        .map(why -> why + "=" + node.counters().drops(why))
        .collect(Collectors.joining(","));
  }

  /** The members of whose clocks it knows, as name=milliseconds. */
  private String skews() {
    return node.members().stream()
        .filter(member -> member.skewMillis().isPresent())
        .map(member -> member.name() + "=" + member.skewMillis().getAsLong())
        .collect(Collectors.joining(","));
  }

  private static String names(List<String> names) {
    return names.stream().sorted().collect(Collectors.joining(","));
  }

  private static synchronized void say(String line) {
    System.out.println(line.replace('\n', ' '));
    System.out.flush();
  }
}
