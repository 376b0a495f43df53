package coterie.lab.node;

import coterie.HostPort;
import coterie.agent.NodeDoor;
import coterie.agent.http.Shown;
import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.lab.OwnMistake;
import coterie.net.GroupNode;
import coterie.net.Host;
import coterie.net.KeyRing;
import coterie.net.metrics.Drop;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.ScenarioException;
import coterie.sim.trace.Json;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.Trace;
import coterie.sim.trace.TraceEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A member that runs in the foreground: from when it is asked until it has ended. */
public final class NodeSession implements NodeDoor.Behind {
  private static final int FAILED = 1;
  private static final long REHEARSED_EVENTS = 5_000;
  private static final long REHEARSED_NANOS = 60_000_000_000L;
  private static final long ANSWER_SECONDS = 10;
  private static final long BEHIND_NANOS = 5_000_000_000L;
  private static final int WORD_MAX = 1_000;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final NodeId self;
  private final Recipe recipe;
  private final SortedMap<String, String> settings;
  private final String cluster;
  private final Set<Kind> kinds;
  private final NodeLines lines;
  private final PrintWriter err;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable GroupNode node;
  private volatile @Nullable NodeDoor door;
  private volatile int code;
  private boolean hasEnded;

  public NodeSession(
      NodeId self,
      Recipe recipe,
      SortedMap<String, String> settings,
      String cluster,
      Set<Kind> kinds,
      NodeLines lines,
      PrintWriter err) {
    this.self = self;
    this.recipe = recipe;
    this.settings = settings;
    this.cluster = cluster;
    this.kinds = kinds;
    this.lines = lines;
    this.err = err;
  }

  /** Takes its port for HTTP, before others hear of the member. */
  public void listen(
      HostPort where, @Nullable String token, @Nullable KeyRing ring, @Nullable Path keys)
      throws IOException {
    NodeDoor opened = NodeDoor.open(where, token, ring, keys, this);
    door = opened;
    String warning = opened.warning();
    if (warning != null) {
      say(warning);
    }
  }

  /**
   * Simulates a beginning, for nobody to see: a JVM that has just started loads and compiles what
   * it meets first, and for a second it would not answer in time.
   *
   * @throws IllegalArgumentException where the settings are wrong
   */
  public void rehearse(View members) {
    Blueprint blueprint = recipe.blueprint(members, new Settings(recipe.settings(), settings));
    try {
      Simulation rehearsal = new Simulation(members, blueprint, Setup.standard().withBytes(true));
      rehearsal.runUntil(() -> rehearsal.events() > REHEARSED_EVENTS, REHEARSED_NANOS);
    } catch (RuntimeException e) {
      // If it is the protocol's, the node will say it.
    }
  }

