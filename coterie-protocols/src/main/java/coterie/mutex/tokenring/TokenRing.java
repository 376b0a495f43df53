package coterie.mutex.tokenring;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.mutex.Mutex;
import coterie.mutex.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mutual exclusion by a token that goes round a ring (Le Lann 1977): the process that has it may
 * enter. It serves in the order of the ring, not in the order of asking. It rests where it was used
 * last until somebody wants it: a Want goes forward along the ring to whoever has the token, and
 * the token goes on, forward as well, to the one that wants it.
 *
 * <p>A pass is acknowledged, and repeated until it is. It carries a number, the hop, that grows
 * with every pass; nobody takes a number twice, because it is saved before it is acted upon. So
 * loss, duplication, reordering, pauses and crashes never make two tokens of one.
 *
 * <p>Without a detector, two are never inside at once. While a process is down the token comes past
 * it no more, and all wait; what it had passes on when it is back.
 *
 * <p>With a detector, those who are suspected are skipped, and a token that was lost in a crash is
 * made anew with a greater epoch, if a majority consents ({@link Regeneration}); without one, all
 * wait. Two can be inside at once only if all of that majority suspect a holder that is up.
 *
 * <p>Cost in messages: nothing for the one where the token rests. If it rests d positions ahead, d
 * Wants, and n-d passes with as many acknowledgements; if all always want it, one of each kind. One
 * save for each process that the token visits.
 */
public final class TokenRing implements Protocol<TokenRing.Msg>, Mutex {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {}

  /**
   * Here is the token.
   *
   * @param hop how many positions it has moved since that epoch began
   * @param count how many entries there were in that epoch
   * @param errand how many positions beyond the receiver it is needed, as far as the sender knows
   */
  public record Token(long epoch, long hop, long count, int errand) implements Msg {
    Token with(long newCount) {
      return new Token(epoch, hop, newCount, errand);
    }
  }

  /** I have, or had, the token of that number. */
  public record Received(long epoch, long hop) implements Msg {}

  /** I never took the token of that number, and never will: I have promised a greater epoch. */
  public record Outdated(long epoch, long hop, long promised) implements Msg {}

  /**
   * Somebody wants the token.
   *
   * @param epoch the last it had the token, as the hop is
   * @param again whether it may have been skipped: it has said so before, or has just started
   */
  public record Want(NodeId who, long epoch, long hop, boolean again) implements Msg {}

  /** I have just started: what have you promised? */
  public record Hello(long incarnation) implements Msg {}

  /** What I have promised, to the process that has started that many times. */
  public record Welcome(long incarnation, long promised) implements Msg {}

  /** You were suspected, and may not know what I have promised meanwhile. */
  public record Promised(long epoch) implements Msg {}

  /**
   * May I make a token of that epoch?
   *
   * @param binding whether who says yes shall refuse lower ones from now on
   */
  public record Ask(long epoch, boolean binding, long promised) implements Msg {}

  /** What one has to say to that question, and whom it suspects. */
  public record Answer(
      long epoch, boolean binding, Verdict verdict, long promised, List<NodeId> suspects)
      implements Msg {
    public Answer {
      suspects = List.copyOf(suspects);
    }
  }

  /** Whether a token may be made anew. */
  public enum Verdict {
    /** As far as I am concerned. */
    FREE,
    /** No: I have the token, or have just sent it on. */
    HELD,
    /** No: I have promised a greater epoch. */
    OUTBID
  }

  /** Where the token is, as one process sees it. */
  public enum Phase {
    /** Somewhere else. */
    ABSENT,
    /** Here, but that is not saved yet. */
    ARRIVING,
    HERE,
    /** Sent on, and not acknowledged yet. */
    LEAVING
  }

  /** For traces: the numbers are those of the last token that was here. */
  public record State(Phase token, long epoch, long hop, boolean wants, boolean inside) {}

  /**
   * @param retryNanos after so long without an answer one says it again
   * @param doubtNanos how long one waits for the token before one asks whether it is lost
   */
  record Config(long retryNanos, long doubtNanos) {
    Config {
      requirePositive("retry", retryNanos);
      requirePositive("doubt", doubtNanos);
    }

    private static void requirePositive(String name, long nanos) {
      if (nanos <= 0) {
        throw new IllegalArgumentException(
            "%s must be longer than 0 s, not %s s".formatted(name, TimeText.format(nanos)));
      }
    }
  }

