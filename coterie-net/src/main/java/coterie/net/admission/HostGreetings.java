package coterie.net.admission;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.net.directory.Addresses;
import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.directory.KnownLife;
import coterie.net.directory.Names;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import coterie.net.metrics.Counters;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import coterie.net.socket.Origin;
import coterie.net.socket.Transport;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What hosts say to each other below all protocols. It answers greetings, and so decides who
 * belongs to the cluster, who holds a name, and which lives count. For the loop only.
 */
public final class HostGreetings {
  private final GreetingContext context;
  private final Identity self;
  private final Directory directory;
  private final Counters counters;
  private final GreetingSender sender;
  private final Greeter greeter;
  private final SupersededCheck supersededCheck;
  private final NameInquiries inquiries;
  private final UnprovenLives unprovenLives;
  private final RateLimit refusals = new RateLimit();

  /** Of its own, or strangers could use up what the earlier of two lives is told with. */
  private final RateLimit superseding = new RateLimit();

  private Function<NodeId, @Nullable KnownLife> members = node -> null;

  public HostGreetings(GreetingContext context) {
    this.context = context;
    this.self = context.self();
    this.directory = context.directory();
    this.counters = context.counters();
    this.sender = new GreetingSender(context);
    this.greeter = new Greeter(context, sender);
    this.supersededCheck = new SupersededCheck(context, greeter);
    this.inquiries = new NameInquiries(context, sender, this);
    this.unprovenLives = new UnprovenLives(context, sender, this);
  }

  /** Sends by that transport from now on. */
  public void open(Transport transport) {
    sender.sendBy(transport);
  }

  /** Greets the host at that address. */
  public void greet(InetSocketAddress where, CompletableFuture<Greeted> result) {
    greeter.greet(where, result);
  }

  /** Asks that, too, where the holder of a name is. */
  public void findMembersBy(Function<NodeId, @Nullable KnownLife> newMembers) {
    members = newMembers;
  }

  public UnprovenLives unprovenLives() {
    return unprovenLives;
  }

  /** Fails the greetings that wait for an answer from there. */
  public void failed(InetSocketAddress address, IOException failure) {
    greeter.unanswered(address, failure);
  }

  /** Answers what waits, and sends nothing from now on. */
  public void close() {
    sender.sendBy(null);
    greeter.close();
  }

  /**
   * Takes what another host says, sealed where there is a ring.
   *
   * @param echo see {@link Echo}
   */
  public void receive(Envelope envelope, byte[] bytes, int from, int to, long echo, Origin origin) {
    switch (sender.codec().decode(bytes, from, to)) {
      case Decoded.Value<Greeting>(Greeting said) -> receive(envelope, said, echo, origin);
      case Decoded.Unknown<Greeting> unknown -> counters.dropped(Drop.UNKNOWN);
      case Decoded.Malformed<Greeting> malformed -> counters.dropped(Drop.MALFORMED);
    }
  }

  private void receive(Envelope envelope, Greeting said, long echo, Origin origin) {
    NodeId from = envelope.sender();
    switch (said) {
      // Names are remembered and shown: one that no node can have is not even answered.
      case Greeting.Hello hello when !Names.isName(hello.name()) ->
          counters.dropped(Drop.MALFORMED);
      case Greeting.Welcome welcome when !Names.isName(welcome.name()) ->
          counters.dropped(Drop.MALFORMED);
      case Greeting.Hello hello -> hello(envelope, hello, echo, origin);
      case Greeting.Welcome welcome -> greeter.welcome(envelope, welcome);
      case Greeting.Refusal refusal ->
          greeter.refused(refusal, refusal.sentence(), from.equals(self.node()));
      case Greeting.Probe probe -> {
        if (probe.node().equals(self.node())) {
          sender.send(origin, new Greeting.Present(probe.question()));
        }
      }
      case Greeting.Present present -> {
        inquiries.present(from, envelope.senderIncarnation(), present.question());
        unprovenLives.present(from, envelope.senderIncarnation(), present.question());
      }
      case Greeting.Superseded superseded -> supersededCheck.heard(from, superseded);
    }
  }

  /** Takes a packet that was refused: a refusal in clear, or a greeting that deserves one. */
  public void refused(
      Packets.Opened.Refused refused, byte[] bytes, int from, int to, Origin origin) {
    Envelope envelope = refused.envelope();
    boolean mayGreet =
        envelope == null ? refused.why() == Drop.UNKNOWN : envelope.channel() == Greeting.CHANNEL;
    if (mayGreet && (envelope == null || envelope.seal() != null || isHello(bytes, from, to))) {
      refuseInClear(origin, Echo.of(bytes, from, to), refused.why(), to - from);
    }
    if (refused.why() == Drop.STALE && envelope != null) {
      stale(envelope, origin);
    }
  }

  private boolean isHello(byte[] bytes, int from, int to) {
    Greeting said = Packets.hint(bytes, from, to, sender.codec());
    if (said instanceof Greeting.Refusal refusal) {
      greeter.hinted(refusal);
    }
    return said instanceof Greeting.Hello;
  }

  /** Takes a packet of a life that has not answered yet. */
  public void unproven(Envelope envelope, byte[] packet, Origin origin) {
    unprovenLives.spoke(envelope, packet, origin);
  }

  /** Takes a packet that has this very node's name, in a later life. */
  public void claimed(long incarnation, Origin origin) {
    unprovenLives.claimed(incarnation, origin);
  }

