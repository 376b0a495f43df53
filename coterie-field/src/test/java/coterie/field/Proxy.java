package coterie.field;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * A bad network between nodes on loopback, without any right that needs root: it loses, delays,
 * doubles, reorders and damages packets, each direction between two nodes by itself, by a seeded
 * random stream of its own.
 *
 * <p>A node listens at its {@linkplain #real real} address, which the others do not know, and
 * advertises its {@linkplain #face face}. What comes from another node seems to come from a face of
 * that node, too; so it does not matter whether a node learns addresses from cards or from the
 * sources of packets. Who has sent a datagram is told by its source; who opens a connection to the
 * common face of a node is not known, so its way is that from {@link #ANYBODY}. A closed port
 * behind the proxy is not refused: the connection ends at once instead.
 */
final class Proxy implements AutoCloseable {
  /** The sender of a connection that might be from any node. */
  static final int ANYBODY = -1;

  private static final long CUT_MILLIS = 20;

  private record Pair(int from, int to) {}

  /** What happens in one direction between two nodes. */
  private static final class Direction {
    final SplittableRandom random;

    /** Of its own, so that the fate of packets does not depend on what is done to their bytes. */
    SplittableRandom damaging = new SplittableRandom(0);

    Damage damage = Damage.NONE;
    Way way = Way.clear();

    Direction(long seed) {
      this.random = new SplittableRandom(seed);
    }

    /** After which times the next packet arrives: no, one or two of them. */
    synchronized List<Long> arrivals() {
      // As many draws for every packet, so that the fate of one does not depend on the others'.
      boolean isLost = random.nextDouble() < way.loss();
      boolean isTwice = random.nextDouble() < way.twice();
      long first = delay(random.nextDouble());
      long second = delay(random.nextDouble());
      if (isLost) {
        return List.of();
      }
      return isTwice ? List.of(first, second) : List.of(first);
    }

    private long delay(double share) {
      return way.delayMinNanos() + (long) (share * (way.delayMaxNanos() - way.delayMinNanos()));
    }

    synchronized long ask(ToLongFunction<Way> question) {
      return question.applyAsLong(way);
    }

    synchronized void become(Way newWay) {
      way = newWay;
    }

    synchronized void suffer(Damage newDamage, long newSeed) {
      damage = newDamage;
      damaging = new SplittableRandom(newSeed);
    }

    synchronized int strike(byte[] bytes, int count, boolean isStream) {
      return damage.strike(damaging, bytes, count, isStream);
    }
  }

  private final long seed;
  private final List<InetSocketAddress> reals = new ArrayList<>();
  private final Map<Pair, Face> faces = new ConcurrentHashMap<>();
  private final Map<Pair, Direction> directions = new ConcurrentHashMap<>();
  private final Queue<Runnable> kept = new ConcurrentLinkedQueue<>();
  private final LongAdder lost = new LongAdder();
  private final LongAdder passed = new LongAdder();
  private final LongAdder turnedDatagrams = new LongAdder();
  private final LongAdder turnedInStreams = new LongAdder();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("proxy-clock").factory());

  private volatile int keptMax;

  Proxy(int nodes, long seed) {
    this.seed = seed;
    for (int node = 0; node < nodes; node++) {
      reals.add(Ports.loopback(Ports.free()));
      faceOf(node, ANYBODY);
    }
  }

  /** Where the node has to listen. */
  InetSocketAddress real(int node) {
    return reals.get(node);
  }

  /** What the node has to advertise. */
  InetSocketAddress face(int node) {
    return faceOf(node, ANYBODY).address();
  }

  /** How it is from now on from the one to the other. */
  void way(int from, int to, Way way) {
    direction(from, to).become(way);
  }

  /** How it is from now on between all. */
  void ways(Way way) {
    for (int from = ANYBODY; from < reals.size(); from++) {
      for (int to = ANYBODY; to < reals.size(); to++) {
        way(from, to, way);
      }
    }
  }

  /** What is done from now on to all bytes that pass, by that seed. */
  void damage(Damage damage, long damageSeed) {
    for (int from = ANYBODY; from < reals.size(); from++) {
      for (int to = ANYBODY; to < reals.size(); to++) {
        direction(from, to).suffer(damage, seed(damageSeed, from, to));
      }
    }
  }

  /** The datagrams of which a bit was turned and that were passed on. */
  long turnedDatagrams() {
    return turnedDatagrams.sum();
  }

  /** The bits that were turned in streams. */
  long turnedInStreams() {
    return turnedInStreams.sum();
  }

  /** Remembers the last few packets from now on. */
  void keep(int count) {
    keptMax = count;
  }

  int kept() {
    return kept.size();
  }

  /** Sends all packets that were kept again, from where they came from the first time. */
  void replay() {
    kept.forEach(Runnable::run);
  }

  long lost() {
    return lost.sum();
  }

  long passed() {
    return passed.sum();
  }

  void arrived(int sourcePort, int to, byte[] packet) {
    int from = nodeAt(sourcePort);
    if (from == ANYBODY) {
      return; // No node sends from there.
    }
    List<Long> arrivals = direction(from, to).arrivals();
    (arrivals.isEmpty() ? lost : passed).increment();
    if (direction(from, to).strike(packet, packet.length, false) > 0) {
      turnedDatagrams.add(arrivals.size());
    }
    for (long delayNanos : arrivals) {
      Runnable send = () -> faceOf(from, to).send(packet, real(to));
      remember(send);
      if (delayNanos == 0) {
        send.run();
      } else if (!clock.isShutdown()) {
        clock.schedule(send, delayNanos, TimeUnit.NANOSECONDS);
      }
    }
  }

  private void remember(Runnable send) {
    if (keptMax > 0) {
      kept.add(send);
      while (kept.size() > keptMax) {
        kept.poll();
      }
    }
  }

  /** Holds up a part of a stream for as long as its way takes, or is cut. */
  void awaitPassage(int from, int to) throws InterruptedException {
    Direction direction = direction(from, to);
    while (direction.ask(way -> way.isCut() ? 1 : 0) == 1) {
      Thread.sleep(CUT_MILLIS);
    }
    TimeUnit.NANOSECONDS.sleep(direction.ask(Way::delayMaxNanos));
  }

  /** A part of a stream passes. */
  void passes(int from, int to, byte[] bytes, int count) {
    turnedInStreams.add(direction(from, to).strike(bytes, count, true));
  }

  private int nodeAt(int port) {
    for (int node = 0; node < reals.size(); node++) {
      if (reals.get(node).getPort() == port) {
        return node;
      }
    }
    return ANYBODY;
  }

  private Face faceOf(int node, int seenBy) {
    return faces.computeIfAbsent(new Pair(node, seenBy), any -> open(node, seenBy));
  }

  private Face open(int node, int seenBy) {
    try {
      return new Face(this, node, seenBy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Direction direction(int from, int to) {
    return directions.computeIfAbsent(
        new Pair(from, to), pair -> new Direction(seed(seed, from, to)));
  }

  private static long seed(long seed, int from, int to) {
    return seed + 1_000_003L * from + to;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    faces.values().forEach(Face::close);
  }
}
