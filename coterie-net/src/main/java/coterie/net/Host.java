package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Storage;
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
import java.util.function.Function;
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
            begin();
            started.complete(null);
          } catch (IOException | RuntimeException e) {
            shut();
            started.completeExceptionally(e);
          }
        });
    return started;
  }

  private void begin() throws IOException {
    loop.add(this);
    isOpen = true;
    stack.build(blueprint);
    datagrams = new Datagrams(this, sockets.datagrams());
    streams = new Streams(this, sockets.server());
    for (Tap tap : taps) {
      tap.starting(loop.nowNanos(), this);
    }
    for (HostContext<?> context : stack.contexts()) {
      context.protocol().start();
      handled(context);
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

  /** Lets packets of this node go through that from now on. In the loop, or before the start. */
  public void sendThrough(@Nullable Passage newPassage) {
    passage = newPassage;
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

  /** Calls a method of a protocol as an event of its own; the future has what it returned. */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(
      Class<P> type, String what, Function<P, T> method) {
    CompletableFuture<T> result = new CompletableFuture<>();
    loop.execute(() -> whenAwake(() -> run(type, what, method, result)));
    return result;
  }

  private <P, T extends @Nullable Object> void run(
      Class<P> type, String what, Function<P, T> method, CompletableFuture<T> result) {
    if (!isOpen) {
      result.completeExceptionally(new IllegalStateException(self() + " is closed"));
      return;
    }
    try {
      result.complete(callNow(type, what, method));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** The same at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(
      Class<P> type, String what, Function<P, T> method) {
    P protocol = protocol(type);
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

  /** Ends this life at once. Returns when the ports are free, unless it is called in the loop. */
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
  }

  void shut() {
    if (isOpen) {
      isOpen = false;
      loop.remove(this);
      stack.contexts().forEach(HostContext::stopAlarms);
      for (Tap tap : taps) {
        tap.shut(loop.nowNanos(), self());
      }
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
          context.protocol().unreachable(to);
          handled(context);
        });
  }

  void expired(HostContext<?> context, String alarm) {
    for (Tap tap : taps) {
      tap.expired(loop.nowNanos(), self(), context.channel(), alarm);
    }
  }

  void saved(HostContext<?> owner, Stable<?> what, Record value) {
    for (Tap tap : taps) {
      tap.saved(loop.nowNanos(), self(), owner.channel(), what.name(), value);
    }
    owner.protocol().saved(what);
    handled(owner);
  }

  void stored(HostContext<?> owner, Storage where, String name, Storage.Batch batch) {
    for (Tap tap : taps) {
      tap.saved(loop.nowNanos(), self(), owner.channel(), name, batch);
    }
    owner.protocol().stored(where);
    handled(owner);
  }

  void handled(HostContext<?> context) {
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
    long millis = System.currentTimeMillis();
    for (Tap tap : taps) {
      tap.readWall(self(), millis);
    }
    return millis;
  }

  long random(long bound) {
    long value = random.nextLong(bound);
    for (Tap tap : taps) {
      tap.drew(self(), bound, value);
    }
    return value;
  }

  void note(HostContext<?> from, Note note) {
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
    if (delay == 0) {
      post(from.channel(), to, output.buffer(), output.size());
    } else {
      byte[] packet = output.toBytes();
      loop.schedule(delay, () -> post(from.channel(), to, packet, packet.length));
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
