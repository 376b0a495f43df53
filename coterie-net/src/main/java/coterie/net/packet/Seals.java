package coterie.net.packet;

import coterie.core.NodeId;
import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.directory.Names;
import coterie.net.metrics.Drop;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals the packets of one life of a node, and opens those of others: AES-256-GCM, as NIST SP
 * 800-38D has it. For the loop only.
 *
 * <p>No key of the ring encrypts anything itself. Every life of every node derives a key of its own
 * from it, with the cluster, the node, its incarnation and a salt that was drawn for this life; so
 * a counter is enough for a nonce, and no life can repeat another's. docs/security.md argues it.
 *
 * <p>What is sealed to a node is of no use at another: the receiver is authenticated, though it is
 * not sent.
 */
final class Seals {
  static final int TAG_BYTES = 16;

  /** For any reader: greetings go to an address. */
  static final NodeId ANYONE = new NodeId(0);

  /** At most this number of senders is remembered. Only who has a key can fill it. */
  private static final int LIVES_MAX = 16_384;

  private static final int NONCE_BYTES = 12;
  private static final int BUFFER_BYTES = 2_048;

  /**
   * A longer buffer is not kept: a sender without a key can have one made as long as a packet may
   * be.
   */
  private static final int BUFFER_KEPT = 1 << 16;

  /** Datagrams overtake streams by far, so each of the two has a window. */
  private static final int LANES = 2;

  /** What is known about the present life of another node. */
  private static final class Life {
    final long incarnation;
    final long salt;
    final ReplayWindow[] windows = {new ReplayWindow(), new ReplayWindow()};
    @Nullable SealKey key;
    @Nullable SecretKeySpec derived;

    Life(long incarnation, long salt) {
      this.incarnation = incarnation;
      this.salt = salt;
    }

    boolean isOf(Envelope envelope, Envelope.Seal seal) {
      return incarnation == envelope.senderIncarnation() && salt == seal.salt();
    }
  }

  /** What has become of a sealed packet: why it is dropped, or null. */
  record Outcome(@Nullable Drop drop, int size, boolean isNewest) {}

