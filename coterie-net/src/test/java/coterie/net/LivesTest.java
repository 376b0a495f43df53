package coterie.net;

import static coterie.net.Village.await;
import static coterie.net.Village.greet;
import static coterie.net.Village.named;
import static coterie.net.Village.say;
import static coterie.net.Village.talk;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.net.admission.UnprovenLives;
import coterie.net.directory.Addresses;
import coterie.net.directory.Directory;
import coterie.net.directory.KnownLife;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import coterie.net.socket.SocketPair;
import coterie.wire.Codec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Which life of a node counts: without keys, and whatever anybody repeats or makes up. */
class LivesTest {
  private static final long LIFE = 1_000;

  private final List<Long> superseded = new CopyOnWriteArrayList<>();

  private Host start(Village village, HostConfig config) throws Exception {
    Host host = village.open(config);
    host.onSuperseded(superseded::add);
    host.start().get();
    return host;
  }

  private static HostConfig life(String name, long incarnation) {
    return named(name).withIncarnation(incarnation);
  }

  private static byte[] said(HostConfig from, Host to, long number) {
    return packet(from, 0, Codec.of(Talk.Msg.class), to, new Talk.Say(number, Bytes.of()));
  }

  private static byte[] said(HostConfig from, Host to, Greeting greeting) {
    return packet(from, Greeting.CHANNEL, Codec.of(Greeting.class), to, greeting);
  }

  private static <M extends Message> byte[] packet(
      HostConfig from, int channel, Codec<M> codec, Host to, M message) {
    Packets packets = Village.packets(from, new Directory());
    int size = packets.write(channel, codec, to.self(), 0, false, message);
    return Arrays.copyOf(packets.buffer(), size);
  }

