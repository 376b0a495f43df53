package coterie.net.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.net.HostConfig;
import coterie.net.KeyRing;
import coterie.net.Security;
import coterie.net.Talk;
import coterie.net.Village;
import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.metrics.Drop;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys, seals and windows, without sockets. */
class SealsTest {
  private static final Codec<Talk.Msg> CODEC = Codec.of(Talk.Msg.class);
  private static final NodeId A = new NodeId(1);
  private static final NodeId B = new NodeId(2);

  /** What a nonce and its key come from: equal ones mean that a nonce was used twice. */
  private record Nonce(int key, NodeId sender, long incarnation, long salt, long counter) {}

  private static Packets packets(NodeId self, long incarnation, KeyRing ring, long salt) {
    return packets(self, incarnation, ring, salt, new Directory());
  }

  private static Packets packets(
      NodeId self, long incarnation, KeyRing ring, long salt, Directory directory) {
    HostConfig config =
        HostConfig.of("test", self, Village.any())
            .withIncarnation(incarnation)
            .withSecurity(Security.sealed(ring));
    return Village.packets(config, directory, salt);
  }

  private static byte[] packet(Packets from, NodeId to) {
    int size = from.write(0, CODEC, to, 0, false, new Talk.Say(1, Bytes.of(new byte[40])));
    return Arrays.copyOf(from.buffer(), size);
  }

  private static Object outcome(Packets at, byte[] packet) {
    return switch (at.open(packet, 0, packet.length)) {
      case Packets.Opened.Packet opened -> "opened";
      case Packets.Opened.Refused refused -> refused.why();
    };
  }

  @Test
  void messageComesBackAndIsNotReadableOnTheWay() {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    byte[] packet = packet(packets(A, 1, ring, 5), B);
    Packets.Opened opened = packets(B, 1, ring, 6).open(packet, 0, packet.length);
    assertThat(opened).isInstanceOf(Packets.Opened.Packet.class);
    Packets.Opened.Packet inside = (Packets.Opened.Packet) opened;
    assertThat(CODEC.decode(inside.bytes(), inside.from(), inside.to()))
        .isEqualTo(new Decoded.Value<>(new Talk.Say(1, Bytes.of(new byte[40]))));
    byte[] second = packet(packets(A, 1, ring, 7), B);
    assertThat(Arrays.copyOfRange(packet, 40, 60)).isNotEqualTo(Arrays.copyOfRange(second, 40, 60));
  }

  @Test
  void everyChangedBitIsNoticed() {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    byte[] packet = packet(packets(A, 1, ring, 5), B);
    for (int bit = 0; bit < packet.length * 8; bit++) {
      byte[] changed = packet.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(outcome(packets(B, 1, ring, 6), changed)).isInstanceOf(Drop.class);
    }
  }

  @Test
  void packetIsOpenedOnceAndByItsReceiverAlone() {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    byte[] packet = packet(packets(A, 1, ring, 5), B);
    Packets b = packets(B, 1, ring, 6);
    assertThat(outcome(b, packet)).isEqualTo("opened");
    assertThat(outcome(b, packet)).isEqualTo(Drop.REPLAYED);
    assertThat(outcome(packets(new NodeId(3), 1, ring, 7), packet)).isEqualTo(Drop.WRONG_KEY);
  }

  @Test
  void earlierLifeIsStaleOnceALaterOneWasHeard() {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    Packets first = packets(A, 1, ring, 5);
    byte[] early = packet(first, B);
    Directory directory = new Directory();
    Packets b = packets(B, 1, ring, 6, directory);
    assertThat(outcome(b, packet(first, B))).isEqualTo("opened");
    assertThat(outcome(b, packet(packets(A, 2, ring, 7), B))).isEqualTo(Drop.UNPROVEN);
    assertThat(outcome(b, packet(first, B))).as("the first one goes on").isEqualTo("opened");
    directory.proved(A, 2);
    assertThat(outcome(b, packet(packets(A, 2, ring, 7), B))).isEqualTo("opened");
    assertThat(outcome(b, early)).isEqualTo(Drop.STALE);
    assertThat(outcome(b, packet(packets(A, 2, ring, 8), B))).isEqualTo(Drop.STALE);
  }

  @Test
  void lifeThatWasHeardFirstGivesWayToOneThatAnswers() {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    Directory directory = new Directory();
    Packets b = packets(B, 1, ring, 6, directory);
    byte[] old = packet(packets(A, 9, ring, 7), B);
    Packets present = packets(A, 5, ring, 5);
    assertThat(outcome(b, old)).isEqualTo("opened");
    assertThat(outcome(b, packet(present, B))).isEqualTo(Drop.UNPROVEN);
    directory.proved(A, 5);
    assertThat(outcome(b, packet(present, B))).isEqualTo("opened");
  }

  @Test
  void incarnationThatNoNodeGetsToIsRefused() {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    long year = 365 * 86_400_000L;
    Packets b = packets(B, 1, ring, 6);
    assertThat(outcome(b, packet(packets(A, Long.MAX_VALUE, ring, 5), B))).isEqualTo(Drop.FUTURE);
    long ahead = System.currentTimeMillis() + 100 * year;
    assertThat(outcome(b, packet(packets(A, ahead, ring, 5), B)))
        .as("a clock may be wrong, here or there")
        .isEqualTo("opened");
  }

