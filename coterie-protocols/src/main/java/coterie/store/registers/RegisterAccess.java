package coterie.store.registers;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Outcome;
import coterie.core.Stable;
import coterie.core.View;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way of all processes of a service to the {@link Registers} that its voters keep. A voter that
 * keeps registers makes its calls itself. Every other process has them made by such a voter.
 *
 * <p>Guarantees: a call is made once at most, so that what {@link Registers} guarantees of the
 * calls of voters holds for those of all processes. A call that was sent to a voter which does not
 * answer is never sent to another one, unless it only reads; a voter makes it once, however often
 * it comes, and a later life of the voter does not make it. And of two lists with a common voter
 * one at most ever keeps registers: a list begins to when all its voters have said that they have
 * kept none before, and again when all know that all have said so. A voter that has lost what it
 * kept finds the others keeping, and keeps none any more.
 *
 * <p>Assumes what {@link Registers} assumes, but for the list: those with another one are ignored.
 *
 * <p>Cost: two messages a call, besides those of the voter, and two for the first call of a
 * process. To begin, once, two rounds of messages among all voters.
 */
public final class RegisterAccess implements Protocol<RegisterAccess.Msg> {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {
    /** The fingerprint of the sender's list of voters. */
    long group();
  }

  /** What a call does. */
  public enum Kind {
    GET,
    SET,
    CAS
  }

  /** How a call ended. */
  public enum End {
    SUCCEEDED,
    REFUSED,
    UNKNOWN
  }

  /** How far a voter has come on its way to keep registers. */
  public enum Stage {
    /** It has kept none, and does not know about the others. */
    NONE,
    /** No other voter has kept any either. */
    READY,
    /** All were ready. */
    KEEPS,
    /** It has lost what it kept, or kept registers for another list. */
    UNFIT
  }

  /** Will you make calls for me? */
  public record Open(long group, long number) implements Msg {}

  /** I will, under that number. */
  public record Opened(long group, long number, long session) implements Msg {}

  /**
   * I make no calls under that number.
   *
   * @param session 0 for none at all
   */
  public record Closed(long group, long session, String why) implements Msg {}

  /**
   * Make that call.
   *
   * @param lowest all calls of the session with a lower number have ended
   */
  public record Ask(
      long group,
      long session,
      long request,
      long lowest,
      long timeoutNanos,
      String name,
      Kind kind,
      long expected,
      String value)
      implements Msg {}

  /** It has ended so. */
  public record Told(long group, long session, long request, End end, long version, String value)
      implements Msg {}

  /**
   * I am that far.
   *
   * @param asks whether an answer is expected
   */
  public record Muster(long group, Stage stage, boolean asks) implements Msg {}

  /** What a trace shows. */
  public record State(Stage stage, int waiting) {}

  /** What is saved of the way to keep registers. */
  public record Tenure(long group, Stage stage) {}

  private final Context<Msg> context;
  private final View voters;
  private final long group;
  private final @Nullable Registers registers;
  private final Founding founding;
  private final AccessSessions sessions;
  private final AccessCalls calls;

  /**
   * @param registers those of this process; null if it is not a voter
   * @param mayFound whether it is sure that this process has never kept registers before
   * @param resendNanos from one sending of a message that is not answered to the next
   */
  public RegisterAccess(
      Context<Msg> context,
      View voters,
      @Nullable Registers registers,
      boolean mayFound,
      long resendNanos) {
    this.context = context;
    this.voters = voters;
    this.group = voters.fingerprint();
    this.registers = registers;
    Stable<Tenure> tenure = context.stable("tenure", Tenure.class);
    this.founding = new Founding(context, voters, registers, tenure, mayFound, resendNanos);
    this.sessions = new AccessSessions(context, group, registers);
    this.calls = new AccessCalls(context, voters, resendNanos);
  }

  /**
   * Makes a call, and tells its outcome; it is unknown if none comes within that time. Names and
   * values are checked at once.
   */
  public void request(String name, Action action, long timeoutNanos, Consumer<Outcome> then) {
    Registers.requireFit(name, action);
    if (timeoutNanos < 1) {
      throw new IllegalArgumentException("a timeout is longer than 0");
    }
    founding.want();
    Registers own = registers;
    if (own != null && own.keeps()) {
      own.request(name, action, timeoutNanos, then);
    } else {
      calls.add(name, action, timeoutNanos, then);
    }
  }

  /**
   * Why this process keeps no registers though it is a voter; null if it keeps them, or is not a
   * voter.
   */
  public @Nullable String obstacle() {
    return registers == null ? null : founding.obstacle();
  }

  /**
   * Why this voter keeps no registers as long as it lives; null if it keeps them or may, or is not
   * a voter.
   */
  public @Nullable String loss() {
    return registers == null ? null : founding.loss();
  }

  /** What a voter last said for not making calls; empty if none did. */
  public String lastRefusal() {
    return calls.lastRefusal();
  }

  @Override
  public State state() {
    return new State(founding.stage(), calls.waiting());
  }

  @Override
  public void start() {
    founding.start();
  }

  @Override
  public void receive(NodeId from, Msg message) {
    if (message.group() != group) {
      context.note(new Note.BadMessage(from, "another list of voters"));
      return;
    }
    boolean isVoter = voters.indexOf(from) >= 0;
    switch (message) {
      case Open open -> opened(from, open);
      case Ask ask -> sessions.asked(from, ask);
      case Opened opened when isVoter -> calls.opened(from, opened);
      case Closed closed when isVoter -> calls.closed(from, closed);
      case Told told when isVoter -> calls.told(from, told);
      case Muster muster when isVoter && registers != null -> founding.heard(from, muster);
      case Opened opened -> bad(from);
      case Closed closed -> bad(from);
      case Told told -> bad(from);
      case Muster muster -> bad(from);
    }
  }

  private void bad(NodeId from) {
    context.note(new Note.BadMessage(from, "what only a voter says, to another one"));
  }

  private void opened(NodeId from, Open open) {
    founding.want();
    String obstacle = registers == null ? "it is not a voter" : founding.obstacle();
    if (obstacle == null) {
      sessions.open(from, open);
    } else {
      context.send(from, new Closed(group, 0, obstacle));
    }
  }

  @Override
  public void unreachable(NodeId to) {
    calls.unreachable(to);
  }
}
