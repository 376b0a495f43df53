package coterie.elect.ring;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.elect.Announcing;
import coterie.elect.Election;
import coterie.elect.Ranking;
import coterie.elect.Reign;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ring election: a token goes round the ring and collects who stands; when it is back, its
 * initiator announces the highest of them, in a second lap.
 *
 * <p>Guarantees: once faults have stopped, all processes that are up agree on one of them, which
 * leads. In a partition every part has a leader of its own. Two processes may lead at one instant,
 * even under one term; the term is forgotten in a crash, and is not a fencing token.
 *
 * <p>Assumes: in the end the detector suspects who is down and trusts who is up, and messages to
 * those who are up arrive. Without a detector, somebody else has to notice that the leader is down.
 *
 * <p>Cost: 2n messages if all are up. After a crash of the leader 2(n - 1) if one process notices
 * it, and at most 3n - 4 if several do, as long as no message is lost or overtakes another: members
 * are in ascending order, so the token of a lower initiator is stopped by the next higher one. An
 * election that has to begin anew asks for a receipt of every hop, which doubles its messages.
 *
 * <p>G. Le Lann, "Distributed systems: towards a formal approach", IFIP Congress 1977, for the
 * token that collects the members; E. Chang and R. Roberts, "An improved algorithm for
 * decentralized extrema-finding in circular configurations of processes", Communications of the ACM
 * 22(5), 1979, for tokens that stop each other. Neither has crashes, lost messages, or terms.
 */
public final class RingElection implements Protocol<RingElection.Msg>, Election {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {}

  /** What goes round the ring. */
  public sealed interface Round extends Msg {
    Lap lap();

    /** Whether each process on the way confirms it to the one before. */
    boolean careful();
  }

  /**
   * Who stands for election?
   *
   * @param term the highest that those on the way have known
   * @param standing in the order in which the token met them
   * @param suspects whom any of those on the way suspects: somebody would not follow them
   */
  public record Token(
      Lap lap, long term, List<NodeId> standing, List<NodeId> suspects, boolean careful)
      implements Round {
    public Token {
      standing = List.copyOf(standing);
      suspects = List.copyOf(suspects);
    }
  }

  /** That one leads under that term. */
  public record Announcement(Lap lap, NodeId leader, long term, boolean careful) implements Round {}

  /** Your message has come. */
  public record Receipt(Lap lap) implements Msg {}

  /** What a process is doing. */
  public enum Phase {
    IDLE,
    ELECTING,
    LEADER
  }

  /** What a trace shows of a process. */
  public record State(Phase phase, @Nullable NodeId leader, long term) {}

  /**
   * How the election runs.
   *
   * @param timeoutNanos how long a process waits for the next sign of an election in which it takes
   *     part; in a group of eight or more it waits twice as long each time that an election fails,
   *     up to a timeout for every eight members, so that a long ring of slow links fits in
   * @param announceNanos from one announcement of the leader to its next; 0 for never
   */
  public record Config(long timeoutNanos, long announceNanos) {
    public Config {
      if (timeoutNanos < PATIENCE) {
        throw new IllegalArgumentException("the timeout must be longer than 0");
      }
      if (announceNanos < 0) {
        throw new IllegalArgumentException(
            "the leader repeats its announcement after a duration from 0, not " + announceNanos);
      }
    }
  }

  private static final String SUSPECTED = "leader suspected";

  /** A receipt may take this part of the timeout. */
  private static final int PATIENCE = 4;

  /** The longer the ring, the longer an election may take that has failed before. */
  private static final int MEMBERS_PER_TIMEOUT = 8;

  private final Context<Msg> context;
  private final View view;
  private final @Nullable Detector detector;
  private final Config config;
  private final Ranking ranking;
  private final RoundCheck check;
  private final Successors successors;
  private final Reign reign;
  private final Relay<Token> tokens;
  private final Relay<Announcement> announcements;
  private final Laps tokensSeen;
  private final Laps announcementsSeen;
  private final Alarm overdue;
  private final Alarm doubt;
  private final Alarm repeat;
  private final Alarm silence;

  /** The election in which this process takes part; null while it is idle. */
  private @Nullable Lap election;

  /** The last election that has ended here, and when. */
  private @Nullable Lap settled;

  private long settledNanos;

  /** The process that was last accepted as the leader, even if it is lost since. */
  private @Nullable NodeId latest;

  /** The highest number of a lap that this process has met. */
  private long number;

