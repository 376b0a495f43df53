package coterie.net;

import static coterie.net.Village.await;
import static coterie.net.Village.greet;
import static coterie.net.Village.named;
import static coterie.net.Village.numbers;
import static coterie.net.Village.say;
import static coterie.net.Village.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.directory.Names;
import coterie.net.greet.Greeted;
import coterie.net.metrics.Drop;
import coterie.net.socket.SocketPair;
import coterie.net.socket.TcpTransport;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Packets between hosts on loopback: sealed, repeated, torn, long, and to nobody. */
class WireTest {
  private static final int COUNT = 50;

  private static HostConfig sealed(String name, KeyRing ring) {
    return named(name).withSecurity(Security.sealed(ring));
  }

  @Test
  void repeatedDatagramsAreHeardOnce() throws Exception {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    try (Village village = new Village()) {
      Host a = village.start(sealed("a", ring));
      Host b = village.start(sealed("b", ring));
      heardThroughRepeatingWire(village, a, b);
      await("repeated ones counted", () -> b.counters().drops(Drop.REPLAYED) >= COUNT);
      assertThat(talk(b).heard).doesNotHaveDuplicates();
    }
  }

  /** Shows that the test above would notice a window that forgets. */
  @Test
  void repeatedDatagramsAreHeardTwiceWithoutSeals() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      Host b = village.start(named("b"));
      heardThroughRepeatingWire(village, a, b);
      await("heard again", () -> talk(b).heard.size() > COUNT);
      assertThat(b.counters().drops(Drop.REPLAYED)).isZero();
    }
  }

  private static void heardThroughRepeatingWire(Village village, Host a, Host b) throws Exception {
    try (Wiretap wire = new Wiretap(b.address(), 2)) {
      village.know(a, b.self(), wire.address());
      for (int i = 0; i < COUNT; i++) {
        say(a, b.self(), i);
      }
      await("all heard", () -> talk(b).heard.containsAll(numbers(COUNT)));
    }
  }

  @Test
  void capturedDatagramsAreOfNoUseElsewhereAndAfterARestart() throws Exception {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    try (Village village = new Village();
        Wiretap wire = new Wiretap(Village.any(), 0)) {
      Host a = village.start(sealed("a", ring));
      Host b = village.start(sealed("b", ring));
      Host c = village.start(sealed("c", ring));
      assertThat(greet(a, b.address())).isInstanceOf(Greeted.Welcome.class);
      village.know(a, b.self(), wire.address());
      say(a, b.self(), 1);
      await("captured", () -> wire.captured.size() == 1);
      byte[] packet = wire.captured.get(0);
      b.close();
      Host later = village.start(sealed("b", ring).withIncarnation(2));
      wire.send(packet, later.address());
      wire.send(packet, c.address());
      await("for an earlier life", () -> later.counters().drops(Drop.STALE) == 1);
      await("for another node", () -> c.counters().drops(Drop.WRONG_KEY) == 1);
      assertThat(talk(later).heard).isEmpty();
    }
  }

  @Test
  void keyIsExchangedUnderTrafficWithoutALoss() throws Exception {
    KeyRing ringA = KeyRing.of(KeyRing.generate());
    String old = ringA.ids().get(0);
    String fresh = KeyRing.generate();
    try (Village village = new Village()) {
      KeyRing ringB = copy(ringA, village);
      Host a = village.start(sealed("a", ringA));
      Host b = village.start(sealed("b", ringB));
      village.acquaint(a, b);
      List<Runnable> steps =
          List.of(
              () -> ringA.add(fresh),
              () -> ringB.add(fresh),
              () -> ringB.use(KeyRing.id(fresh)),
              () -> ringA.use(KeyRing.id(fresh)),
              () -> ringA.remove(old),
              () -> ringB.remove(old));
      int said = 0;
      for (Runnable step : steps) {
        said = exchange(a, b, said);
        step.run();
      }
      int all = exchange(a, b, said);
      assertThat(talk(a).heard).hasSize(all);
      assertThat(a.counters().drops(Drop.WRONG_KEY)).isZero();
      assertThat(b.counters().drops(Drop.WRONG_KEY)).isZero();
      assertThat(ringA.ids()).containsExactly(KeyRing.id(fresh)).isEqualTo(ringB.ids());
    }
  }

  private static KeyRing copy(KeyRing ring, Village village) throws Exception {
    var file = java.nio.file.Files.createTempFile("coterie", "keys");
    try {
      ring.write(file);
      return KeyRing.read(file);
    } finally {
      java.nio.file.Files.delete(file);
    }
  }

  private static int exchange(Host a, Host b, int from) {
    for (int i = from; i < from + 10; i++) {
      say(a, b.self(), i);
      say(b, a.self(), i);
    }
    await("heard", () -> talk(b).heard.size() == from + 10 && talk(a).heard.size() == from + 10);
    return from + 10;
  }

  @Test
  void garbageHarmsNobody() throws Exception {
    for (Security security :
        List.of(Security.none(), Security.sealed(KeyRing.of(KeyRing.generate())))) {
      try (Village village = new Village();
          Wiretap wire = new Wiretap(Village.any(), 0)) {
        Host a = village.start(named("a").withSecurity(security));
        Host b = village.start(named("b").withSecurity(security));
        village.acquaint(a, b);
        village.know(a, b.self(), wire.address());
        say(a, b.self(), 1);
        await("captured", () -> !wire.captured.isEmpty());
        flood(wire, b);
        flood(b.address(), wire.captured.get(0));
        // Without a ring the garbage may have spoken for a; so another one asks.
        Host c = village.start(named("c").withSecurity(security));
        village.know(c, b.self(), b.address());
        await(
            "still heard",
            () -> {
              say(c, b.self(), 4711);
              return talk(b).heard.contains(4711L);
            });
        village.in(() -> assertThat(b.directory().strangers()).isLessThanOrEqualTo(4_096));
      }
    }
  }

  @Test
  void oneWhoOpensAllConnectionsDoesNotKeepANodeFromSending() throws Exception {
    assumeThat(hasManyFiles()).as("a process may open so many files here").isTrue();
    List<Socket> sockets = new ArrayList<>();
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      Host b = village.start(named("b"));
      village.acquaint(a, b);
      int attempts = TcpTransport.CONNECTIONS_MAX * 3 / 2;
      while (a.network().connections() < TcpTransport.CONNECTIONS_MAX
          && sockets.size() < attempts) {
        sockets.add(new Socket(a.address().getAddress(), a.address().getPort()));
      }
      // Silent ones are cut off after a while, so a slow machine never gets them all.
      assumeThat(a.network().connections()).as("all taken").isEqualTo(TcpTransport.CONNECTIONS_MAX);
      say(a, b.self(), 1, 60_000);
      await("heard", () -> talk(b).heard.contains(1L));
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static boolean hasManyFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        && unix.getMaxFileDescriptorCount() > 3 * TcpTransport.CONNECTIONS_MAX;
  }

  @Test
  void loopOutlivesWhateverAnEventThrows() throws Exception {
    try (Village village = new Village()) {
      List<Throwable> thrown = new CopyOnWriteArrayList<>();
      village.loop.onFailure(thrown::add);
      Throwable error = new OutOfMemoryError("of a test");
      village.loop.execute(
          () -> {
            throw (Error) error;
          });
      village.in(() -> {});
      assertThat(thrown).containsExactly(error);
    }
  }

  private static void flood(Wiretap wire, Host to) throws Exception {
    byte[] good = wire.captured.get(0);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      byte[] bad = i % 2 == 0 ? good.clone() : new byte[random.nextInt(200)];
      if (i % 2 == 0) {
        bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
        bad = Arrays.copyOf(bad, 1 + random.nextInt(bad.length));
      } else {
        random.nextBytes(bad);
      }
      wire.send(bad, to.address());
    }
  }

  private static void flood(InetSocketAddress to, byte[] good) throws Exception {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 100; i++) {
      try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
        byte[] bad = new byte[random.nextInt(200)];
        random.nextBytes(bad);
        if (i % 2 == 0 && bad.length > 4) {
          bad[0] = 0; // Half of the lengths are possible ones.
          bad[1] = 0;
        }
        socket.getOutputStream().write(i % 10 == 0 ? good : bad);
      }
    }
  }

  @Test
  void longMessagesGoOverTcpByThemselves() throws Exception {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    try (Village village = new Village()) {
      Host a = village.start(sealed("a", ring));
      Host b = village.start(sealed("b", ring));
      village.acquaint(a, b);
      for (int i = 0; i < 20; i++) {
        say(a, b.self(), i, i % 2 == 0 ? 60_000 : 10);
      }
      await("all heard", () -> talk(b).heard.containsAll(numbers(20)));
      InetSocketAddress[] learned = new InetSocketAddress[1];
      village.in(() -> learned[0] = b.directory().address(a.self()));
      assertThat(learned[0]).isEqualTo(a.address());
    }
  }

  @Test
  void everythingGoesOverTcpAlone() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a").withTransport(HostConfig.Transport.TCP_ONLY));
      Host b = village.start(named("b").withTransport(HostConfig.Transport.TCP_ONLY));
      village.acquaint(a, b);
      for (int i = 0; i < 500; i++) {
        say(a, b.self(), i);
      }
      await("all heard", () -> talk(b).heard.size() == 500);
      assertThat(talk(b).heard).isEqualTo(numbers(500));
      InetSocketAddress address = b.address();
      b.close();
      Host later =
          village.start(
              named("b")
                  .withBind(address)
                  .withIncarnation(2)
                  .withTransport(HostConfig.Transport.TCP_ONLY));
      await(
          "heard after a restart",
          () -> {
            say(a, b.self(), 7);
            return talk(later).heard.contains(7L);
          });
    }
  }

  @Test
  void closedPortIsAHint() throws Exception {
    InetAddress six = InetAddress.getByName("::1");
    boolean hasSix = canBind(six);
    for (HostConfig.Transport transport : HostConfig.Transport.values()) {
      for (InetAddress where : hasSix ? List.of(four(), six) : List.of(four())) {
        try (Village village = new Village()) {
          HostConfig config = named("a").withBind(new InetSocketAddress(where, 0));
          Host a = village.start(config.withTransport(transport));
          Host b = village.open(named("b").withBind(new InetSocketAddress(where, 0)));
          village.acquaint(a, b);
          b.close();
          say(a, b.self(), 1);
          await("a hint", () -> talk(a).absent.contains(b.self()));
          await("no door is left", () -> a.network().portProbe().silences() == 0);
        }
      }
    }
  }

  @Test
  void answerIsNotFollowedByAKnock() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      Host b = village.start(named("b"));
      village.acquaint(a, b);
      List<Integer> doors = new CopyOnWriteArrayList<>();
      village.in(
          () ->
              b.watch(
                  new coterie.kernel.Witness() {
                    @Override
                    public int wants() {
                      return EVENTS;
                    }

                    @Override
                    public void received(
                        long at, NodeId self, int channel, NodeId from, Message message) {
                      b.protocol(Talk.class).say(from, 2, 0);
                      doors.add(b.network().portProbe().silences());
                    }
                  }));
      say(a, b.self(), 1);
      await("answered", () -> talk(a).heard.contains(2L));
      assertThat(doors).containsExactly(0);
    }
  }

  @Test
  void messageThatNobodyAnswersIsNotFollowedByAKnock() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      Host b = village.start(named("b"));
      village.acquaint(a, b);
      village.in(() -> a.protocol(Talk.class).remark(b.self(), 1));
      village.in(() -> assertThat(a.network().portProbe().silences()).isZero());
      village.in(() -> a.protocol(Talk.class).say(b.self(), 2, 0));
      village.in(() -> assertThat(a.network().portProbe().silences()).isEqualTo(1));
    }
  }

  @Test
  void tasksOfOneTurnDoNotFillTheBufferOfASocket() throws Exception {
    int count = 3_000;
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      Host b = village.start(named("b"));
      village.acquaint(a, b);
      village.in(
          () -> {
            for (int i = 0; i < count; i++) {
              village.loop.execute(() -> a.protocol(Talk.class).remark(b.self(), 1));
            }
          });
      await("all have arrived", () -> talk(b).heard.size() == count);
    }
  }

  private static InetAddress four() {
    return InetAddress.getLoopbackAddress();
  }

  private static boolean canBind(InetAddress address) {
    try (java.net.ServerSocket socket = new java.net.ServerSocket(0, 1, address)) {
      return socket.isBound();
    } catch (java.io.IOException e) {
      return false;
    }
  }

  @Test
  void stampsTravelWithPackets() throws Exception {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    try (Village village = new Village()) {
      List<Long> heard = new CopyOnWriteArrayList<>();
      Host a = village.start(sealed("a", ring));
      Host b = village.start(sealed("b", ring));
      village.acquaint(a, b);
      village.in(() -> a.stampWith(clock(new ArrayList<>())));
      village.in(() -> b.stampWith(clock(heard)));
      say(a, b.self(), 1);
      await("heard", () -> talk(b).heard.size() == 1);
      assertThat(heard).containsExactly(77L);
    }
  }

  private static PacketClock clock(List<Long> heard) {
    return new PacketClock() {
      @Override
      public long now() {
        return 77;
      }

      @Override
      public void heard(NodeId from, long stamp, long lead) {
        heard.add(stamp);
      }
    };
  }

  @Test
  void closedHostsGiveEverythingBack() throws Exception {
    Village village = new Village();
    Host a = village.start(named("a").withTransport(HostConfig.Transport.TCP_ONLY));
    Host b = village.start(named("b").withTransport(HostConfig.Transport.TCP_ONLY));
    Host idle = village.open(named("idle"));
    village.acquaint(a, b);
    say(a, b.self(), 1);
    await("heard", () -> talk(b).heard.size() == 1);
    village.close();
    for (Host host : List.of(a, b, idle)) {
      host.close(); // After its loop, too.
      InetSocketAddress address = host.address();
      try (SocketPair sockets = SocketPair.bind(address)) {
        assertThat(sockets.address()).isEqualTo(address);
      }
      await("no connection is left", () -> host.network().connections() == 0);
      assertThat(host.greet(address).isCompletedExceptionally()).isTrue();
    }
    NodeId self = a.self();
    assertThat(self).isEqualTo(Names.id("test", "a"));
  }
}
