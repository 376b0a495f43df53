package coterie.agent;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer that goes on: server-sent events. Writing fails once who asked is gone. */
final class Stream {
  private final OutputStream out;

  Stream(HttpExchange exchange) throws IOException {
    // Nothing is wanted from a body; but a request that is not read to its end is cut off later.
    exchange.getRequestBody().readNBytes(Request.BODY_MAX);
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, 0);
    out = exchange.getResponseBody();
    out.flush();
  }

  void send(String kind, Map<String, ? extends @Nullable Object> data) throws IOException {
    write("event: %s\ndata: %s\n\n".formatted(kind, Json.of(data)));
  }

  void send(Events.Event event) throws IOException {
    write("id: %d\nevent: %s\ndata: %s\n\n".formatted(event.number(), event.kind(), event.json()));
  }

  /** A comment, which shows both sides that the other one is there. */
  void alive() throws IOException {
    write(": alive\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