  /** Runs the member until it ends; returns the exit code. */
  public int run(GroupNode.Builder plan) throws IOException, InterruptedException {
    Thread hook = new Thread(this::end);
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      plan.warn(this::say).onStop(this::stopped);
      plan.watch(new Trace(kinds, this::happened));
      GroupNode opened = plan.open(recipe, settings);
      node = opened;
      say(
          "%s of %s is at %s, in its life %d; commands ask http://%s"
              .formatted(opened.self(), recipe.name(), opened.address(), opened.life(), http()));
      ended.await();
    } finally {
      end();
      forget(hook);
    }
    return code;
  }

  private String http() {
    NodeDoor open = door;
    return open == null ? "" : open.address().toString();
  }

  private void say(String sentence) {
    err.println("coterie: " + Shown.of(sentence));
  }

  /** A second call waits for the first. */
  private synchronized void end() {
    ended.countDown();
    NodeDoor open = door;
    if (open != null) {
      open.close();
    }
    GroupNode running = node;
    if (running != null) {
      running.close();
    }
    lines.close();
    if (running != null && !hasEnded) {
      hasEnded = true;
      say(self + " has ended"); // By the hook, if a signal ends it: nobody waits for others.
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal has ended it, and the hook does the rest.
    }
  }

  /** In the loop. */
  private void stopped(String why, @Nullable Throwable cause) {
    code = FAILED;
    say(why);
    if (cause != null && OwnMistake.is(cause)) {
      OwnMistake.print(cause, err);
    } else if (cause != null) {
      cause.printStackTrace(err);
    }
    ended.countDown();
  }

  // ---- what happens, in the loop

  private void happened(TraceEvent event) {
    NodeDoor open = door;
    if (open == null) {
      return;
    }
    String text = Lines.what(event);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("node", self.value());
    fields.put("text", text);
    Json.fields((Record) event)
        .forEach(
            (name, value) -> {
              if (!name.equals("at")) {
                fields.put(name, plain(value));
              }
            });
    String kind = event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    String json = open.happened(kind, fields);
    lines.add(json, TIME.format(Instant.now()) + "  " + Lines.rest(event));
  }

  /** Records as objects, members as numbers: what the JSON of agents knows. */
  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case NodeId id -> id.value();
      case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
      case Collection<?> items -> items.stream().map(NodeSession::plain).toList();
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        map.forEach((key, one) -> all.put(String.valueOf(key), plain(one)));
        yield all;
      }
      case Record fields -> {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("type", fields.getClass().getSimpleName());
        Json.fields(fields).forEach((name, field) -> all.put(name, plain(field)));
        yield all;
      }
      default -> value;
    };
  }

  // ---- what is asked

  private GroupNode requireNode() {
    GroupNode running = node;
    if (running == null) {
      throw new IllegalStateException("the node has not started yet");
    }
    return running;
  }

  @Override
  public Map<String, ? extends @Nullable Object> call(String name, List<String> arguments)
      throws InterruptedException, TimeoutException {
    GroupNode running = requireNode();
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(arguments);
    all.forEach(NodeSession::requireWord);
    String words = String.join(" ", all);
    CallByName.Found found =
        await(running.readAll(stack -> CallByName.locate(running.self(), stack, words)), false);
    Object answer = await(call(running, found.owner(), words, found.method()), true);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("call", words);
    fields.put("answer", plain(answer));
    fields.put("text", answer == null ? null : Lines.text(answer));
    return fields;
  }

  /** A recording has the call as words with blanks between. */
  private static void requireWord(String word) {
    if (word.isEmpty() || word.length() > WORD_MAX || !word.chars().allMatch(c -> c > ' ')) {
      throw new IllegalArgumentException(
          "a call and its arguments are words of 1 to %d characters without blanks"
              .formatted(WORD_MAX));
    }
  }

  private static <P> CompletableFuture<@Nullable Object> call(
      GroupNode running, Class<P> owner, String words, Function<Object, @Nullable Object> method) {
    return running.<P, @Nullable Object>call(owner, words, method::apply);
  }

  /**
   * @param isMade whether the protocol itself was at work, so that a refusal is its own
   */
  private static <T extends @Nullable Object> T await(CompletableFuture<T> result, boolean isMade)
      throws InterruptedException, TimeoutException {
    try {
      return result.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      TimeoutException late =
          new TimeoutException("no answer within %d s".formatted(ANSWER_SECONDS));
      late.initCause(e);
      throw late;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof ScenarioException refused && !isMade) {
        throw refused;
      }
      boolean isSentence =
          cause instanceof ScenarioException || cause instanceof IllegalStateException;
      throw new IllegalStateException(
          isSentence ? String.valueOf(cause.getMessage()) : "the protocol failed: " + cause, cause);
    }
  }

  @Override
  public Map<String, ? extends @Nullable Object> state()
      throws InterruptedException, TimeoutException {
    GroupNode running = requireNode();
    Host host = running.host();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("node", running.self().value());
    fields.put("protocol", recipe.name());
    fields.put("settings", settings);
    fields.put("cluster", cluster);
    fields.put("life", running.life());
    fields.put("address", running.address());
    fields.put(
        "members",
        running.group().places().keySet().stream().map(id -> member(running, id)).toList());
    fields.put("protocols", await(running.readAll(stack -> states(host, stack)), true));
    fields.put("packetsSent", host.counters().packetsSent());
    fields.put("packetsReceived", host.counters().packetsReceived());
    long dropped = 0;
    for (Drop why : Drop.values()) {
      dropped += host.counters().drops(why);
    }
    fields.put("packetsDropped", dropped);
    return fields;
  }

  private static Map<String, @Nullable Object> member(GroupNode running, NodeId id) {
    Map<String, @Nullable Object> member = new LinkedHashMap<>();
    member.put("node", id.value());
    member.put("address", running.group().address(id));
    return member;
  }

  /** In the loop. */
  private static List<Map<String, @Nullable Object>> states(Host host, List<Protocol<?>> stack) {
    List<Map<String, @Nullable Object>> states = new ArrayList<>();
    for (int i = 0; i < stack.size(); i++) {
      Record state = stack.get(i).state();
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("channel", host.channels().get(i));
      one.put("state", plain(state));
      one.put("text", state == null ? null : Lines.text(state));
      states.add(one);
    }
    return states;
  }

  @Override
  public List<String> problems() {
    GroupNode running = node;
    if (running == null || !running.isOpen()) {
      return List.of("the node does not run");
    }
    List<String> problems = new ArrayList<>();
    if (running.host().savesFail()) {
      problems.add("what it saves does not reach its disk");
    } else if (running.host().diskBehindNanos() > BEHIND_NANOS) {
      problems.add("its disk is more than 5 s behind");
    }
    return problems;
  }

  @Override
  public void leave() {
    ended.countDown();
  }
}
