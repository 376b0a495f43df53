package coterie.net;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.greet.Greeted;
import coterie.net.packet.Packets;
import coterie.net.packet.SealKey;
import coterie.net.socket.Origin;
import coterie.net.socket.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** Hosts on loopback that talk, for tests. */
public final class Village implements AutoCloseable {
  static final long DEADLINE_SECONDS = 60;

  final Loop loop = Loop.open("test");

  public static InetSocketAddress any() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  static HostConfig named(String name) {
    return HostConfig.of("test", name, any()).withSuspicionNanos(300_000_000);
  }

  /** A host that listens, but has not started. */
  Host open(HostConfig config) throws IOException {
    return Host.open(loop, config, node -> node.add("talk", Talk.Msg.class, Talk::new));
  }

  Host start(HostConfig config) throws Exception {
    Host host = open(config);
    host.start().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    return host;
  }

  void in(Runnable action) {
    get(
        () -> {
          var done = new java.util.concurrent.CompletableFuture<Void>();
          loop.execute(
              () -> {
                action.run();
                done.complete(null);
              });
          return done.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        });
  }

  void know(Host host, NodeId peer, InetSocketAddress address) {
    in(() -> host.directory().know(peer, address));
  }

  void acquaint(Host... hosts) {
    for (Host host : hosts) {
      for (Host peer : hosts) {
        know(host, peer.self(), peer.address());
      }
    }
  }

  static Talk talk(Host host) {
    return get(
        () ->
            host.call(Talk.class, "itself", talk -> talk).get(DEADLINE_SECONDS, TimeUnit.SECONDS));
  }

  static void say(Host from, NodeId to, long number) {
    say(from, to, number, 0);
  }

  static void say(Host from, NodeId to, long number, int bytes) {
    get(
        () ->
            from.call(
                    Talk.class,
                    "say",
                    talk -> {
                      talk.say(to, number, bytes);
                      return true;
                    })
                .get(DEADLINE_SECONDS, TimeUnit.SECONDS));
  }

  /** Packets as a host with that configuration writes them. */
  static Packets packets(HostConfig config, Directory directory) {
    return packets(config, directory, 1);
  }

  public static Packets packets(HostConfig config, Directory directory, long salt) {
    return new Packets(config.identity(), config.security().keys(), directory, salt);
  }

  public static Supplier<List<SealKey>> keys(KeyRing ring) {
    return ring::keys;
  }

  /** Hands a packet to a host as if it had come in a datagram from there. In the loop. */
  static void arrive(Host host, byte[] packet, InetSocketAddress source) {
    Transport udp = host.network().transports().getFirst();
    host.network().inbound().arrived(packet, 0, packet.length, new Origin.Address(udp, source));
  }

  static Greeted greet(Host host, InetSocketAddress where) {
    return get(() -> host.greet(where).get(DEADLINE_SECONDS, TimeUnit.SECONDS));
  }

  static List<Long> numbers(int count) {
    List<Long> numbers = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      get(
          () -> {
            Thread.sleep(5);
            return true;
          });
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }

  static <T> T get(ThrowingSupplier<T> supplier) {
    try {
      return supplier.get();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    loop.close();
  }
}
