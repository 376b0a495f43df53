package coterie.lab.live;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.net.directory.Addresses;
import coterie.sim.Load;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.replay.Mirror;
import coterie.sim.replay.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A member of the group through all its lives: its process, and what mirrors it here. */
final class Seat implements StageWitness {
  @Override
  public int wants() {
    return ALL;
  }

  /** What becomes of a message is told in the same event as that it was sent. */
  private static final int SENT_MAX = 10_000;

  private static final long END_MILLIS = 2_000;

  private final ProcessStage stage;
  private final NodeId self;
  private @Nullable MemberLife worker;
  private @Nullable MemberLife next;
  private @Nullable Mirror mirror;
  private Fault.@Nullable Recover recovery;
  private @Nullable OutputStream file;
  private final ArrayDeque<Message> sent = new ArrayDeque<>();
  private long sentCount;
  private long incarnation;
  private int port;
  private boolean isRunning;
  private boolean isEnding;
  private boolean isUp;

  /** Whether packets reach its port, as far as has been shown; its node may not be up yet. */
  private boolean isListening = true;

  private Load earlier = new Load(0, 0, 0, 0);
  private long slowestSaveNanos;

  Seat(ProcessStage stage, NodeId self) {
    this.stage = stage;
    this.self = self;
  }

  NodeId self() {
    return self;
  }

  /** Whether its process runs, be it stopped or not. */
  boolean isRunning() {
    return isRunning;
  }

  /** Whether it is up as far as has been shown. */
  boolean isUp() {
    return isUp;
  }

  /** Whether something may come that happened before anything else that is not shown yet. */
  boolean hasMoreToTell() {
    return worker != null && !worker.isOver() && !worker.isStopped();
  }

  /** The present or the last life. */
  MemberLife worker() {
    if (worker == null) {
      throw new IllegalStateException(self + " was not started yet");
    }
    return worker;
  }

  /** Null before the first life has begun. */
  @Nullable Mirror mirror() {
    return mirror;
  }

  Mirror requireMirror() {
    if (mirror == null) {
      throw new IllegalStateException(self + " was not started yet");
    }
    return mirror;
  }

  // ---- lives

  /** Starts the process of the next life, which does nothing yet. */
  void prepare() {
    try {
      next = stage.start(self, ++incarnation);
    } catch (IOException e) {
      throw new UncheckedIOException("a process could not be started: " + e.getMessage(), e);
    }
  }

  /** Lets that process open its port. */
  void open() {
    if (next != null) {
      next.order(stage.open(self, incarnation, port));
    }
  }

  /** Whether the port of the next life is open. */
  boolean isReady() {
    return next == null || next.address() != null;
  }

  /** The next life is the present one from now on. */
  void enter() {
    if (next == null) {
      return;
    }
    worker = next;
    next = null;
    InetSocketAddress address =
        worker.address() == null ? null : Addresses.unpack(worker.address());
    port = address == null ? 0 : address.getPort();
    isRunning = true;
  }

  /** How others reach it. */
  Instruction.Meet introduction() {
    Bytes address = worker().address();
    return new Instruction.Meet(
        self, address == null ? Bytes.none() : address, isRunning ? worker().incarnation() : 0);
  }

  void recovers(Fault.Recover fault) {
    recovery = fault;
  }

  /** Whether its next life has begun and was not shown yet. */
  boolean isReturning() {
    return recovery != null && !worker().isOver();
  }

  void crash() {
    isRunning = false;
    earlier = load();
    slowestSaveNanos = slowestSaveNanos();
    worker().kill();
  }

  boolean isListening() {
    return isListening;
  }

  void listens() {
    isListening = true;
  }

  void isDown() {
    isUp = false;
    isListening = false;
  }

  /** A process has told all that it ever will. */
  void ended(MemberLife ended) {
    stage.ward().ended(ended.process());
    if (ended.equals(next) || (ended.equals(worker) && isRunning && !isEnding)) {
      throw ProcessStage.over("the process of %s has ended by itself".formatted(self));
    }
  }

