package coterie.clock;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Stamp;
import coterie.core.View;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Four clocks side by side: at every event (a local one, sending, receiving) a process reads its
 * wall clock, a Lamport clock, a vector clock and a hybrid clock, and notes what each says. A run
 * shows which of them keep the order in which things happened, and which do not.
 *
 * <p>Guarantees: what happened before has a lower Lamport stamp and a lower hybrid stamp; one
 * vector is before another exactly if its event happened before the other's, also when processes
 * crash and return, since the clocks are saved at every event before it is told to anybody. The
 * wall clock guarantees nothing. Nothing is guaranteed of messages: what is lost stays lost.
 *
 * <p>Assumes: wall clocks differ by no more than the configured drift. A message from further ahead
 * is refused as a whole, and does not count as an event.
 *
 * <p>Cost: one message a sending, which carries 8 bytes of wall clock, 8 of hybrid clock, a number,
 * and an entry of a vector for every process that it knows of.
 *
 * <p>The papers stand at {@link LamportClock}, {@link VectorClock} and {@link HybridClock}.
 */
public final class Clocks implements Protocol<Clocks.Msg> {
  /** The words for clocks in notes, beside {@link Note#PHYSICAL} and {@link Note#VECTOR}. */
  public static final String LAMPORT = "lamport";

  public static final String HYBRID = "hybrid";

  private static final long RESOLUTION = 1L << 40;

  /** What processes send to each other. */
  public sealed interface Msg extends Message {}

  /**
   * Something that was sent, as all four clocks of the sender stamped it.
   *
   * @param receipt the name for the event of receiving it; empty if that one names itself
   */
  public record Letter(String receipt, long millis, long lamport, VectorClock vector, long hybrid)
      implements Msg {}

  /** The wall clock of this process lies behind the one that the message was sent by. */
  public record FromTheFuture(String event, NodeId from, long aheadMillis) implements Note {}

  /** What survives a crash. */
  public record Memory(long lamport, VectorClock vector, long hybrid) {}

  /** What a trace shows: the last event that others may know of. */
  public record State(String event, long millis, long lamport, VectorClock vector, String hybrid) {}

  /**
   * How processes behave, apart from what a script tells them.
   *
   * @param meanNanos the mean time between two events that a process makes; 0 if it makes none
   * @param sends which share of them are sendings
   * @param driftMaxMillis how far ahead of the own wall clock a message may come from
   */
  public record Config(long meanNanos, double sends, long driftMaxMillis) {
    public Config {
      if (!(sends >= 0 && sends <= 1)) {
        throw new IllegalArgumentException("sends is a share from 0 to 1, not " + sends);
      }
    }
  }

  private final Context<Msg> context;
  private final View members;
  private final Config config;
  private final NodeId self;
  private final Stable<Memory> stable;
  private final Alarm next;
  private final LamportClock lamport = new LamportClock();
  private final HybridClock hybrid;

  /** Names of receipts that are used up, and the empty one, which is not a name. */
  private final TreeSet<String> receipts = new TreeSet<>(List.of(""));

  private VectorClock vector = VectorClock.none();
  private @Nullable State last;
  private @Nullable State shown;
  private int unsaved;

  public Clocks(Context<Msg> context, View members, Config config) {
    this.context = context;
    this.members = members;
    this.config = config;
    this.self = context.self();
    this.hybrid = new HybridClock(context::wallMillis, config.driftMaxMillis);
    this.next = context.alarm("event", this::happen);
    this.stable = context.stable("clocks", Memory.class);
    Memory memory = stable.value();
    if (memory != null) {
      lamport.witness(memory.lamport);
      hybrid.startAfter(memory.hybrid);
      vector = memory.vector;
    }
  }

  @Override
  public void start() {
    if (config.meanNanos > 0) {
      next.start(drawn());
    }
  }

