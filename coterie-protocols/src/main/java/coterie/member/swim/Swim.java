package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Roster;
import coterie.detect.Detector;
import coterie.member.Card;
import coterie.member.Member;
import coterie.member.SwimStatus;
import coterie.member.Tag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SWIM: group membership with constant load per member. Once a period each member probes one other,
 * through others if it does not answer; a member that cannot be reached is suspected, and has
 * failed unless it refutes in time by raising its incarnation. News is passed on to a few random
 * members at once, and rides on the probes.
 *
 * <p>Guarantees: members that reach each other both ways, directly or through others, come to equal
 * lists once faults have stopped; a crash is noticed by somebody within 2n - 1 periods, and on
 * average within e/(e-1), and is known to all a time later that grows with log n; if the network
 * says that nobody listens there, and says so to others too, within a few delays. As a detector its
 * verdict is {@link Note.Failed}, a suspicion is only the first word. It is strongly complete;
 * accuracy depends on delays, so it is of class ◇P where these are bounded in the end and loss
 * ends.
 *
 * <p>Assumes: a member answers within the timeout most of the time; contacts are not all down
 * forever; a node restarts under its own id.
 *
 * <p>Cost: per member and period a ping sent and one received on average, each with its answer,
 * whatever the size of the group; each member tells each piece of news a number of times that grows
 * with log n, the first log2 n + 1 of them in messages of their own.
 *
 * <p>A. Das, I. Gupta and A. Motivala, "SWIM: scalable weakly-consistent infection-style process
 * group membership protocol", DSN 2002. The additions: A. Dadgar, J. Phillips and J. Currey,
 * "Lifeguard: local health awareness for more accurate failure detection", 2018; full state is
 * compared now and then, and who has failed is tried again, so that a healed partition comes
 * together.
 */
public final class Swim implements Protocol<Swim.Msg>, Detector, Roster {
  /** What members say to each other. */
  public sealed interface Msg extends Message {
    @Override
    default boolean isAnswered() {
      return this instanceof Join || this instanceof Ping || this instanceof PingRequest;
    }
  }

  /** Let me in. */
  public record Join(Update.Alive who) implements Msg {}

  /** Are you there? */
  public record Ping(long number, List<Update> gossip) implements Msg {}

  /** Is that one there? I cannot reach it. */
  public record PingRequest(long number, NodeId target, List<Update> gossip) implements Msg {}

  /** I am, or the one you asked for is. */
  public record Ack(long number, List<Update> gossip) implements Msg {}

  /** I am there, but have not heard yet from the one you asked for, or know that it is gone. */
  public record Nack(long number, boolean closed) implements Msg {}

  /** Do you know the same members as I do? */
  public record Compare(long digest, List<Update> gossip) implements Msg {}

  /** This is all I know. */
  public record State(boolean wantsReply, List<Update> members) implements Msg {}

  /** This cannot wait for the next probe. */
  public record News(List<Update> gossip) implements Msg {}

  /** I know the same members as you do. */
  public record Same(long digest) implements Msg {}

  /** We know different members; these are the sums over parts of my list. */
  public record Parts(Bytes sums) implements Msg {}

  /** We differ in these parts, and this is all I know of them. What do I lack? */
  public record Part(long parts, List<Update> members) implements Msg {}

  /** What a trace shows of a member. */
  public record Seen(
      long incarnation,
      List<NodeId> alive,
      List<NodeId> suspect,
      List<NodeId> failed,
      List<NodeId> left) {}

  private enum Stage {
    OUTSIDE,
    JOINING,
    INSIDE,
    LEAVING
  }

  /** A good-bye is said this number of times. */
  private static final int FAREWELLS = 3;

  /** How many times a period a member tries to reach one that it has accused, or says good-bye. */
  private static final int LOOKS = 4;

  /** A newcomer in a crowd first learns of this many members beside its contact. */
  private static final int FEW = 20;

  private final Context<Msg> context;
  private final SwimConfig config;
  private final NodeId self;
  private final MemberList list;
  private final LocalHealth health;
  private final RandomMembers randomMembers;
  private final Speaker speaker = new Messages();
  private final Dissemination dissemination;
  private final Membership membership;
  private final FailureDetector failureDetector;
  private final IndirectProbes indirectProbes;
  private final ExtraProbes extraProbes;
  private final AntiEntropy antiEntropy;
  private final Alarm secondLook;
  private Card card;
  private List<NodeId> contacts;
  private Stage stage;
  private int attempts;
  private int farewells;
  private Update.Left farewell;
  private long number;
  private boolean metStranger;
  private @Nullable NodeId met;
  private long metNanos;

