package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Call;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.recording.Scribe;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node on sockets: the protocols of a blueprint, in a loop that it shares with other
 * nodes. It begins with {@link #start} and ends with {@link #close}, which is as a crash is to the
 * others: a farewell is the business of protocols.
 *
 * <p>Methods that say so are for the thread of the loop; all others for any thread.
 */
public final class Host implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("coterie.net");

  private static final long SETTLE_SECONDS = 10;

  private final Loop loop;
  private final HostConfig config;
  private final Blueprint blueprint;
  private final InetSocketAddress address;
  private final Sockets sockets;
  private final Directory directory = new Directory();
  private final Counters counters = new Counters();
  private final List<Tap> taps = new ArrayList<>();
  private final Output output = new Output();
  private final Packets packets;
  private final SplittableRandom random;
  private final Vault vault;
  private final Knocker knocker;
  private final Stack stack = new Stack(this);
  private final ArrayDeque<Runnable> parked = new ArrayDeque<>();
  private @Nullable Datagrams datagrams;
  private @Nullable Streams streams;
  private @Nullable Passage passage;
  private @Nullable Recorder recorder;
  private @Nullable Scribe scribe;
  private LocalClock clock = LocalClock.ofMachine();
  private boolean isOpen;
  private boolean isPaused;

  private Host(Loop loop, HostConfig config, Blueprint blueprint, Sockets sockets) {
    this.loop = loop;
    this.config = config;
    this.blueprint = blueprint;
    this.sockets = sockets;
    this.address = sockets.address();
    this.packets = new Packets(config);
    this.random = new SplittableRandom(config.seed() ^ config.incarnation());
    this.vault = new Vault(this, config.folder());
    this.knocker = new Knocker(this, config.knockNanos());
  }

  /** Takes its port, but does nothing yet. */
  public static Host open(Loop loop, HostConfig config, Blueprint blueprint) throws IOException {
    return new Host(loop, config, blueprint, Sockets.bind(config.bind()));
  }

  /** Builds and starts the protocols. What they throw ends this life and fails the future. */
  public CompletableFuture<Void> start() {
    CompletableFuture<Void> started = new CompletableFuture<>();
    loop.execute(
        () -> {
          try {
            startNow();
            started.complete(null);
          } catch (IOException | RuntimeException e) {
            started.completeExceptionally(e);
          }
        });
    return started;
  }

  /** The same at once. In the loop, in an event of its own. */
  public void startNow() throws IOException {
    try {
      begin();
    } catch (IOException | RuntimeException e) {
      shut();
      throw e;
    }
  }

  private void begin() throws IOException {
    loop.add(this);
    isOpen = true;
    if (scribe != null) {
      scribe.started(clockNanos(), incarnation());
    }
    stack.build(blueprint);
    datagrams = new Datagrams(this, sockets.datagrams());
    streams = new Streams(this, sockets.server());
    for (Tap tap : taps) {
      tap.starting(loop.nowNanos(), this);
    }
    for (HostContext<?> context : stack.contexts()) {
      context.protocol().start();
      tellHandled(context);
    }
    if (scribe != null) {
      scribe.handled();
    }
  }

  public NodeId self() {
    return config.self();
  }

  public long incarnation() {
    return config.incarnation();
  }

  public HostConfig config() {
    return config;
  }

  /** Where it listens, with the port that it got. */
  public InetSocketAddress address() {
    return address;
  }

  public Counters counters() {
    return counters;
  }

  public Loop loop() {
    return loop;
  }

  /** In the loop. */
  public Directory directory() {
    return directory;
  }

  /** All that follows is told to the tap. In the loop, or before the start. */
  public void listen(Tap tap) {
    taps.add(tap);
  }

  /** All that goes in and comes out is recorded, to the end of this life. Before the start. */
  public void record(Recorder newRecorder) {
    recorder = newRecorder;
    scribe = newRecorder.scribe();
  }

  /** What the clock of this node shows: what its protocols read. */
  private long clockNanos() {
    return clock.monotonicNanos(loop.nowNanos());
  }

  /** Null unless this life is recorded. */
  @Nullable Scribe scribe() {
    return scribe;
  }

  /** Lets packets of this node go through that from now on. In the loop, or before the start. */
  public void sendThrough(@Nullable Passage newPassage) {
    passage = newPassage;
  }

  /** Lets the node tell time by that clock. Before the start. */
  public void tellTimeBy(LocalClock newClock) {
    clock = newClock;
  }

  /** The families of messages, by channel. In the loop. */
  public List<Class<?>> families() {
    return stack.contexts().stream().<Class<?>>map(HostContext::family).toList();
  }

  /** By channel. In the loop. */
  public List<Protocol<?>> protocols() {
    return stack.protocols();
  }

  /** The names of the channels, in order. In the loop. */
  public List<String> channels() {
    return stack.contexts().stream().<String>map(HostContext::name).toList();
  }

  /** The first protocol of that type. In the loop. */
  public <P> P protocol(Class<P> type) {
    for (Protocol<?> protocol : protocols()) {
      if (type.isInstance(protocol)) {
        return type.cast(protocol);
      }
    }
    throw new IllegalArgumentException("no %s runs on %s".formatted(type.getSimpleName(), self()));
  }

  /** Makes a call as an event of its own; the future has what it returned. */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(Call<P, T> call) {
    return call(call, call::apply);
  }

  /**
   * The same in another way, for callers who wait for more than what is returned: what is done to
   * the protocol is that of the call, which is what is recorded and replayed.
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(
      Call<P, T> call, Function<P, T> method) {
    CompletableFuture<T> result = new CompletableFuture<>();
    loop.execute(() -> whenAwake(() -> answer(result, () -> callNow(call, method))));
    return result;
  }

  /** The same at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(Call<P, T> call, Function<P, T> method) {
    P protocol = protocol(call.type());
    if (scribe != null) {
      scribe.called(clockNanos(), call);
    }
    return calling(protocol, call.toString(), method);
  }

  /**
   * Asks a protocol something that changes nothing in it; nobody is told, and no recording has it.
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> read(
      Class<P> type, Function<P, T> question) {
    CompletableFuture<T> result = new CompletableFuture<>();
    loop.execute(() -> whenAwake(() -> answer(result, () -> question.apply(protocol(type)))));
    return result;
  }

  /**
   * Calls a method of a protocol as an event of its own; the future has what it returned.
   *
   * @param what the call in the words of a scenario, as "acquire 5s"; a replay makes the call that
   *     these words mean, and stops where they mean none
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(
      Class<P> type, String what, Function<P, T> method) {
    CompletableFuture<T> result = new CompletableFuture<>();
    loop.execute(() -> whenAwake(() -> answer(result, () -> callNow(type, what, method))));
    return result;
  }

  private <T extends @Nullable Object> void answer(
      CompletableFuture<T> result, Supplier<T> question) {
    if (!isOpen) {
      result.completeExceptionally(new IllegalStateException(self() + " is closed"));
      return;
    }
    try {
      result.complete(question.get());
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** The same at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(
      Class<P> type, String what, Function<P, T> method) {
    P protocol = protocol(type);
    if (scribe != null) {
      scribe.called(clockNanos(), what);
    }
    return calling(protocol, what, method);
  }

  private <P, T extends @Nullable Object> T calling(
      P protocol, String what, Function<P, T> method) {
    for (Tap tap : taps) {
      tap.called(loop.nowNanos(), self(), what);
    }
    T answer = method.apply(protocol);
    for (Tap tap : taps) {
      if (answer != null) {
        tap.answered(loop.nowNanos(), self(), answer);
      }
      tap.handled(loop.nowNanos(), self(), (Protocol<?>) protocol);
    }
    if (scribe != null) {
      scribe.handled();
    }
    return answer;
  }

  /** Stands still: what arrives waits, and so do alarms. In the loop; for trying out faults. */
  public void pause() {
    isPaused = true;
    if (datagrams != null) {
      datagrams.pause(true);
    }
  }

  /** Goes on with what has waited, packets first. In the loop. */
  public void resume() throws IOException {
    isPaused = false;
    if (datagrams != null) {
      datagrams.pause(false);
      datagrams.read();
    }
    while (!isPaused && !parked.isEmpty()) {
      parked.removeFirst().run();
    }
  }

  public boolean isPaused() {
    return isPaused;
  }

  public boolean isOpen() {
    return isOpen;
  }

  /**
   * Ends this life at once. Returns when the ports are free and nothing is on its way to the disk,
   * unless it is called in the loop.
   */
  @Override
  public void close() {
    if (loop.isInLoop()) {
      shut();
      return;
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    loop.execute(
        () -> {
          shut();
          done.complete(null);
        });
    done.join();
    // A disk that hangs must not hang its user as well.
    vault.settled().copy().completeOnTimeout(null, SETTLE_SECONDS, TimeUnit.SECONDS).join();
    awaitRecording();
  }

  /** Until the recording of this life, which has ended, is in its file. */
  void awaitRecording() {
    if (recorder != null) {
      recorder.await();
    }
  }

  /**
   * The same, and yet all that was to be saved is made durable, though nobody is told. In the loop;
   * for trying out faults.
   */
  public void closeKeeping() {
    vault.keep();
    shut();
  }

  /**
   * Done when nothing of an ended life is written to its folder, or to its recording, any more. For
   * any thread.
   */
  public CompletableFuture<Void> settled() {
    return recorder == null
        ? vault.settled()
        : CompletableFuture.allOf(vault.settled(), recorder.done());
  }

  void shut() {
    vault.close();
    if (isOpen) {
      isOpen = false;
      loop.remove(this);
      stack.contexts().forEach(HostContext::stopAlarms);
      for (Tap tap : taps) {
        tap.shut(loop.nowNanos(), self());
      }
      endRecording();
    }
    if (datagrams != null) {
      datagrams.close();
    }
    if (streams != null) {
      streams.close();
    }
    Streams.closeQuietly(sockets.datagrams());
    Streams.closeQuietly(sockets.server());
  }

  private void endRecording() {
    if (scribe != null) {
      scribe.ended(clockNanos());
    }
    if (recorder != null) {
      recorder.close();
    }
  }

  // ---- what arrives

  /**
   * A packet.
   *
   * @param source where an answer would go; null if it came over TCP
   */
  void arrived(byte[] bytes, int from, int to, @Nullable InetSocketAddress source) {
    if (!isOpen) {
      return;
    }
    if (isPaused) {
      byte[] copy = Arrays.copyOfRange(bytes, from, to);
      parked.add(() -> arrived(copy, 0, copy.length, source));
      return;
    }
    counters.received(to - from);
    switch (packets.open(bytes, from, to)) {
      case Packets.Opened.Refused(Drop why) -> dropped(why);
      case Packets.Opened.Packet packet -> opened(packet, bytes, source);
    }
  }

  private void opened(
      Packets.Opened.Packet packet, byte[] bytes, @Nullable InetSocketAddress source) {
    Envelope envelope = packet.envelope();
    NodeId sender = envelope.sender();
    HostContext<?> context = stack.at(envelope.channel());
    if (sender.equals(self())) {
      dropped(Drop.OWN_NAME);
    } else if (isStale(envelope)) {
      dropped(Drop.STALE);
    } else if (context == null) {
      dropped(Drop.NO_CHANNEL);
    } else {
      directory.heard(sender, envelope.senderIncarnation(), source);
      knocker.heard(sender);
      decode(context, sender, packet, bytes);
    }
  }

  private boolean isStale(Envelope envelope) {
    boolean isForEarlier =
        envelope.receiverIncarnation() != 0 && envelope.receiverIncarnation() != incarnation();
    return isForEarlier || envelope.senderIncarnation() < directory.incarnation(envelope.sender());
  }

  private <M extends Message> void decode(
      HostContext<M> context, NodeId from, Packets.Opened.Packet packet, byte[] bytes) {
    switch (context.codec().decode(bytes, packet.from(), packet.to())) {
      case Decoded.Value<M>(M message) -> deliver(context, from, message);
      case Decoded.Unknown<M> unknown -> dropped(Drop.UNKNOWN);
      case Decoded.Malformed<M> malformed -> dropped(Drop.MALFORMED);
    }
  }

  private <M extends Message> void deliver(HostContext<M> context, NodeId from, M message) {
    for (Tap tap : taps) {
      tap.received(loop.nowNanos(), self(), from, context.channel(), message);
    }
    if (scribe != null) {
      scribe.received(clockNanos(), context.channel(), from, message);
    }
    context.protocol().receive(from, message);
    handled(context);
  }

  void unreachable(NodeId to, int channel) {
    HostContext<?> context = stack.at(channel);
    if (!isOpen || context == null) {
      return;
    }
    whenAwake(
        () -> {
          for (Tap tap : taps) {
            tap.unreachable(loop.nowNanos(), self(), to, channel);
          }
          if (scribe != null) {
            scribe.unreachable(clockNanos(), channel, to);
          }
          context.protocol().unreachable(to);
          handled(context);
        });
  }

  void expired(HostContext<?> context, String alarm) {
    for (Tap tap : taps) {
      tap.expired(loop.nowNanos(), self(), context.channel(), alarm);
    }
    if (scribe != null) {
      scribe.expired(clockNanos(), context.channel(), alarm);
    }
  }

  void saved(HostContext<?> owner, Stable<?> what, Record value) {
    for (Tap tap : taps) {
      tap.saved(loop.nowNanos(), self(), owner.channel(), what.name(), value);
    }
    if (scribe != null) {
      scribe.saved(clockNanos(), owner.channel(), what.name());
    }
    owner.protocol().saved(what);
    handled(owner);
  }

  void stored(HostContext<?> owner, Storage where, String name, Storage.Batch batch) {
    for (Tap tap : taps) {
      tap.saved(loop.nowNanos(), self(), owner.channel(), name, batch);
    }
    if (scribe != null) {
      scribe.stored(clockNanos(), owner.channel(), name);
    }
    owner.protocol().stored(where);
    handled(owner);
  }

  void handled(HostContext<?> context) {
    tellHandled(context);
    if (scribe != null) {
      scribe.handled();
    }
  }

  private void tellHandled(HostContext<?> context) {
    for (Tap tap : taps) {
      tap.handled(loop.nowNanos(), self(), context.protocol());
    }
  }

  void dropped(Drop why) {
    counters.dropped(why);
    for (Tap tap : taps) {
      tap.dropped(loop.nowNanos(), self(), why);
    }
  }

  void notSent(int count) {
    for (int i = 0; i < count; i++) {
      dropped(Drop.NOT_SENT);
    }
  }

  /** On the thread of the disk. */
  void saveFailed(Exception e) {
    counters.saveFailed();
    LOG.log(System.Logger.Level.WARNING, "stable storage fails: " + e.getMessage());
  }

  /** Runs it now, or when the node goes on. */
  void whenAwake(Runnable action) {
    if (isPaused) {
      parked.add(action);
    } else {
      action.run();
    }
  }

  void park(HostAlarm alarm) {
    parked.add(alarm::resumed);
  }

  // ---- what contexts ask for

  LocalClock clock() {
    return clock;
  }

  boolean mayKnock(NodeId to) {
    return isOpen && !isPaused && (passage == null || passage.isOpen(self(), to));
  }

  Vault vault() {
    return vault;
  }

  void requireBuilt() {
    if (!stack.isBuilt()) {
      throw new IllegalStateException(
          "a protocol acts from start() on, not in its constructor: " + self());
    }
  }

  long wallMillis() {
    long millis = clock.wallMillis(loop.nowNanos());
    for (Tap tap : taps) {
      tap.readWall(self(), millis);
    }
    if (scribe != null) {
      scribe.readWall(millis);
    }
    return millis;
  }

  long random(long bound) {
    long value = random.nextLong(bound);
    for (Tap tap : taps) {
      tap.drew(self(), bound, value);
    }
    if (scribe != null) {
      scribe.drew(bound, value);
    }
    return value;
  }

  void note(HostContext<?> from, Note note) {
    if (scribe != null) {
      scribe.noted(from.channel(), note);
    }
    if (vault.isHolding()) {
      hold(note, () -> tell(from, note));
    } else {
      tell(from, note);
    }
  }

  private void tell(HostContext<?> from, Note note) {
    for (Tap tap : taps) {
      tap.noted(loop.nowNanos(), self(), from.channel(), note);
    }
  }

  <M extends Message> void send(HostContext<M> from, NodeId to, M message) {
    requireBuilt();
    if (scribe != null) {
      scribe.sent(from.channel(), to, message);
    }
    if (vault.isHolding()) {
      hold(message, () -> transmit(from, to, message));
    } else {
      transmit(from, to, message);
    }
  }

  private void hold(Object what, Runnable release) {
    vault.hold(release);
    for (Tap tap : taps) {
      tap.held(loop.nowNanos(), self(), what);
    }
  }

  private <M extends Message> void transmit(HostContext<M> from, NodeId to, M message) {
    for (Tap tap : taps) {
      tap.sent(loop.nowNanos(), self(), to, from.channel(), message);
    }
    if (to.equals(self())) {
      loop.execute(() -> whenAwake(() -> deliver(from, to, message)));
      return;
    }
    long delay = passage == null ? 0 : passage.delayNanos(self(), to);
    if (delay == Passage.LOST) {
      dropped(Drop.LOST);
      return;
    }
    packets.write(output.clear(), from, directory.incarnation(to), message);
    postAfter(delay, from.channel(), to);
    long again = passage == null ? Passage.LOST : passage.againNanos(self(), to);
    if (again != Passage.LOST) {
      postAfter(again, from.channel(), to);
    }
  }

  private void postAfter(long delay, int channel, NodeId to) {
    if (delay == 0) {
      post(channel, to, output.buffer(), output.size());
    } else {
      byte[] packet = output.toBytes();
      loop.schedule(delay, () -> post(channel, to, packet, packet.length));
    }
  }

  private void post(int channel, NodeId to, byte[] bytes, int size) {
    InetSocketAddress where = directory.address(to);
    if (where == null || datagrams == null || streams == null || !isOpen) {
      dropped(Drop.NO_ADDRESS);
      return;
    }
    boolean isShort =
        size <= config.datagramMax() && config.transport() == HostConfig.Transport.UDP_AND_TCP;
    if (isShort) {
      count(datagrams.send(where, bytes, size), Drop.NOT_SENT, size);
      knocker.sent(to, channel);
    } else {
      count(streams.send(where, Arrays.copyOf(bytes, size)), Drop.TOO_MUCH, size);
    }
  }

  private void count(boolean isSent, Drop otherwise, int size) {
    if (isSent) {
      counters.sent(size);
    } else {
      dropped(otherwise);
    }
  }
}