  private int failures;
  private boolean abstains;

  /** Whether the last announcement of this process, if any, has gone all the way round. */
  private boolean isToldRound;

  /** The process that came to lead after this one made way. */
  private @Nullable NodeId heir;

  public RingElection(Context<Msg> context, View view, @Nullable Detector detector, Config config) {
    this(context, view, detector, config, Ranking.BY_ID);
  }

  /**
   * With another idea of who is higher; the ring keeps its order. Where it changes, who is above
   * the leader begins an election when it hears of that leader again.
   */
  public RingElection(
      Context<Msg> context,
      View view,
      @Nullable Detector detector,
      Config config,
      Ranking ranking) {
    this.context = context;
    this.view = view;
    this.detector = detector;
    this.config = config;
    this.ranking = ranking;
    this.check = new RoundCheck(view);
    this.successors = new Successors(context.self(), view, detector);
    this.reign = new Reign(context);
    long patience = config.timeoutNanos / PATIENCE;
    this.tokens =
        new Relay<>(
            context, successors, "token", patience, successors::confirmedNothing, this::alone);
    this.announcements =
        new Relay<>(context, successors, "announcement", patience, index -> {}, all -> {});
    this.tokensSeen = new Laps(view.size());
    this.announcementsSeen = new Laps(view.size());
    this.overdue = context.alarm("overdue", this::electionFailed);
    this.doubt = context.alarm("doubt", this::doubtEnded);
    this.repeat = context.alarm("repeat", this::repeatDue);
    this.silence = context.alarm("silence", this::leaderSilent);
  }

  @Override
  public @Nullable NodeId leader() {
    return reign.leader();
  }

  @Override
  public long term() {
    return reign.term();
  }

  @Override
  public boolean leads() {
    return reign.leads();
  }

  @Override
  public void listen(Listener listener) {
    reign.listen(listener);
  }

  @Override
  public State state() {
    Phase calm = leads() ? Phase.LEADER : Phase.IDLE;
    return new State(election == null ? calm : Phase.ELECTING, leader(), term());
  }

  /** Somebody has noticed that the leader may be down: a new one is elected. */
  public void notice() {
    stand();
    if (election == null) {
      begin("noticed");
    }
  }

  @Override
  public void resign() {
    if (!leads()) {
      return;
    }
    abstains = true;
    heir = null;
    reign.lost();
    begin("resigned");
  }

