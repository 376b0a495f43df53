package coterie.member.swimplain;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.member.ProbeOrder;
import coterie.member.SwimStatus;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * SWIM with incarnations and nothing else: a timer with three phases and four kinds of messages.
 * Phase one pings a member, phase two asks others to ping it, phase three sets its status by
 * whether an acknowledgement came. Every message describes its sender and a constant number of
 * random members.
 *
 * <p>Guarantees: whoever failed stays listed and is probed like everybody else, so members that
 * reach each other both ways, directly or through others, come to equal lists once faults have
 * stopped, and nobody has to join a second time. As a detector its verdict is {@link Note.Failed}.
 * Every crash is found by each member within 2n - 1 periods, n being all that are listed: strongly
 * complete. A single unanswered probe is a verdict, so it makes mistakes wherever messages are
 * lost; it is of class ◇P where delays are bounded in the end and loss ends.
 *
 * <p>Assumes: answers come within the timeout; a node restarts under its own id.
 *
 * <p>Cost: per member and period a ping and its answer, each with the same number of members,
 * whatever the size of the group. A word reaches everybody by chance, so large groups agree slowly.
 *
 * <p>Course work on SWIM with incarnations, after A. Das, I. Gupta and A. Motivala, DSN 2002. Not
 * kept from it: an acknowledgement is sent where a ping is meant; a member leaves silently; targets
 * are drawn at random. Swim has what practice has added.
 */
public final class PlainSwim implements Protocol<PlainSwim.Msg>, Detector {
  /** What members say to each other; each message carries words about its sender and others. */
  public sealed interface Msg extends Message {
    List<Word> words();

    @Override
    default boolean isAnswered() {
      return this instanceof Ping;
    }
  }

  /** Let me in. */
  public record Join(List<Word> words) implements Msg {}

  /** Are you there? */
  public record Ping(long number, List<Word> words) implements Msg {}

  /** Is that one there? It does not answer me, or it is new. */
  public record PingRequest(long number, NodeId target, List<Word> words) implements Msg {}

  /** I am, or the one you asked for is. */
  public record Ack(long number, List<Word> words) implements Msg {}

  /** What a message says of one member. */
  public record Word(NodeId who, SwimStatus status, long incarnation) {}

  /**
   * What one member knows of another.
   *
   * @param sinceNanos when its status or incarnation was last set to another value, on the local
   *     clock, from the start of the member that keeps the list
   */
  public record Listed(NodeId who, SwimStatus status, long incarnation, long sinceNanos) {
    @Override
    public String toString() {
      return "%s:%s@%d(since %s)"
          .formatted(
              who,
              status.name().toLowerCase(Locale.ROOT),
              incarnation,
              TimeText.format(sinceNanos));
    }
  }

  /** What a trace shows of a member: its own incarnation, and its list with the failed. */
  public record Seen(long incarnation, List<Listed> listed) {}

  /**
   * How it runs.
   *
   * @param periodNanos every period each member probes one other
   * @param timeoutNanos how long phase one waits for an answer, and phase two after it
   * @param relays how many others are asked to ping in one's stead
   * @param words how many members a message describes, its sender included
   */
  public record Config(long periodNanos, long timeoutNanos, int relays, int words) {
    public Config {
      if (periodNanos < 1 || timeoutNanos < 1) {
        throw new IllegalArgumentException("period and timeout must be longer than 0");
      }
      if (timeoutNanos >= periodNanos) {
        throw new IllegalArgumentException(
            "the timeout of a probe must be below its period of %s, not %s"
                .formatted(TimeText.format(periodNanos), TimeText.format(timeoutNanos)));
      }
      if (words < 1) {
        throw new IllegalArgumentException("gossip takes a whole number from 1, not " + words);
      }
    }

    /** From the ping to the verdict. */
    long verdictNanos() {
      return Math.min(periodNanos, 2 * timeoutNanos);
    }
  }

  private enum Phase {
    PING,
    ASK,
    JUDGE
  }

  /** A ping that this member sends because another one asked it to. */
  private record Errand(long number, NodeId target, NodeId asker, long askedNumber) {}

  /** No correct group asks for more at once. */
  private static final int ERRANDS_MAX = 64;