  /** One that stays outside until it is told to {@link #join}. */
  public Swim(Context<Msg> context, Card card, SwimConfig config) {
    this(context, card, config, InitialMembers.none(), List.of());
  }

  /** One of the founders, if there are any; else one that joins by itself through a contact. */
  Swim(
      Context<Msg> context,
      Card card,
      SwimConfig config,
      InitialMembers initial,
      List<NodeId> contacts) {
    this.context = context;
    this.config = config;
    this.card = card.checked();
    this.contacts = contacts;
    this.self = context.self();
    this.list = new MemberList(initial);
    this.health = new LocalHealth(config.healthMax());
    this.randomMembers = new RandomMembers(context, list, config.tellsSuspects());
    Update.Alive initialMember = initial.find(self);
    Update.Alive me = initialMember == null ? life(0, card) : initialMember;
    this.dissemination = new Dissemination(context, config, list, randomMembers, speaker, me);
    this.membership =
        new Membership(
            context,
            config,
            list,
            health,
            dissemination,
            me,
            this::lookAtSuspect,
            this::secondOpinion);
    this.farewell = new Update.Left(self, 0);
    ProbeListener listener = new Outcomes();
    this.extraProbes =
        new ExtraProbes(context, config, list, randomMembers, health, speaker, listener);
    this.failureDetector =
        new FailureDetector(
            context, config, list, randomMembers, health, speaker, listener, extraProbes);
    this.indirectProbes = new IndirectProbes(context, config, speaker);
    this.antiEntropy =
        new AntiEntropy(context, config, list, randomMembers, membership, dissemination, speaker);
    this.secondLook = context.alarm("second look", this::lookAgain);
    this.stage =
        initialMember != null ? Stage.INSIDE : contacts.isEmpty() ? Stage.OUTSIDE : Stage.JOINING;
  }

  private Update.Alive life(long incarnation, Card of) {
    return new Update.Alive(self, incarnation, of);
  }

  @Override
  public void start() {
    if (stage == Stage.JOINING) {
      join(contacts);
    } else if (stage == Stage.INSIDE) {
      begin();
    }
  }

  // ---- what a user of the group calls

  /** Founds a group of one, which others can join. */
  public void join() {
    join(List.of());
  }

  public void join(NodeId contact) {
    join(List.of(contact));
  }

  /** Comes into the group through the first of these that answers; asks them in turn until then. */
  public void join(List<NodeId> through) {
    if (stage != Stage.OUTSIDE && list.memberCount() > 0) {
      throw new IllegalStateException(self + " is in a group; it has to leave before it joins");
    }
    contacts = through;
    membership.enter(Math.max(context.incarnation(), membership.me().incarnation() + 1), card);
    stage = contacts.isEmpty() || contacts.equals(List.of(self)) ? Stage.INSIDE : Stage.JOINING;
    // Where all start together they ask the same contact; one that comes later asks anybody.
    attempts = context.incarnation() == 1 ? 0 : (int) context.random(Math.max(1, contacts.size()));
    begin();
    askContact();
  }

  /**
   * Brings one's own group and that of the contact together, if they are two: for a member that has
   * founded a group of one, and for groups that came to be side by side. To ask again changes
   * nothing before a period is over: where a thousand come at once the answer takes its time, and
   * is a long list.
   */
  public void meet(NodeId contact) {
    if (!isInside()) {
      throw new IllegalStateException(self + " is in no group; it can join, but not meet");
    }
    long now = context.nowNanos();
    boolean isWaitedFor = contact.equals(met) && now - metNanos < config.periodNanos();
    if (!contact.equals(self) && !isWaitedFor) {
      met = contact;
      metNanos = now;
      speaker.join(contact);
    }
  }

  /** Tells the others, and is outside soon after: it notes then that it has left. */
  public void leave() {
    if (stage == Stage.INSIDE || stage == Stage.JOINING) {
      stage = Stage.LEAVING;
      farewells = FAREWELLS;
      farewell = membership.leave();
      sayGoodbye();
    }
  }

  /** Says something about this member to everybody. */
  public void tag(String key, String value) {
    List<Tag> tags = new ArrayList<>(card.tags());
    tags.removeIf(tag -> tag.key().equals(key));
    tags.add(new Tag(key, value));
    say(card.withTags(tags).checked());
  }

