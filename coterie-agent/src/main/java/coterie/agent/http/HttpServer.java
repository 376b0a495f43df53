package coterie.agent.http;

import coterie.HostPort;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Where the agent is asked over HTTP. Every connection has a virtual thread of its own. The server
 * of the JDK is not used: it closes the newest connection where there are too many, so that a flood
 * of silent ones shuts out everybody else.
 */
public final class HttpServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("coterie.agent");
  private static final String BEARER = "Bearer ";

  /** How many connections may wait until they are accepted; the system may have a lower bound. */
  private static final int BACKLOG = 4_096;

  private static final long LOOK_NANOS = 500_000_000;

  private final ServerSocket server;
  private final Crowd crowd = new Crowd();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Route> routes;
  private final byte @Nullable [] token;

  private HttpServer(ServerSocket server, List<Route> routes, @Nullable String token) {
    this.server = server;
    this.routes = routes;
    this.token = token == null ? null : digest(token);
  }

  public static HttpServer open(HostPort where, @Nullable String token, List<Route> routes)
      throws IOException {
    ServerSocket server = new ServerSocket();
    try {
      server.bind(where.resolve(), BACKLOG);
    } catch (BindException e) {
      server.close();
      throw new IOException("cannot listen for HTTP on %s: %s".formatted(where, e.getMessage()), e);
    }
    HttpServer door = new HttpServer(server, routes, token);
    Thread.ofPlatform().name("coterie-http").daemon().start(door::accept);
    Thread.ofVirtual().start(door::endOverdue);
    return door;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        pause(crowd.fullNanos(System.nanoTime()));
        serve(socket);
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.log(System.Logger.Level.DEBUG, "a connection was not accepted", e);
          pause(LOOK_NANOS); // Files may have run out.
        }
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    HttpConnection connection;
    try {
      connection = new HttpConnection(socket, crowd);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    crowd.add(connection);
    try {
      threads.execute(() -> connection.serve(this::handle));
    } catch (RejectedExecutionException e) {
      connection.close();
    }
  }

  private void endOverdue() {
    while (!server.isClosed()) {
      pause(LOOK_NANOS);
      crowd.end(System.nanoTime());
    }
  }

  private static void pause(long nanos) {
    if (nanos > 0) {
      LockSupport.parkNanos(nanos);
    }
  }

  /** With the port that it got. */
  public HostPort address() {
    InetAddress address = server.getInetAddress();
    return new HostPort(address.getHostAddress(), server.getLocalPort());
  }

  private void handle(Exchange exchange) throws IOException {
    AgentRequest unrouted = new AgentRequest(exchange, List.of(), false);
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
      LOG.log(System.Logger.Level.WARNING, "a request failed: " + exchange.head().path(), e);
      refuse(unrouted, 500, "the agent has made a mistake, which is in its log");
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      Thread.currentThread().interrupt();
    }
  }

  private void route(Exchange exchange) throws Exception {
    refuseBrowsers(exchange);
    String method = exchange.head().isHead() ? "GET" : exchange.head().method();
    List<String> parts = Route.parts(exchange.head().path());
    boolean isPath = false;
    StringBuilder allowed = new StringBuilder();
    for (Route route : routes) {
      List<String> words = route.match(parts);
      if (words == null) {
        continue;
      }
      if (route.method().equals(method)) {
        boolean isKnown = isKnown(exchange);
        if (!isKnown && route.access() == Route.Access.GUARDED) {
          exchange.answerHeader("WWW-Authenticate", "Bearer");
          throw new Refusal(
              401, "the token of this agent is missing or wrong; send Authorization: Bearer TOKEN");
        }
        if (isKnown) {
          exchange.known();
        }
        route.handler().handle(new AgentRequest(exchange, words, isKnown));
        return;
      }
      isPath = true;
      allowed.append(allowed.isEmpty() ? "" : ", ").append(route.method());
    }
    if (isPath) {
      exchange.answerHeader("Allow", allowed.toString());
      throw new Refusal(405, "this path takes " + allowed);
    }
    throw new Refusal(404, "there is no such path; /openapi.yaml lists those that there are");
  }

  /**
   * A page from elsewhere in a browser on this machine reaches loopback, too: it says where it
   * comes from, or takes a name of its own for this address.
   */
  private void refuseBrowsers(Exchange exchange) {
    if (exchange.header("origin") != null) {
      throw new Refusal(403, "pages in browsers are not served");
    }
    String host = exchange.header("host");
    if (token == null && host != null && !isLocal(host.toLowerCase(Locale.ROOT))) {
      throw new Refusal(403, "without a token only localhost and loopback addresses are served");
    }
  }

  private static boolean isLocal(String host) {
    String name = host.replaceFirst(":[0-9]*$", "");
    return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.[0-9]+){3}");
  }

  /** Takes the same time whatever is wrong with it. */
  private boolean isKnown(Exchange exchange) {
    if (token == null) {
      return true;
    }
    String header = exchange.header("authorization");
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
  private static void refuse(AgentRequest request, int status, String sentence) throws IOException {
    if (!request.exchange().isBegun()) {
      request.answer(status, Map.of("error", sentence));
    }
  }

  /** Ends all streams, too. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the port was not closed", e);
    }
    crowd.end(null);
    threads.shutdownNow();
  }
}
