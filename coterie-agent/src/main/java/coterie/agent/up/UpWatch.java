package coterie.agent.up;

import coterie.agent.EventText;
import coterie.agent.http.EventReader;
import coterie.agent.http.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Follows one agent: what it sees happen, whom it sees, and whether it leads. */
final class UpWatch {
  /** The leadership that all nodes of {@code up} stand for. */
  static final String LEADERSHIP = "up";

  private static final long PAUSE_MILLIS = 250;
  private static final long SILENCE_MILLIS = 15_000;
  private static final long RENEWAL_MILLIS = 2_000;

  private final UpNode node;
  private final Consumer<String> print;
  private final Runnable changed;
  private volatile String session = "";

  UpWatch(UpNode node, Consumer<String> print, Runnable changed) {
    this.node = node;
    this.print = print;
    this.changed = changed;
  }

  /** A step that fails while an agent is down, and is tried again. */
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Each on a thread that ends with the process. */
  void start(boolean hasVoters) {
    repeat(this::followEvents);
    repeat(this::look);
    if (hasVoters) {
      repeat(this::stand);
      repeat(this::renew);
    }
  }

  private static void repeat(Step step) {
    Thread.ofVirtual()
        .start(
            () -> {
              while (true) {
                try {
                  step.run();
                } catch (IOException | RuntimeException e) {
                  // The agent is down, or not up yet.
                } catch (InterruptedException e) {
                  return;
                }
                try {
                  Thread.sleep(PAUSE_MILLIS);
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
  }

  private void followEvents() throws IOException {
    requireRunning();
    try (EventReader events = node.client().follow("GET", "/events")) {
      events.silenceMax(SILENCE_MILLIS);
      while (true) {
        EventReader.Event event = events.next();
        if (!event.kind().equals(EventReader.ALIVE)) {
          print.accept("%s sees: %s".formatted(node.name(), EventText.withoutTime(event)));
        }
      }
    }
  }

  private void look() throws IOException {
    requireRunning();
    Reply reply = node.client().ask("GET", "/members").good();
    Map<String, String> seen = new TreeMap<>();
    if (reply.object().get("members") instanceof List<?> members) {
      for (Object member : members) {
        if (member instanceof Map<?, ?> fields) {
          seen.put(String.valueOf(fields.get("name")), String.valueOf(fields.get("status")));
        }
      }
    }
    if (node.state() == UpNode.State.RUNNING && !seen.equals(node.seen())) {
      node.sees(seen);
      changed.run();
    }
  }

  private void stand() throws IOException {
    requireRunning();
    try (EventReader events = node.client().follow("POST", "/leaders/" + LEADERSHIP)) {
      while (true) {
        EventReader.Event event = events.next();
        switch (event.kind()) {
          case "waiting" -> session = String.valueOf(event.data().get("session"));
          case "gained" -> {
            events.silenceMax(Math.max(1, event.number("leftMillis")));
            leads(event.number("token"));
          }
          case "left" -> events.silenceMax(Math.max(1, event.number("leftMillis")));
          case "lost" -> {
            events.silenceMax(SILENCE_MILLIS);
            leads(0);
          }
          default -> {}
        }
      }
    } finally {
      session = "";
      leads(0);
    }
  }

  private void leads(long token) {
    if (node.token() == token) {
      return;
    }
    node.leads(token);
    print.accept(
        token == 0
            ? "%s no longer holds the leadership \"%s\"".formatted(node.name(), LEADERSHIP)
            : "%s holds the leadership \"%s\" (token %d)"
                .formatted(node.name(), LEADERSHIP, token));
    changed.run();
  }

  private void renew() throws IOException, InterruptedException {
    Thread.sleep(RENEWAL_MILLIS);
    if (!session.isEmpty()) {
      node.client().ask("POST", "/sessions/" + session);
    }
  }

  private void requireRunning() throws IOException {
    if (node.state() == UpNode.State.DOWN) {
      throw new IOException(node.name() + " is down");
    }
  }
}