  @Test
  void noNonceIsUsedTwiceInLivesOfOneIncarnation() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(repeated(random::nextLong)).isZero();
  }

  @Test
  void nonceOfLivesThatShareTheirSaltRepeats() {
    assertThat(repeated(() -> 4711)).as("the broken variant is noticed").isPositive();
  }

  private static int repeated(java.util.function.LongSupplier salts) {
    KeyRing ring = KeyRing.of(KeyRing.generate(), KeyRing.generate());
    Set<Nonce> seen = new HashSet<>();
    int repeated = 0;
    for (int life = 0; life < 20; life++) {
      Packets packets = packets(A, 1, ring, salts.getAsLong());
      for (int i = 0; i < 50; i++) {
        ring.use(ring.ids().get(i % 2));
        repeated += seen.add(nonce(packet(packets, B))) ? 0 : 1;
      }
    }
    return repeated;
  }

  private static Nonce nonce(byte[] packet) {
    var read = (Decoded.Value<Envelope.Placed>) Envelope.read(packet, 0, packet.length);
    Envelope envelope = read.message().envelope();
    Envelope.Seal seal = envelope.seal();
    return new Nonce(
        seal.key(), envelope.sender(), envelope.senderIncarnation(), seal.salt(), seal.counter());
  }

  @Test
  void windowRemembersTheLatest() {
    ReplayWindow window = new ReplayWindow();
    SplittableRandom random = new SplittableRandom(3);
    Set<Long> seen = new HashSet<>();
    long highest = -1;
    for (int i = 0; i < 20_000; i++) {
      long number = Math.max(0, highest + random.nextLong(600) - 550);
      boolean isOld = highest - number >= ReplayWindow.SIZE;
      assertThat(window.hasSeen(number)).isEqualTo(isOld || seen.contains(number));
      if (!window.hasSeen(number)) {
        assertThat(window.see(number)).isEqualTo(number > highest);
        seen.add(number);
      }
      highest = Math.max(highest, number);
    }
  }

  @Test
  void windowForgetsAllThatABigJumpPassed() {
    for (long jump : new long[] {255, 256, 257, 1_000, 1L << 61}) {
      ReplayWindow window = new ReplayWindow();
      for (long number = 0; number < ReplayWindow.SIZE; number++) {
        assertThat(window.see(number)).isTrue();
      }
      long highest = ReplayWindow.SIZE - 1 + jump;
      assertThat(window.see(highest)).isTrue();
      for (long number = highest - ReplayWindow.SIZE + 1; number < highest; number++) {
        assertThat(window.hasSeen(number))
            .as("jump %d", jump)
            .isEqualTo(number < ReplayWindow.SIZE);
      }
      assertThat(window.hasSeen(highest - ReplayWindow.SIZE)).isTrue();
      assertThat(window.hasSeen(-1)).isTrue();
      assertThat(window.hasSeen(Long.MIN_VALUE / 2)).isTrue();
    }
  }

  @Test
  void removedKeyOpensNothingFromThenOn() {
    String old = KeyRing.generate();
    String fresh = KeyRing.generate();
    KeyRing theirs = KeyRing.of(old);
    KeyRing ours = KeyRing.of(fresh, old);
    Packets a = packets(A, 1, theirs, 5);
    Packets b = packets(B, 1, ours, 6);
    assertThat(outcome(b, packet(a, B))).isEqualTo("opened");
    ours.remove(KeyRing.id(old));
    assertThat(outcome(b, packet(a, B))).isEqualTo(Drop.WRONG_KEY);
    theirs.add(fresh);
    theirs.use(KeyRing.id(fresh));
    assertThat(outcome(b, packet(a, B))).as("the same life goes on").isEqualTo("opened");
  }

  @Test
  void packetOfAStrangerLeavesNoLongBufferBehind() {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    Seals seals =
        new Seals(Village.keys(ring), new Identity("test", "b", B, 1), 6, new Directory());
    byte[] good = packet(packets(A, 1, ring, 5), B);
    byte[] huge = Arrays.copyOf(good, 1 << 24);
    assertThat(open(seals, huge).drop()).isEqualTo(Drop.WRONG_KEY);
    assertThat(open(seals, good).drop()).isNull();
    assertThat(seals.opened().length).isLessThan(1 << 16);
  }

  private static Seals.Outcome open(Seals seals, byte[] packet) {
    var read = (Decoded.Value<Envelope.Placed>) Envelope.read(packet, 0, packet.length);
    return seals.open(packet, 0, packet.length, read.message(), B);
  }

  @Test
  void ringIsReadAndWrittenInOrder(@TempDir Path folder) throws Exception {
    String first = KeyRing.generate();
    String second = KeyRing.generate();
    Path file = folder.resolve("keys");
    Files.writeString(file, "# the keys\n" + first + "\n\n" + second + "\n");
    KeyRing ring = KeyRing.read(file);
    assertThat(ring.ids()).containsExactly(KeyRing.id(first), KeyRing.id(second));
    ring.use(KeyRing.id(second));
    ring.write(file);
    assertThat(KeyRing.read(file).ids()).containsExactly(KeyRing.id(second), KeyRing.id(first));
    assertThat(folder.toFile().list()).containsExactly("keys");
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }

  @Test
  void ringRefusesWhatMakesNoSense() {
    String key = KeyRing.generate();
    KeyRing ring = KeyRing.of(key);
    for (Runnable mistake :
        List.<Runnable>of(
            () -> ring.remove(KeyRing.id(key)),
            () -> ring.use("00000000"),
            () -> ring.add("abc"),
            () -> ring.add("AAAA"))) {
      assertThatThrownBy(mistake::run).isInstanceOf(IllegalArgumentException.class);
    }
    ring.add(key);
    assertThat(ring.ids()).containsExactly(KeyRing.id(key));
  }
}
