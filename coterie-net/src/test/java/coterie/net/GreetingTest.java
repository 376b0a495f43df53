package coterie.net;

import static coterie.net.Village.await;
import static coterie.net.Village.greet;
import static coterie.net.Village.named;
import static coterie.net.Village.say;
import static coterie.net.Village.talk;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.net.admission.Echo;
import coterie.net.directory.Addresses;
import coterie.net.directory.Directory;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import coterie.net.greet.Greeting.Reason;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Who is let in, and who holds a name. */
class GreetingTest {
  private static final String KEY = KeyRing.generate();

  private static HostConfig sealed(String name, String key) {
    return named(name).withSecurity(Security.sealed(KeyRing.of(key)));
  }

  private static Reason reason(Greeted greeted) {
    assertThat(greeted).isInstanceOf(Greeted.Refused.class);
    return ((Greeted.Refused) greeted).reason();
  }

  @Test
  void bothKnowEachOtherAfterAWelcome() throws Exception {
    for (HostConfig.Transport transport : HostConfig.Transport.values()) {
      try (Village village = new Village()) {
        Host a = village.start(sealed("a", KEY).withTransport(transport));
        Host b = village.start(sealed("b", KEY).withTransport(transport).withIncarnation(7));
        assertThat(greet(b, a.address()))
            .isEqualTo(new Greeted.Welcome(a.self(), "a", 1, a.address()));
        say(a, b.self(), 1);
        say(b, a.self(), 2);
        await("both hear", () -> talk(a).heard.size() + talk(b).heard.size() == 2);
        village.in(() -> assertThat(a.directory().name(b.self())).isEqualTo("b"));
      }
    }
  }