  /** Something happens here. */
  public void local(String name) {
    stamp(name, context.wallMillis(), lamport.tick(), hybrid.now());
  }

  /** Sends a message; who receives it gives that event a name. */
  public void send(NodeId to, String name) {
    send(to, name, "");
  }

  /** Sends a message; to receive it is an event of that name. */
  public void send(NodeId to, String name, String receipt) {
    if (to.equals(self) || members.indexOf(to) < 0) {
      throw new IllegalArgumentException(
          "%s sends to another member, which %s is not".formatted(self, to));
    }
    long millis = context.wallMillis();
    long time = hybrid.now();
    // It is noted before it is sent, so that the note lies in the past of who receives it.
    stamp(name, millis, lamport.send(), time);
    context.send(to, new Letter(receipt, millis, lamport.last(), vector, time));
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Letter letter -> receive(from, letter);
    }
  }

  private void receive(NodeId from, Letter letter) {
    String wrong = wrong(from, letter);
    long time = wrong.isEmpty() ? hybrid.tryReceive(letter.hybrid) : HybridClock.REFUSED;
    if (time == HybridClock.REFUSED) {
      String why = wrong.isEmpty() ? hybrid.refusal(letter.hybrid) : wrong;
      context.note(new Note.BadMessage(from, why));
      return;
    }
    long millis = context.wallMillis();
    String name = receipts.add(letter.receipt) ? letter.receipt : ownName();
    vector = vector.merge(letter.vector);
    stamp(name, millis, lamport.receive(letter.lamport), time);
    if (letter.millis > millis) {
      context.note(new FromTheFuture(name, from, letter.millis - millis));
    }
  }

  /** Why no correct sender can have sent that; empty if one can. */
  private String wrong(NodeId from, Letter letter) {
    if (members.indexOf(from) < 0) {
      return "it is not a member";
    }
    if (letter.lamport < 1 || !lamport.isNear(letter.lamport)) {
      return "the Lamport time is out of range";
    }
    if (letter.vector.at(from) < 1) {
      return "the vector does not count its sending";
    }
    if (letter.vector.at(self) > vector.at(self)) {
      return "the vector counts events that have not happened here";
    }
    return letter.vector.retaining(members).size() < letter.vector.size()
        ? "the vector counts events of a process that is not a member"
        : "";
  }

  /** An event: all that was known before, and one more of this process. */
  private void stamp(String name, long millis, long count, long time) {
    vector = vector.increment(self);
    unsaved++;
    stable.save(new Memory(count, vector, time));
    last = new State(name, millis, count, vector, HybridText.text(time));
    context.note(new Note.Stamped(Note.PHYSICAL, name, new Stamp(millis, self)));
    context.note(new Note.Stamped(LAMPORT, name, new Stamp(count, self)));
    context.note(new Note.Versioned(Note.VECTOR, name, vector.entries()));
    context.note(new Note.Stamped(HYBRID, name, new Stamp(time, self)));
  }

  /** The name of the next event where nobody has given one, unique over all lives. */
  private String ownName() {
    return self + "." + (vector.at(self) + 1);
  }

  private void happen() {
    boolean isSending = context.random(RESOLUTION) < config.sends * RESOLUTION;
    if (isSending && members.size() > 1) {
      send(anyOther(), ownName());
    } else {
      local(ownName());
    }
    next.start(drawn());
  }

  private NodeId anyOther() {
    int index = (int) context.random(members.size() - 1L);
    return members.at(index < members.indexOf(self) ? index : index + 1);
  }

  /** As the time between independent events. */
  private long drawn() {
    double uniform = (context.random(RESOLUTION) + 1) / (double) RESOLUTION;
    return (long) (-config.meanNanos * StrictMath.log(uniform));
  }

  @Override
  public void saved(Stable<?> what) {
    unsaved--;
    shown = unsaved == 0 ? last : shown;
  }

  @Override
  public @Nullable Record state() {
    return shown;
  }
}