  /** Tells everybody that this member is now reached somewhere else. */
  public void move(Bytes address) {
    say(card.withAddress(address).checked());
  }

  /**
   * Refutes a {@link Note.Doubled}: nobody else goes by this member's name, as the caller has found
   * out.
   */
  public void contradict(long incarnation) {
    if (isInside() && incarnation >= membership.me().incarnation()) {
      membership.announce(incarnation + 1, card);
    }
  }

  private void say(Card news) {
    card = news;
    if (isInside()) {
      membership.announce(0, card);
    }
  }

  /** All members of the group, this one included, in ascending order; none while outside. */
  public List<Member> members() {
    return list.all().stream()
        .filter(known -> known.status().isMember())
        .map(known -> MemberState.member(known, level(known)))
        .toList();
  }

  /** How many belong to the group, this member included. */
  public int size() {
    return list.memberCount();
  }

  /** How many of them are suspected, and may still refute it. */
  public int accused() {
    return list.suspectCount();
  }

  /** What is known about one who belongs or belonged to the group. */
  public @Nullable Member member(NodeId id) {
    MemberState known = list.find(id);
    return known == null ? null : MemberState.member(known, level(known));
  }

  /** How late this member has been recently: 0 means healthy. */
  public int health() {
    return health.score();
  }

  @Override
  public boolean suspects(NodeId member) {
    MemberState known = list.find(member);
    return known != null && known.status() == SwimStatus.FAILED;
  }

  @Override
  public List<NodeId> suspects() {
    return seen(SwimStatus.FAILED);
  }

  /** A suspect is one of them: it has time to refute. */
  @Override
  public List<NodeId> alive() {
    List<NodeId> members = new ArrayList<>(seen(SwimStatus.ALIVE));
    members.addAll(seen(SwimStatus.SUSPECT));
    members.sort(null);
    return members;
  }

  /** From 0 to 1 while suspected, by how much of the time to refute is over. */
  @Override
  public double level(NodeId member) {
    return level(list.find(member));
  }

  private double level(@Nullable MemberState known) {
    return switch (known) {
      case Suspicion suspicion -> membership.suspicion(suspicion);
      case Tombstone stone when stone.status() == SwimStatus.FAILED -> Double.POSITIVE_INFINITY;
      case null, default -> 0;
    };
  }

  @Override
  public void listen(Listener listener) {
    membership.listen(listener);
  }

  @Override
  public Seen state() {
    return new Seen(
        membership.me().incarnation(),
        seen(SwimStatus.ALIVE),
        seen(SwimStatus.SUSPECT),
        seen(SwimStatus.FAILED),
        seen(SwimStatus.LEFT));
  }

  @Override
  public List<Listed> roster() {
    return list.all().stream()
        .map(
            known ->
                new Listed(
                    known.who(),
                    known.incarnation(),
                    known.status() == SwimStatus.ALIVE,
                    !known.status().isMember()))
        .toList();
  }

  private List<NodeId> seen(SwimStatus status) {
    return list.all().stream()
        .filter(known -> known.status() == status)
        .map(MemberState::who)
        .toList();
  }

  // ---- what comes from the network

  @Override
  public void receive(NodeId from, Msg message) {
    if (stage == Stage.OUTSIDE) {
      return;
    }
    if (from.equals(self)) {
      context.note(new Note.BadMessage(from, "a message from this member itself"));
      return;
    }
    switch (message) {
      case Join join -> joined(from, join);
      case Ping ping -> {
        heard(from, ping.gossip);
        speaker.acknowledge(from, ping.number);
      }
      case PingRequest request -> {
        heard(from, request.gossip);
        asked(from, request);
      }
      case Ack ack -> acknowledged(from, ack);
      case Nack nack -> failureDetector.refused(from, nack.number, nack.closed);
      case Compare compare -> {
        heard(from, compare.gossip);
        compared(from, compare);
      }
      case Same same -> {
        if (same.digest == list.digest()) {
          dissemination.agreed();
        }
      }
      case State state -> synchronize(from, state);
      case Parts parts -> differed(from, list.sums().differing(parts.sums));
      case Part part -> {
        take(from, part.members);
        tellLacking(from, part.members, part.parts);
      }
      case News news -> {
        heard(from, news.gossip);
        dissemination.answerNews(from);
      }
    }
  }

