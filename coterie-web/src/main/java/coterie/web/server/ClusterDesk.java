package coterie.web.server;

import coterie.agent.http.Client;
import coterie.agent.http.JsonReader;
import coterie.agent.http.Reply;
import coterie.sim.trace.Json;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agents of a cluster for the page, which could not do it itself: agents refuse pages of
 * browsers. It asks only the agents that the command line names, only what is listed here, and
 * keeps nothing; the token comes with each request. An agent that says nothing for {@value
 * #PATIENCE} ms counts as dead.
 */
final class ClusterDesk {
  private static final long PATIENCE = 2_000;

  private static final int LOOKS_MAX = 4;
  private static final int STREAMS_MAX = 8;
  private static final int BODY_MAX = 1 << 16;
  private static final Pattern ASKED =
      Pattern.compile(
          "/(members|health|leaders|leaders/.{1,180}|locks/.{1,180}|registers/.{1,180})");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._~%/-]+");
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,512}");
  private static final String JSON = "application/json; charset=utf-8";

  private final List<URI> agents;
  private final Semaphore looks = new Semaphore(LOOKS_MAX);
  private final Semaphore streams = new Semaphore(STREAMS_MAX);

  ClusterDesk(List<URI> agents) {
    this.agents = List.copyOf(agents);
  }

  /** Answers all but streams. */
  PageAnswer answer(String method, URI asked, @Nullable String token, byte[] body) {
    if (token != null && !TOKEN.matcher(token).matches()) {
      return PageAnswer.text(400, "A token has up to 512 visible characters.");
    }
    if (!looks.tryAcquire()) {
      return PageAnswer.text(
          429, "%d requests about the cluster are open already.".formatted(LOOKS_MAX));
    }
    try {
      String what = method + " " + asked.getPath();
      return switch (what) {
        case "GET /cluster/state" -> json(state(token));
        case "GET /cluster/ask" -> ask(asked, token);
        case "POST /cluster/leave" -> order(asked, token, "/leave", Map.of());
        case "POST /cluster/broadcast" -> order(asked, token, "/broadcast", parsed(body));
        default -> PageAnswer.notFound();
      };
    } catch (IllegalArgumentException e) {
      return PageAnswer.text(400, String.valueOf(e.getMessage()));
    } finally {
      looks.release();
    }
  }

  private static PageAnswer json(Object value) {
    return PageAnswer.of(JSON, Json.of(value).getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, @Nullable Object> parsed(byte[] body) {
    if (body.length > BODY_MAX) {
      throw new IllegalArgumentException("a message has up to %,d bytes".formatted(BODY_MAX));
    }
    return JsonReader.parseObject(new String(body, StandardCharsets.UTF_8));
  }

  /** Asks all agents at once; those that do not answer are told as such. */
  private Map<String, Object> state(@Nullable String token) {
    List<Future<Map<String, Object>>> open = new ArrayList<>();
    for (URI agent : agents) {
      open.add(begin(() -> look(agent, token)));
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE + 200);
    List<Object> seen = new ArrayList<>();
    for (int i = 0; i < agents.size(); i++) {
      seen.add(seen(i, open.get(i), deadline));
    }
    return Map.of("agents", seen);
  }

  private static <T> Future<T> begin(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.startVirtualThread(task);
    return task;
  }

  private Map<String, Object> seen(int agent, Future<Map<String, Object>> look, long deadline) {
    Map<String, Object> seen = new LinkedHashMap<>();
    seen.put("agent", agent);
    seen.put("address", agents.get(agent).toString());
    try {
      seen.putAll(look.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      look.cancel(true);
      seen.put("error", "it did not answer within %d ms".formatted(PATIENCE));
    } catch (ExecutionException e) {
      seen.put("error", why(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      seen.put("error", "the server ends");
    }
    seen.put("isThere", !seen.containsKey("error"));
    return seen;
  }

  private static String why(@Nullable Throwable cause) {
    return cause instanceof SocketTimeoutException
        ? "it did not answer within %d ms".formatted(PATIENCE)
        // What follows is for commands.
        : cause == null ? "" : String.valueOf(cause.getMessage()).replaceFirst("; --http .*", "");
  }

  private static Map<String, Object> look(URI agent, @Nullable String token) throws IOException {
    long began = System.nanoTime();
    Map<String, Object> seen = new LinkedHashMap<>();
    try (Client.Kept kept = Client.of(agent.toString(), token).keep()) {
      Reply members = kept.ask("GET", "/members", PATIENCE);
      if (members.status() == 401) {
        seen.put("needsToken", true);
        seen.put("error", members.error());
        return seen;
      }
      seen.put("members", members.good().object());
      seen.put("health", kept.ask("GET", "/health", PATIENCE).object());
      seen.put("leaders", kept.ask("GET", "/leaders", PATIENCE).object());
    }
    seen.put("millis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    return seen;
  }

  private PageAnswer ask(URI asked, @Nullable String token) {
    String path = parameter(asked, "path");
    if (!ASKED.matcher(path).matches() || !NAME.matcher(path).matches() || path.contains("..")) {
      return PageAnswer.text(
          400,
          "path takes /members, /health, /leaders, /leaders/NAME, /locks/NAME or /registers/NAME.");
    }
    Client agent = agent(asked, token);
    return relayed(
        () -> {
          try (Client.Kept kept = agent.keep()) {
            return kept.ask("GET", path, PATIENCE);
          }
        });
  }

  private PageAnswer order(
      URI asked, @Nullable String token, String path, Map<String, @Nullable Object> body) {
    Client agent = agent(asked, token);
    return relayed(() -> agent.ask("POST", path, body));
  }

  private static PageAnswer relayed(Callable<Reply> work) {
    try {
      Reply reply = within(work);
      PageAnswer answer = json(reply.object());
      return new PageAnswer(reply.status(), answer.headers(), answer.body());
    } catch (IOException e) {
      return PageAnswer.text(502, String.valueOf(e.getMessage()));
    }
  }

  private static Reply within(Callable<Reply> work) throws IOException {
    Future<Reply> open = begin(work);
    try {
      return open.get(PATIENCE + 200, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IllegalArgumentException refusal) {
        throw refusal;
      }
      throw new IOException(why(e.getCause()), e);
    } catch (TimeoutException e) {
      open.cancel(true);
      throw new IOException("the agent did not answer within %d ms".formatted(PATIENCE), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server ends", e);
    }
  }

  private Client agent(URI asked, @Nullable String token) {
    String number = parameter(asked, "agent");
    if (!number.matches("[0-9]{1,4}") || Integer.parseInt(number) >= agents.size()) {
      throw new IllegalArgumentException(
          "agent takes a number from 0 to %d".formatted(agents.size() - 1));
    }
    return Client.of(agents.get(Integer.parseInt(number)).toString(), token);
  }

  private static String parameter(URI asked, String name) {
    String query = asked.getQuery();
    for (String part : query == null ? new String[0] : query.split("&", -1)) {
      if (part.startsWith(name + "=")) {
        return part.substring(name.length() + 1);
      }
    }
    return "";
  }

  /** Opens what hands on the events of all agents; null where enough is open. */
  @Nullable ClusterEvents follow(@Nullable String token) {
    return streams.tryAcquire()
        ? new ClusterEvents(
            agents.stream().map(agent -> Client.of(agent.toString(), token)).toList(),
            streams::release)
        : null;
  }
}
