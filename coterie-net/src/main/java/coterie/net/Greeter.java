package coterie.net;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Greets other hosts and answers their greetings: who belongs to the cluster, who holds a name, and
 * where everybody is. For the loop only.
 */
final class Greeter {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long AGAIN_NANOS = 400_000_000;

  /** What the other one takes at most, besides the suspicion time. */
  private static final long ANSWER_NANOS = 2_000_000_000;

  private static final int GREETINGS_MAX = 1_024;
  private static final int QUESTION_BYTES = Long.BYTES;

  /** The first version whose answers repeat a hash; before it they repeated the last bytes. */
  private static final int HASHED_VERSION = 3;

  private static final int SENTENCE_MAX = 1_000;

  /** Where an answer goes. */
  record Origin(@Nullable InetSocketAddress source, @Nullable Connection stream) {
    @Nullable InetAddress host() {
      if (source != null) {
        return source.getAddress();
      }
      return stream == null ? null : stream.peerHost();
    }
  }

  private static final class Asking {
    final InetSocketAddress address;
    final CompletableFuture<Greeted> result;
    final long untilNanos;
    final List<Long> echoes = new ArrayList<>();

    /** The question to which somebody said that it could not read it; 0 if nobody has. */
    long unread;

    Asking(InetSocketAddress address, CompletableFuture<Greeted> result, long untilNanos) {
      this.address = address;
      this.result = result;
      this.untilNanos = untilNanos;
    }
  }

  private final Host host;
  private final Codec<Greeting> codec = Codec.of(Greeting.class);
  private final Map<Long, Asking> askings = new HashMap<>();
  private final Inquiries inquiries;
  private final Rumour rumour;
  private final Allowance allowance = new Allowance();

  /** Of its own, or strangers could use up what the earlier of two lives is told with. */
  private final Allowance superseding = new Allowance();

  Greeter(Host host) {
    this.host = host;
    this.inquiries = new Inquiries(host, this);
    this.rumour = new Rumour(host, this);
  }

  Codec<Greeting> codec() {
    return codec;
  }

  // ---- asking

  void greet(InetSocketAddress address, CompletableFuture<Greeted> result) {
    if (address.isUnresolved()) {
      result.complete(new Greeted.Silent("the address %s is not known here".formatted(address)));
      return;
    }
    if (askings.size() >= GREETINGS_MAX) {
      result.complete(new Greeted.Silent("too many greetings wait for an answer"));
      return;
    }
    long patience = host.config().suspicionNanos() + ANSWER_NANOS;
    Asking asking = new Asking(address, result, host.loop().nowNanos() + patience);
    host.knocker().knock(address, () -> finish(asking, nobody(address)));
    ask(asking);
  }

  private static Greeted nobody(InetSocketAddress address) {
    return new Greeted.Silent("nobody listens at " + text(address));
  }

  static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private void ask(Asking asking) {
    if (asking.result.isDone()) {
      return;
    }
    if (host.loop().nowNanos() >= asking.untilNanos || !host.isOpen()) {
      finish(asking, new Greeted.Silent("no answer from " + text(asking.address)));
      return;
    }
    put(asking);
    host.loop().schedule(AGAIN_NANOS, () -> ask(asking));
  }

  private void put(Asking asking) {
    byte[] question = new byte[QUESTION_BYTES];
    RANDOM.nextBytes(question);
    HostConfig config = host.config();
    Bytes own = Addresses.pack(host.advertised());
    byte[] packet =
        host.departures()
            .sendControl(
                new Origin(asking.address, null),
                new Greeting.Hello(
                    Greeting.VERSION,
                    config.cluster(),
                    config.name(),
                    own,
                    Bytes.of(question),
                    config.accord().says()));
    long echo = echo(packet, 0, packet.length);
    asking.echoes.add(echo);
    askings.put(echo, asking);
  }

  private void finish(Asking asking, Greeted greeted) {
    asking.echoes.forEach(askings::remove);
    asking.result.complete(greeted);
  }