  @Test
  void laterLifeThatDoesNotAnswerMovesNothing() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host a = village.start(life("a", LIFE));
      Host b = village.start(life("b", LIFE));
      assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
      mute.send(said(life("b", LIFE + 1), a, 7), a.address());
      await("asked", () -> !mute.captured.isEmpty());
      say(b, a.self(), 1);
      await("the present life is heard", () -> talk(a).heard.equals(List.of(1L)));
    }
  }

  @Test
  void nothingOfALaterLifeIsLostWhileItIsAsked() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(life("a", LIFE));
      Host b = village.start(life("b", LIFE));
      assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
      b.close();
      Host later = village.start(life("b", LIFE + 1));
      village.know(later, a.self(), a.address());
      for (int i = 0; i < 20; i++) {
        say(later, a.self(), i);
      }
      await("all heard", () -> talk(a).heard.equals(Village.numbers(20)));
    }
  }

  @Test
  void firstLifeHeardGivesWayToOneThatAnswers() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host a = village.start(life("a", LIFE));
      mute.send(said(life("b", LIFE + 1_000_000), a, 7), a.address());
      await("taken as it is", () -> talk(a).heard.equals(List.of(7L)));
      Host b = village.start(life("b", LIFE));
      village.know(b, a.self(), a.address());
      say(b, a.self(), 1);
      await("heard", () -> talk(a).heard.equals(List.of(7L, 1L)));
    }
  }

  @Test
  void repeatedGreetingMakesNoLife() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host a = village.start(life("a", LIFE));
      Host b = village.start(life("b", LIFE));
      assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
      Bytes address = Addresses.pack(b.address());
      Bytes question = Bytes.of(new byte[8]);
      var hello = new Greeting.Hello(Greeting.VERSION, "test", "b", address, question, "");
      mute.send(said(life("b", LIFE + 1), a, hello), a.address());
      await("asked", () -> !mute.captured.isEmpty());
      say(b, a.self(), 1);
      await("the present life is heard", () -> talk(a).heard.equals(List.of(1L)));
    }
  }

  @Test
  void noMessageAloneEndsALife() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host a = start(village, life("a", LIFE));
      Host b = village.start(life("b", LIFE));
      assertThat(greet(a, b.address())).isInstanceOf(Greeted.Welcome.class);
      mute.send(said(b.config(), a, new Greeting.Superseded(a.self(), LIFE + 5)), a.address());
      mute.send(said(life("a", LIFE + 5), a, 1), a.address());
      await("asked", () -> !mute.captured.isEmpty());
      for (int i = 0; i < 20; i++) {
        say(a, b.self(), i);
      }
      await("heard", () -> talk(b).heard.size() == 20);
      assertThat(greet(a, b.address())).isInstanceOf(Greeted.Welcome.class);
      assertThat(superseded).isEmpty();
    }
  }

  /** Members may say anything of where it is, and since when. */
  @Test
  void lifeThatHasAnsweredIsWelcomeWhateverMembersSay() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host a = start(village, life("a", LIFE));
      Host b = village.start(life("b", LIFE));
      assertThat(greet(a, b.address())).isInstanceOf(Greeted.Welcome.class);
      village.in(() -> b.findMembersBy(node -> new KnownLife(mute.address(), LIFE + 1_000)));
      assertThat(greet(a, b.address())).isInstanceOf(Greeted.Welcome.class);
    }
  }

  @Test
  void refusalTellsWhetherATwinSaysIt() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host low = village.start(life("a", LIFE));
      Host high = village.start(life("a", LIFE + 5));
      Host b = village.start(life("b", LIFE));
      village.in(() -> b.findMembersBy(node -> new KnownLife(mute.address(), LIFE + 1_000)));
      Greeted.Refused ofTwin = (Greeted.Refused) greet(low, high.address());
      assertThat(ofTwin.isTwin()).isTrue();
      assertThat(ofTwin.latest()).isEqualTo(LIFE + 5);
      Greeted.Refused byHearsay = (Greeted.Refused) greet(low, b.address());
      assertThat(byHearsay.isTwin()).isFalse();
      assertThat(byHearsay.latest()).isEqualTo(LIFE + 1_000);
    }
  }

  @Test
  void twinThatAnswersIsBelieved() throws Exception {
    try (Village village = new Village()) {
      Host low = start(village, life("a", LIFE));
      Host high = village.start(life("a", LIFE + 5));
      village.in(() -> high.directory().know(new NodeId(1), low.address()));
      say(high, new NodeId(1), 1);
      await("told", () -> superseded.equals(List.of(LIFE + 5)));
    }
  }

  @Test
  void floodOfLivesTakesNoMemoryAndKeepsNobodyOut() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host a = village.start(life("a", LIFE));
      Host b = village.start(life("b", LIFE));
      assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
      b.close();
      List<Integer> sizes = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        byte[] packet = said(life("b", LIFE + 10 + i), a, 7);
        village.loop.execute(() -> Village.arrive(a, packet, mute.address()));
      }
      village.in(() -> sizes.add(a.network().greetings().unprovenLives().size()));
      assertThat(sizes).containsExactly(UnprovenLives.LIVES_MAX);
      Host later = village.start(life("b", LIFE + 9));
      assertThat(greet(later, a.address())).isInstanceOf(Greeted.Welcome.class);
      say(later, a.self(), 1);
      await("heard", () -> talk(a).heard.equals(List.of(1L)));
      assertThat(a.counters().drops(Drop.UNPROVEN))
          .isGreaterThanOrEqualTo(5_000 - UnprovenLives.LIVES_MAX);
    }
  }

  @Test
  void longPacketsOfUnknownLivesAreFew() throws Exception {
    try (Village village = new Village();
        Wiretap mute = new Wiretap(Village.any(), 0)) {
      Host a = village.start(life("a", LIFE));
      Host b = village.start(life("b", LIFE));
      assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
      List<Long> bytes = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        HostConfig from = life("b", LIFE + 10 + i);
        Talk.Say said = new Talk.Say(7, Bytes.of(new byte[20_000]));
        byte[] packet = packet(from, 0, Codec.of(Talk.Msg.class), a, said);
        village.loop.execute(() -> Village.arrive(a, packet, mute.address()));
      }
      village.in(() -> bytes.add(a.network().greetings().unprovenLives().bytes()));
      assertThat(bytes.getFirst()).isPositive().isLessThanOrEqualTo(UnprovenLives.BYTES_MAX);
    }
  }

  @Test
  void damagedGreetingIsAskedAgain() throws Exception {
    for (Security security :
        List.of(Security.none(), Security.sealed(KeyRing.of(KeyRing.generate())))) {
      try (Village village = new Village();
          SocketPair mute = SocketPair.bind(Village.any())) {
        Host a = village.start(named("a").withSecurity(security));
        Host b = village.start(named("b").withSecurity(security));
        var greeted = b.greet(mute.address());
        ByteBuffer buffer = ByteBuffer.allocate(2_000);
        mute.datagrams().receive(buffer);
        byte[] hello = Arrays.copyOf(buffer.array(), buffer.position());
        int envelope = 40;
        for (int bit = 0; bit < envelope * Byte.SIZE; bit++) {
          byte[] turned = hello.clone();
          turned[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
          village.loop.execute(() -> Village.arrive(a, turned, b.address()));
        }
        village.in(() -> {});
        assertThat(greeted.isDone()).as("one damaged question is not enough").isFalse();
        assertThat(greet(b, a.address())).isInstanceOf(Greeted.Welcome.class);
      }
    }
  }
}
