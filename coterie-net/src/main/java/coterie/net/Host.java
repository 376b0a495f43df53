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

  /** So many packets wait for a node that stands still. */
  private static final int PARKED_MAX = 100_000;

  private static final long SETTLE_SECONDS = 10;

  private final Loop loop;
  private final HostConfig config;
  private final Blueprint blueprint;
  private final InetSocketAddress address;
  private InetSocketAddress advertised;
  private final Sockets sockets;
  private final Directory directory = new Directory();
  private final Counters counters = new Counters();
  private final List<Tap> taps = new ArrayList<>();
  private final Packets packets;
  private final SplittableRandom random;
  private final Vault vault;
  private final Knocker knocker;
  private final Greeter greeter;
  private final Stack stack = new Stack(this);
  private final ArrayDeque<Runnable> parked = new ArrayDeque<>();
  private @Nullable Datagrams datagrams;
  private @Nullable Streams streams;
  private @Nullable Passage passage;
  private @Nullable Stamper stamper;
  private Function<NodeId, @Nullable Known> members = node -> null;
  private @Nullable Recorder recorder;
  private @Nullable Scribe scribe;
  private LocalClock clock = LocalClock.ofMachine();
  private boolean isOpen;
  private boolean isPaused;
  private boolean isShut;

  private Host(Loop loop, HostConfig config, Blueprint blueprint, Sockets sockets) {
    this.loop = loop;
    this.config = config;
    this.blueprint = blueprint;
    this.sockets = sockets;
    this.address = sockets.address();
    this.advertised = address;
    this.packets = new Packets(config);
    this.random = new SplittableRandom(config.seed() ^ config.incarnation());
    this.vault = new Vault(this, config.folder());
    this.knocker = new Knocker(this, config.knockNanos());
    this.greeter = new Greeter(this);
  }

  /** Takes its port, but does nothing yet. */
  public static Host open(Loop loop, HostConfig config, Blueprint blueprint) throws IOException {
    Host host = new Host(loop, config, blueprint, Sockets.bind(config.bind()));
    loop.execute(() -> loop.add(host)); // So that the loop frees the port when it closes.
    return host;
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
    listen();
    if (scribe != null) {
      scribe.started(clockNanos(), incarnation());
    }
    stack.build(blueprint);
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

  /** Reads its sockets from now on. Without protocols it only greets, and answers greetings. */
  private void listen() throws IOException {
    if (isShut) {
      throw new IOException(self() + " is closed");
    }
    isOpen = true;
    if (datagrams == null) {
      datagrams = new Datagrams(this, sockets.datagrams());
      streams = new Streams(this, sockets.server());
    }
  }

  /**
   * Asks the host at that address to let this one in. It works before the start, too: who is
   * refused should not start. The future always comes to a result, at the latest two seconds after
   * the suspicion time.
   */
  public CompletableFuture<Greeted> greet(InetSocketAddress where) {
    CompletableFuture<Greeted> result = new CompletableFuture<>();
    loop.execute(
        () -> {
          try {
            listen();
            greeter.greet(where, result);
          } catch (IOException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
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

  /** Others are told to reach it there, and not where it listens. Before the start. */
  public void advertise(InetSocketAddress newAdvertised) {
    advertised = newAdvertised;
  }

  /** Where others are told to reach it. */
  InetSocketAddress advertised() {
    return advertised;
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

  /** Every packet carries a stamp of that clock from now on. In the loop, or before the start. */
  public void stampWith(@Nullable Stamper newStamper) {
    stamper = newStamper;
    packets.stampWith(newStamper);
  }

  /**
   * Whom to ask, besides the directory, where the holder of a name is when another one greets with
   * it; null: nobody knows. In the loop, or before the start.
   */
  public void findMembersBy(Function<NodeId, @Nullable Known> newMembers) {
    members = newMembers;
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

  /** Makes a call at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(Call<P, T> call) {
    return callNow(call, call::apply);
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
          // The selector lets go of a closed socket in its next turn.
          loop.execute(() -> done.complete(null));
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
    isShut = true;
    loop.remove(this);
    greeter.close();
    vault.close();
    if (isOpen) {
      isOpen = false;
      stack.contexts().forEach(HostContext::stopAlarms);
      for (Tap tap : taps) {
        tap.shut(loop.nowNanos(), self());
      }
      if (scribe != null) {
        scribe.ended(clockNanos());
      }
    }
    if (recorder != null) {
      recorder.close();
    }
    if (datagrams != null) {
      datagrams.close();
    }
    if (streams != null) {
      streams.close();
    }
    sockets.close();
  }

  // ---- what arrives

  /**
   * A packet.
   *
   * @param source where an answer would go; null if it came over TCP
   * @param stream by which it came; null if it came over UDP
   * @return whether it was let in
   */
  boolean arrived(
      byte[] bytes,
      int from,
      int to,
      @Nullable InetSocketAddress source,
      @Nullable Connection stream) {
    if (!isOpen) {
      return false;
    }
    if (isPaused) {
      park(Arrays.copyOfRange(bytes, from, to), source, stream);
      return true;
    }
    counters.received(to - from);
    return switch (packets.open(bytes, from, to)) {
      case Packets.Opened.Refused refused -> {
        dropped(refused.why());
        Greeter.Origin origin = new Greeter.Origin(source, stream);
        greeter.turnedAway(refused, bytes, from, to, origin);
        if (refused.why() == Drop.STALE && refused.envelope() != null) {
          greeter.stale(refused.envelope(), origin);
        }
        yield false;
      }
      case Packets.Opened.Packet packet -> {
        Greeter.Origin origin = new Greeter.Origin(source, stream);
        opened(packet, Greeter.echo(bytes, to), origin);
        yield true;
      }
    };
  }

  private void park(
      byte[] packet, @Nullable InetSocketAddress source, @Nullable Connection stream) {
    if (parked.size() >= PARKED_MAX) {
      dropped(Drop.TOO_MUCH);
    } else {
      parked.add(() -> arrived(packet, 0, packet.length, source, stream));
    }
  }

  private void opened(Packets.Opened.Packet packet, long echo, Greeter.Origin origin) {
    Envelope envelope = packet.envelope();
    NodeId sender = envelope.sender();
    HostContext<?> context = stack.at(envelope.channel());
    if (envelope.channel() == Greeting.CHANNEL) {
      greeter.receive(envelope, packet.bytes(), packet.from(), packet.to(), echo, origin);
    } else if (sender.equals(self())) {
      dropped(Drop.OWN_NAME);
      superseded(envelope.senderIncarnation());
    } else if (isStale(envelope)) {
      dropped(Drop.STALE);
      greeter.stale(envelope, origin);
    } else if (context == null) {
      dropped(Drop.NO_CHANNEL);
    } else {
      heard(envelope, packet.isNewest() ? origin.source() : null);
      decode(context, sender, packet);
    }
  }

  private void heard(Envelope envelope, @Nullable InetSocketAddress source) {
    directory.heard(envelope.sender(), envelope.senderIncarnation(), source);
    knocker.heard(envelope.sender());
    if (stamper != null && envelope.stamp() != 0) {
      stamper.heard(envelope.stamp());
    }
  }

  private boolean isStale(Envelope envelope) {
    boolean isForEarlier =
        envelope.receiverIncarnation() != 0 && envelope.receiverIncarnation() != incarnation();
    return isForEarlier || envelope.senderIncarnation() < directory.incarnation(envelope.sender());
  }

  /** Somebody says that this name has a life of that number. */
  void superseded(long incarnation) {
    if (incarnation > incarnation()) {
      for (Tap tap : taps) {
        tap.superseded(loop.nowNanos(), self(), incarnation);
      }
    }
  }

  private <M extends Message> void decode(
      HostContext<M> context, NodeId from, Packets.Opened.Packet packet) {
    switch (context.codec().decode(packet.bytes(), packet.from(), packet.to())) {
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
    postAfter(delay, from, to, message);
    long again = passage == null ? Passage.LOST : passage.againNanos(self(), to);
    if (again != Passage.LOST) {
      postAfter(again, from, to, message);
    }
  }

  private <M extends Message> void postAfter(
      long delay, HostContext<M> from, NodeId to, M message) {
    if (delay == 0) {
      post(from, to, message);
    } else {
      loop.schedule(delay, () -> post(from, to, message));
    }
  }

  private <M extends Message> void post(HostContext<M> from, NodeId to, M message) {
    InetSocketAddress where = directory.address(to);
    if (where == null || datagrams == null || streams == null || !isOpen) {
      dropped(Drop.NO_ADDRESS);
      return;
    }
    int channel = from.channel();
    boolean isStream = config.transport() == HostConfig.Transport.TCP_ONLY;
    int size = write(from, to, message, isStream);
    if (!isStream && size > config.datagramMax()) {
      isStream = true;
      size = packets.isSealing() ? write(from, to, message, true) : size;
    }
    if (isStream) {
      byte[] copy = Arrays.copyOf(packets.buffer(), size);
      count(streams.send(where, new Parcel(copy, to, channel, false)), size);
    } else {
      count(datagrams.send(where, packets.buffer(), size) ? null : Drop.NOT_SENT, size);
      knocker.sent(to, channel);
    }
  }

  private <M extends Message> int write(
      HostContext<M> from, NodeId to, M message, boolean isStream) {
    long incarnation = directory.incarnation(to);
    return packets.write(from.channel(), from.codec(), to, incarnation, isStream, message);
  }

  private void count(@Nullable Drop otherwise, int size) {
    if (otherwise == null) {
      counters.sent(size);
    } else {
      dropped(otherwise);
    }
  }

  // ---- what the greeter asks for

  Packets packets() {
    return packets;
  }

  Knocker knocker() {
    return knocker;
  }

  /** How many TCP connections there are. */
  int connections() {
    return streams == null ? 0 : streams.connections();
  }

  Greeter greeter() {
    return greeter;
  }

  /** Where that node is as far as anybody here knows. */
  @Nullable Known known(NodeId node) {
    InetSocketAddress heardAt = directory.address(node);
    return heardAt == null ? members.apply(node) : new Known(heardAt, directory.incarnation(node));
  }

  /** Returns the packet that it was. */
  byte[] sendControl(Greeter.Origin to, Greeting said) {
    boolean isStream = to.stream() != null || config.transport() == HostConfig.Transport.TCP_ONLY;
    int size = packets.write(Greeting.CHANNEL, greeter.codec(), Seals.ANYONE, 0, isStream, said);
    byte[] packet = Arrays.copyOf(packets.buffer(), size);
    sendControl(to, packet);
    return packet;
  }

  void sendControl(Greeter.Origin to, byte[] packet) {
    if (datagrams == null || streams == null || !isOpen) {
      return;
    }
    InetSocketAddress source = to.source();
    Parcel parcel = new Parcel(packet, null, Greeting.CHANNEL, false);
    if (to.stream() != null) {
      count(to.stream().send(parcel) ? null : Drop.TOO_MUCH, packet.length);
    } else if (source != null && config.transport() == HostConfig.Transport.TCP_ONLY) {
      count(streams.send(source, parcel), packet.length);
    } else if (source != null) {
      boolean isSent = datagrams.send(source, packet, packet.length);
      count(isSent ? null : Drop.NOT_SENT, packet.length);
    }
  }
}
