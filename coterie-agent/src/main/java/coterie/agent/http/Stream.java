package coterie.agent.http;

import coterie.json.JsonText;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer that goes on: server-sent events. Writing fails once who asked is gone. */
public final class Stream implements AutoCloseable {
  private final Exchange exchange;

  public Stream(Exchange exchange) throws IOException {
    if (exchange.head().isHead()) {
      throw new Refusal(405, "a stream takes GET or POST");
    }
    this.exchange = exchange;
    exchange.begin("text/event-stream");
  }

  public void send(String kind, Map<String, ? extends @Nullable Object> data) throws IOException {
    write("event: %s\ndata: %s\n\n".formatted(kind, JsonText.of(data)));
  }

  public void send(long number, String kind, String json) throws IOException {
    write("id: %d\nevent: %s\ndata: %s\n\n".formatted(number, kind, json));
  }

  /** A comment, which shows both sides that the other one is there. */
  public void alive() throws IOException {
    write(": alive\n\n");
  }

  private void write(String text) throws IOException {
    exchange.write(text);
  }

  /** Ends it in good order. */
  @Override
  public void close() throws IOException {
    exchange.end();
  }
}
