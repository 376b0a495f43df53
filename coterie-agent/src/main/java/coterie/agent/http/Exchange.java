package coterie.agent.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as it came over a connection, and the way back. */
public final class Exchange {
  private enum Answered {
    NOT,
    PARTLY,
    WHOLLY
  }

  private final HttpConnection connection;
  private final RequestHead head;
  private final byte[] body;
  private final Map<String, String> answerHeaders = new LinkedHashMap<>();
  private Answered answered = Answered.NOT;

  Exchange(HttpConnection connection, RequestHead head, byte[] body) {
    this.connection = connection;
    this.head = head;
    this.body = body;
  }

  RequestHead head() {
    return head;
  }

  @Nullable String header(String lowerCaseName) {
    return head.headers().get(lowerCaseName);
  }

  public byte[] body() {
    return Arrays.copyOf(body, body.length);
  }

  /** Its client has shown the token, if there is one. */
  void known() {
    connection.known();
  }

  void answerHeader(String name, String value) {
    answerHeaders.put(name, value);
  }

  boolean isBegun() {
    return answered != Answered.NOT;
  }

  boolean isComplete() {
    return answered == Answered.WHOLLY;
  }

  void answer(int status, String type, String text) throws IOException {
    answered = Answered.PARTLY;
    connection.respond(status, type, text, head.isHead(), answerHeaders, head.isKeptAlive());
    answered = Answered.WHOLLY;
  }

  /** Begins an answer that goes on until the connection ends. */
  void begin(String type) throws IOException {
    answered = Answered.PARTLY;
    if (head.isNewest()) {
      answerHeader("Transfer-Encoding", "chunked");
    }
    connection.respond(200, type, null, false, answerHeaders, false);
  }

  /** Goes on with it. */
  void write(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!head.isNewest()) {
      connection.write(bytes);
      return;
    }
    byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] chunk = Arrays.copyOf(size, size.length + bytes.length + 2);
    System.arraycopy(bytes, 0, chunk, size.length, bytes.length);
    chunk[chunk.length - 2] = '\r';
    chunk[chunk.length - 1] = '\n';
    connection.write(chunk);
  }

  /** Ends it in good order; a client that hears no end knows that something is missing. */
  void end() throws IOException {
    if (head.isNewest()) {
      connection.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
