package coterie.sim.replay;

import coterie.core.Call;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.recording.Entry;
import coterie.recording.Frames;
import coterie.sim.Witness;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.ScenarioException;
import coterie.wire.Decoded;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a recording to the same protocols: every input in its order, at the time that the node's
 * clock showed, with the same random numbers. What they do is held against what the recording says
 * that they did, and the first difference ends the replay. One recording may hold several lives.
 */
public final class Replay {
  private final Tape tape;
  private final Stacks stacks;
  private final ClassLoader loader;
  private final Witness witness;
  private @Nullable ReplayNode node;

  /**
   * @param loader finds the classes of recorded calls
   * @param witness sees what the node does; times count from the start of its life, by its own
   *     clock
   */
  public Replay(Frames frames, Stacks stacks, ClassLoader loader, Witness witness) {
    this(Tape.of(frames), stacks, loader, witness);
  }

  Replay(Tape tape, Stacks stacks, ClassLoader loader, Witness witness) {
    this.tape = tape;
    this.stacks = stacks;
    this.loader = loader;
    this.witness = witness;
  }

  /**
   * Replays so many events, or all there are.
   *
   * @throws IllegalArgumentException if the recording is damaged, or of a stack that is not there
   */
  public Outcome run(long eventsMax) {
    try {
      while (tape.events() < eventsMax || !(tape.peek() instanceof Entry.Input)) {
        step();
      }
      return new Outcome.Stopped(
          tape.events(), tape.sinceNanos(), "so many events were asked for, all as recorded");
    } catch (Unlike end) {
      return end.outcome();
    }
  }

  /** The protocols of the present life; none before it begins. */
  List<Protocol<?>> protocols() {
    return node == null ? List.of() : node.protocols();
  }

  /** The families of messages of the present life, by channel. */
  List<Class<?>> families() {
    return node == null ? List.of() : node.families();
  }

  void step() {
    Entry entry = tape.peek();
    switch (entry) {
      case null -> throw tape.end(tape.atEnd());
      case Entry.Missing missing -> throw tape.end(tape.atEnd());
      case Entry.Answer more -> throw tape.unlike("does nothing more");
      case Entry.Output more -> throw tape.unlike("does nothing more");
      case Entry.Life life -> {
        tape.take();
        node = new ReplayNode(life, stacks.blueprint(life), tape, witness);
      }
      case Entry.Input input -> {
        tape.take();
        handle(requireLife(), input);
      }
    }
  }

  private ReplayNode requireLife() {
    if (node == null) {
      throw new IllegalArgumentException(
          "the recording is damaged: something happens before a life begins");
    }
    return node;
  }

  private void handle(ReplayNode life, Entry.Input input) {
    long at = tape.sinceNanos();
    switch (input) {
      case Entry.Started started -> {
        witness.said(at, "%s begins life %d".formatted(life.self(), life.incarnation()));
        guard(life::start);
        life.protocols().forEach(protocol -> witness.handled(at, life.self(), protocol));
      }
      case Entry.Received received -> {
        ReplayContext<?> context = context(life, received.channel());
        receive(life, context, received);
      }
      case Entry.Unreachable(long when, int channel, NodeId to) -> {
        ReplayContext<?> context = context(life, channel);
        witness.unreachable(at, life.self(), to);
        handle(life, context.protocol(), () -> context.protocol().unreachable(to));
      }
      case Entry.Expired expired -> expire(life, context(life, expired.channel()), expired);
      case Entry.Saved(long when, int channel, String name) -> durable(life, channel, name);
      case Entry.Stored(long when, int channel, String name) -> durable(life, channel, name);
      case Entry.Called(long when, String words) -> call(life, words, byName(life, words));
      case Entry.CalledWith with -> callWith(life, with);
      case Entry.Ended ended ->
          witness.said(at, "%s ends life %d".formatted(life.self(), life.incarnation()));
    }
  }

  private <M extends Message> void receive(
      ReplayNode life, ReplayContext<M> context, Entry.Received received) {
    byte[] bytes = new byte[received.message().size()];
    received.message().copyTo(bytes, 0);
    if (!(context.codec().decode(bytes) instanceof Decoded.Value<M>(M message))) {
      throw tape.end(
          tape.stopped("the message is none of the family of channel " + context.channel()));
    }
    witness.received(tape.sinceNanos(), received.from(), life.self(), message);
    handle(life, context.protocol(), () -> context.protocol().receive(received.from(), message));
  }

