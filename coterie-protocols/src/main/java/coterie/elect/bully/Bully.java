package coterie.elect.bully;

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
import org.jspecify.annotations.Nullable;

/**
 * Bully: the highest process that is up leads. A process that finds the leader gone asks all higher
 * ones; if none of them answers it leads and tells everybody, otherwise it waits until one of them
 * does.
 *
 * <p>Guarantees, with an eventually perfect detector and repeated announcements: once faults have
 * stopped, all who are up and connected follow the highest of them (except for one that has
 * resigned). It does not guarantee that there is one leader at a time: every part of a divided
 * group elects its own, and a late answer makes two for a while. The term orders announcements, so
 * that an old one is not believed; two leaders may have the same, so it is not a fencing token.
 *
 * <p>Assumes: a process that is up answers within the timeouts. Where that fails there are needless
 * elections, and leaders that give way again.
 *
 * <p>Cost in a group of n whose highest process has crashed: from n messages, if the next highest
 * notices, to n² - n, if the lowest or everybody notices.
 *
 * <p>H. Garcia-Molina, "Elections in a distributed computing system", IEEE Transactions on
 * Computers C-31(1), 1982, the first of its two algorithms. There the winner halts the others,
 * names itself and hands out the work, step by step, and each process looks after the leader
 * itself; here a detector looks, and one message announces, as in the textbooks.
 */
public final class Bully implements Protocol<Bully.Msg>, Election {
  /** What processes say to each other. Each tells the highest term that its sender has seen. */
  public sealed interface Msg extends Message {
    long term();
  }

  /** Is any of you, who are higher than I am, up? */
  public record Election(long term) implements Msg {}

  /** I am, and I take it from here. */
  public record Ok(long term) implements Msg {}

  /** I lead. */
  public record Coordinator(long term) implements Msg {}

  /** I lead no more, and stand in no election until my successor is gone. */
  public record Resigned(long term) implements Msg {}

  /** Where a process is in an election. */
  public enum Phase {
    IDLE,
    WAITING_OK,
    WAITING_COORDINATOR,
    LEADER
  }

  /** What a trace shows of a process. */
  public record State(Phase phase, @Nullable NodeId leader, long term) {}

  /**
   * How Bully runs.
   *
   * @param okNanos how long those who are asked may take to answer
   * @param coordinatorNanos how long, after an answer, the announcement may take
   * @param announceNanos from one announcement of a leader to its next; 0: it is not repeated
   */
  public record Config(long okNanos, long coordinatorNanos, long announceNanos) {
    public Config {
      if (okNanos < 1 || coordinatorNanos < 1) {
        throw new IllegalArgumentException(
            "the timeouts for OK and COORDINATOR must be longer than 0");
      }
      if (announceNanos < 0) {
        throw new IllegalArgumentException("announcements are repeated after 0 or more");
      }
    }
  }

  private static final int NOBODY = -1;

  /** No election counts that far; a higher term would leave no room for the next. */
  private static final long TERM_MAX = 1L << 62;

  private final Context<Msg> context;
  private final View view;
  private final @Nullable Detector detector;
  private final Config config;
  private final Ranking ranking;
  private final int self;
  private final Reign reign;
  private final Alarm ok;
  private final Alarm coordinator;
  private final Alarm announce;
  private final Alarm doubt;
  private final Alarm silence;
  private Phase phase = Phase.IDLE;

  /** The highest term seen in any message. */
  private long highest;

  /** Whether this process has resigned and makes way for whoever leads now. */
  private boolean abstains;

  /** The processes that have resigned, and so need not be asked until somebody leads. */
  private int resigned = NOBODY;

  /**
   * @param detector notices that the leader is down; null leaves that to calls of {@link #notice}
   */
  public Bully(Context<Msg> context, View view, @Nullable Detector detector, Config config) {
    this(context, view, detector, config, Ranking.BY_ID);
  }

