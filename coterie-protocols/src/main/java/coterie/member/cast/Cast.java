package coterie.member.cast;

import coterie.core.Alarm;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Small events that one member tells all others: a member that hears of one for the first time
 * passes it on to a few members drawn by chance, at once and again in the next periods.
 *
 * <p>Guarantees: a member hears each event at most once in a life of its own, whatever the network
 * duplicates, delays or reorders, with a bounded memory. Nearly all who can be reached hear it,
 * after about log(n) hops; a member that is cut off meanwhile does not. There is no order.
 *
 * <p>Memory: of each origin the last 256 numbers; what is older counts as heard. An origin is
 * forgotten when it was silent for the configured time, and while there are too many of them,
 * events of new ones are dropped rather than perhaps told twice.
 *
 * <p>Assumes that no message is underway for longer than an origin is remembered.
 *
 * <p>Cost: each member sends each event about fanout + 3 + log2(n) times at most, so that with
 * random receivers, and a loss of 15 in 100, fewer than one member in a thousand is left out.
 *
 * <p>A. Demers et al., "Epidemic algorithms for replicated database maintenance", PODC 1987; P.
 * Eugster, R. Guerraoui, A.-M. Kermarrec and L. Massoulié, "Epidemic information dissemination in
 * distributed systems", IEEE Computer 2004.
 */
public final class Cast implements Protocol<Cast.Msg> {
  /** The longest topic and payload together, in bytes as UTF-8 and in bytes. */
  public static final int EVENT_MAX = 512;

  /** What members say to each other. */
  public sealed interface Msg extends Message {}

  /**
   * This has happened.
   *
   * @param origin who has told it first
   * @param life in which life of its own
   * @param number counts its events in that life, from 1
   */
  public record Tell(NodeId origin, long life, long number, String topic, Bytes payload)
      implements Msg {}

  /** This process has heard an event, or has told it first. */
  public record Told(NodeId origin, long life, long number, String topic) implements Note.Once {}

  /** What a trace shows: how many events were heard, and how many are still passed on. */
  public record State(long heard, int telling) {}

  /** Hears events, each at most once. */
  public interface Listener {
    void told(NodeId origin, String topic, Bytes payload);
  }

  /**
   * How events are passed on.
   *
   * @param fanout to how many members each time
   * @param periodNanos from one time to the next
   * @param originsMax of how many origins one remembers what was heard
   * @param memoryNanos an origin that was silent for so long may be forgotten
   */
  public record Config(int fanout, long periodNanos, int originsMax, long memoryNanos) {
    private static final long MILLI = 1_000_000;

    public Config {
      if (fanout < 1 || periodNanos < 1 || originsMax < 1 || memoryNanos < periodNanos) {
        throw new IllegalArgumentException(
            "fanout, period and origins are from 1, and the memory is longer than a period");
      }
    }

    /** For members that reach each other within a few tens of milliseconds. */
    public static Config service() {
      return new Config(3, 200 * MILLI, 10_000, 3_600_000 * MILLI);
    }
  }

  /** An event that is passed on, and how often it still is. */
  private static final class Rumor {
    final Tell tell;
    int left;

    Rumor(Tell tell, int left) {
      this.tell = tell;
      this.left = left;
    }
  }

  /** At most this number of events is passed on at a time; the oldest have had their chance. */
  private static final int TELLING_MAX = 256;

  private static final int SPARE = 3;

  private final Context<Msg> context;
  private final Supplier<List<NodeId>> members;
  private final Config config;
  private final Alarm next;
  private final TreeMap<NodeId, Heard> origins = new TreeMap<>();
  private final ArrayDeque<Rumor> telling = new ArrayDeque<>();
  private List<Listener> listeners = List.of();
  private long number;
  private long count;

  /**
   * @param members who can be told now; this process may be among them
   */
  public Cast(Context<Msg> context, Supplier<List<NodeId>> members, Config config) {
    this.context = context;
    this.members = members;
    this.config = config;
    this.next = context.alarm("next", this::tellAgain);
  }