  @Override
  public void unreachable(NodeId to) {
    failureDetector.unreachable(to);
    indirectProbes.unreachable(to);
  }

  private void heard(NodeId from, List<Update> gossip) {
    membership.hear(from, gossip, false);
    if (list.find(from) == null && stage == Stage.INSIDE && !metStranger) {
      metStranger = true; // Once a period: it belongs to a group of which nothing is known here.
      speaker.compare(from);
    }
  }

  private void joined(NodeId from, Join join) {
    if (!join.who.who().equals(from)) {
      context.note(new Note.BadMessage(from, "a request to let somebody else in"));
      return;
    }
    boolean isRepeated = join.who.equals(list.find(from));
    membership.hear(from, List.of(join.who), false);
    if (isRepeated && list.isLong()) {
      context.send(from, new Parts(list.sums().bytes())); // It may have got its answer meanwhile.
    } else {
      context.send(
          from,
          new State(false, list.isLong() && dissemination.isBehind() ? few() : membership.state()));
    }
    if (!list.isMember(from)) {
      pingOnce(from); // It has to hear what it is held for, and to refute it.
      return;
    }
    if (config.urgentMax() == 0) {
      // Members that are asked to ping the newcomer hear of it, and it of them.
      randomMembers
          .several(config.relays(), from)
          .forEach(relay -> speaker.ask(relay, speaker.nextNumber(), from));
    }
  }

  /**
   * Enough to be in the group. While many come at once a list is out of date when it arrives;
   * whoever gets this compares its list a period later, and then gets all of them in one.
   */
  private List<Update> few() {
    List<Update> few = new ArrayList<>();
    few.add(membership.me());
    for (NodeId other : randomMembers.several(FEW, self)) {
      MemberState known = list.find(other);
      if (known != null) {
        few.add(MemberState.update(known));
      }
    }
    return few;
  }

  private static boolean isFew(List<Update> told) {
    return told.size() == FEW + 1;
  }

  private void asked(NodeId from, PingRequest request) {
    if (request.target.equals(self) || request.target.equals(from)) {
      context.note(new Note.BadMessage(from, "a request to ping one of the two"));
      return;
    }
    indirectProbes.asked(from, request.number, request.target);
  }

  private void acknowledged(NodeId from, Ack ack) {
    boolean wasMember = list.isMember(from);
    heard(from, ack.gossip);
    if (!indirectProbes.answered(from, ack.number) && !extraProbes.answered(from, ack.number)) {
      failureDetector.acknowledged(from, ack.number);
    }
    dissemination.answerNews(from);
    if (!wasMember && list.isMember(from)) {
      speaker.compare(
          from); // It is back, and perhaps not alone: the two sides of a partition meet here.
    }
  }

  private void compared(NodeId from, Compare compare) {
    if (compare.digest == list.digest()) {
      dissemination.agreed();
      if (!compare.gossip.isEmpty()) {
        context.send(from, new Same(compare.digest)); // It need not tell that any more.
      }
    } else if (list.hasParts() && !antiEntropy.isLearning()) {
      context.send(from, new Parts(list.sums().bytes()));
    } else if (!antiEntropy.isLearning()) {
      context.send(from, new State(true, membership.state()));
    }
  }

  private void differed(NodeId from, long parts) {
    if (parts != 0) {
      context.send(from, new Part(parts, membership.state(parts)));
    } else if (stage == Stage.JOINING) {
      stage = Stage.INSIDE; // Others have told it everything, and the contact lists it.
    }
  }

  private void synchronize(NodeId from, State state) {
    boolean isAnswer = from.equals(met);
    take(from, state.members);
    antiEntropy.told(from);
    boolean isTold = isAnswer && list.memberCount() > 2;
    met = isAnswer ? null : met;
    if (state.wantsReply || isTold) {
      tellLacking(from, state.members, Checksums.ALL);
    }
  }

  private void take(NodeId from, List<Update> members) {
    List<Update> news = FullState.relevantTo(list, members);
    long before = list.digest();
    boolean isSmaller = from.equals(met) && news.size() > list.memberCount();
    boolean isNewcomer = stage == Stage.JOINING || isSmaller;
    if (isNewcomer) {
      stage = Stage.INSIDE;
      membership.learn(from, news);
    } else {
      membership.hear(from, news, true);
    }
    boolean hasLearned = list.digest() != before;
    if (hasLearned || isNewcomer) { // A newcomer may still miss members that came with it.
      antiEntropy.compareSoon(isNewcomer ? from : null, isNewcomer && isFew(members));
    }
    if (hasLearned) {
      dissemination.compared();
    }
  }