  /**
   * What an answer to that packet repeats: two sums, whose polynomials have nothing in common, so
   * that eight random bytes in the packet make all 64 bits of it random.
   */
  static long echo(byte[] bytes, int from, int to) {
    if (from == to || bytes[from] < HASHED_VERSION) {
      return to - from < Long.BYTES ? 0 : ByteBuffer.wrap(bytes).getLong(to - Long.BYTES);
    }
    CRC32 first = new CRC32();
    first.update(bytes, from, to - from);
    CRC32C second = new CRC32C();
    second.update(bytes, from, to - from);
    return first.getValue() << Integer.SIZE | second.getValue();
  }

  /** A connection to that address has failed. */
  void unanswered(InetSocketAddress address, IOException failure) {
    Greeted silent =
        failure instanceof ConnectException
            ? nobody(address)
            : new Greeted.Silent(
                "the connection to %s failed: %s".formatted(text(address), failure.getMessage()));
    for (Asking asking : List.copyOf(askings.values())) {
      if (asking.address.equals(address)) {
        finish(asking, silent);
      }
    }
  }

  /** The host is no more. */
  void close() {
    for (Asking asking : List.copyOf(askings.values())) {
      finish(asking, new Greeted.Silent("this node was closed"));
    }
  }

  // ---- hearing

  /**
   * What another host says, sealed where there is a ring.
   *
   * @param echo the last bytes of its packet
   */
  void receive(Envelope envelope, byte[] bytes, int from, int to, long echo, Origin origin) {
    switch (codec.decode(bytes, from, to)) {
      case Decoded.Value<Greeting>(Greeting said) -> receive(envelope, said, echo, origin);
      case Decoded.Unknown<Greeting> unknown -> host.dropped(Drop.UNKNOWN);
      case Decoded.Malformed<Greeting> malformed -> host.dropped(Drop.MALFORMED);
    }
  }

  private void receive(Envelope envelope, Greeting said, long echo, Origin origin) {
    NodeId sender = envelope.sender();
    switch (said) {
      // Names are remembered and shown: one that no node can have is not even answered.
      case Greeting.Hello hello when !Names.isName(hello.name()) -> host.dropped(Drop.MALFORMED);
      case Greeting.Welcome welcome when !Names.isName(welcome.name()) ->
          host.dropped(Drop.MALFORMED);
      case Greeting.Hello hello -> hello(envelope, hello, echo, origin);
      case Greeting.Welcome welcome -> welcome(envelope, welcome);
      case Greeting.Refusal refusal ->
          refused(refusal, refusal.sentence(), sender.equals(host.self()));
      case Greeting.Probe probe -> {
        if (probe.node().equals(host.self())) {
          host.departures().sendControl(origin, new Greeting.Present(probe.question()));
        }
      }
      case Greeting.Present present -> {
        inquiries.present(sender, envelope.senderIncarnation(), present.question());
        host.doorstep().present(sender, envelope.senderIncarnation(), present.question());
      }
      case Greeting.Superseded superseded -> rumour.heard(sender, superseded);
    }
  }

  private void welcome(Envelope envelope, Greeting.Welcome welcome) {
    Asking asking = askings.get(welcome.echo());
    if (asking == null) {
      return;
    }
    String objection = objection(welcome.name(), welcome.settings());
    if (objection != null) { // The other one may be of a version that lets in everybody.
      finish(asking, new Greeted.Refused(Greeting.Reason.SETTINGS, objection, 0, false));
      return;
    }
    InetSocketAddress address = Addresses.reached(welcome.address(), asking.address.getAddress());
    InetSocketAddress reached = address == null ? asking.address : address;
    NodeId node = envelope.sender();
    long incarnation = envelope.senderIncarnation();
    host.directory().greeted(node, welcome.name(), reached, incarnation);
    finish(asking, new Greeted.Welcome(node, welcome.name(), incarnation, reached));
    host.accepted();
  }

  /** Why who says that does not belong here; null if it does. */
  private @Nullable String objection(String name, String settings) {
    if (settings.length() > Accord.TEXT_MAX || settings.chars().anyMatch(Character::isISOControl)) {
      return name + " says of its settings what cannot be read";
    }
    return host.config().accord().objection(name, settings);
  }

  private void refused(Greeting.Refusal refusal, String sentence, boolean isTwin) {
    Asking asking = askings.get(refusal.echo());
    if (asking == null || isDoubtful(asking, refusal)) {
      return;
    }
    String why = isForPeople(sentence) ? sentence : sentence(refusal.reason(), asking.address);
    finish(asking, new Greeted.Refused(refusal.reason(), why, refusal.latest(), isTwin));
  }