  // ---- answers

  private void hello(Envelope envelope, Greeting.Hello hello, long echo, Origin origin) {
    InetSocketAddress address = Addresses.reached(hello.address(), origin.host());
    Greeting.Reason reason = reason(envelope, hello, echo, address);
    if (reason != null || address == null) {
      refuse(origin, echo, reason == null ? Greeting.Reason.ADDRESS : reason, "", 0);
      return;
    }
    String objection = context.objection(hello.name(), hello.settings());
    if (objection != null) {
      refuse(origin, echo, Greeting.Reason.SETTINGS, objection, 0);
      return;
    }
    Newcomer newcomer =
        new Newcomer(
            envelope.sender(), hello.name(), envelope.senderIncarnation(), address, echo, origin);
    if (envelope.sender().equals(self.node())) {
      taken(newcomer, context.address().get());
    } else if (directory.proven(newcomer.node()) == newcomer.incarnation()) {
      proven(newcomer);
    } else {
      unprovenLives.greeted(newcomer);
    }
  }

  /** The newcomer has answered, so it is not a greeting of old. */
  void proven(Newcomer newcomer) {
    KnownLife known = known(newcomer.node());
    if (known == null || known.address().equals(newcomer.address())) {
      decide(newcomer);
    } else {
      inquiries.begin(newcomer, known.address());
    }
  }

  private Greeting.@Nullable Reason reason(
      Envelope envelope, Greeting.Hello hello, long echo, @Nullable InetSocketAddress address) {
    String name = directory.name(envelope.sender());
    boolean isSelf = envelope.sender().equals(self.node());
    if (Math.abs((long) hello.version() - Greeting.VERSION) > 1) {
      return Greeting.Reason.VERSION;
    }
    if (!hello.cluster().equals(self.cluster())) {
      return Greeting.Reason.OTHER_CLUSTER;
    }
    if (isSelf ? !hello.name().equals(self.name()) : isOther(name, hello.name())) {
      return Greeting.Reason.COLLISION;
    }
    if (isSelf && greeter.isAsking(echo)) {
      return Greeting.Reason.SELF;
    }
    return address == null ? Greeting.Reason.ADDRESS : null;
  }

  private static boolean isOther(@Nullable String known, String name) {
    return known != null && !known.equals(name);
  }

  /** Nobody else holds the name: the newcomer is a new node, or a later life of one. */
  void decide(Newcomer newcomer) {
    long latest = latest(newcomer);
    if (newcomer.incarnation() < latest) {
      refuse(newcomer.origin(), newcomer.echo(), Greeting.Reason.INCARNATION, "", latest);
      return;
    }
    directory.greeted(newcomer.node(), newcomer.name(), newcomer.address(), newcomer.incarnation());
    Bytes own = Addresses.pack(context.address().get());
    sender.send(
        newcomer.origin(),
        new Greeting.Welcome(newcomer.echo(), self.name(), own, context.accord().says()));
  }

  /** The holder of the name has answered. */
  void taken(Newcomer newcomer, InetSocketAddress holder) {
    refuse(
        newcomer.origin(),
        newcomer.echo(),
        Greeting.Reason.NAME_TAKEN,
        taken(newcomer.name(), holder),
        newcomer.node().equals(self.node()) ? self.incarnation() : latest(newcomer));
  }

  private static String taken(String name, InetSocketAddress holder) {
    return "the name %s is taken by the node at %s".formatted(name, Addresses.text(holder));
  }

  private void refuse(
      Origin origin, long echo, Greeting.Reason reason, String sentence, long latest) {
    sender.send(origin, new Greeting.Refusal(echo, reason, sentence, latest));
  }

  /**
   * Returns the latest known life of this name, which the newcomer's must follow; 0 if no life is
   * known. A life that the group reports counts only for another address: at the same address the
   * number may have grown within one life. A report is hearsay, and does not count against a life
   * that has answered this node before.
   */
  private long latest(Newcomer newcomer) {
    long proven = directory.proven(newcomer.node());
    KnownLife member = members.apply(newcomer.node());
    boolean isElsewhere = member != null && !member.address().equals(newcomer.address());
    boolean counts = isElsewhere && proven != newcomer.incarnation();
    return Math.max(proven, counts ? member.incarnation() : 0);
  }

  /** Returns where that node is as far as anybody here knows. */
  private @Nullable KnownLife known(NodeId node) {
    InetSocketAddress heardAt = directory.address(node);
    return heardAt == null
        ? members.apply(node)
        : new KnownLife(heardAt, directory.incarnation(node));
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

  /** Never longer than the question, and not often: it must be of no use for a flood. */
  private void refuseInClear(Origin origin, long echo, Drop why, int size) {
    Greeting.Reason reason = reason(why);
    if (reason == null) {
      return;
    }
    byte[] packet = sender.clear(new Greeting.Refusal(echo, reason, "", 0));
    if (packet.length <= size && refusals.take(context.loop().nowNanos())) {
      sender.send(origin, packet);
    }
  }

  /** A packet of an earlier life: if that still lives, it should know. */
  public void stale(Envelope envelope, Origin origin) {
    long latest = directory.proven(envelope.sender());
    if (envelope.senderIncarnation() < latest && superseding.take(context.loop().nowNanos())) {
      sender.send(origin, new Greeting.Superseded(envelope.sender(), latest));
    }
  }
}
