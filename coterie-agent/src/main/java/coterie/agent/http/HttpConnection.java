package coterie.agent.http;

import coterie.json.JsonText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection to the agent: its requests come one after the other, and each is answered. */
final class HttpConnection {
  /** A request is complete within that time, and what is written is taken within it. */
  private static final long SECONDS_MAX = 10;

  /** A client that has shown the token may be silent for longer between two requests. */
  private static final long IDLE_SECONDS_MAX = 60;

  /** What a client that is refused may still send, so that it can read why. */
  private static final int REST_BYTES_MAX = 1 << 20;

  private static final int REST_MILLIS = 1_000;

  private enum Doing {
    WAITING,
    ANSWERING,
    WRITING
  }

  /** Answers one request. */
  interface Handler {
    void handle(Exchange exchange) throws IOException;
  }

  private final Socket socket;
  private final Crowd crowd;
  private final InputStream in;
  private final OutputStream out;
  private final long bornNanos = System.nanoTime();
  private volatile boolean isKnown;
  private volatile Doing doing = Doing.WAITING;
  private volatile long sinceNanos = System.nanoTime();

  HttpConnection(Socket socket, Crowd crowd) throws IOException {
    this.socket = socket;
    this.crowd = crowd;
    // Small answers would otherwise wait for the other side's delayed acknowledgement.
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream(), 1_024);
    this.out = socket.getOutputStream();
  }

  /** It has shown the token, or has asked something sensible where there is none. */
  void known() {
    isKnown = true;
    crowd.known(this);
  }

  long bornNanos() {
    return bornNanos;
  }

  boolean isWaiting() {
    return doing == Doing.WAITING;
  }

  private void does(Doing what) {
    sinceNanos = System.nanoTime();
    doing = what;
  }

  /** Whether it has taken too long to ask, or to take what is written to it. */
  boolean isOverdue(long nowNanos) {
    long seconds = (nowNanos - sinceNanos) / 1_000_000_000;
    return switch (doing) {
      case WAITING -> seconds >= (isKnown ? IDLE_SECONDS_MAX : SECONDS_MAX);
      case ANSWERING -> false;
      case WRITING -> seconds >= SECONDS_MAX;
    };
  }

  /** Until either side ends it. */
  void serve(Handler handler) {
    try (socket) {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = serveOne(handler);
      }
    } catch (IOException e) {
      // The client has gone away, and needs no answer.
    } finally {
      crowd.remove(this);
    }
  }

  private boolean serveOne(Handler handler) throws IOException {
    does(Doing.WAITING);
    RequestHead head;
    byte[] body;
    try {
      head = RequestHead.read(in);
      if (head == null) {
        return false;
      }
      body = body(head);
    } catch (Refusal e) {
      String sentence = JsonText.of(Map.of("error", String.valueOf(e.getMessage()))) + "\n";
      respond(e.status(), "application/json", sentence, false, Map.of(), false);
      discardRest();
      return false;
    }
    does(Doing.ANSWERING);
    Exchange exchange = new Exchange(this, head, body);
    handler.handle(exchange);
    return exchange.isComplete() && head.isKeptAlive();
  }

  private byte[] body(RequestHead head) throws IOException {
    int length = head.length();
    if (length > 0 && "100-continue".equalsIgnoreCase(head.headers().get("expect"))) {
      write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      does(Doing.WAITING);
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("the request ends within its body");
    }
    return bytes;
  }

  /** To close while something is unread would take back the answer, too. */
  private void discardRest() throws IOException {
    does(Doing.WRITING);
    socket.shutdownOutput();
    socket.setSoTimeout(REST_MILLIS);
    byte[] some = new byte[8_192];
    int left = REST_BYTES_MAX;
    for (int n = in.read(some); n >= 0 && left > 0; n = in.read(some)) {
      left -= n;
    }
  }

  /** A whole answer; a body that is null: an unknown length, and chunks follow. */
  void respond(
      int status,
      String type,
      @Nullable String body,
      boolean isBodyless,
      Map<String, String> headers,
      boolean isKeptAlive)
      throws IOException {
    StringBuilder head = new StringBuilder();
    head.append("HTTP/1.1 ").append(status).append(' ').append(reason(status)).append("\r\n");
    head.append("Date: ")
        .append(DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)))
        .append("\r\nContent-Type: ")
        .append(type)
        .append("\r\nCache-Control: no-store\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (!isKeptAlive) {
      head.append("Connection: close\r\n");
    }
    byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    if (body != null) {
      head.append("Content-Length: ").append(bytes.length).append("\r\n");
    }
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[first.length + (isBodyless ? 0 : bytes.length)];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(bytes, 0, all, first.length, all.length - first.length);
    write(all);
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 409 -> "Conflict";
      case 411 -> "Length Required";
      case 413 -> "Content Too Large";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 503 -> "Service Unavailable";
      default -> "Unknown";
    };
  }

  /** A client that does not take it is cut off in the end, and then this throws. */
  void write(byte[] bytes) throws IOException {
    Doing before = doing;
    does(Doing.WRITING);
    out.write(bytes);
    does(before);
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