  /** The other one has told all that it knows of these parts, so it is known what it lacks. */
  private void tellLacking(NodeId to, List<Update> told, long parts) {
    List<Update> lacked = membership.state(parts).lackedBy(told);
    if (!lacked.isEmpty()) {
      context.send(to, new State(false, lacked));
    }
  }

  // ---- what the parts of SWIM say and hear

  private final class Messages implements Speaker {
    @Override
    public long nextNumber() {
      return ++number;
    }

    @Override
    public void ping(NodeId to, long withNumber) {
      context.send(to, new Ping(withNumber, dissemination.gossipFor(to)));
    }

    @Override
    public void look(NodeId at, long withNumber) {
      context.send(at, new Ping(withNumber, dissemination.accusationOf(at)));
    }

    @Override
    public void ask(NodeId relay, long withNumber, NodeId target) {
      context.send(relay, new PingRequest(withNumber, target, dissemination.gossipFor(relay)));
    }

    @Override
    public void acknowledge(NodeId to, long answered) {
      context.send(to, new Ack(answered, dissemination.gossipFor(to)));
    }

    @Override
    public void refuse(NodeId to, long answered, boolean isClosed) {
      context.send(to, new Nack(answered, isClosed));
    }

    @Override
    public void compare(NodeId with) {
      context.send(with, new Compare(list.digest(), dissemination.gossipForComparing(with)));
    }

    @Override
    public void compareQuietly(NodeId with) {
      context.send(with, new Compare(list.digest(), List.of()));
    }

    @Override
    public void join(NodeId contact) {
      context.send(contact, new Join(membership.me()));
    }

    @Override
    public void tell(NodeId to, List<Update> news) {
      context.send(to, new News(news));
    }
  }

  private final class Outcomes implements ProbeListener {
    /** Does what is due once a period beside the probe. */
    @Override
    public boolean periodBegan() {
      metStranger = false;
      if (stage == Stage.LEAVING) {
        sayGoodbye();
        return false;
      }
      if (stage == Stage.JOINING) {
        askContact();
      }
      if (antiEntropy.periodBegan(contacts)) {
        failureDetector.reorder();
      }
      return true;
    }

    @Override
    public void unanswered(NodeId target, List<NodeId> confirming) {
      membership.unanswered(target, confirming);
      if (config.tellsSuspects() && !secondLook.isRunning()) {
        lookAgain();
      }
    }

    @Override
    public void closed(MemberState target) {
      membership.closed(target);
    }

    @Override
    public void overslept(long nanos) {
      health.worse(1 + nanos / config.periodNanos());
      membership.overslept(nanos);
    }
  }

  // ---- steps

  /** A member that this one has accused hears it until it refutes, however much of that is lost. */
  private void lookAgain() {
    if (membership.forEachAccused(this::pingOnce)) {
      secondLook.start(config.periodNanos() / LOOKS);
    }
  }

  private void lookAtSuspect(NodeId suspect) {
    speaker.look(suspect, speaker.nextNumber());
  }

  private void pingOnce(NodeId member) {
    speaker.ping(member, speaker.nextNumber());
  }

  private void secondOpinion(NodeId suspect) {
    extraProbes.secondOpinion(suspect);
  }

  private boolean isInside() {
    return stage == Stage.INSIDE || stage == Stage.JOINING;
  }

  private void begin() {
    antiEntropy.begin();
    failureDetector.start();
  }

  private void askContact() {
    for (int i = 0; i < contacts.size(); i++) {
      NodeId contact = contacts.get(attempts++ % contacts.size());
      if (!contact.equals(self)) {
        speaker.join(contact);
        return;
      }
    }
  }

  private void sayGoodbye() {
    if (farewells-- == 0) {
      stage = Stage.OUTSIDE;
      failureDetector.stop();
      antiEntropy.stop();
      indirectProbes.clear();
      extraProbes.clear();
      secondLook.stop();
      membership.clear();
      context.note(new Note.Left(self));
      return;
    }
    for (NodeId other : randomMembers.several(2 * config.relays(), self)) {
      context.send(other, new Ping(speaker.nextNumber(), List.of(farewell)));
    }
    failureDetector.rest(config.periodNanos() / (config.urgentMax() > 0 ? LOOKS : 1));
  }
}