  /** Adds a listener, for as long as this process lives. */
  public void listen(Listener listener) {
    List<Listener> more = new ArrayList<>(listeners);
    more.add(listener);
    listeners = List.copyOf(more);
  }

  /** Tells everybody, this process included. */
  public void cast(String topic, Bytes payload) {
    if (topic.isBlank() || !fits(topic, payload)) {
      throw new IllegalArgumentException(
          "an event has a topic, and the two take at most %d bytes, not %d"
              .formatted(EVENT_MAX, size(topic, payload)));
    }
    hear(new Tell(context.self(), context.incarnation(), ++number, topic, payload));
  }

  /** For scripts. */
  public void cast(String topic) {
    cast(topic, Bytes.none());
  }

  private static boolean fits(String topic, Bytes payload) {
    return size(topic, payload) <= EVENT_MAX;
  }

  private static int size(String topic, Bytes payload) {
    return Bytes.utf8(topic).size() + payload.size();
  }

  @Override
  public State state() {
    return new State(count, telling.size());
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Tell tell when !fits(tell.topic, tell.payload) || tell.topic.isBlank() ->
          context.note(new Note.BadMessage(from, "an event without a topic, or too long a one"));
      case Tell tell when tell.life < 1 || tell.number < 1 ->
          context.note(new Note.BadMessage(from, "an event with a number that nobody counts"));
      case Tell tell -> {
        if (isNew(tell)) {
          hear(tell);
        }
      }
    }
  }

  /** Whether it was not heard before; it was from now on. */
  boolean isNew(Tell tell) {
    if (tell.origin.equals(context.self())) {
      return false;
    }
    Heard heard = origins.get(tell.origin);
    if (heard == null) {
      if (origins.size() >= config.originsMax && !forget()) {
        return false;
      }
      heard = new Heard();
      origins.put(tell.origin, heard);
    }
    return heard.isNew(tell.life, tell.number, context.nowNanos());
  }

  /** Whether there is room for another origin. */
  private boolean forget() {
    long now = context.nowNanos();
    origins.values().removeIf(heard -> heard.isOlder(now, config.memoryNanos));
    return origins.size() < config.originsMax;
  }

  private void hear(Tell tell) {
    count++;
    List<NodeId> all = members.get();
    int often = SPARE + config.fanout + Integer.SIZE - Integer.numberOfLeadingZeros(all.size());
    Rumor rumor = new Rumor(tell, often);
    pass(rumor, all);
    if (rumor.left > 0) {
      if (telling.size() == TELLING_MAX) {
        telling.removeFirst();
      }
      telling.add(rumor);
      if (!next.isRunning()) {
        next.start(config.periodNanos);
      }
    }
    context.note(new Told(tell.origin, tell.life, tell.number, tell.topic));
    for (Listener listener : listeners) {
      listener.told(tell.origin, tell.topic, tell.payload);
    }
  }

  private void tellAgain() {
    List<NodeId> all = members.get();
    for (int i = telling.size(); i > 0; i--) {
      Rumor rumor = telling.removeFirst();
      pass(rumor, all);
      if (rumor.left > 0) {
        telling.add(rumor);
      }
    }
    if (!telling.isEmpty()) {
      next.start(config.periodNanos);
    }
  }

  /** To a few, each drawn by chance; a draw that hits this member or the origin is one less. */
  private void pass(Rumor rumor, List<NodeId> all) {
    for (int i = 0; i < config.fanout && rumor.left > 0; i++) {
      rumor.left--;
      NodeId to = draw(all);
      if (to != null && !to.equals(rumor.tell.origin)) {
        context.send(to, rumor.tell);
      }
    }
  }

  private @Nullable NodeId draw(List<NodeId> all) {
    if (all.isEmpty()) {
      return null;
    }
    NodeId drawn = all.get((int) context.random(all.size()));
    return drawn.equals(context.self()) ? null : drawn;
  }
}
