package coterie.agent;

import coterie.agent.http.AgentRequest;
import coterie.agent.http.Refusal;
import coterie.agent.http.Stream;
import coterie.json.JsonText;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What has happened, for everybody who follows it; the latest is kept for who comes back. */
final class Events {
  static final int KEPT_MAX = 256;
  static final int WAITING_MAX = 1_024;
  static final int FOLLOWERS_MAX = 256;

  private static final long KEEP_ALIVE_MILLIS = 3_000;

  /**
   * Something that happened.
   *
   * @param number counts from 1 in the life of an agent
   * @param json an object with the same, and more
   */
  record Event(long number, String kind, String json) {}

  private final ArrayDeque<Event> kept = new ArrayDeque<>();
  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  /** Those included that have lost their place, and do not even read that. */
  private final Set<Follower> open = ConcurrentHashMap.newKeySet();

  private long last;

  /** The clients that follow. One that is too slow loses its place, and is told so. */
  final class Follower implements AutoCloseable {
    private final BlockingQueue<Event> waiting = new ArrayBlockingQueue<>(WAITING_MAX + KEPT_MAX);
    private volatile boolean isLost;

    /** The next one; null if there is none within that time. */
    @Nullable Event next(long millis) throws InterruptedException {
      return waiting.poll(millis, TimeUnit.MILLISECONDS);
    }

    boolean isLost() {
      return isLost;
    }

    private void add(Event event) {
      if (!waiting.offer(event)) {
        isLost = true;
        followers.remove(this);
        waiting.clear(); // Or everybody who has stopped to read would keep other events alive.
      }
    }

    @Override
    public void close() {
      followers.remove(this);
      open.remove(this);
    }
  }

  synchronized Event add(String kind, Map<String, ? extends @Nullable Object> data) {
    last++;
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("number", last);
    fields.put("at", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    fields.put("event", kind);
    fields.putAll(data);
    Event event = new Event(last, kind, JsonText.of(fields));
    kept.add(event);
    if (kept.size() > KEPT_MAX) {
      kept.removeFirst();
    }
    followers.forEach(follower -> follower.add(event));
    return event;
  }

  /** Follows from now on; or from after that number, as far as it is still kept. */
  synchronized Follower follow(@Nullable Long after) {
    if (open.size() >= FOLLOWERS_MAX) {
      throw new Refusal(503, "%d clients follow the events already".formatted(FOLLOWERS_MAX));
    }
    Follower follower = new Follower();
    if (after != null) {
      new ArrayList<>(kept).stream().filter(event -> event.number() > after).forEach(follower::add);
    }
    followers.add(follower);
    open.add(follower);
    return follower;
  }

  /** Answers with what happens from now on, until who asked is gone. */
  void stream(AgentRequest request) throws IOException, InterruptedException {
    String after = request.header("Last-Event-ID");
    Long number = after != null && after.matches("[0-9]{1,18}") ? Long.valueOf(after) : null;
    try (Follower follower = follow(number);
        Stream stream = new Stream(request.exchange())) {
      stream.alive();
      while (true) {
        Event event = follower.next(KEEP_ALIVE_MILLIS);
        if (event != null) {
          stream.send(event.number(), event.kind(), event.json());
        } else if (follower.isLost()) {
          stream.send("overflow", Map.of("error", "too slow; events are missing from here on"));
          return;
        } else {
          stream.alive();
        }
      }
    }
  }
}
