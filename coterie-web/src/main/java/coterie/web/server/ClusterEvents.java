package coterie.web.server;

import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The events of all agents as one stream, since a browser opens few connections to one server. An
 * agent that ends, or is silent, is asked again until the page goes.
 */
final class ClusterEvents implements AutoCloseable {
  /** An agent sends a sign of life every 3 s. */
  private static final long SILENCE_MAX = 8_000;

  private static final long BEAT_MILLIS = 2_000;
  private static final int WAITING_MAX = 4_096;

  private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
  private final List<Thread> followers = new ArrayList<>();
  private final Map<Integer, EventReader> open = new TreeMap<>();
  private final List<Client> agents;
  private final Runnable closed;
  private boolean isClosed;

  ClusterEvents(List<Client> agents, Runnable closed) {
    this.agents = agents;
    this.closed = closed;
  }

  /** Hands on what comes until nobody takes it. */
  void write(OutputStream out) throws IOException, InterruptedException {
    for (int i = 0; i < agents.size(); i++) {
      int agent = i;
      followers.add(Thread.startVirtualThread(() -> follow(agent)));
    }
    while (true) {
      String event = waiting.poll(BEAT_MILLIS, TimeUnit.MILLISECONDS);
      out.write((event == null ? ":\n\n" : event).getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }

  private void follow(int agent) {
    try {
      while (true) {
        try (EventReader events = agents.get(agent).follow("GET", "/events")) {
          keep(agent, events);
          events.silenceMax(SILENCE_MAX);
          readAll(agent, events);
        } catch (IOException | IllegalArgumentException e) {
          Thread.sleep(BEAT_MILLIS); // It may be back later.
        }
      }
    } catch (InterruptedException e) {
      // The page is gone.
    }
  }

  private synchronized void keep(int agent, EventReader events) throws IOException {
    if (isClosed) {
      events.close();
    }
    open.put(agent, events);
  }

  private void readAll(int agent, EventReader events) throws IOException, InterruptedException {
    while (true) {
      EventReader.Event event = events.next();
      if (!event.kind().equals(EventReader.ALIVE)) {
        waiting.put(
            "event: agent\ndata: {\"agent\":%d,\"event\":%s}\n\n".formatted(agent, event.json()));
      }
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    followers.forEach(Thread::interrupt);
    for (EventReader each : open.values()) {
      try {
        each.close();
      } catch (IOException e) {
        // It is closed.
      }
    }
    closed.run();
  }
}