  /** A round along more of them would take too long to be of use. */
  static final int MEMBERS_MAX = 1024;

  private static final int COUNT_BITS = 38;
  static final long COUNT_MAX = (1L << COUNT_BITS) - 1;
  static final long EPOCH_MAX = (1L << (63 - COUNT_BITS)) - 1;

  /** Above it a sum could overflow; at a nanosecond a hop it takes a century to get there. */
  private static final long HOP_MAX = 1L << 62;

  /** The time between two repetitions doubles this number of times. */
  private static final int REPEATS_MAX = 3;

  private final Context<Msg> context;
  private final @Nullable Detector detector;
  private final Config config;
  private final RingOrder ring;
  private final RingMemory memory;
  private final RingWants wants;
  private final Turn turn;
  private final Admission admission;
  private final Regeneration regeneration;
  private final Alarm pass;
  private final Alarm want;
  private final Alarm doubt;
  private Phase phase = Phase.ABSENT;
  private Token token = new Token(0, 0, 0, 0);
  private int target;
  private int repeats;
  private int doubts;

  /** Whether the token was here in this life; before it, the process may have been skipped. */
  private boolean hasTaken;

  TokenRing(Context<Msg> context, View members, @Nullable Detector detector, Config config) {
    this(context, members, detector, config, members.size() / 2 + 1, new RingMemory(context));
  }

  /** For tests that show what fewer consents, or a worse memory, would do. */
  TokenRing(
      Context<Msg> context,
      View members,
      @Nullable Detector detector,
      Config config,
      int quorum,
      RingMemory memory) {
    requireSize(members);
    this.context = context;
    this.detector = detector;
    this.config = config;
    this.ring = new RingOrder(context.self(), members, detector);
    this.memory = memory;
    this.wants = new RingWants(ring);
    this.turn = new Turn(context, "mutex", this::cancel);
    long retry = config.retryNanos;
    this.admission = new Admission(context, ring, memory, quorum, retry, this::admitted);
    this.regeneration = new Regeneration(context, ring, memory, quorum, retry, new Ear());
    this.pass = context.alarm("pass", this::transmit);
    this.want = context.alarm("want", this::sendWantAgain);
    this.doubt = context.alarm("doubt", this::doubted);
  }

  static void requireSize(View members) {
    if (members.size() > MEMBERS_MAX) {
      throw new IllegalArgumentException(
          "a token ring takes groups of 1 to %d, not %d".formatted(MEMBERS_MAX, members.size()));
    }
  }

  // ---- the lock

  @Override
  public void acquire(long timeoutNanos, Waiter waiter) {
    turn.ask(timeoutNanos, waiter);
    if (phase == Phase.HERE) {
      enter();
    } else if (phase != Phase.ARRIVING) {
      repeats = 0;
      sendWant(false);
      if (!doubt.isRunning()) {
        doubtLater();
      }
    }
  }

  @Override
  public boolean cancel() {
    if (!turn.waits()) {
      return false;
    }
    want.stop(); // The doubt stays: who never waits for long would never find out.
    if (phase == Phase.ABSENT) {
      forwardWants();
    }
    turn.giveUp();
    return true;
  }

  @Override
  public void release() {
    turn.leave();
    if (phase == Phase.HERE) {
      goOn();
    }
  }

  @Override
  public boolean holds() {
    return turn.isInside();
  }

  @Override
  public long token() {
    return turn.token();
  }

  /** One process can know of no other that it is inside: the token does not tell. */
  @Override
  public @Nullable NodeId holder() {
    return turn.isInside() ? context.self() : null;
  }

  @Override
  public Record state() {
    RingPlace place = memory.place();
    return new State(phase, place.epoch(), place.hop(), turn.waits(), turn.isInside());
  }

  // ---- starting

  @Override
  public void start() {
    if (detector != null) {
      detector.listen(new Ear());
      admission.start();
    } else if (memory.place().hasHadToken()) {
      goOnAfterCrash();
    } else {
      makeFirst();
    }
  }

  private void admitted() {
    if (!memory.place().hasHadToken() && memory.promised() == 0) {
      makeFirst();
    }
  }

  /** It is saved before anything else is done with it, so it is made once. */
  private void makeFirst() {
    if (ring.self() == 0) {
      take(new Token(0, 0, 0, 0));
    }
  }

