package coterie.web.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every request passes here. One that names another host than this machine is refused, since a
 * foreign name that leads to loopback is how a page of another site would get in; so is one that
 * changes something and was sent by a page of another site.
 */
final class PageDoor implements HttpHandler {
  private static final int BODY_MAX = 1 << 20;

  private final Set<String> hosts;
  private final PageFiles files;
  private final SessionDesk sessions;
  private final ClusterDesk cluster;

  PageDoor(int port, PageFiles files, SessionDesk sessions, ClusterDesk cluster) {
    this.cluster = cluster;
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    this.files = files;
    this.sessions = sessions;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      protect(exchange.getResponseHeaders());
      PageAnswer answer = answer(exchange);
      if (answer != null) {
        send(exchange, answer);
      }
    }
  }

  /** Answers; null where that has been done. */
  private @Nullable PageAnswer answer(HttpExchange exchange) {
    try {
      PageAnswer refusal = refusal(exchange);
      return refusal == null ? checked(exchange) : refusal;
    } catch (IOException e) {
      return null; // The asker is gone, or took too long.
    } catch (RuntimeException | OutOfMemoryError e) {
      return PageAnswer.text(500, "This is a mistake in Coterie; please report it: " + e);
    }
  }

  private @Nullable PageAnswer refusal(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    List<String> named = headers.getOrDefault("Host", List.of());
    if (named.size() != 1 || !hosts.contains(named.getFirst().toLowerCase(Locale.ROOT))) {
      return PageAnswer.text(421, "This server answers to 127.0.0.1 and localhost alone.");
    }
    String method = exchange.getRequestMethod();
    if (!List.of("GET", "HEAD", "POST").contains(method)) {
      return PageAnswer.text(405, "The methods are GET, HEAD and POST.")
          .with("Allow", "GET, HEAD, POST");
    }
    boolean isGuarded = method.equals("POST") || path(exchange).startsWith("/cluster/");
    return isGuarded && isForeign(headers)
        ? PageAnswer.text(403, "Pages of other sites may not ask this server.")
        : null;
  }

  private static String path(HttpExchange exchange) {
    String path = exchange.getRequestURI().getRawPath();
    return path == null ? "" : path;
  }

  private @Nullable PageAnswer checked(HttpExchange exchange) throws IOException {
    String path = path(exchange);
    boolean isPost = exchange.getRequestMethod().equals("POST");
    if (path.startsWith("/cluster/")) {
      return cluster(exchange, path);
    }
    if (isPost) {
      return path.equals("/session") ? session(exchange) : PageAnswer.notFound();
    }
    return files.find(path, exchange.getRequestHeaders().getFirst("If-None-Match"));
  }

  private @Nullable PageAnswer cluster(HttpExchange exchange, String path) throws IOException {
    String token = exchange.getRequestHeaders().getFirst("X-Coterie-Token");
    if (path.equals("/cluster/events") && exchange.getRequestMethod().equals("GET")) {
      return follow(exchange, token);
    }
    byte[] body = body(exchange);
    return body == null
        ? tooLong()
        : cluster.answer(exchange.getRequestMethod(), exchange.getRequestURI(), token, body);
  }

  /** Writes events until the page goes; returns an answer where there is no stream. */
  private @Nullable PageAnswer follow(HttpExchange exchange, @Nullable String token)
      throws IOException {
    try (ClusterEvents events = cluster.follow(token)) {
      if (events == null) {
        return PageAnswer.text(429, "Enough streams of events are open already.");
      }
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(200, 0);
      events.write(exchange.getResponseBody());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private static PageAnswer tooLong() {
    return PageAnswer.text(413, "A request has up to %,d bytes.".formatted(BODY_MAX));
  }

  /** Programs that are not browsers send neither header. */
  private boolean isForeign(Headers headers) {
    String site = headers.getFirst("Sec-Fetch-Site");
    List<String> origins = headers.getOrDefault("Origin", List.of());
    return (site != null && !site.equals("same-origin"))
        || origins.size() > 1
        || (origins.size() == 1 && !isOurs(origins.getFirst(), headers));
  }

  private static boolean isOurs(String origin, Headers headers) {
    return origin.equalsIgnoreCase("http://" + headers.getFirst("Host"));
  }

  private PageAnswer session(HttpExchange exchange) throws IOException {
    String name = exchange.getRequestHeaders().getFirst("X-Coterie-Session");
    if (name == null || !name.matches("[A-Za-z0-9-]{1,64}")) {
      return PageAnswer.text(
          400, "X-Coterie-Session takes a name of up to 64 letters, digits and dashes.");
    }
    byte[] body = body(exchange);
    return body == null
        ? tooLong()
        : sessions.answer(name, new String(body, StandardCharsets.UTF_8));
  }

  /** Reads the body; null if it is too long. */
  private static byte @Nullable [] body(HttpExchange exchange) throws IOException {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    if (length != null && (length.length() > 9 || Long.parseLong(length) > BODY_MAX)) {
      return null;
    }
    try (InputStream in = exchange.getRequestBody()) {
      byte[] body = in.readNBytes(BODY_MAX + 1);
      return body.length > BODY_MAX ? null : body;
    }
  }

  private void protect(Headers headers) {
    headers.set("Content-Security-Policy", files.policy());
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cache-Control", "no-cache");
  }

  private static void send(HttpExchange exchange, PageAnswer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    answer.headers().forEach(headers::set);
    byte[] body = answer.body();
    if (exchange.getRequestMethod().equals("HEAD") || answer.code() == 304) {
      headers.set("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(answer.code(), -1);
      return;
    }
    exchange.sendResponseHeaders(answer.code(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }
}
