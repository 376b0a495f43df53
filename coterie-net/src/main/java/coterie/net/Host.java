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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
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
  private InetSocketAddress advertised;
  private final Sockets sockets;
  private final Directory directory = new Directory();
  private final Counters counters = new Counters();
  private final Packets packets;
  private final SplittableRandom random;
  private final Vault vault;
  private final Knocker knocker;
  private final Greeter greeter;
  private final Stack stack = new Stack(this);
  private final Onlookers onlookers = new Onlookers(this);
  private final Doorstep doorstep = new Doorstep(this);
  private final Arrivals arrivals = new Arrivals(this);
  private final Departures departures = new Departures(this);
  private final ArrayDeque<Runnable> parked = new ArrayDeque<>();
  private @Nullable Ports ports;
  private Function<NodeId, @Nullable Known> members = node -> null;
  private @Nullable Recorder recorder;
  private LocalClock clock = LocalClock.ofMachine();
  private long life;
  private boolean isOpen;
  private boolean isPaused;
  private volatile boolean isShut;

  private Host(Loop loop, HostConfig config, Blueprint blueprint, Sockets sockets) {
    this.loop = loop;
    this.config = config;
    this.blueprint = blueprint;
    this.sockets = sockets;
    this.address = sockets.address();
    this.advertised = address;
    this.life = config.incarnation();
    this.packets = new Packets(config, directory);
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
    onlookers.building();
    stack.build(blueprint);
    onlookers.starting();
    for (HostContext<?> context : stack.contexts()) {
      context.protocol().start();
      onlookers.started(context.protocol());
    }
    onlookers.eventEnded();
  }

  /** Reads its sockets from now on. Without protocols it only greets, and answers greetings. */
  private void listen() throws IOException {
    if (isShut) {
      throw new IOException(self() + " is closed");
    }
    isOpen = true;
    if (ports == null) {
      ports =
          new Ports(new Datagrams(this, sockets.datagrams()), new Streams(this, sockets.server()));
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

  /** Whether the last attempt to save something has failed. */
  public boolean savesFail() {
    return vault.isFailing();
  }

  /** For how long the oldest save that is not durable has waited; 0 if none does. */
  public long diskBehindNanos() {
    return vault.behindNanos();
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
    onlookers.add(tap);
  }

  /** All that goes in and comes out is recorded, to the end of this life. Before the start. */
  public void record(Recorder newRecorder) {
    recorder = newRecorder;
    onlookers.add(newRecorder.scribe());
  }

  /** The same, where somebody else writes down what the scribe hears. Before the start. */
  public void record(Scribe scribe) {
    onlookers.add(scribe);
  }

  /** What the clock of this node shows: what its protocols read. */
  long clockNanos() {
    return clock.monotonicNanos(loop.nowNanos());
  }

  /** Null unless this life is recorded. */
  @Nullable Scribe scribe() {
    return onlookers.scribe();
  }

  /** Lets packets of this node go through that from now on. In the loop, or before the start. */
  public void sendThrough(@Nullable Passage newPassage) {
    departures.sendThrough(newPassage);
  }

  /** Every packet carries a stamp of that clock from now on. In the loop, or before the start. */
  public void stampWith(@Nullable Stamper newStamper) {
    arrivals.stampWith(newStamper);
    packets.stampWith(newStamper);
  }

  /**
   * Whom to ask, besides the directory, where the holder of a name is when another one greets with
   * it; null: nobody knows. In the loop, or before the start.
   */
  public void findMembersBy(Function<NodeId, @Nullable Known> newMembers) {
    members = newMembers;
  }

  /**
   * Its protocols see that number instead of the incarnation, which may come from a clock: many do
   * something else in their first life than in a later one. It grows from life to life as well.
   * Before the start.
   */
  public void countLife(long newLife) {
    life = newLife;
  }

  /** The number of this life, as its protocols see it. */
  long life() {
    return life;
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
    onlookers.called(call);
    return calling(protocol, method);
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
    onlookers.called(what);
    return calling(protocol, method);
  }

  private <P, T extends @Nullable Object> T calling(P protocol, Function<P, T> method) {
    T answer = method.apply(protocol);
    if (answer != null) {
      onlookers.answered(answer);
    }
    onlookers.handled((Protocol<?>) protocol);
    return answer;
  }

  /**
   * Runs it when all that the first protocol of that type has saved until now is durable; never, if
   * this life ends before that. In the loop.
   */
  public void whenDurable(Class<?> type, Runnable action) {
    for (HostContext<?> context : stack.contexts()) {
      if (type.isInstance(context.protocol()) && vault.isHolding(context)) {
        vault.hold(context, action);
        return;
      } else if (type.isInstance(context.protocol())) {
        break;
      }
    }
    action.run();
  }

  /** Stands still: what arrives waits, and so do alarms. In the loop; for trying out faults. */
  public void pause() {
    isPaused = true;
    if (ports != null) {
      ports.datagrams().pause(true);
    }
  }

  /** Goes on with what has waited, packets first. In the loop. */
  public void resume() throws IOException {
    isPaused = false;
    if (ports != null) {
      ports.datagrams().pause(false);
      ports.datagrams().read();
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

  /** Whether this life has ended. For any thread. */
  boolean isShut() {
    return isShut;
  }

  void shut() {
    isShut = true;
    loop.remove(this);
    greeter.close();
    vault.close();
    if (isOpen) {
      isOpen = false;
      stack.contexts().forEach(HostContext::stopAlarms);
      onlookers.shut();
    }
    if (recorder != null) {
      recorder.close();
    }
    if (ports != null) {
      ports.datagrams().close();
      ports.streams().close();
    }
    sockets.close();
  }

  // ---- what arrives

  <M extends Message> void deliver(HostContext<M> context, NodeId from, M message) {
    if (vault.isSwamped(context)) {
      dropped(Drop.BUSY); // What it asks for could only wait, and would make all wait longer.
      return;
    }
    onlookers.received(context, from, message);
    context.protocol().receive(from, message);
    onlookers.handled(context.protocol());
  }

  void unreachable(NodeId to, int channel) {
    HostContext<?> context = stack.at(channel);
    if (!isOpen || context == null) {
      return;
    }
    whenAwake(
        () -> {
          onlookers.unreachable(context, to);
          context.protocol().unreachable(to);
          onlookers.handled(context.protocol());
        });
  }

  void saved(HostContext<?> owner, Stable<?> what, Record value) {
    onlookers.saved(owner, what.name(), value);
    owner.protocol().saved(what);
    onlookers.handled(owner.protocol());
  }

  void stored(HostContext<?> owner, Storage where, String name, Storage.Batch batch) {
    onlookers.stored(owner, name, batch);
    owner.protocol().stored(where);
    onlookers.handled(owner.protocol());
  }

  void dropped(Drop why) {
    counters.dropped(why);
    onlookers.dropped(why);
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

  void diskIsBehind(long nanos, int saves) {
    LOG.log(
        System.Logger.Level.WARNING,
        "the disk is {0} s behind: {1} saves of {2} wait for it",
        nanos / 1_000_000_000,
        saves,
        self());
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
    onlookers.readWall(millis);
    return millis;
  }

  long random(long bound) {
    long value = random.nextLong(bound);
    onlookers.drew(bound, value);
    return value;
  }

  void note(HostContext<?> from, Note note) {
    onlookers.noting(from, note);
    if (vault.isHolding(from)) {
      hold(from, note, () -> onlookers.noted(from, note));
    } else {
      onlookers.noted(from, note);
    }
  }

  <M extends Message> void send(HostContext<M> from, NodeId to, M message) {
    requireBuilt();
    onlookers.sending(from, to, message);
    if (vault.isHolding(from)) {
      hold(from, message, () -> departures.transmit(from, to, message));
    } else {
      departures.transmit(from, to, message);
    }
  }

  private void hold(HostContext<?> from, Object what, Runnable release) {
    vault.hold(from, release);
    onlookers.held(what);
  }

  // ---- what its other parts ask for

  Onlookers onlookers() {
    return onlookers;
  }

  Arrivals arrivals() {
    return arrivals;
  }

  Doorstep doorstep() {
    return doorstep;
  }

  Departures departures() {
    return departures;
  }

  /** Null until it listens. */
  @Nullable Ports ports() {
    return ports;
  }

  @Nullable HostContext<?> context(int channel) {
    return stack.at(channel);
  }

  /** How much waits for a node that stands still. */
  int parked() {
    return parked.size();
  }

  Packets packets() {
    return packets;
  }

  Knocker knocker() {
    return knocker;
  }

  /** How many TCP connections there are. */
  int connections() {
    return ports == null ? 0 : ports.streams().connections();
  }

  Greeter greeter() {
    return greeter;
  }

  /**
   * Returns the latest known life of this name, which the newcomer's must follow; 0 if no life is
   * known. A life that the group reports counts only for another address: at the same address the
   * number may have grown within one life. A report is hearsay, and does not count against a life
   * that has answered this node before.
   */
  long latest(Newcomer newcomer) {
    long proven = directory.proven(newcomer.node());
    Known member = members.apply(newcomer.node());
    boolean isElsewhere = member != null && !member.address().equals(newcomer.address());
    boolean counts = isElsewhere && proven != newcomer.incarnation();
    return Math.max(proven, counts ? member.incarnation() : 0);
  }

  /** Where that node is as far as anybody here knows. */
  @Nullable Known known(NodeId node) {
    InetSocketAddress heardAt = directory.address(node);
    return heardAt == null ? members.apply(node) : new Known(heardAt, directory.incarnation(node));
  }
}
