package coterie.web.server;

import com.sun.net.httpserver.HttpServer;
import coterie.lab.page.PageServer;
import coterie.lab.page.PageStart;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the page on loopback, and nowhere else: nothing here asks who somebody is, so nobody but
 * the programs of this machine may reach it. Pages of other sites, which a browser of this machine
 * shows, are refused by {@link PageDoor}.
 */
public final class LabServer implements PageServer {
  private static final int BACKLOG = 256;

  // The JDK's server reads these when its classes are loaded. A value that is given stays.
  static {
    limit("sun.net.httpserver.maxReqTime", "10");
    limit("sun.net.httpserver.maxReqHeaders", "50");
    limit("sun.net.httpserver.maxReqHeaderSize", "16384");
    // The rest of a request that was refused is not waited for.
    limit("sun.net.httpserver.drainAmount", "0");
    limit("sun.net.httpserver.idleInterval", "10");
    limit("sun.net.httpserver.nodelay", "true");
    limit("jdk.httpserver.maxConnections", "4096");
  }

  private static void limit(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }

  @Override
  public ServedPage serve(PageStart start) {
    HttpServer server = bound(start.port());
    int port = server.getAddress().getPort();
    ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    SessionDesk sessions = new SessionDesk(start.recipes());
    PageFiles files = new PageFiles(start);
    server.setExecutor(clients);
    server.createContext(
        "/", new PageDoor(port, files, sessions, new ClusterDesk(start.cluster())));
    server.start();
    return new Served("http://127.0.0.1:%d/".formatted(port), server, clients, sessions);
  }

  private static HttpServer bound(int port) {
    try {
      InetAddress loopback = Inet4Address.getByAddress("localhost", new byte[] {127, 0, 0, 1});
      return HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG);
    } catch (BindException e) {
      throw new IllegalArgumentException(
          "port %d of 127.0.0.1 cannot be used (%s); choose another one with --port, or 0 for any"
              .formatted(port, e.getMessage()),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the page cannot be served: %s".formatted(e.getMessage()), e);
    }
  }

  private record Served(
      String address, HttpServer server, ExecutorService clients, SessionDesk sessions)
      implements ServedPage {
    @Override
    public void close() {
      server.stop(0);
      clients.shutdownNow();
      sessions.close();
    }
  }
}