  /**
   * Sends on what this process had last: in an earlier life it has perhaps sent the very same hop,
   * to the very same process, which takes one of the two. With a detector it may have been another
   * process, so that this is not done.
   */
  private void goOnAfterCrash() {
    RingPlace last = memory.place();
    if (ring.size() == 1) {
      take(new Token(last.epoch(), last.hop() + 1, last.reserved(), 0));
    } else {
      token = new Token(last.epoch(), last.hop(), last.reserved(), ring.size() - 1);
      passTo(ring.next());
    }
  }

  // ---- what comes

  @Override
  public void receive(NodeId from, Msg message) {
    int index = ring.indexOf(from);
    String wrong = wrong(index, message);
    if (wrong != null) {
      context.note(new Note.BadMessage(from, wrong));
      return;
    }
    switch (message) {
      case Token came -> came(from, came);
      case Received received -> received(index, received);
      case Outdated outdated -> refused(index, outdated);
      case Want wanted -> wanted(wanted);
      case Hello hello -> admission.greeted(index, hello);
      case Welcome welcome -> admission.welcomed(index, welcome);
      case Promised promised -> promised(promised.epoch());
      case Ask ask -> {
        promised(ask.promised());
        regeneration.asked(from, ask);
      }
      case Answer answer -> regeneration.answered(index, answer);
    }
  }

  /** What no correct member can have sent; null if there is nothing wrong. */
  private @Nullable String wrong(int from, Msg message) {
    if (from < 0 || from == ring.self()) {
      return "not from another member";
    }
    boolean isRight =
        switch (message) {
          case Token t ->
              isEpoch(t.epoch)
                  && (t.hop >= 0 && t.hop <= HOP_MAX)
                  && (t.count >= 0 && t.count <= COUNT_MAX)
                  && (t.errand >= 0 && t.errand < ring.size());
          case Want w -> ring.indexOf(w.who) >= 0;
          case Ask ask -> regeneration.isOf(from, ask.epoch) && isEpoch(ask.promised);
          case Answer answer -> isEpoch(answer.promised);
          case Outdated outdated -> isEpoch(outdated.promised);
          case Welcome welcome -> isEpoch(welcome.promised);
          case Promised promised -> isEpoch(promised.epoch);
          case Received received -> true;
          case Hello hello -> true;
        };
    boolean isOfRing = message instanceof Token || message instanceof Received;
    if (detector == null && !isOfRing && !(message instanceof Want)) {
      return "nobody is asked about lost tokens where there is no detector";
    }
    return isRight ? null : "numbers that do not occur";
  }

  private static boolean isEpoch(long epoch) {
    return epoch >= 0 && epoch <= EPOCH_MAX;
  }

  // ---- the token

  private void came(NodeId from, Token came) {
    if (detector != null && !admission.isDone()) {
      return; // The sender repeats it.
    }
    if (memory.hasTaken(came)) {
      context.send(from, new Received(came.epoch, came.hop));
    } else if (came.epoch < memory.promised()) {
      context.send(from, new Outdated(came.epoch, came.hop, memory.promised()));
    } else {
      take(came);
      context.send(from, new Received(came.epoch, came.hop));
    }
  }

  private void take(Token newToken) {
    pass.stop();
    regeneration.stop();
    token = newToken;
    hasTaken = true;
    phase = Phase.ARRIVING;
    memory.take(newToken);
  }

  @Override
  public void saved(Stable<?> what) {
    memory.saved();
    if (phase == Phase.ARRIVING && memory.isDurable()) {
      phase = Phase.HERE;
      want.stop();
      doubt.stop();
      doubts = 0;
      if (turn.waits()) {
        enter();
      } else if (!turn.isInside()) {
        goOn();
      }
    }
  }

  private void enter() {
    if (token.count == COUNT_MAX) {
      return; // The numbers are used up: it blocks, rather than give one twice.
    }
    if (token.count >= memory.place().reserved()) {
      take(token);
      return;
    }
    assert phase == Phase.HERE : "an entry whose token is not saved could be repeated";
    token = token.with(token.count + 1);
    turn.enter((token.epoch << COUNT_BITS) | token.count);
  }

  /** Nobody is inside here: the token goes to the next one, or rests if it is not wanted. */
  private void goOn() {
    if (regeneration.isOutdated(token.epoch)) {
      drop();
      return;
    }
    int errand = Math.max(token.errand, wants.farthest(memory.place()));
    wants.taken();
    token = new Token(token.epoch, token.hop, token.count, errand);
    int next = ring.next();
    int way = ring.way(ring.self(), next);
    if (way > 0 && way <= errand) {
      passTo(next);
    }
  }

