package coterie.agent;

import coterie.Coterie;
import coterie.Health;
import coterie.Member;
import coterie.agent.http.AgentRequest;
import coterie.agent.http.Refusal;
import coterie.agent.http.Route;
import coterie.agent.http.Route.Access;
import coterie.core.TimeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** All that an agent answers; docs/openapi.yaml tells the same to programs. */
final class Routes {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
  private static final Duration WAIT_MAX = Duration.ofHours(24);

  private final Coterie node;
  private final Events events;
  private final @Nullable Metrics metrics;
  private final Keys keys;
  private final Runnable leave;
  private final Sessions sessions = new Sessions();
  private final Holding holding;

  Routes(Coterie node, Events events, @Nullable Metrics metrics, Keys keys, Runnable leave) {
    this.node = node;
    this.events = events;
    this.metrics = metrics;
    this.keys = keys;
    this.leave = leave;
    this.holding = new Holding(node, sessions);
  }

  /** Has clients give back what they hold, or abandons it. */
  void end() {
    sessions.end();
  }

  /** With the one that loses packets on purpose, or without. */
  List<Route> all(boolean hasFaults) {
    List<Route> routes = new ArrayList<>();
    routes.add(new Route("GET", "/health", Access.OPEN, this::health));
    routes.add(new Route("GET", "/health/ready", Access.OPEN, this::health));
    routes.add(new Route("GET", "/health/live", Access.OPEN, this::live));
    add(routes, "GET", "/members", this::members);
    add(routes, "GET", "/leaders", this::elected);
    add(routes, "GET", "/leaders/{name}", this::leader);
    add(routes, "POST", "/leaders/{name}", this::lead);
    add(routes, "GET", "/locks/{name}", this::holder);
    add(routes, "POST", "/locks/{name}", this::lock);
    RegisterRoutes registers = new RegisterRoutes(node);
    add(routes, "GET", "/registers/{name}", registers::get);
    add(routes, "POST", "/registers/{name}", registers::set);
    add(routes, "POST", "/sessions/{session}", this::renew);
    add(routes, "DELETE", "/sessions/{session}", this::release);
    add(routes, "GET", "/events", events::stream);
    add(routes, "POST", "/broadcast", this::broadcast);
    add(routes, "GET", "/keys", keys::list);
    add(routes, "POST", "/keys", keys::add);
    add(routes, "POST", "/keys/{id}", keys::use);
    add(routes, "DELETE", "/keys/{id}", keys::remove);
    add(routes, "POST", "/leave", this::leave);
    add(routes, "GET", "/metrics", this::metrics);
    add(routes, "GET", "/openapi.yaml", this::openApi);
    if (hasFaults) {
      add(routes, "POST", "/passage", new Faults(node)::cut);
    }
    return routes;
  }

  private static void add(List<Route> routes, String method, String path, Route.Handler handler) {
    routes.add(new Route(method, path, Access.GUARDED, handler));
  }

  /** A client without the token learns no more than a probe needs. */
  private void health(AgentRequest request) throws IOException {
    Health health = node.health();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("good", health.isGood());
    if (request.isKnown()) {
      fields.put("open", health.isOpen());
      fields.put("hasQuorum", health.hasQuorum());
      fields.put("needsQuorum", health.needsQuorum());
      fields.put("votersLeader", node.votersLeader().orElse(null));
      fields.put("mayVote", health.mayVote());
      fields.put("members", health.members());
      fields.put("suspects", health.suspects());
      fields.put("lateness", health.lateness());
      fields.put("failedSaves", health.failedSaves());
      fields.put("savesFail", health.savesFail());
      fields.put("diskBehindMillis", health.diskBehindMillis());
      fields.put("clockProblems", node.clockProblems());
      fields.put("differing", health.differing());
      fields.put("problems", problems(health));
    }
    request.answer(health.isGood() ? 200 : 503, fields);
  }

  private List<String> problems(Health health) {
    List<String> problems = new ArrayList<>(health.problems());
    String open = keys.warning();
    if (open != null) {
      problems.add(open);
    }
    return problems;
  }