  Load load() {
    Load now = worker == null || !isRunning ? new Load(0, 0, 0, 0) : worker.load();
    return new Load(
        earlier.messagesSent() + now.messagesSent(),
        earlier.bytesSent() + now.bytesSent(),
        earlier.messagesReceived() + now.messagesReceived(),
        earlier.bytesReceived() + now.bytesReceived());
  }

  long slowestSaveNanos() {
    return worker == null
        ? slowestSaveNanos
        : Math.max(slowestSaveNanos, worker.slowestSaveNanos());
  }

  // ---- what is shown

  /** Lets the mirror follow, and so shows everybody what the process did. */
  void show(MemberLife.Event event) {
    if (event.isBirth()) {
      mirror = new Mirror(stage.plan().stacks(), stage.plan().loader(), this);
      sent.clear();
      sentCount = 0;
      if (recovery != null) {
        stage.witnesses.faulted(stage.now(), recovery);
      }
      isUp = true;
    }
    Mirror following = requireMirror();
    following.follow(event.entries);
    event.fates.forEach(this::fated);
    record(event);
    if (event.isBirth()) {
      if (recovery != null) {
        stage.witnesses.restarted(stage.now(), self);
        recovery = null;
      }
    }
    Outcome.Diverged difference = following.difference();
    if (difference != null) {
      throw new IllegalStateException(
          "%s and its mirror differ at %s: the process %s, the mirror %s"
              .formatted(self, difference.input(), difference.recorded(), difference.replayed()));
    }
    stage.handled();
  }

  private void fated(Told.Fate fate) {
    long back = sentCount - 1 - fate.message();
    if (back < 0 || back >= sent.size()) {
      return;
    }
    Message message = sent.stream().skip(back).findFirst().orElseThrow();
    stage.hearing.fated(
        self, fate.to(), message, fate.why().isEmpty() ? null : Drop.valueOf(fate.why()));
  }

  private void record(MemberLife.Event event) {
    LiveStage.Recording recording = stage.recording;
    if (recording == null) {
      return;
    }
    try {
      boolean isNew = file == null;
      if (file == null) {
        file = Files.newOutputStream(recording.file(self));
      }
      MemberLife.record(event, file, isNew);
    } catch (IOException e) {
      throw new UncheckedIOException("a recording cannot be written: " + e.getMessage(), e);
    }
  }

  @Override
  public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
    sentCount++;
    sent.addFirst(message);
    if (sent.size() > SENT_MAX) {
      sent.removeLast();
    }
    stage.hearing.sent(at, from, channel, to, message);
  }

  @Override
  public void received(long at, NodeId to, int channel, NodeId from, Message message) {
    stage.hearing.received(at, to, channel, from, message);
  }

  @Override
  public void added(NodeId node, int channel, String name, Class<? extends Message> family) {
    stage.hearing.added(node, channel, name, family);
  }

  @Override
  public void unreachable(long at, NodeId node, int channel, NodeId to) {
    stage.hearing.unreachable(at, node, channel, to);
  }

  @Override
  public void expired(long at, NodeId node, int channel, String alarm) {
    stage.hearing.expired(at, node, channel, alarm);
  }

  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    stage.hearing.durable(at, node, channel, name, value);
  }

  @Override
  public void called(long at, NodeId node, Object call) {
    stage.hearing.called(at, node, call);
  }

  @Override
  public void answered(long at, NodeId node, Object answer) {
    stage.hearing.answered(at, node, answer);
  }

  @Override
  public void held(long at, NodeId node, int channel, Object what) {
    stage.hearing.held(at, node, channel, what);
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    stage.hearing.noted(at, node, channel, note);
  }

  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    stage.witnesses.handled(stage.now(), node, channel, protocol);
  }

  // ---- the end

  void end() {
    isEnding = true;
    end(worker);
    end(next);
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException("a recording cannot be written: " + e.getMessage(), e);
      }
    }
  }

  private static void end(@Nullable MemberLife ending) {
    if (ending == null) {
      return;
    }
    ending.order(new Instruction.End());
    try {
      if (ending.isStopped() || !ending.process().waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
        ending.kill();
      }
      ending.process().waitFor();
    } catch (InterruptedException e) {
      ending.kill();
      Thread.currentThread().interrupt();
    }
  }
}