  private final Context<Msg> context;
  private final Config config;
  private final NodeId self;
  private final PlainList list;
  private final Alarm alarm;
  private final ArrayDeque<Errand> errands = new ArrayDeque<>(1);
  private List<NodeId> contacts;
  private boolean isInside;
  private boolean isHeard;
  private int attempts;
  private long number;

  private Phase phase = Phase.PING;
  private long dueNanos;
  private ProbeOrder order = new ProbeOrder(1, 0);
  private int position = Integer.MAX_VALUE;
  private @Nullable NodeId target;
  private long probe;
  private List<NodeId> asked = List.of();
  private boolean isAcknowledged;

  /** One that stays outside until it is told to {@link #join}. */
  public PlainSwim(Context<Msg> context, Config config) {
    this(context, config, null, List.of());
  }

  /** One of the founders, if there are any; else one that joins by itself through a contact. */
  PlainSwim(Context<Msg> context, Config config, @Nullable View initial, List<NodeId> contacts) {
    this.context = context;
    this.config = config;
    this.self = context.self();
    this.contacts = contacts;
    this.list = new PlainList(context, initial);
    this.isInside = initial != null && initial.indexOf(self) >= 0;
    this.alarm = context.alarm("phase", this::due);
  }

  @Override
  public void start() {
    list.started();
    if (isInside) {
      isHeard = true;
      begin();
    } else if (!contacts.isEmpty()) {
      join(contacts);
    }
  }

  // ---- LOCAL JOIN, LEAVE, GET MEMBERSHIP

  /** Founds a group of one, which others can join. */
  public void join() {
    join(List.of());
  }

  public void join(NodeId contact) {
    join(List.of(contact));
  }

  /** Asks these in turn, once a period, until another member is heard. */
  public void join(List<NodeId> through) {
    if (isInside) {
      throw new IllegalStateException(self + " is in a group; it has to leave before it joins");
    }
    isInside = true;
    isHeard = false;
    contacts = through;
    list.setMyself(SwimStatus.ALIVE, Math.max(context.incarnation(), list.incarnation() + 1));
    // Where all start together they ask the same contact; one that comes later asks anybody.
    attempts = context.incarnation() == 1 ? 0 : (int) context.random(Math.max(1, contacts.size()));
    begin();
    askContact();
  }

  /** Tells some of the others, and is outside at once. */
  public void leave() {
    if (!isInside) {
      return;
    }
    list.setMyself(SwimStatus.LEFT, list.incarnation());
    // In the original the others see a crash.
    for (NodeId other : list.several(config.words, listed -> listed.status() == SwimStatus.ALIVE)) {
      context.send(other, new Ping(++number, words()));
    }
    isInside = false;
    alarm.stop();
    errands.clear();
    list.clear();
    context.note(new Note.Left(self));
  }

  /** This member and all others but those that failed or left; nobody while outside. */
  public List<Listed> members() {
    return list.all(SwimStatus::isMember);
  }

  /** What is known of one that is listed, the failed and the left included. */
  public @Nullable Listed member(NodeId who) {
    return list.find(who);
  }

  @Override
  public boolean suspects(NodeId member) {
    Listed listed = list.find(member);
    return listed != null && listed.status() == SwimStatus.FAILED;
  }

  @Override
  public List<NodeId> suspects() {
    return list.all(status -> status == SwimStatus.FAILED).stream().map(Listed::who).toList();
  }

  @Override
  public List<NodeId> alive() {
    return list.all(status -> status != SwimStatus.FAILED).stream().map(Listed::who).toList();
  }

  @Override
  public void listen(Listener listener) {
    list.listen(listener);
  }

  @Override
  public Seen state() {
    return new Seen(list.incarnation(), list.all(status -> true));
  }

  // ---- messages

  @Override
  public void receive(NodeId from, Msg message) {
    if (!isInside) {
      return;
    }
    if (from.equals(self)) {
      context.note(new Note.BadMessage(from, "a message from this member itself"));
      return;
    }
    isHeard = true;
    message.words().forEach(word -> list.hear(from, word));
    switch (message) {
      case Join join -> joined(from);
      case Ping ping -> context.send(from, new Ack(ping.number, words()));
      case PingRequest request -> asked(from, request);
      case Ack ack -> acknowledged(from, ack.number);
    }
  }