  /**
   * Whether the other one may have refused a question that was damaged on its way, as it could not
   * read it: only what it says to two of them is believed. The second one is asked at once.
   */
  private boolean isDoubtful(Asking asking, Greeting.Refusal refusal) {
    boolean isRead =
        switch (refusal.reason()) {
          case OTHER_CLUSTER, WRONG_KEY, VERSION -> false;
          case NAME_TAKEN, COLLISION, SELF, INCARNATION, ADDRESS, SETTINGS -> true;
        };
    if (isRead || (asking.unread != 0 && asking.unread != refusal.echo())) {
      return false;
    }
    if (asking.unread == 0 && host.isOpen()) {
      asking.unread = refusal.echo();
      put(asking);
    }
    return true;
  }

  /** It ends up in logs and terminals: without a key anybody can say it. */
  private static boolean isForPeople(String sentence) {
    return !sentence.isEmpty()
        && sentence.length() <= SENTENCE_MAX
        && sentence.chars().noneMatch(Character::isISOControl);
  }

  private String sentence(Greeting.Reason reason, InetSocketAddress address) {
    String where = text(address);
    return switch (reason) {
      case OTHER_CLUSTER ->
          "%s belongs to another cluster than %s".formatted(where, host.config().cluster());
      case WRONG_KEY ->
          host.packets().isSealing()
              ? "%s and this node have no key in common".formatted(where)
              : "%s asks for a key, and this node has none".formatted(where);
      case VERSION -> "%s speaks another version".formatted(where);
      case NAME_TAKEN -> "%s says that the name is taken".formatted(where);
      case COLLISION -> "%s knows another name with the same id".formatted(where);
      case SELF -> "%s is this very node".formatted(where);
      case INCARNATION ->
          "%s does not accept the incarnation %d, as it knows a later life of this name"
              .formatted(where, host.incarnation());
      case ADDRESS -> "%s cannot tell where this node is".formatted(where);
      case SETTINGS -> "%s has other settings than this node".formatted(where);
    };
  }

  // ---- answering

  private void hello(Envelope envelope, Greeting.Hello hello, long echo, Origin origin) {
    InetSocketAddress address = Addresses.reached(hello.address(), origin.host());
    Greeting.Reason reason = reason(envelope, hello, echo, address);
    if (reason != null || address == null) {
      refuse(origin, echo, reason == null ? Greeting.Reason.ADDRESS : reason, "", 0);
      return;
    }
    String objection = objection(hello.name(), hello.settings());
    if (objection != null) {
      refuse(origin, echo, Greeting.Reason.SETTINGS, objection, 0);
      return;
    }
    Newcomer newcomer =
        new Newcomer(
            envelope.sender(), hello.name(), envelope.senderIncarnation(), address, echo, origin);
    if (envelope.sender().equals(host.self())) {
      taken(newcomer, host.advertised());
    } else if (host.directory().proven(newcomer.node()) == newcomer.incarnation()) {
      proven(newcomer);
    } else {
      host.doorstep().greeted(newcomer);
    }
  }

  /** The newcomer has answered, so it is not a greeting of old. */
  void proven(Newcomer newcomer) {
    Known known = host.known(newcomer.node());
    if (known == null || known.address().equals(newcomer.address())) {
      decide(newcomer);
    } else {
      inquiries.begin(newcomer, known.address());
    }
  }

  private Greeting.@Nullable Reason reason(
      Envelope envelope, Greeting.Hello hello, long echo, @Nullable InetSocketAddress address) {
    String name = host.directory().name(envelope.sender());
    boolean isSelf = envelope.sender().equals(host.self());
    if (Math.abs((long) hello.version() - Greeting.VERSION) > 1) {
      return Greeting.Reason.VERSION;
    }
    if (!hello.cluster().equals(host.config().cluster())) {
      return Greeting.Reason.OTHER_CLUSTER;
    }
    if (isSelf ? !hello.name().equals(host.config().name()) : isOther(name, hello.name())) {
      return Greeting.Reason.COLLISION;
    }
    if (isSelf && askings.containsKey(echo)) {
      return Greeting.Reason.SELF;
    }
    return address == null ? Greeting.Reason.ADDRESS : null;
  }

