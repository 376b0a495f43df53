package coterie.agent.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The answer to a request over HTTP/1.1, as its bytes arrive. */
final class Answer implements AutoCloseable {
  private static final int LINE_MAX = 16 * 1024;
  private static final int HEADERS_MAX = 100;

  private final Socket socket;
  private final InputStream in;
  private final int status;
  private boolean isChunked;

  /** What is left of the body, or of the chunk; -1: as much as comes. */
  private long left = -1;

  private boolean isOver;

  Answer(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    String[] words = rawLine().split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[0-9]{3}")) {
      throw new IOException("what answers there does not speak HTTP");
    }
    status = Integer.parseInt(words[1]);
    for (int i = 0; i < HEADERS_MAX; i++) {
      String header = rawLine().toLowerCase(Locale.ROOT);
      if (header.isEmpty()) {
        break;
      }
      header(header);
    }
    if (isChunked) {
      left = 0;
    }
  }

  private void header(String header) {
    if (header.matches("content-length: *[0-9]{1,9}")) {
      left = Long.parseLong(header.substring(header.indexOf(':') + 1).strip());
    } else if (header.matches("transfer-encoding: *chunked")) {
      isChunked = true;
    }
  }

  int status() {
    return status;
  }

  /** How long a read may wait from now on. */
  void timeout(int millis) throws IOException {
    socket.setSoTimeout(Math.max(1, millis));
  }

  /** All that is left of the body. */
  String rest() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = read(); b >= 0; b = read()) {
      bytes.write(b);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** A line of the body; it ends with an exception where the body does. */
  String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = read(); b != '\n'; b = read()) {
      if (b < 0) {
        throw new EOFException("the agent has ended the stream");
      }
      bytes.write(b);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private int read() throws IOException {
    if (isChunked && left == 0 && !isOver) {
      nextChunk();
    }
    if (isOver || left == 0) {
      return -1;
    }
    int b = in.read();
    if (left > 0) {
      left--;
      if (left == 0 && isChunked) {
        rawLine();
      }
    }
    return b;
  }

  private void nextChunk() throws IOException {
    String size = rawLine().replaceFirst(";.*", "").strip();
    if (!size.matches("[0-9a-fA-F]{1,7}")) {
      throw new IOException("what answers there does not speak HTTP");
    }
    left = Long.parseLong(size, 16);
    isOver = left == 0;
  }

  private String rawLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the agent has ended the connection");
      }
      if (line.length() > LINE_MAX) {
        throw new IOException("what answers there does not speak HTTP");
      }
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