  private final Supplier<List<SealKey>> ring;
  private final byte[] cluster;
  private final NodeId self;
  private final long incarnation;
  private final long salt;
  private final Directory directory;
  private final Cipher cipher;
  private final byte[] nonce = new byte[NONCE_BYTES];
  private final byte[] receiverBytes = new byte[Long.BYTES];
  private final Map<NodeId, Life> lives =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Life> eldest) {
          return size() > LIVES_MAX;
        }
      };
  private byte[] sealed = new byte[BUFFER_BYTES];
  private byte[] opened = new byte[BUFFER_BYTES];
  private long counter;
  private @Nullable SealKey ownKey;
  private @Nullable SecretKeySpec ownDerived;

  /**
   * @param ring the keys, of which the first one seals
   * @param directory which knows the lives that have answered
   */
  Seals(Supplier<List<SealKey>> ring, Identity self, long salt, Directory directory) {
    this.ring = ring;
    this.cluster = Names.utf8(self.cluster());
    this.self = self.node();
    this.incarnation = self.incarnation();
    this.salt = salt;
    this.directory = directory;
    try {
      this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has AES in GCM", e);
    }
  }

  /** For the envelope of the next packet. */
  Envelope.Seal next(boolean isStream) {
    counter++;
    SealKey key = ring.get().getFirst();
    if (key != ownKey) {
      ownDerived = derive(key, self, incarnation, salt);
      ownKey = key;
    }
    return new Envelope.Seal(key.id(), salt, counter * LANES + (isStream ? 1 : 0));
  }

  /**
   * Seals what stands behind the envelope, which has the latest seal. Returns the size of the
   * packet, which is in {@link #buffer} until the next sealing.
   */
  int seal(Output packet, int messageFrom, Envelope.Seal seal, NodeId receiver) {
    if (ownDerived == null) {
      throw new IllegalStateException("a packet is sealed after its envelope was written");
    }
    int size = packet.size() + TAG_BYTES;
    if (sealed.length < size) {
      sealed = new byte[Math.max(size, 2 * sealed.length)];
    }
    System.arraycopy(packet.buffer(), 0, sealed, 0, messageFrom);
    try {
      begin(Cipher.ENCRYPT_MODE, ownDerived, seal.counter());
      authenticate(packet.buffer(), 0, messageFrom, receiver);
      cipher.doFinal(
          packet.buffer(), messageFrom, packet.size() - messageFrom, sealed, messageFrom);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a packet cannot be sealed", e);
    }
    return size;
  }

  byte[] buffer() {
    return sealed;
  }

  /** What was in the latest packet that was opened. */
  byte[] opened() {
    return opened;
  }

  /** Opens a packet; what was in it holds until the next opening. */
  Outcome open(byte[] bytes, int from, int to, Envelope.Placed placed, NodeId receiver) {
    Envelope envelope = placed.envelope();
    Envelope.Seal seal = envelope.seal();
    SealKey key = seal == null ? null : find(seal.key());
    if (seal == null || key == null || to - placed.messageFrom() < TAG_BYTES) {
      return refused(Drop.WRONG_KEY);
    }
    if (receiver.equals(ANYONE)) {
      return openGreeting(bytes, from, to, placed, key);
    }
    Life known = lives.get(envelope.sender());
    if (known == null || !known.isOf(envelope, seal)) {
      return openFirst(bytes, from, to, placed, seal, receiver, key);
    }
    ReplayWindow window = window(known, seal);
    if (window.hasSeen(seal.counter() / LANES)) {
      return refused(Drop.REPLAYED); // No need to look inside.
    }
    int size = decrypt(bytes, from, to, placed, receiver, keyOf(known, key, envelope));
    return size < 0
        ? refused(Drop.WRONG_KEY)
        : new Outcome(null, size, window.see(seal.counter() / LANES));
  }

  private @Nullable SealKey find(int id) {
    List<SealKey> keys = ring.get();
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).id() == id) {
        return keys.get(i);
      }
    }
    return null;
  }

  /** The first packet of a life, as it seems. */
  private Outcome openFirst(
      byte[] bytes,
      int from,
      int to,
      Envelope.Placed placed,
      Envelope.Seal seal,
      NodeId receiver,
      SealKey key) {
    Envelope envelope = placed.envelope();
    Life life = new Life(envelope.senderIncarnation(), seal.salt());
    int size = decrypt(bytes, from, to, placed, receiver, keyOf(life, key, envelope));
    if (size < 0) {
      return refused(Drop.WRONG_KEY);
    }
    Life known = lives.get(envelope.sender());
    Drop why = why(envelope.sender(), known, life);
    if (why != null) {
      return refused(why);
    }
    lives.put(envelope.sender(), life);
    return new Outcome(null, size, window(life, seal).see(seal.counter() / LANES));
  }

  /** Why the packet of another life than the one that is known is not let in; null if it is. */
  private @Nullable Drop why(NodeId sender, @Nullable Life known, Life other) {
    if (known != null && known.incarnation == other.incarnation) {
      return Drop.STALE; // With another salt: no life has two.
    }
    boolean isFirst = known == null || other.incarnation == directory.proven(sender);
    return switch (directory.standing(sender, other.incarnation)) {
      case EARLIER -> Drop.STALE;
      case UNPROVEN -> Drop.UNPROVEN;
      case PRESENT -> isFirst ? null : Drop.UNPROVEN; // The directory forgets sooner.
    };
  }

  /**
   * Greetings are protected from repetition by the questions in them. They are not a sign of life:
   * a node that greets with a name may be refused, while its holder lives on.
   */
  private Outcome openGreeting(
      byte[] bytes, int from, int to, Envelope.Placed placed, SealKey key) {
    Envelope envelope = placed.envelope();
    Envelope.Seal seal = envelope.seal();
    SecretKeySpec derived =
        derive(
            key, envelope.sender(), envelope.senderIncarnation(), seal == null ? 0 : seal.salt());
    int size = decrypt(bytes, from, to, placed, ANYONE, derived);
    return size < 0 ? refused(Drop.WRONG_KEY) : new Outcome(null, size, false);
  }

  private static ReplayWindow window(Life life, Envelope.Seal seal) {
    return life.windows[(int) seal.counter() & (LANES - 1)];
  }

  private static Outcome refused(Drop why) {
    return new Outcome(why, 0, false);
  }

  private SecretKeySpec keyOf(Life life, SealKey key, Envelope envelope) {
    if (life.key != key || life.derived == null) {
      life.derived = derive(key, envelope.sender(), life.incarnation, life.salt);
      life.key = key;
    }
    return life.derived;
  }

  /** The size of what was in it; -1 if it was not sealed with that key. */
  private int decrypt(
      byte[] bytes,
      int from,
      int to,
      Envelope.Placed placed,
      NodeId receiver,
      SecretKeySpec derived) {
    Envelope.Seal seal = placed.envelope().seal();
    int length = to - placed.messageFrom();
    if (opened.length < length || opened.length > BUFFER_KEPT) {
      opened = new byte[Math.max(length, BUFFER_BYTES)];
    }
    try {
      begin(Cipher.DECRYPT_MODE, derived, seal == null ? 0 : seal.counter());
      authenticate(bytes, from, placed.messageFrom(), receiver);
      return cipher.doFinal(bytes, placed.messageFrom(), length, opened, 0);
    } catch (GeneralSecurityException e) {
      return -1;
    }
  }

  private void begin(int mode, SecretKeySpec key, long number) throws GeneralSecurityException {
    ByteBuffer.wrap(nonce).putLong(NONCE_BYTES - Long.BYTES, number);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
  }

  private void authenticate(byte[] bytes, int from, int to, NodeId receiver) {
    ByteBuffer.wrap(receiverBytes).putLong(0, receiver.value());
    cipher.updateAAD(bytes, from, to - from);
    cipher.updateAAD(receiverBytes);
  }

  private SecretKeySpec derive(SealKey key, NodeId sender, long life, long lifeSalt) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.secret(), "HmacSHA256"));
      mac.update(Names.utf8("coterie packet"));
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, cluster.length));
      mac.update(cluster);
      ByteBuffer numbers = ByteBuffer.allocate(3 * Long.BYTES);
      numbers.putLong(sender.value()).putLong(life).putLong(lifeSalt).flip();
      mac.update(numbers);
      byte[] derived = mac.doFinal();
      SecretKeySpec spec = new SecretKeySpec(derived, "AES");
      Arrays.fill(derived, (byte) 0);
      return spec;
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has HMAC with SHA-256", e);
    }
  }
}