  private static boolean isOther(@Nullable String known, String name) {
    return known != null && !known.equals(name);
  }

  /** Nobody else holds the name: the newcomer is a new node, or a later life of one. */
  void decide(Newcomer newcomer) {
    long latest = host.latest(newcomer);
    if (newcomer.incarnation() < latest) {
      refuse(newcomer.origin(), newcomer.echo(), Greeting.Reason.INCARNATION, "", latest);
      return;
    }
    host.directory()
        .greeted(newcomer.node(), newcomer.name(), newcomer.address(), newcomer.incarnation());
    Bytes own = Addresses.pack(host.advertised());
    host.departures()
        .sendControl(
            newcomer.origin(),
            new Greeting.Welcome(
                newcomer.echo(), host.config().name(), own, host.config().accord().says()));
  }

  /** The holder of the name has answered. */
  void taken(Newcomer newcomer, InetSocketAddress holder) {
    refuse(
        newcomer.origin(),
        newcomer.echo(),
        Greeting.Reason.NAME_TAKEN,
        taken(newcomer.name(), holder),
        newcomer.node().equals(host.self()) ? host.incarnation() : host.latest(newcomer));
  }

  private static String taken(String name, InetSocketAddress holder) {
    return "the name %s is taken by the node at %s".formatted(name, text(holder));
  }

  private void refuse(
      Origin origin, long echo, Greeting.Reason reason, String sentence, long latest) {
    host.departures().sendControl(origin, new Greeting.Refusal(echo, reason, sentence, latest));
  }

  // ---- packets that were not let in

  /** One that cannot be opened: it may be a refusal in clear, or a greeting that deserves one. */
  void turnedAway(Packets.Opened.Refused refused, byte[] bytes, int from, int to, Origin origin) {
    Envelope envelope = refused.envelope();
    Greeting.Reason reason = reason(refused.why());
    if (envelope == null ? refused.why() != Drop.UNKNOWN : !isGreeting(envelope)) {
      return;
    }
    if (envelope != null && envelope.seal() == null) {
      Greeting said = Packets.hint(bytes, from, to, codec);
      if (said instanceof Greeting.Refusal refusal) {
        hinted(refusal);
      }
      if (!(said instanceof Greeting.Hello)) {
        return;
      }
    }
    if (reason != null) {
      refuseInClear(origin, echo(bytes, from, to), reason, to - from);
    }
  }

  private static boolean isGreeting(Envelope envelope) {
    return envelope.channel() == Greeting.CHANNEL;
  }

  private static Greeting.@Nullable Reason reason(Drop why) {
    return switch (why) {
      case OTHER_CLUSTER -> Greeting.Reason.OTHER_CLUSTER;
      case WRONG_KEY -> Greeting.Reason.WRONG_KEY;
      case UNKNOWN -> Greeting.Reason.VERSION;
      case FUTURE -> Greeting.Reason.INCARNATION;
      default -> null;
    };
  }

  /**
   * Anybody can write a refusal in clear, and who sees the greeting can answer it first. So where
   * there is a ring, a sealed answer that comes soon is worth more.
   */
  private void hinted(Greeting.Refusal refusal) {
    if (askings.containsKey(refusal.echo())) {
      host.loop()
          .schedule(
              host.packets().isSealing() ? AGAIN_NANOS / 2 : 0, () -> refused(refusal, "", false));
    }
  }

  /** Never longer than the question, and not often: it must be of no use for a flood. */
  private void refuseInClear(Origin origin, long echo, Greeting.Reason reason, int size) {
    byte[] packet =
        host.packets().clear(Greeting.CHANNEL, codec, new Greeting.Refusal(echo, reason, "", 0));
    if (packet.length <= size && allowance.take(host.loop().nowNanos())) {
      host.departures().sendControl(origin, packet);
    }
  }

  /** A packet of an earlier life: if that still lives, it should know. */
  void stale(Envelope envelope, Origin origin) {
    long latest = host.directory().proven(envelope.sender());
    if (envelope.senderIncarnation() < latest && superseding.take(host.loop().nowNanos())) {
      host.departures().sendControl(origin, new Greeting.Superseded(envelope.sender(), latest));
    }
  }
}