  private void expire(ReplayNode life, ReplayContext<?> context, Entry.Expired expired) {
    ReplayAlarm alarm = context.due(expired.alarm());
    if (alarm == null) {
      throw tape.end(
          tape.diverged(
              "alarm %s expires".formatted(expired.alarm()),
              "alarm %s is not running".formatted(expired.alarm())));
    }
    witness.expired(tape.sinceNanos(), life.self(), expired.alarm());
    handle(life, context.protocol(), alarm::expire);
  }

  private void durable(ReplayNode life, int channel, String name) {
    ReplayNode.Pending done = life.becameDurable(channel, name);
    if (done == null) {
      throw tape.end(
          tape.diverged("%s is durable".formatted(name), "%s is not being saved".formatted(name)));
    }
    witness.saved(tape.sinceNanos(), life.self(), name, done.value());
    Protocol<?> protocol = done.owner().protocol();
    handle(
        life,
        protocol,
        () -> {
          if (done.cell() != null) {
            protocol.saved(done.cell());
          } else if (done.shelf() != null) {
            protocol.stored(done.shelf());
          }
        });
  }

  private Supplier<@Nullable Object> byName(ReplayNode life, String words) {
    try {
      return CallByName.find(life.self(), life.protocols(), words);
    } catch (ScenarioException e) {
      throw tape.end(
          tape.stopped(
              "the call \"%s\" is none that a scenario could make, so that it cannot be made again"
                  .formatted(words)));
    }
  }

  private void callWith(ReplayNode life, Entry.CalledWith with) {
    Call<?, ?> call = Calls.read(loader, with);
    if (call == null) {
      throw tape.end(
          tape.stopped(
              "the call %s is no public record of this version that is a Call"
                  .formatted(with.type())));
    }
    call(life, call.toString(), on(life, call));
  }

  private <P> Supplier<@Nullable Object> on(ReplayNode life, Call<P, ?> call) {
    for (Protocol<?> protocol : life.protocols()) {
      if (call.type().isInstance(protocol)) {
        return () -> call.apply(call.type().cast(protocol));
      }
    }
    throw tape.end(
        tape.stopped("no %s runs, which the call %s takes".formatted(call.type(), call)));
  }

  private void call(ReplayNode life, String words, Supplier<@Nullable Object> method) {
    long at = tape.sinceNanos();
    witness.called(at, life.self(), words);
    guard(
        () -> {
          Object answer = method.get();
          if (answer != null) {
            witness.answered(at, life.self(), answer);
          }
        });
    life.protocols().forEach(protocol -> witness.handled(at, life.self(), protocol));
  }

  /** What is built on that protocol may have heard of it, and changed. */
  private void handle(ReplayNode life, Protocol<?> protocol, Runnable handler) {
    guard(handler);
    witness.handled(tape.sinceNanos(), life.self(), protocol);
    for (Protocol<?> other : life.protocols()) {
      if (!other.equals(protocol)) {
        witness.handled(tape.sinceNanos(), life.self(), other);
      }
    }
  }

  /** A defect that throws is replayed like anything else: the recorded node went on after it. */
  private void guard(Runnable handler) {
    try {
      compare(handler);
    } catch (Unlike end) {
      if (!tape.goesOnWithNextLife()) {
        throw end;
      }
    }
  }

  private void compare(Runnable handler) {
    Throwable thrown = null;
    try {
      handler.run();
    } catch (Unlike end) {
      throw end;
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      thrown = e;
    }
    tape.requireGoingOn();
    if (thrown != null && tape.peek() instanceof Entry.Threw) {
      tape.take();
    } else if (thrown != null) {
      throw tape.unlike("throws " + thrown);
    }
  }

  private ReplayContext<?> context(ReplayNode life, int channel) {
    ReplayContext<?> context = life.at(channel);
    if (context == null) {
      throw tape.end(tape.stopped("the stack has no channel " + channel));
    }
    return context;
  }
}