  /** Whether restarting the process could help: not where only the others are missing. */
  private void live(AgentRequest request) throws IOException {
    boolean isLive = node.isOpen();
    request.answer(isLive ? 200 : 503, Map.of("live", isLive));
  }

  private void members(AgentRequest request) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("cluster", node.config().cluster());
    fields.put("self", node.name());
    fields.put("votersLeader", node.votersLeader().orElse(null));
    fields.put("members", node.members().stream().map(this::member).toList());
    fields.put("clockProblems", node.clockProblems());
    request.answer(200, fields);
  }

  private Map<String, @Nullable Object> member(Member member) {
    Map<String, @Nullable Object> fields = MemberFields.of(member);
    fields.put("voter", node.config().allVoters().contains(member.name()));
    return fields;
  }

  /** Whom the voters have elected, as this node knows it. */
  private void elected(AgentRequest request) throws IOException {
    String election = node.config().election().name().toLowerCase(Locale.ROOT);
    List<String> voters = node.config().voters();
    if (voters.isEmpty()) {
      throw new IllegalStateException("nobody is elected: this agent was given no voters");
    }
    if (!node.config().hasGrants() && !voters.contains(node.name())) {
      throw new IllegalStateException(
          "%s is not a voter, and by %s only voters know who leads: ask one of %s"
              .formatted(node.name(), election, String.join(", ", voters)));
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("election", election);
    fields.put("leader", node.votersLeader().orElse(null));
    fields.put("voters", voters);
    request.answer(200, fields);
  }

  private void leader(AgentRequest request) throws Exception {
    String name = request.word(0);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("leadership", name);
    fields.put("leader", node.whoLeads(name, ANSWER_MAX).orElse(null));
    request.answer(200, fields);
  }

  private void lead(AgentRequest request) throws Exception {
    holding.lead(request, request.word(0));
  }

  private void holder(AgentRequest request) throws Exception {
    String name = request.word(0);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("lock", name);
    fields.put("holder", node.lock(name).holder(ANSWER_MAX).orElse(null));
    request.answer(200, fields);
  }

  private void lock(AgentRequest request) throws Exception {
    String wait = request.query("wait");
    Duration duration = Duration.ofNanos(TimeText.parse(wait == null ? "10s" : wait));
    if (duration.compareTo(WAIT_MAX) > 0) {
      throw new IllegalArgumentException("at most 24h can be waited, not " + wait);
    }
    holding.lock(request, request.word(0), duration);
  }

  private void renew(AgentRequest request) throws IOException {
    request.answer(200, sessions.find(request.word(0)).renew());
  }

  private void release(AgentRequest request) throws IOException {
    sessions.find(request.word(0)).tell(new Session.Told.Released());
    request.answer(200, Map.of("released", true));
  }

  private void broadcast(AgentRequest request) throws IOException {
    Map<String, @Nullable Object> body = request.body();
    String topic = AgentRequest.text(body, "topic");
    byte[] payload =
        body.containsKey("base64")
            ? Base64.getDecoder().decode(AgentRequest.text(body, "base64"))
            : AgentRequest.text(body, "text").getBytes(StandardCharsets.UTF_8);
    node.broadcast(topic, payload);
    request.answer(200, Map.of("topic", topic, "bytes", payload.length));
  }

  private void leave(AgentRequest request) throws IOException {
    request.answer(200, Map.of("leaving", node.name()));
    leave.run();
  }

  private void metrics(AgentRequest request) throws IOException {
    if (metrics == null) {
      throw new Refusal(404, "no metrics: the jar micrometer-registry-prometheus is not here");
    }
    request.answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
  }

  private void openApi(AgentRequest request) throws IOException, TimeoutException {
    try (InputStream in = Routes.class.getResourceAsStream("openapi.yaml")) {
      if (in == null) {
        throw new IllegalStateException("openapi.yaml is missing from the jar");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      request.answer(200, "application/yaml", text);
    }
  }
}
