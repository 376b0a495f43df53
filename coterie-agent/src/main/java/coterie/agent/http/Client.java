package coterie.agent.http;

import coterie.HostPort;
import coterie.json.JsonText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks an agent over HTTP. It writes to a plain socket: java.net.http takes longer to load than a
 * short command takes, and HttpURLConnection does not let the time change that a stream may be
 * silent.
 */
public final class Client {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int ANSWER_MILLIS = 15_000;
  private static final String TLS = "https://";

  private final HostPort where;
  private final boolean isTls;
  private final @Nullable String token;

  private Client(HostPort where, boolean isTls, @Nullable String token) {
    this.where = where;
    this.isTls = isTls;
    this.token = token;
  }

  /** Host:port, and before it https:// if something in front of the agent speaks TLS. */
  public static Client of(String address, @Nullable String token) {
    boolean isTls = address.startsWith(TLS);
    String plain = address.replaceFirst("^https?://", "").replaceFirst("/$", "");
    return new Client(HostPort.parse(plain), isTls, token);
  }

  /** Asks and waits for the whole answer. */
  public Reply ask(String method, String path) throws IOException {
    return ask(method, path, null);
  }

  public Reply ask(
      String method, String path, @Nullable Map<String, ? extends @Nullable Object> body)
      throws IOException {
    try (Answer answer = begin(method, path, body)) {
      return new Reply(answer.status(), answer.rest());
    } catch (SocketTimeoutException e) {
      throw silent(e);
    }
  }

  /**
   * Asks for a stream, and does not wait for its end.
   *
   * @throws IllegalArgumentException if what is asked makes no sense to the agent
   */
  public EventReader follow(String method, String path) throws IOException {
    Answer answer = begin(method, path, null);
    if (answer.status() != 200) {
      try (answer) {
        throw new Reply(answer.status(), answer.rest()).refusal();
      }
    }
    return new EventReader(answer);
  }

  private Answer begin(
      String method, String path, @Nullable Map<String, ? extends @Nullable Object> body)
      throws IOException {
    Socket socket = connect(CONNECT_MILLIS);
    try {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.setTcpNoDelay(true);
      byte[] bytes =
          body == null ? new byte[0] : JsonText.of(body).getBytes(StandardCharsets.UTF_8);
      return send(socket, method, path, bytes, "close");
    } catch (SocketTimeoutException e) {
      socket.close();
      throw silent(e);
    } catch (SocketException e) {
      socket.close();
      throw new IOException(
          "who listens at %s does not answer as an agent does (%s); --http says where one is"
              .formatted(where, e.getMessage()),
          e);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private Answer send(Socket socket, String method, String path, byte[] body, String connection)
      throws IOException {
    String head =
        "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: %s\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(
                method,
                path,
                where,
                connection,
                body.length,
                token == null ? "" : "Authorization: Bearer " + token + "\r\n");
    byte[] first = head.getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[first.length + body.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    socket.getOutputStream().write(all);
    socket.getOutputStream().flush();
    return new Answer(socket);
  }

  /** A connection that serves many requests, one after the other. One thread may use it. */
  public Kept keep() {
    return new Kept();
  }

  /**
   * Asks over one connection for as long as that works, and otherwise over a new one. An agent that
   * is flooded with connections answers over those that it has.
   */
  public final class Kept implements AutoCloseable {
    private @Nullable Socket socket;

    private Kept() {}

    /** Asks, and waits for the answer for that long at most. */
    public Reply ask(String method, String path, long millis) throws IOException {
      boolean isFresh = socket == null;
      try {
        return askOnce(method, path, millis);
      } catch (SocketTimeoutException e) {
        close();
        throw e;
      } catch (IOException e) {
        close();
        if (isFresh) {
          throw e;
        }
        return askOnce(method, path, millis); // It had been silent for too long, or is gone.
      }
    }

    private Reply askOnce(String method, String path, long millis) throws IOException {
      Socket open = socket;
      if (open == null) {
        open = connect((int) millis);
        open.setTcpNoDelay(true);
        socket = open;
      }
      open.setSoTimeout((int) Math.max(1, millis));
      Answer answer = send(open, method, path, new byte[0], "keep-alive");
      return new Reply(answer.status(), answer.rest());
    }

    @Override
    public void close() {
      Socket open = socket;
      socket = null;
      if (open != null) {
        try {
          open.close();
        } catch (IOException e) {
          // It is closed.
        }
      }
    }
  }

  private IOException silent(SocketTimeoutException cause) {
    return new IOException(
        "the agent at %s accepted the connection but did not answer within %d s"
            .formatted(where, ANSWER_MILLIS / 1000),
        cause);
  }

  private Socket connect(int millis) throws IOException {
    InetSocketAddress address = where.resolve();
    Socket socket = new Socket();
    try {
      socket.connect(address, millis);
      return isTls ? encrypted(socket) : socket;
    } catch (IOException e) {
      socket.close();
      throw new IOException(
          "no agent answers at %s (%s); --http or COTERIE_HTTP says where one is"
              .formatted(where, e.getMessage()),
          e);
    }
  }

  private SSLSocket encrypted(Socket socket) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket tls = (SSLSocket) factory.createSocket(socket, where.host(), where.port(), true);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return tls;
  }

  @Override
  public String toString() {
    return (isTls ? TLS : "http://") + where;
  }
}
