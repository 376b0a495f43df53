package coterie.net.admission;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.net.directory.Addresses;
import coterie.net.directory.Identity;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import coterie.net.loop.EventLoop;
import coterie.wire.Envelope;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Greets other hosts, and takes their answers. For the loop only. */
final class Greeter {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long AGAIN_NANOS = 400_000_000;

  /** What the other one takes at most, besides the suspicion time. */
  private static final long ANSWER_NANOS = 2_000_000_000;

  private static final int GREETINGS_MAX = 1_024;
  private static final int QUESTION_BYTES = Long.BYTES;

  private static final int SENTENCE_MAX = 1_000;

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

  private final GreetingContext context;
  private final EventLoop loop;
  private final GreetingSender sender;
  private final Map<Long, Asking> askings = new HashMap<>();

  Greeter(GreetingContext context, GreetingSender sender) {
    this.context = context;
    this.loop = context.loop();
    this.sender = sender;
  }

  /** Returns whether this host waits for an answer to the greeting with that echo. */
  boolean isAsking(long echo) {
    return askings.containsKey(echo);
  }

  void greet(InetSocketAddress address, CompletableFuture<Greeted> result) {
    if (address.isUnresolved()) {
      result.complete(new Greeted.Silent("the address %s is not known here".formatted(address)));
      return;
    }
    if (askings.size() >= GREETINGS_MAX) {
      result.complete(new Greeted.Silent("too many greetings wait for an answer"));
      return;
    }
    long patience = context.suspicionNanos() + ANSWER_NANOS;
    Asking asking = new Asking(address, result, loop.nowNanos() + patience);
    context.portProbe().probe(address, () -> finish(asking, nobody(address)));
    ask(asking);
  }

  private static Greeted nobody(InetSocketAddress address) {
    return new Greeted.Silent("nobody listens at " + Addresses.text(address));
  }

  private void ask(Asking asking) {
    if (asking.result.isDone()) {
      return;
    }
    if (loop.nowNanos() >= asking.untilNanos || !sender.isOpen()) {
      finish(asking, new Greeted.Silent("no answer from " + Addresses.text(asking.address)));
      return;
    }
    put(asking);
    loop.schedule(AGAIN_NANOS, () -> ask(asking));
  }

  private void put(Asking asking) {
    byte[] question = new byte[QUESTION_BYTES];
    RANDOM.nextBytes(question);
    Bytes own = Addresses.pack(context.address().get());
    Identity self = context.self();
    byte[] packet =
        sender.send(
            asking.address,
            new Greeting.Hello(
                Greeting.VERSION,
                self.cluster(),
                self.name(),
                own,
                Bytes.of(question),
                context.accord().says()));
    long echo = Echo.of(packet, 0, packet.length);
    asking.echoes.add(echo);
    askings.put(echo, asking);
  }

  private void finish(Asking asking, Greeted greeted) {
    asking.echoes.forEach(askings::remove);
    asking.result.complete(greeted);
  }

  /** A connection to that address has failed. */
  void unanswered(InetSocketAddress address, IOException failure) {
    Greeted silent =
        failure instanceof ConnectException
            ? nobody(address)
            : new Greeted.Silent(
                "the connection to %s failed: %s"
                    .formatted(Addresses.text(address), failure.getMessage()));
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

  /** Takes the answer to a greeting. */
  void welcome(Envelope envelope, Greeting.Welcome welcome) {
    Asking asking = askings.get(welcome.echo());
    if (asking == null) {
      return;
    }
    String objection = context.objection(welcome.name(), welcome.settings());
    if (objection != null) { // The other one may be of a version that lets in everybody.
      finish(asking, new Greeted.Refused(Greeting.Reason.SETTINGS, objection, 0, false));
      return;
    }
    InetSocketAddress address = Addresses.reached(welcome.address(), asking.address.getAddress());
    InetSocketAddress reached = address == null ? asking.address : address;
    NodeId node = envelope.sender();
    long incarnation = envelope.senderIncarnation();
    context.directory().greeted(node, welcome.name(), reached, incarnation);
    finish(asking, new Greeted.Welcome(node, welcome.name(), incarnation, reached));
    context.listener().accepted();
  }

  void refused(Greeting.Refusal refusal, String sentence, boolean isTwin) {
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
    if (asking.unread == 0 && sender.isOpen()) {
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
    String where = Addresses.text(address);
    return switch (reason) {
      case OTHER_CLUSTER ->
          "%s belongs to another cluster than %s".formatted(where, context.self().cluster());
      case WRONG_KEY ->
          context.packets().isSealing()
              ? "%s and this node have no key in common".formatted(where)
              : "%s asks for a key, and this node has none".formatted(where);
      case VERSION -> "%s speaks another version".formatted(where);
      case NAME_TAKEN -> "%s says that the name is taken".formatted(where);
      case COLLISION -> "%s knows another name with the same id".formatted(where);
      case SELF -> "%s is this very node".formatted(where);
      case INCARNATION ->
          "%s does not accept the incarnation %d, as it knows a later life of this name"
              .formatted(where, context.self().incarnation());
      case ADDRESS -> "%s cannot tell where this node is".formatted(where);
      case SETTINGS -> "%s has other settings than this node".formatted(where);
    };
  }

  /**
   * Anybody can write a refusal in clear, and who sees the greeting can answer it first. So where
   * there is a ring, a sealed answer that comes soon is worth more.
   */
  void hinted(Greeting.Refusal refusal) {
    if (askings.containsKey(refusal.echo())) {
      loop.schedule(
          context.packets().isSealing() ? AGAIN_NANOS / 2 : 0, () -> refused(refusal, "", false));
    }
  }
}
