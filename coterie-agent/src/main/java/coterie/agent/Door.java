package coterie.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Where the agent is asked over HTTP. Every request has a virtual thread of its own. */
final class Door implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("coterie.agent");
  private static final String BEARER = "Bearer ";

  /** More than there can be sessions and followers. */
  static final int CONNECTIONS_MAX = 2_048;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Route> routes;
  private final byte @Nullable [] token;

  private Door(HttpServer server, List<Route> routes, @Nullable String token) {
    this.server = server;
    this.routes = routes;
    this.token = token == null ? null : digest(token);
  }

  static Door open(HostPort where, @Nullable String token, List<Route> routes) throws IOException {
    limit();
    HttpServer server;
    try {
      server = HttpServer.create(where.resolve(), 0);
    } catch (BindException e) {
      throw new IOException("cannot listen for HTTP on %s: %s".formatted(where, e.getMessage()), e);
    }
    Door door = new Door(server, routes, token);
    server.setExecutor(door.threads);
    server.createContext("/", door::handle);
    server.start();
    return door;
  }

  /** The server of the JDK reads these when the first one of a process is made. */
  private static void limit() {
    // Small answers would otherwise wait for the other side's delayed acknowledgement.
    preset("nodelay", "true");
    // Who takes longer to say what is asked is cut off, in seconds; who says nothing, as soon as
    // the clock of the other property, in milliseconds, ticks.
    preset("maxReqTime", "10");
    preset("clockTick", "2000");
    preset("maxReqHeaders", "50");
    preset("maxReqHeaderSize", "32768");
    // All sockets of a process share its file descriptors: the node would have none left.
    if (System.getProperty("jdk.httpserver.maxConnections") == null) {
      System.setProperty("jdk.httpserver.maxConnections", Integer.toString(CONNECTIONS_MAX));
    }
  }

  private static void preset(String name, String value) {
    if (System.getProperty("sun.net.httpserver." + name) == null) {
      System.setProperty("sun.net.httpserver." + name, value);
    }
  }

  /** With the port that it got. */
  HostPort address() {
    InetSocketAddress address = server.getAddress();
    return new HostPort(address.getAddress().getHostAddress(), address.getPort());
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      Request unrouted = new Request(exchange, List.of(), false);
      try {
        route(exchange);
      } catch (Refusal e) {
        refuse(unrouted, e.status(), String.valueOf(e.getMessage()));
      } catch (IllegalArgumentException e) {
        refuse(unrouted, 400, String.valueOf(e.getMessage()));
      } catch (IllegalStateException e) {
        refuse(unrouted, 409, String.valueOf(e.getMessage()));
      } catch (TimeoutException e) {
        refuse(unrouted, 503, String.valueOf(e.getMessage()));
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a request failed: " + exchange.getRequestURI(), e);
        refuse(unrouted, 500, "the agent has made a mistake, which is in its log");
      }
    } catch (IOException e) {
      // Who asked has gone away, and needs no answer.
      LOG.log(System.Logger.Level.DEBUG, "a connection broke", e);
    } catch (Exception e) {
      Thread.currentThread().interrupt();
    }
  }

  private void route(HttpExchange exchange) throws Exception {
    refuseBrowsers(exchange);
    List<String> parts = Route.parts(exchange.getRequestURI().getRawPath());
    boolean isPath = false;
    StringBuilder allowed = new StringBuilder();
    for (Route route : routes) {
      List<String> words = route.match(parts);
      if (words == null) {
        continue;
      }
      if (route.method().equals(exchange.getRequestMethod())) {
        boolean isKnown = isKnown(exchange);
        if (!isKnown && route.access() == Route.Access.GUARDED) {
          exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
          throw new Refusal(401, "the token of this agent is wanted: Authorization: Bearer TOKEN");
        }
        route.handler().handle(new Request(exchange, words, isKnown));
        return;
      }
      isPath = true;
      allowed.append(allowed.isEmpty() ? "" : ", ").append(route.method());
    }
    if (isPath) {
      exchange.getResponseHeaders().set("Allow", allowed.toString());
      throw new Refusal(405, "this path takes " + allowed);
    }
    throw new Refusal(404, "there is no such path; /openapi.yaml lists those that there are");
  }

  /**
   * A page from elsewhere in a browser on this machine reaches loopback, too: it says where it
   * comes from, or takes a name of its own for this address.
   */
  private void refuseBrowsers(HttpExchange exchange) {
    if (exchange.getRequestHeaders().containsKey("Origin")) {
      throw new Refusal(403, "pages in browsers are not served");
    }
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (token == null && host != null && !isLocal(host.toLowerCase(Locale.ROOT))) {
      throw new Refusal(403, "without a token only localhost and loopback addresses are served");
    }
  }

  private static boolean isLocal(String host) {
    String name = host.replaceFirst(":[0-9]*$", "");
    return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.[0-9]+){3}");
  }

  /** Takes the same time whatever is wrong with it. */
  private boolean isKnown(HttpExchange exchange) {
    if (token == null) {
      return true;
    }
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    boolean isBearer = header != null && header.startsWith(BEARER);
    String told = isBearer ? String.valueOf(header).substring(BEARER.length()) : "";
    return MessageDigest.isEqual(digest(told), token);
  }

  private static byte[] digest(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** An answer that has begun cannot be another one any more. */
  private static void refuse(Request request, int status, String sentence) throws IOException {
    if (request.exchange().getResponseCode() < 0) {
      request.answer(status, Map.of("error", sentence));
    }
  }

  /** Ends all streams, too. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
