package coterie.agent;

import coterie.Broadcast;
import coterie.Change;
import coterie.Coterie;
import coterie.HostPort;
import coterie.Member;
import coterie.agent.http.HttpServer;
import coterie.agent.http.Shown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node of a group as a process of its own, which is asked over HTTP. */
public final class Agent implements AutoCloseable {
  private final Coterie node;
  private final Consumer<String> log;
  private final Events events = new Events();
  private final LoggedMembers roster = new LoggedMembers();
  private final @Nullable Metrics metrics;
  private final Routes routes;
  private final HttpServer door;
  private final CountDownLatch ended = new CountDownLatch(1);

  private Agent(Coterie node, AgentConfig config, Consumer<String> log, boolean hasFaults)
      throws IOException {
    this.node = node;
    this.log = line -> log.accept(Shown.of(line));
    this.metrics = Metrics.of(node);
    Keys keys = config.keys();
    routes = new Routes(node, events, metrics, keys, this::leave);
    String warning = keys.warning();
    if (warning != null) {
      this.log.accept(warning);
    }
    door = HttpServer.open(config.http(), config.token(), routes.all(hasFaults));
  }

  /**
   * Joins the group, and answers from then on.
   *
   * @param log takes what happens, in lines for people
   * @param hasFaults whether packets may be lost on purpose, for trying out
   */
  public static Agent start(AgentConfig config, Consumer<String> log, boolean hasFaults)
      throws IOException {
    Coterie node = Coterie.join(config.node());
    try {
      Agent agent = new Agent(node, config, log, hasFaults);
      agent.begin();
      return agent;
    } catch (IOException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  private void begin() {
    log.accept(
        "%s is in %s at %s; commands ask http://%s"
            .formatted(node.name(), node.config().cluster(), node.address(), http()));
    node.watch(this::changed);
    node.hear(this::heard);
    for (Member member : node.members()) {
      if (!member.name().equals(node.name()) && roster.isNew(member.name())) {
        log.accept("%s is a member at %s".formatted(member.name(), member.address()));
      }
    }
  }

  public Coterie node() {
    return node;
  }

  /** Where it is asked, with the port that it got. */
  public HostPort http() {
    return door.address();
  }

  private void changed(Change change) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (change instanceof Change.OfMember of) {
      fields.put("member", of.member().name());
      fields.put("address", of.member().address());
    }
    if (change instanceof Change.Elected(String leader)) {
      fields.put("leader", leader);
    }
    if (change instanceof Change.Stopped(String why)) {
      fields.put("why", why);
    }
    happened(kind(change), fields);
    if (roster.isNews(change)) {
      log.accept(sentence(change));
    }
    if (change instanceof Change.Stopped) {
      leave();
    }
  }

  private static String kind(Change change) {
    return switch (change) {
      case Change.Joined joined -> "joined";
      case Change.Suspected suspected -> "suspected";
      case Change.Trusted trusted -> "trusted";
      case Change.Left left -> "left";
      case Change.Failed failed -> "failed";
      case Change.Updated updated -> "updated";
      case Change.QuorumLost lost -> "quorum-lost";
      case Change.QuorumRegained regained -> "quorum-regained";
      case Change.Elected elected -> "elected";
      case Change.Leaderless leaderless -> "leaderless";
      case Change.Stopped stopped -> "stopped";
    };
  }

  private static String sentence(Change change) {
    return switch (change) {
      case Change.Joined(Member who) -> who.name() + " joined at " + who.address();
      case Change.Suspected(Member who) -> who.name() + " is suspected";
      case Change.Trusted(Member who) -> who.name() + " is trusted again";
      case Change.Left(Member who) -> who.name() + " left";
      case Change.Failed(Member who) -> who.name() + " failed";
      case Change.Updated(Member who) -> who.name() + " changed: " + who.tags();
      case Change.QuorumLost lost -> "the voters' leader is not reached: no locks";
      case Change.QuorumRegained regained -> "the voters' leader is reached: locks are granted";
      case Change.Elected(String leader) -> leader + " leads the voters";
      case Change.Leaderless leaderless -> "nobody leads the voters";
      case Change.Stopped(String why) -> "stopped: " + why;
    };
  }

  private void heard(Broadcast broadcast) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("topic", broadcast.topic());
    fields.put("from", broadcast.from());
    byte[] payload = new byte[broadcast.payload().size()];
    broadcast.payload().copyTo(payload, 0);
    fields.put("text", new String(payload, StandardCharsets.UTF_8));
    fields.put("base64", Base64.getEncoder().encodeToString(payload));
    happened("broadcast", fields);
  }

  private void happened(String kind, Map<String, @Nullable Object> fields) {
    if (metrics != null) {
      metrics.happened(kind);
    }
    events.add(kind, fields);
  }

  /** Ends on a thread of its own, so that who asked for it gets an answer first. */
  private void leave() {
    ended.countDown();
  }

  /** Waits until somebody asks it to leave, or it has stopped by itself; then it is to close. */
  public void await() throws InterruptedException {
    ended.await();
  }

  /**
   * Leaves in good order. Clients have the time to end what relies on their locks and leaderships,
   * and to give them back; what is not given back runs out. A second call waits for the first.
   */
  @Override
  public synchronized void close() {
    ended.countDown();
    routes.end();
    node.close();
    door.close();
  }
}