  /** With another idea of who is higher. Where it changes, elections follow it by and by. */
  public Bully(
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
    this.self = view.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not a member of the group");
    }
    this.reign = new Reign(context);
    this.ok = context.alarm("ok", this::lead);
    this.coordinator = context.alarm("coordinator", this::announcementMissed);
    this.announce = context.alarm("announce", this::announcementDue);
    this.doubt = context.alarm("doubt", this::doubtDue);
    this.silence = context.alarm("silence", () -> giveUp("leader silent"));
    if (detector != null) {
      detector.listen(new Noticer());
    }
  }

  /**
   * Says that the leader is down: an election begins, unless one is under way here. The leader
   * itself knows better, and does nothing.
   */
  public void notice() {
    giveUp("noticed");
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

  /**
   * Abstains as long as a leader is known. The term that it gives up is closed, so that no late
   * announcement of it is believed. Where nobody comes to lead in time, it stands again.
   */
  @Override
  public void resign() {
    if (!leads()) {
      return;
    }
    phase = Phase.IDLE;
    abstains = true;
    announce.stop();
    coordinator.start(config.okNanos + config.coordinatorNanos);
    highest++;
    tellAll(new Resigned(highest));
    reign.reached(highest);
  }

  @Override
  public void listen(Listener listener) {
    reign.listen(listener);
  }

  @Override
  public State state() {
    return new State(phase, reign.leader(), reign.term());
  }

  /**
   * With a scripted noticer nothing happens at first; a process that returns asks who leads in any
   * case.
   */
  @Override
  public void start() {
    if (context.incarnation() > 1) {
      begin("returned");
    } else if (detector != null) {
      begin("started");
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int index = view.indexOf(from);
    String wrong = wrong(index, message);
    if (wrong != null) {
      context.note(new Note.BadMessage(from, wrong));
      return;
    }
    highest = Math.max(highest, message.term());
    switch (message) {
      case Bully.Election election -> asked(from);
      case Ok answer -> answered(answer.term);
      case Coordinator announced -> announced(index, announced.term);
      case Resigned gone -> resigned(index, gone.term);
    }
    if (isOutgrown()) {
      lead();
    }
  }

  private @Nullable String wrong(int from, Msg message) {
    if (from < 0 || from == self) {
      return "a message from no other member of the group";
    }
    if (message.term() < 0 || message.term() > TERM_MAX) {
      return "a term that no election reaches";
    }
    if (ranking.mayChange()) {
      return null; // The sender may see it otherwise.
    }
    return switch (message) {
      case Bully.Election election when isAbove(from) -> "only lower processes ask";
      case Ok answer when !isAbove(from) -> "only higher processes answer";
      default -> null;
    };
  }

  private boolean isAbove(int other) {
    return ranking.isAbove(view.at(other), context.self());
  }

  /** Somebody has seen a higher term than the one I lead under, and would not believe me. */
  private boolean isOutgrown() {
    return phase == Phase.LEADER && highest > reign.term();
  }

  private void begin(String reason) {
    assert phase == Phase.IDLE : phase;
    abstains = false;
    coordinator.stop();
    doubt.stop();
    silence.stop();
    phase = Phase.WAITING_OK;
    context.note(new Note.Campaigned(highest, reason));
    Msg question = new Bully.Election(highest);
    boolean isAsked = false;
    for (int i = 0; i < view.size(); i++) {
      if (i != self && i != resigned && isAbove(i)) {
        context.send(view.at(i), question);
        isAsked = true;
      }
    }
    if (isAsked) {
      ok.start(config.okNanos);
    } else {
      lead();
    }
  }

  /** The leader is gone. An election that is under way goes on. */
  private void giveUp(String reason) {
    if (phase == Phase.LEADER) {
      return;
    }
    reign.lost();
    if (phase == Phase.IDLE) {
      begin(reason);
    }
  }

  /**
   * The question of another does not prove that my leader is gone, so it stays known until somebody
   * else leads or nobody answers for it.
   */
  private void asked(NodeId from) {
    if (abstains || ranking.isAbove(from, context.self())) {
      return;
    }
    context.send(from, new Ok(highest));
    switch (phase) {
      case IDLE -> begin("asked");
      // A leader that only answers OK leaves a process that has returned without a leader forever.
      case LEADER -> tell(from);
      case WAITING_OK, WAITING_COORDINATOR -> {}
    }
  }

  /**
   * An answer that comes too late, of a higher process with a newer term, finds a leader that has
   * to make way. To lead again under a higher term would make the other one do the same, and so on
   * without end where answers overtake announcements.
   */
  private void answered(long term) {
    if (phase == Phase.WAITING_OK) {
      phase = Phase.WAITING_COORDINATOR;
      ok.stop();
      coordinator.start(config.coordinatorNanos);
    } else if (phase == Phase.LEADER && term > reign.term()) {
      phase = Phase.IDLE;
      announce.stop();
      reign.lost();
      begin("late answer");
    }
  }

  private void announcementMissed() {
    phase = Phase.IDLE;
    giveUp(abstains ? "no successor" : "no announcement");
  }

  private void announced(int from, long term) {
    if (!isAbove(from) && !abstains) {
      bully(view.at(from));
    } else if (isBelievable(from, term)) {
      follow(view.at(from), term);
    } else if (term < reign.term()) {
      tellNewerTerm(from);
    }
  }

  /**
   * The announcement is old. Either it comes late, and its sender may be down by now, or its sender
   * does not know the term that I know. It is not believed, but answered: who still leads learns my
   * term and announces itself under a higher one.
   */
  private void tellNewerTerm(int from) {
    context.send(
        view.at(from), isAbove(from) ? new Bully.Election(highest) : new Resigned(highest));
  }

  private void bully(NodeId lower) {
    switch (phase) {
      case IDLE -> begin("lower leader");
      case LEADER -> tell(lower);
      case WAITING_OK, WAITING_COORDINATOR -> {}
    }
  }

  /** A newer term is believed of anybody, the same term of the highest who claims it. */
  private boolean isBelievable(int from, long term) {
    NodeId leader = reign.leader();
    return term > reign.term()
        || (term == reign.term() && (leader == null || !ranking.isAbove(leader, view.at(from))));
  }

  /** An announcement ends all waiting: what is left is to doubt a leader that is suspected. */
  private void follow(NodeId leader, long term) {
    phase = Phase.IDLE;
    resigned = NOBODY;
    ok.stop();
    coordinator.stop();
    announce.stop();
    doubt.stop();
    if (isSuspected(leader)) {
      // The detector has told that already and will not tell it again.
      doubt.start(config.coordinatorNanos);
    }
    if (config.announceNanos > 0) {
      silence.start(Announcing.silenceNanos(config.announceNanos));
    }
    reign.elected(leader, term);
  }

  private boolean isSuspected(NodeId who) {
    return detector != null && detector.suspects(who);
  }

  private void doubtDue() {
    NodeId leader = reign.leader();
    if (leader != null && isSuspected(leader)) {
      giveUp("leader suspected");
    }
  }

  /** Leads under a new term. A listener that is told of it may resign at once. */
  private void lead() {
    phase = Phase.LEADER;
    resigned = NOBODY;
    ok.stop();
    long term = ++highest;
    repeat();
    reign.elected(context.self(), term);
    reign.leads(Reign.UNBOUNDED);
    if (leads()) {
      tellAll(new Coordinator(term));
    }
  }

  /** By this a lost announcement is made good, and two leaders find each other. */
  private void announcementDue() {
    repeat();
    tellAll(new Coordinator(reign.term()));
  }

  private void repeat() {
    if (config.announceNanos > 0) {
      announce.start(config.announceNanos);
    }
  }

  private void tell(NodeId one) {
    if (!isOutgrown()) {
      context.send(one, new Coordinator(reign.term()));
    }
  }

  private void tellAll(Msg message) {
    for (int i = 0; i < view.size(); i++) {
      if (i != self) {
        context.send(view.at(i), message);
      }
    }
  }

  /** It is not asked in the election that follows, since it would not answer. */
  private void resigned(int from, long term) {
    boolean isMine = reign.leader() == null || reign.isLedBy(view.at(from));
    if (isMine && term > reign.term()) {
      resigned = from;
      reign.reached(term);
      giveUp("leader resigned");
    }
  }

  /** Hears the detector. */
  private final class Noticer implements Detector.Listener {
    @Override
    public void suspected(NodeId who) {
      if (reign.isLedBy(who)) {
        giveUp("leader suspected");
      }
    }

    @Override
    public void trusted(NodeId who) {
      if (phase == Phase.LEADER) {
        tell(who);
      } else if (reign.isLedBy(who)) {
        doubt.stop();
      }
    }
  }
}
