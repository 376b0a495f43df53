package coterie.sim.replay;

import coterie.core.Call;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.kernel.Kernel;
import coterie.kernel.NodeAlarm;
import coterie.kernel.PendingWrite;
import coterie.recording.Entry;
import coterie.recording.Frames;
import coterie.sim.StageWitness;
import coterie.sim.scenario.CallByName;
import coterie.sim.scenario.ScenarioException;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.List;
import java.util.function.Function;
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
  private final StageWitness witness;
  private @Nullable ReplayDriver node;

  /**
   * @param loader finds the classes of recorded calls
   * @param witness sees what the node does; times count from the start of its life, by its own
   *     clock
   */
  public Replay(Frames frames, Stacks stacks, ClassLoader loader, StageWitness witness) {
    this(Tape.of(frames), stacks, loader, witness);
  }

  Replay(Tape tape, Stacks stacks, ClassLoader loader, StageWitness witness) {
    this.tape = tape;
    this.stacks = stacks;
    this.loader = loader;
    this.witness = witness;
  }

  /**
   * Replays that many events, or all there are.
   *
   * @throws IllegalArgumentException if the recording is damaged, or of a stack that is not there
   */
  public Outcome run(long eventsMax) {
    try {
      while (tape.events() < eventsMax || !(tape.peek() instanceof Entry.Input)) {
        step();
      }
      return new Outcome.Stopped(
          tape.events(), tape.sinceNanos(), "as many events as were asked for, all as recorded");
    } catch (Unlike end) {
      return end.outcome();
    }
  }

  /** The protocols of the present life; none before it begins. */
  List<Protocol<?>> protocols() {
    return node == null ? List.of() : node.kernel().protocols(0);
  }

  /** The families of messages of the present life, by channel. */
  List<Class<?>> families() {
    return node == null ? List.of() : node.kernel().families();
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
        node = new ReplayDriver(life, stacks.blueprint(life), tape, witness);
      }
      case Entry.Input input -> {
        tape.take();
        handle(requireLife(), input);
      }
    }
  }

  private ReplayDriver requireLife() {
    if (node == null) {
      throw new IllegalArgumentException(
          "the recording is damaged: something happens before a life begins");
    }
    return node;
  }

  private void handle(ReplayDriver life, Entry.Input input) {
    long at = tape.sinceNanos();
    Kernel kernel = life.kernel();
    switch (input) {
      case Entry.Started started -> {
        witness.said(at, "%s begins life %d".formatted(life.self(), life.incarnation(0)));
        guard(() -> kernel.start(0, () -> {}));
      }
      case Entry.Received received -> receive(life, received);
      case Entry.Unreachable(long when, int channel, NodeId to) -> {
        requireChannel(life, channel);
        guard(() -> kernel.unreachable(0, channel, to));
      }
      case Entry.Expired(long when, int channel, String alarm) -> expire(life, channel, alarm);
      case Entry.Saved(long when, int channel, String name) -> durable(kernel, channel, name);
      case Entry.Stored(long when, int channel, String name) -> durable(kernel, channel, name);
      case Entry.Called(long when, String words) -> call(life, words);
      case Entry.CalledWith with -> callWith(life, with);
      case Entry.Ended ended ->
          witness.said(at, "%s ends life %d".formatted(life.self(), life.incarnation(0)));
    }
  }

  private void receive(ReplayDriver life, Entry.Received received) {
    Protocol<Message> protocol = requireChannel(life, received.channel());
    byte[] bytes = new byte[received.message().size()];
    received.message().copyTo(bytes, 0);
    Class<?> family = life.kernel().families().get(received.channel());
    if (!(Codec.of(family).decode(bytes) instanceof Decoded.Value<?>(Message message))) {
      throw tape.end(
          tape.stopped(
              "the message does not belong to the family of channel " + received.channel()));
    }
    guard(() -> life.kernel().receive(0, received.channel(), protocol, received.from(), message));
  }

  private void expire(ReplayDriver life, int channel, String name) {
    requireChannel(life, channel);
    NodeAlarm alarm = life.due(channel, name);
    if (alarm == null) {
      throw tape.end(
          tape.diverged(
              "alarm %s expires".formatted(name), "alarm %s is not running".formatted(name)));
    }
    guard(() -> life.expire(alarm));
  }

  private void durable(Kernel kernel, int channel, String name) {
    PendingWrite first = kernel.pending(0);
    if (first == null || first.channel() != channel || !first.name().equals(name)) {
      throw tape.end(
          tape.diverged("%s is durable".formatted(name), "%s is not being saved".formatted(name)));
    }
    guard(() -> kernel.durable(0));
  }

  private void call(ReplayDriver life, String words) {
    CallByName.Found found;
    try {
      found = CallByName.locate(life.self(), protocols(), words);
    } catch (ScenarioException e) {
      throw tape.end(
          tape.stopped(
              "the call \"%s\" is not one that a scenario can make, so it cannot be made again"
                  .formatted(words)));
    }
    call(life, found.owner(), words, found.method()::apply);
  }

  private void callWith(ReplayDriver life, Entry.CalledWith with) {
    Call<?, ?> call = Calls.read(loader, with);
    if (call == null) {
      throw tape.end(
          tape.stopped(
              "the call %s is not a public record of this version that is a Call"
                  .formatted(with.type())));
    }
    callWith(life, call);
  }

  private <P> void callWith(ReplayDriver life, Call<P, ?> call) {
    call(life, call.type(), call, call::apply);
  }

  private <P> void call(
      ReplayDriver life, Class<P> type, Object call, Function<P, @Nullable Object> method) {
    for (Protocol<?> protocol : protocols()) {
      if (type.isInstance(protocol)) {
        guard(
            () -> {
              Object unused = life.kernel().call(0, type.cast(protocol), call, method);
            });
        return;
      }
    }
    throw tape.end(tape.stopped("no %s runs, which the call %s takes".formatted(type, call)));
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

  private Protocol<Message> requireChannel(ReplayDriver life, int channel) {
    boolean isKnown = channel >= 0 && channel < life.kernel().families().size();
    Protocol<Message> protocol = isKnown ? life.kernel().protocol(0, channel) : null;
    if (protocol == null) {
      throw tape.end(tape.stopped("the stack has no channel " + channel));
    }
    return protocol;
  }
}