  @Test
  void otherClusterIsTold() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      Host b = village.start(HostConfig.of("other", "b", Village.any()));
      Host c = village.start(sealed("c", KEY));
      assertThat(reason(greet(b, a.address()))).isEqualTo(Reason.OTHER_CLUSTER);
      assertThat(reason(greet(b, c.address()))).isEqualTo(Reason.OTHER_CLUSTER);
      assertThat(a.counters().drops(Drop.OTHER_CLUSTER)).isPositive();
      village.know(b, a.self(), a.address());
      say(b, a.self(), 1);
      await("counted", () -> a.counters().drops(Drop.OTHER_CLUSTER) > 1);
      assertThat(talk(a).heard).isEmpty();
    }
  }

  @Test
  void wrongKeyIsTold() throws Exception {
    for (HostConfig.Transport transport : HostConfig.Transport.values()) {
      try (Village village = new Village()) {
        Host a = village.start(sealed("a", KEY).withTransport(transport));
        Host b = village.start(sealed("b", KeyRing.generate()).withTransport(transport));
        Host c = village.start(named("c").withTransport(transport));
        assertThat(reason(greet(b, a.address()))).isEqualTo(Reason.WRONG_KEY);
        assertThat(reason(greet(c, a.address()))).isEqualTo(Reason.WRONG_KEY);
        assertThat(reason(greet(a, c.address()))).isEqualTo(Reason.WRONG_KEY);
      }
    }
  }

  @Test
  void eachSideIsToldWhoseKeyIsMissing() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(sealed("a", KEY));
      Host b = village.start(sealed("b", KeyRing.generate()));
      Host c = village.start(named("c"));
      assertThat(sentence(greet(b, a.address()))).endsWith(" and this node have no key in common");
      assertThat(sentence(greet(c, a.address())))
          .endsWith(" asks for a key, and this node has none");
    }
  }

  private static String sentence(Greeted greeted) {
    return ((Greeted.Refused) greeted).sentence();
  }

  @Test
  void closedPortIsSilence() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      Host b = village.open(named("b"));
      b.close();
      Greeted greeted = greet(a, b.address());
      assertThat(greeted).isInstanceOf(Greeted.Silent.class);
      assertThat(((Greeted.Silent) greeted).sentence()).startsWith("nobody listens at");
    }
  }

  @Test
  void greetingOneselfIsNoticed() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(sealed("a", KEY));
      assertThat(reason(greet(a, a.address()))).isEqualTo(Reason.SELF);
    }
  }

  @Test
  void newcomerIsRefusedWhileTheHolderOfItsNameLives() throws Exception {
    try (Village village = new Village()) {
      Host seed = village.start(sealed("seed", KEY));
      Host old = village.start(sealed("a", KEY).withIncarnation(5));
      assertThat(greet(old, seed.address())).isInstanceOf(Greeted.Welcome.class);
      Host newcomer = village.open(sealed("a", KEY).withIncarnation(9));
      Greeted greeted = greet(newcomer, seed.address());
      assertThat(reason(greeted)).isEqualTo(Reason.NAME_TAKEN);
      assertThat(((Greeted.Refused) greeted).sentence()).endsWith(Addresses.text(old.address()));
      assertThat(reason(greet(newcomer, old.address()))).isEqualTo(Reason.NAME_TAKEN);
      say(old, seed.self(), 1);
      await("the holder is still heard", () -> talk(seed).heard.equals(List.of(1L)));
    }
  }

  @Test
  void laterLifeElsewhereIsWelcomeWhenTheOldPortIsClosed() throws Exception {
    try (Village village = new Village()) {
      Host seed = village.start(sealed("seed", KEY).withSuspicionNanos(3_600_000_000_000L));
      Host old = village.start(sealed("a", KEY).withIncarnation(5));
      assertThat(greet(old, seed.address())).isInstanceOf(Greeted.Welcome.class);
      say(old, seed.self(), 1);
      await("heard", () -> talk(seed).heard.contains(1L));
      old.close();
      Host later = village.start(sealed("a", KEY).withIncarnation(6));
      assertThat(greet(later, seed.address())).isInstanceOf(Greeted.Welcome.class);
      say(later, seed.self(), 2);
      await("heard", () -> talk(seed).heard.contains(2L));
      say(seed, later.self(), 3);
      await("answered at the new address", () -> talk(later).heard.contains(3L));
    }
  }

  @Test
  void laterLifeElsewhereIsWelcomeWhenTheOldOneIsSilent() throws Exception {
    try (Village village = new Village();
        java.net.ServerSocket mute = new java.net.ServerSocket()) {
      mute.bind(Village.any());
      Host seed = village.start(sealed("seed", KEY));
      Host later = village.start(sealed("a", KEY).withIncarnation(6));
      village.know(seed, later.self(), (InetSocketAddress) mute.getLocalSocketAddress());
      assertThat(greet(later, seed.address())).isInstanceOf(Greeted.Welcome.class);
      Host earlier = village.open(sealed("a", KEY).withIncarnation(2));
      later.close();
      assertThat(reason(greet(earlier, seed.address()))).isEqualTo(Reason.INCARNATION);
    }
  }

  @Test
  void otherNameWithTheSameIdIsRefused() throws Exception {
    try (Village village = new Village()) {
      Host seed = village.start(named("seed"));
      Host a = village.start(HostConfig.of("test", new NodeId(1), Village.any()).withName("a"));
      Host b = village.start(HostConfig.of("test", new NodeId(1), Village.any()).withName("b"));
      assertThat(greet(a, seed.address())).isInstanceOf(Greeted.Welcome.class);
      assertThat(reason(greet(b, seed.address()))).isEqualTo(Reason.COLLISION);
      assertThat(reason(greet(b, a.address()))).isEqualTo(Reason.COLLISION);
    }
  }

  /** The earlier of two lives of a node, and what it is told of the later one. */
  private static Host lowerLife(Village village, List<Long> told) throws Exception {
    Host low = village.open(sealed("a", KEY).withIncarnation(5));
    low.onSuperseded(told::add);
    low.start().get();
    return low;
  }

  @Test
  void lowerOfTwoLivesIsToldWhenTheyMeet() throws Exception {
    try (Village village = new Village()) {
      List<Long> told = new CopyOnWriteArrayList<>();
      Host seed = village.start(sealed("seed", KEY));
      Host low = lowerLife(village, told);
      Host high = village.start(sealed("a", KEY).withIncarnation(8));
      village.know(low, seed.self(), seed.address());
      village.know(high, seed.self(), seed.address());
      assertThat(greet(high, seed.address())).isInstanceOf(Greeted.Welcome.class);
      say(high, seed.self(), 1);
      await("heard", () -> talk(seed).heard.contains(1L));
      say(low, seed.self(), 2);
      await("told", () -> told.equals(List.of(8L)));
      assertThat(talk(seed).heard).containsExactly(1L);
    }
  }

  @Test
  void nodeWhoseAddressChangesIsStillFound() throws Exception {
    try (Village village = new Village()) {
      Host seed = village.start(sealed("seed", KEY));
      Host first = village.start(sealed("a", KEY));
      assertThat(greet(first, seed.address())).isInstanceOf(Greeted.Welcome.class);
      first.close();
      Host moved = village.start(sealed("a", KEY).withIncarnation(2));
      village.know(moved, seed.self(), seed.address());
      say(moved, seed.self(), 1);
      await("heard", () -> talk(seed).heard.contains(1L));
      say(seed, moved.self(), 2);
      await("answered", () -> talk(moved).heard.contains(2L));
    }
  }

  @Test
  void namesThatNoNodeCanHaveAreNotRemembered() throws Exception {
    try (Village village = new Village();
        Wiretap wire = new Wiretap(Village.any(), 0)) {
      Host a = village.start(named("a"));
      Packets stranger = Village.packets(named("b"), new Directory());
      List<String> names = List.of("", " ", "x".repeat(256), "x".repeat(60_000), "b\u001b[2J");
      for (String name : names) {
        wire.send(hello(stranger, name), a.address());
      }
      await("all counted", () -> a.counters().drops(Drop.MALFORMED) == names.size());
      village.in(() -> assertThat(a.directory().strangers()).isZero());
      wire.send(hello(stranger, "x".repeat(255)), a.address());
      await("asked whether it lives", () -> wire.captured.size() == 1);
      village.in(() -> assertThat(a.directory().strangers()).isZero());
    }
  }

  private static byte[] hello(Packets from, String name) {
    Bytes address = Addresses.pack(new InetSocketAddress(Village.any().getAddress(), 9));
    var hello = new Greeting.Hello(1, "test", name, address, Bytes.of(new byte[8]), "");
    return packet(from, hello);
  }

  private static byte[] packet(Packets from, Greeting said) {
    var codec = coterie.wire.Codec.of(Greeting.class);
    int size = from.write(Greeting.CHANNEL, codec, Packets.ANYONE, 0, false, said);
    return java.util.Arrays.copyOf(from.buffer(), size);
  }

  /** Without a ring anybody who sees the greeting can answer it. */
  @Test
  void sentenceForTerminalsIsReplaced() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(named("a"));
      try (Wiretap wire = new Wiretap(a.address(), 0);
          var open = new java.net.ServerSocket()) {
        open.bind(wire.address()); // A closed port would be an answer, too.
        var greeted = a.greet(wire.address());
        await("greeted", () -> !wire.captured.isEmpty());
        byte[] asked = wire.captured.get(0);
        long echo = Echo.of(asked, 0, asked.length);
        var refusal = new Greeting.Refusal(echo, Reason.NAME_TAKEN, "\u001b[2J", 0);
        wire.send(packet(Village.packets(named("b"), new Directory()), refusal), a.address());
        assertThat(((Greeted.Refused) greeted.get()).sentence()).endsWith("the name is taken");
      }
    }
  }

  @Test
  void strangersDoNotUseUpWhatTheLowerLifeIsToldWith() throws Exception {
    try (Village village = new Village();
        Wiretap wire = new Wiretap(Village.any(), 0)) {
      List<Long> told = new CopyOnWriteArrayList<>();
      Host seed = village.start(sealed("seed", KEY));
      Host low = lowerLife(village, told);
      Host high = village.start(sealed("a", KEY).withIncarnation(8));
      village.know(low, seed.self(), seed.address());
      village.know(high, seed.self(), seed.address());
      assertThat(greet(high, seed.address())).isInstanceOf(Greeted.Welcome.class);
      say(high, seed.self(), 1);
      await("heard", () -> talk(seed).heard.contains(1L));
      Packets stranger = Village.packets(sealed("b", KeyRing.generate()), new Directory());
      for (int i = 0; i < 200; i++) {
        wire.send(packet(stranger, new Greeting.Present(i)), seed.address());
      }
      say(low, seed.self(), 2);
      await("told", () -> told.equals(List.of(8L)));
    }
  }

  @Test
  void refusalInClearIsNeverLongerThanTheQuestion() throws Exception {
    try (Village village = new Village();
        Wiretap wire = new Wiretap(Village.any(), 0)) {
      Host a = village.start(sealed("a", KEY));
      Packets stranger = Village.packets(sealed("b", KeyRing.generate()), new Directory());
      for (int i = 0; i < 200; i++) {
        wire.send(packet(stranger, new Greeting.Present(i)), a.address());
      }
      await("all counted", () -> a.counters().drops(Drop.WRONG_KEY) == 200);
      await("some answered", () -> !wire.captured.isEmpty());
      assertThat(wire.captured.size()).isLessThan(100);
      assertThat(wire.captured).allSatisfy(answer -> assertThat(answer.length).isLessThan(60));
    }
  }
}
