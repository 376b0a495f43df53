package coterie.net.admission;

import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.greet.Greeting;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Drop;
import coterie.net.socket.Origin;
import coterie.wire.Envelope;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where lives wait that are not known yet: later ones of nodes that are known, and all that greet.
 * Each is asked a question that nobody can foresee, where its packet came from; once it answers, it
 * counts, and what it has said meanwhile is heard. So neither a damaged packet nor one that is
 * repeated makes a life. For the loop only.
 *
 * <p>Anybody can make up lives, so the longest waiting one goes when there are too many: an honest
 * one waits for a round trip.
 */
public final class UnprovenLives {
  public static final int LIVES_MAX = 1_024;
  public static final int BYTES_MAX = 1 << 20;

  /** At most this number of packets of one life waits. */
  private static final int PACKETS_MAX = 64;

  private static final long PATIENCE_NANOS = 1_000_000_000;
  private static final long AGAIN_NANOS = 100_000_000;

  /** How many questions a second are asked: a group of a thousand may start at once. */
  private static final int QUESTIONS = 1_024;

  private static final SecureRandom RANDOM = new SecureRandom();

  private record Life(NodeId node, long incarnation) {}

  private static final class Packet {
    final byte[] bytes;
    final Origin origin;

    Packet(byte[] bytes, Origin origin) {
      this.bytes = bytes;
      this.origin = origin;
    }
  }

  private static final class Caller {
    final long question = RANDOM.nextLong();
    final long untilNanos;
    final List<Packet> packets = new ArrayList<>();
    long askedNanos = Long.MIN_VALUE / 2;
    @Nullable Newcomer newcomer;

    Caller(long untilNanos) {
      this.untilNanos = untilNanos;
    }

    int bytes() {
      return packets.stream().mapToInt(packet -> packet.bytes.length).sum();
    }
  }

  private final GreetingContext context;
  private final EventLoop loop;
  private final GreetingSender sender;
  private final HostGreetings greetings;
  private final Map<Life, Caller> callers = new LinkedHashMap<>();
  private final RateLimit questions = new RateLimit(QUESTIONS, QUESTIONS);
  private long bytes;
  private boolean isWatched;

  UnprovenLives(GreetingContext context, GreetingSender sender, HostGreetings greetings) {
    this.context = context;
    this.loop = context.loop();
    this.sender = sender;
    this.greetings = greetings;
  }

  /** How many lives wait. */
  public int size() {
    return callers.size();
  }

  /** What their packets take. */
  public long bytes() {
    return bytes;
  }

  /** A packet of a life that is not known. */
  void spoke(Envelope envelope, byte[] packet, Origin origin) {
    Caller caller = caller(new Life(envelope.sender(), envelope.senderIncarnation()));
    if (caller.packets.size() >= PACKETS_MAX || packet.length > BYTES_MAX) {
      context.counters().dropped(Drop.UNPROVEN);
    } else {
      caller.packets.add(new Packet(packet, origin));
      bytes += packet.length;
    }
    ask(caller, envelope.sender(), origin);
    makeRoom();
  }

  /** Somebody greets, in a life that is not known. Its latest greeting is the one that waits. */
  void greeted(Newcomer newcomer) {
    Caller caller = caller(new Life(newcomer.node(), newcomer.incarnation()));
    caller.newcomer = newcomer;
    ask(caller, newcomer.node(), newcomer.origin());
    makeRoom();
  }

  /** Somebody speaks with this very node's name, in a later life. */
  void claimed(long incarnation, Origin origin) {
    ask(caller(new Life(context.self().node(), incarnation)), context.self().node(), origin);
    makeRoom();
  }

  /** A life answers a question. */
  void present(NodeId node, long incarnation, long question) {
    Life life = new Life(node, incarnation);
    Caller caller = callers.get(life);
    if (caller == null || caller.question != question) {
      return;
    }
    remove(life, caller);
    if (node.equals(context.self().node())) {
      context.listener().superseded(incarnation);
      return;
    }
    if (caller.newcomer != null) {
      greetings.proven(caller.newcomer);
    }
    if (!caller.packets.isEmpty()) {
      context.directory().proved(node, incarnation);
    }
    if (context.directory().standing(node, incarnation) == Directory.Standing.PRESENT) {
      caller.packets.forEach(packet -> context.listener().again(packet.bytes, packet.origin));
    }
  }

  private Caller caller(Life life) {
    Caller caller = callers.get(life);
    if (caller == null) {
      caller = new Caller(loop.nowNanos() + PATIENCE_NANOS);
      callers.put(life, caller);
      watch();
    }
    return caller;
  }

  private void ask(Caller caller, NodeId node, Origin origin) {
    long now = loop.nowNanos();
    if (now - caller.askedNanos >= AGAIN_NANOS && questions.take(now)) {
      caller.askedNanos = now;
      sender.send(origin, new Greeting.Probe(caller.question, node));
    }
  }

  private void makeRoom() {
    while (callers.size() > LIVES_MAX || bytes > BYTES_MAX) {
      turnAwayFirst();
    }
  }

  /** The one that has waited longest. */
  private void turnAwayFirst() {
    Iterator<Map.Entry<Life, Caller>> all = callers.entrySet().iterator();
    Map.Entry<Life, Caller> first = all.next();
    all.remove();
    bytes -= first.getValue().bytes();
    first.getValue().packets.forEach(packet -> context.counters().dropped(Drop.UNPROVEN));
  }

  private void remove(Life life, Caller caller) {
    callers.remove(life);
    bytes -= caller.bytes();
  }

  private void watch() {
    if (!isWatched && sender.isOpen()) {
      isWatched = true;
      loop.schedule(PATIENCE_NANOS, this::turnAwayLate);
    }
  }

  private void turnAwayLate() {
    isWatched = false;
    long now = loop.nowNanos();
    while (!callers.isEmpty() && callers.values().iterator().next().untilNanos <= now) {
      turnAwayFirst();
    }
    if (!callers.isEmpty()) {
      watch();
    }
  }
}