  @Override
  public void start() {
    if (detector != null) {
      detector.listen(new Ears());
    }
    if (context.incarnation() > 1) {
      begin("returned");
    } else if (detector != null) {
      begin("started");
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int sender = view.indexOf(from);
    if (sender < 0 || sender == successors.self()) {
      context.note(new Note.BadMessage(from, "from no other member of the ring"));
      return;
    }
    successors.heardOf(sender);
    switch (message) {
      case Round round -> roundCame(from, round);
      case Receipt(Lap lap) -> {
        tokens.confirmed(from, lap);
        announcements.confirmed(from, lap);
      }
    }
  }

  /** The next one does not listen: whatever was on its way there goes to the one after it. */
  @Override
  public void unreachable(NodeId to) {
    tokens.isGone(to);
    announcements.isGone(to);
  }

  private void roundCame(NodeId from, Round round) {
    String fault = check.fault(round);
    if (fault != null) {
      context.note(new Note.BadMessage(from, fault));
      return;
    }
    if (round.careful()) {
      context.send(from, new Receipt(round.lap()));
    }
    number = Math.max(number, round.lap().number());
    successors.heardOf(view.indexOf(round.lap().initiator()));
    switch (round) {
      case Token token -> tokenCame(token);
      case Announcement announcement -> announcementCame(from, announcement);
    }
  }

  private void begin(String reason) {
    context.note(new Note.Campaigned(term(), reason));
    number++;
    Lap lap = new Lap(context.self(), context.incarnation(), number);
    takePart(new Token(lap, 0, List.of(), List.of(), failures > 0));
  }

  /** A process that has taken part waits for the announcement. */
  private void takePart(Token token) {
    Lap lap = token.lap;
    election = lap;
    announcements.stop();
    overdue.start(waitNanos());
    tokens.send(signed(token));
  }

  private Token signed(Token token) {
    List<NodeId> standing = new ArrayList<>(token.standing);
    if (!abstains && !standing.contains(context.self())) {
      standing.add(context.self());
    }
    List<NodeId> suspects = new ArrayList<>(token.suspects);
    for (NodeId each : detector == null ? List.<NodeId>of() : detector.suspects()) {
      if (!suspects.contains(each)) {
        suspects.add(each);
      }
    }
    long term = Math.max(token.term, term());
    return new Token(token.lap, term, standing, suspects, token.careful);
  }

  /** Not all wait equally long: the first to begin again saves the others from doing so. */
  private long waitNanos() {
    long timeoutsMax = 1L + view.size() / MEMBERS_PER_TIMEOUT;
    long timeouts = Math.min(1L << Math.min(failures, Integer.SIZE), timeoutsMax);
    long wait = config.timeoutNanos * timeouts;
    return wait + context.random(wait / 4);
  }

  private void tokenCame(Token token) {
    Lap lap = token.lap;
    boolean isNews = tokensSeen.isNews(view.indexOf(lap.initiator()), lap);
    if (lap.initiator().equals(context.self())) {
      if (isNews) {
        tokenIsBack(token);
      }
    } else if (!isNews) {
      bringHome(token);
    } else if (election != null ? lap.outranks(election) : !isOvertaken(lap)) {
      takePart(token);
    }
    // Otherwise it stops here: the announcement of the other election serves its initiator, too.
  }

  /**
   * Whether it met an election that has just ended here, and would have stopped for it. Only for a
   * while: one who returns begins with low numbers again.
   */
  private boolean isOvertaken(Lap lap) {
    return settled != null
        && settled.outranks(lap)
        && context.nowNanos() - settledNanos < config.timeoutNanos / PATIENCE;
  }

  /**
   * The process before the initiator passed over it, as it may if only the link of the two is cut.
   */
  private void bringHome(Token token) {
    NodeId initiator = token.lap.initiator();
    boolean hasGoneRound = token.standing.contains(context.self());
    if (hasGoneRound && token.lap.equals(election) && !successors.isSuspected(initiator)) {
      context.send(initiator, token);
    }
  }

  private void tokenIsBack(Token token) {
    if (token.lap.equals(election)) {
      decide(token);
    } else if (election == null && leader() != null) {
      // It was overtaken by another election. Those whom it met since wait in vain.
      announce(false);
    }
  }

  private void decide(Token token) {
    NodeId winner = highest(token.standing, token.suspects);
    if (winner == null) {
      // Nobody else is left, or nobody is trusted by all. A process that made way has to come back.
      stand();
      winner = context.self();
    }
    learn(winner, Math.max(token.term, term()) + 1);
    announce(token.careful);
  }

  private @Nullable NodeId highest(List<NodeId> standing, List<NodeId> suspects) {
    NodeId highest = null;
    for (NodeId each : standing) {
      boolean isHigher = highest == null || ranking.isAbove(each, highest);
      if (isHigher && !suspects.contains(each)) {
        highest = each;
      }
    }
    return highest;
  }

  private void announce(boolean careful) {
    NodeId leader = leader();
    if (leader != null) {
      number++;
      Lap lap = new Lap(context.self(), context.incarnation(), number);
      isToldRound = false;
      announcements.send(new Announcement(lap, leader, term(), careful));
    }
  }

  private void announcementCame(NodeId from, Announcement announcement) {
    Lap lap = announcement.lap;
    boolean isNews = announcementsSeen.isNews(view.indexOf(lap.initiator()), lap);
    if (lap.initiator().equals(context.self())) {
      isToldRound = true;
      if (isNews) {
        tellBetween(from, announcement);
      }
      return;
    }
    if (!isNews) {
      return;
    }
    int age = age(announcement);
    if (age < 0) {
      // Its initiator is behind, as after a partition. If an election is under way, that will do.
      // Otherwise the answer must get there, even past one that is down and not suspected.
      if (election == null) {
        announce(true);
      }
      return;
    }
    tellPassedOver(from, announcement);
    announcements.send(announcement);
    if (age > 0) {
      learn(announcement.leader, announcement.term);
      return;
    }
    if (lap.initiator().equals(leader())) {
      listenFor(lap.initiator());
    }
    if (election != null && leader() != null && lap.includes(election)) {
      settle();
    }
    challenge(announcement.leader);
    if (!leads()) {
      awaitRepeat();
    }
  }

  /** The token was decided by one who did not know how high this process is. */
  private void challenge(NodeId leader) {
    boolean isHigher = ranking.mayChange() && ranking.isAbove(context.self(), leader);
    if (isHigher && !abstains && election == null) {
      begin("lower leader");
    }
  }

  /** Positive if it is newer than what is known here, negative if it is older. */
  private int age(Announcement announcement) {
    NodeId known = latest;
    int order = Long.compare(announcement.term, term());
    if (order != 0) {
      return order;
    }
    return known == null ? 1 : announcement.leader.compareTo(known);
  }

  /** Whom the one before suspects, others may trust: they are told from this side. */
  private void tellPassedOver(NodeId from, Announcement announcement) {
    int initiator = view.indexOf(announcement.lap.initiator());
    int sender = view.indexOf(from);
    if (distance(initiator, sender) > distance(initiator, successors.self())) {
      return; // It came from that other side itself.
    }
    tellBetween(from, announcement);
  }

  private void tellBetween(NodeId from, Announcement announcement) {
    if (detector == null) {
      return;
    }
    int sender = view.indexOf(from);
    for (int i = view.after(sender); i != successors.self(); i = view.after(i)) {
      if (!successors.isSuspected(view.at(i))) {
        context.send(view.at(i), announcement);
      }
    }
  }

  private int distance(int from, int to) {
    return Math.floorMod(to - from, view.size());
  }

  private void learn(NodeId leader, long term) {
    settle();
    isToldRound = true;
    latest = leader;
    reign.elected(leader, term);
    if (leader.equals(context.self())) {
      rule();
    } else if (abstains && heir == null) {
      heir = leader;
    }
    awaitRepeat();
    listenFor(leader);
    if (successors.isSuspected(leader)) {
      // The detector will not say it again: look again later.
      doubt.start(config.timeoutNanos);
    } else {
      doubt.stop();
    }
  }

  private void settle() {
    if (election != null) {
      settled = election;
      settledNanos = context.nowNanos();
    }
    election = null;
    failures = 0;
    successors.forgiveSilence();
    overdue.stop();
    tokens.stop();
  }

  private void rule() {
    if (abstains) {
      // A token that it had signed before it made way.
      reign.lost();
      begin("resigned");
      return;
    }
    reign.leads(Reign.UNBOUNDED);
  }

  /**
   * The leader repeats who leads. If nobody has heard of it for two more times, somebody else does:
   * the leader itself may be the one who does not know it.
   */
  private void awaitRepeat() {
    long announce = config.announceNanos;
    if (announce > 0) {
      repeat.start(leads() ? announce : 2 * announce + context.random(announce));
    }
  }

  private void repeatDue() {
    if (election == null) {
      // If the last one got lost, this one asks for receipts.
      announce(!leads() || !isToldRound);
    }
    awaitRepeat();
  }

  private void electionFailed() {
    failures++;
    begin("no announcement");
  }

  /** From now on, the leader has that long to say again that it leads. */
  private void listenFor(NodeId leader) {
    silence.stop();
    if (config.announceNanos > 0 && !leader.equals(context.self())) {
      silence.start(Announcing.silenceNanos(config.announceNanos));
    }
  }

  private void leaderSilent() {
    NodeId leader = leader();
    if (leader != null && !leads()) {
      leaderIsGone(leader, "leader silent");
    }
  }

  private void doubtEnded() {
    NodeId leader = leader();
    if (leader != null && successors.isSuspected(leader)) {
      leaderIsGone(leader, SUSPECTED);
    }
  }

  private void leaderIsGone(NodeId leader, String reason) {
    if (leader.equals(heir)) {
      stand();
    }
    reign.lost();
    if (election == null) {
      begin(reason);
    }
  }

  private void stand() {
    abstains = false;
    heir = null;
  }

  private void alone(Token token) {
    if (token.lap.initiator().equals(context.self())) {
      decide(token);
    }
  }

  /** What the detector says. */
  private final class Ears implements Detector.Listener {
    @Override
    public void suspected(NodeId who) {
      if (who.equals(heir)) {
        stand();
      }
      Lap before = election;
      if (reign.isLedBy(who)) {
        leaderIsGone(who, SUSPECTED);
      }
      if (before != null && before.equals(election) && before.initiator().equals(who)) {
        begin("initiator suspected");
      }
      unreachable(who);
    }

    /** A partition has healed, or a suspicion was wrong: the process may not know who leads. */
    @Override
    public void trusted(NodeId who) {
      if (reign.isLedBy(who)) {
        doubt.stop();
      }
      if (election == null && successors.isNearest(who)) {
        announce(false);
      }
    }
  }
}