  private void passTo(int next) {
    assert !turn.isInside() : "the token would let a second process in";
    int way = ring.way(ring.self(), next);
    assert way > 0 && way <= token.errand : "nobody on that way wants the token";
    token = new Token(token.epoch, token.hop + way, token.count, token.errand - way);
    target = next;
    phase = Phase.LEAVING;
    transmit();
  }

  private void transmit() {
    context.send(ring.at(target), token);
    pass.start(config.retryNanos);
  }

  private void received(int by, Received received) {
    if (isAbout(by, received.epoch, received.hop)) {
      drop();
    }
  }

  private void refused(int by, Outdated outdated) {
    regeneration.heardOf(outdated.promised);
    if (isAbout(by, outdated.epoch, outdated.hop)) {
      drop();
    }
  }

  private boolean isAbout(int who, long epoch, long hop) {
    return phase == Phase.LEAVING && who == target && epoch == token.epoch && hop == token.hop;
  }

  /** The token is no longer here: another has it, or it is void. */
  private void drop() {
    assert !turn.isInside() : "whoever is inside has the token";
    pass.stop();
    phase = Phase.ABSENT;
    if (!turn.waits()) {
      forwardWants();
    }
  }

  private void promised(long epoch) {
    regeneration.heardOf(epoch);
    if (phase == Phase.HERE && !turn.isInside() && regeneration.isOutdated(token.epoch)) {
      drop();
    }
  }

  // ---- who wants it

  private void sendWant(boolean again) {
    RingPlace place = memory.place();
    boolean isUnknown = detector != null && !hasTaken;
    forward(new Want(context.self(), place.epoch(), place.hop(), again || isUnknown));
    want.start(config.retryNanos << Math.min(repeats, REPEATS_MAX));
  }

  /**
   * Ever more rarely: a lost word must be repeated, but most processes that wait are just not
   * served yet.
   */
  private void sendWantAgain() {
    repeats++;
    sendWant(true);
  }

  /** A process that waits for the token itself keeps a Want: the token comes here first. */
  private void wanted(Want wanted) {
    boolean isMine = wanted.who.equals(context.self());
    if (isMine || wants.isServed(wanted, memory.place())) {
      return;
    }
    if (phase == Phase.ABSENT && !turn.waits()) {
      forward(wanted);
      return;
    }
    wants.keep(wanted);
    if (phase == Phase.HERE && !turn.isInside()) {
      goOn();
    }
  }

  private void forwardWants() {
    wants.taken().forEach(this::forward);
  }

  /** Not past the one that wants it: nobody there could have the token. */
  private void forward(Want wanted) {
    int next = ring.next();
    int way = ring.way(ring.self(), next);
    int whole = ring.way(ring.self(), ring.indexOf(wanted.who));
    if (way > 0 && (whole == 0 || way < whole)) {
      context.send(ring.at(next), wanted);
    }
  }

  // ---- a lost token

  private void doubtLater() {
    if (detector != null) {
      long nanos = config.doubtNanos << Math.min(doubts, REPEATS_MAX);
      doubt.start(nanos + context.random(config.retryNanos));
    }
  }

  private void doubted() {
    if (admission.isDone()) {
      regeneration.begin();
    }
    doubts++;
    if (turn.waits()) {
      doubtLater();
    }
  }

  private final class Ear implements Regeneration.Owner, Detector.Listener {
    @Override
    public boolean hasToken() {
      return switch (phase) {
        case ABSENT -> false;
        case ARRIVING, HERE -> true;
        case LEAVING -> !ring.isSuspected(target);
      };
    }

    @Override
    public void voided() {
      drop();
    }

    @Override
    public void foundAt(int who) {
      doubtLater();
    }

    @Override
    public void won(long epoch) {
      take(new Token(epoch, 0, 0, ring.size() - 1));
    }

    @Override
    public void suspected(NodeId who) {
      regeneration.reconsider();
      if (phase == Phase.LEAVING && ring.at(target).equals(who)) {
        regeneration.begin();
      } else if (turn.waits() && phase == Phase.ABSENT) {
        doubt.start(1 + context.random(config.retryNanos));
      }
    }

    @Override
    public void trusted(NodeId who) {
      if (memory.promised() > 0) {
        context.send(who, new Promised(memory.promised()));
      }
    }
  }
}
