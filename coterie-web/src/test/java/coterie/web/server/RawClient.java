package coterie.web.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Sends exactly the bytes that it is given: other clients do not let one lie about a host. */
final class RawClient {
  private static final int PATIENCE_MILLIS = 60_000;

  /** What came back. */
  record Reply(int code, String head, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the value of a header; empty if the answer does not have it. */
    String header(String name) {
      String wanted = name.toLowerCase(Locale.ROOT) + ":";
      return head.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(wanted))
          .map(line -> line.substring(wanted.length()).strip())
          .findFirst()
          .orElse("");
    }
  }

  private final int port;

  RawClient(int port) {
    this.port = port;
  }

  int port() {
    return port;
  }

  Reply get(String path, String... headers) throws IOException {
    return send("GET", path, "", headers);
  }

  Reply post(String path, String body, String... headers) throws IOException {
    return send("POST", path, body, headers);
  }

  Reply send(String method, String path, String body, String... headers) throws IOException {
    StringBuilder text = new StringBuilder("%s %s HTTP/1.1\r\n".formatted(method, path));
    boolean hasHost = false;
    for (String header : headers) {
      hasHost |= header.startsWith("Host:");
      text.append(header).append("\r\n");
    }
    if (!hasHost) {
      text.append("Host: 127.0.0.1:").append(port).append("\r\n");
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (method.equals("POST")) {
      text.append("Content-Length: ").append(bytes.length).append("\r\n");
    }
    return raw(text + "Connection: close\r\n\r\n" + body);
  }

  Reply raw(String all) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(all.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return read(socket.getInputStream());
    }
  }

  /** Reads a stream until it has had all of these, and hangs up. */
  String until(String path, String... wanted) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String head = "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(path, port);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      StringBuilder had = new StringBuilder();
      while (!Arrays.stream(wanted).allMatch(one -> had.indexOf(one) >= 0)) {
        int next = socket.getInputStream().read();
        if (next < 0) {
          throw new IOException("the stream ended after: " + had);
        }
        had.append((char) next);
      }
      return had.toString();
    }
  }

  private static Reply read(InputStream in) throws IOException {
    byte[] all = in.readAllBytes();
    String text = new String(all, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Reply(0, "", new byte[0]);
    }
    byte[] body = new byte[all.length - end - 4];
    System.arraycopy(all, end + 4, body, 0, body.length);
    return new Reply(Integer.parseInt(text.substring(9, 12)), text.substring(0, end), body);
  }
}