  /** Members that are asked to ping the newcomer hear of it, and it of them. */
  private void joined(NodeId from) {
    Listed newcomer = list.find(from);
    if (newcomer == null) {
      context.note(new Note.BadMessage(from, "a request to join that does not name its sender"));
      return;
    }
    list.set(from, SwimStatus.ALIVE, newcomer.incarnation());
    others(from).forEach(relay -> context.send(relay, new PingRequest(++number, from, words())));
  }

  private void asked(NodeId from, PingRequest request) {
    if (request.target.equals(self) || request.target.equals(from)) {
      context.note(new Note.BadMessage(from, "a request to ping one of the two"));
      return;
    }
    if (errands.size() == ERRANDS_MAX) {
      errands.removeFirst();
    }
    errands.addLast(new Errand(++number, request.target, from, request.number));
    context.send(request.target, new Ping(number, words()));
  }

  private void acknowledged(NodeId from, long answered) {
    for (Errand errand : errands) {
      if (errand.number == answered && errand.target.equals(from)) {
        errands.remove(errand);
        context.send(errand.asker, new Ack(errand.askedNumber, words()));
        return;
      }
    }
    boolean isDue = from.equals(target) || asked.contains(from);
    isAcknowledged |= isDue && answered == probe;
  }

  // ---- the timer

  /** Members do not start in step: the first period begins at a random moment. */
  private void begin() {
    position = Integer.MAX_VALUE;
    await(Phase.PING, 1 + context.random(config.periodNanos));
  }

  private void await(Phase next, long nanos) {
    phase = next;
    dueNanos = context.nowNanos() + nanos;
    alarm.start(nanos);
  }

  private void due() {
    long left = dueNanos - context.nowNanos();
    if (left > 0) {
      alarm.start(left); // It woke early: a verdict now would be unjust.
      return;
    }
    switch (phase) {
      case PING -> ping();
      case ASK -> askOthers();
      case JUDGE -> judge();
    }
  }

  private void ping() {
    if (!isHeard) {
      askContact();
    }
    target = next();
    if (target == null) {
      await(Phase.PING, config.periodNanos);
      return;
    }
    isAcknowledged = false;
    asked = List.of();
    probe = ++number;
    context.send(target, new Ping(probe, words()));
    await(Phase.ASK, config.timeoutNanos);
  }

  private void askOthers() {
    NodeId silent = target;
    if (silent != null && !isAcknowledged) {
      asked = others(silent);
      asked.forEach(relay -> context.send(relay, new PingRequest(probe, silent, words())));
    }
    await(Phase.JUDGE, config.verdictNanos() - config.timeoutNanos);
  }

  private void judge() {
    Listed probed = target == null ? null : list.find(target);
    if (probed != null && probed.status() != SwimStatus.LEFT) {
      list.set(
          probed.who(),
          isAcknowledged ? SwimStatus.ALIVE : SwimStatus.FAILED,
          probed.incarnation());
    }
    await(Phase.PING, config.periodNanos - config.verdictNanos());
  }

  /** In shuffled rounds, the failed included; the original draws at random, which has no bound. */
  private @Nullable NodeId next() {
    for (int tries = list.places() + 1; tries > 0; tries--) {
      if (position >= list.places()) {
        order = new ProbeOrder(list.places(), context.random(Long.MAX_VALUE));
        position = 0;
      }
      // Members that came in the meantime have their place behind this round's.
      NodeId next = list.at(position < order.size() ? order.at(position) : position);
      position++;
      if (!next.equals(self) && mayAnswer(list.find(next))) {
        return next;
      }
    }
    return null;
  }

  private static boolean mayAnswer(@Nullable Listed listed) {
    return listed != null && listed.status() != SwimStatus.LEFT;
  }

  /** The contact is listed from now on, so it is probed should this message be lost. */
  private void askContact() {
    for (int i = 0; i < contacts.size(); i++) {
      NodeId contact = contacts.get(attempts++ % contacts.size());
      if (!contact.equals(self)) {
        if (list.find(contact) == null) {
          list.set(contact, SwimStatus.ALIVE, 0);
        }
        context.send(contact, new Join(words()));
        return;
      }
    }
  }

  private List<Word> words() {
    return list.words(config.words);
  }

  /** Members that may help with the target. */
  private List<NodeId> others(NodeId than) {
    return list.several(
        config.relays, listed -> listed.status() == SwimStatus.ALIVE && !listed.who().equals(than));
  }
}
