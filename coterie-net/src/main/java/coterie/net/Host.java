package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Call;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.kernel.Kernel;
import coterie.kernel.Witness;
import coterie.recording.Scribe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongConsumer;
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
  private static final int NODE = HostDriver.NODE;
  private static final System.Logger LOG = System.getLogger("coterie.net");

  private static final long SETTLE_SECONDS = 10;

  private final Loop loop;
  private final HostConfig config;
  private final InetSocketAddress address;
  private InetSocketAddress advertised;
  private final Sockets sockets;
  private final Directory directory = new Directory();
  private final Counters counters = new Counters();
  private final Packets packets;
  private final Vault vault;
  private final Knocker knocker;
  private final Greeter greeter;
  private final HostDriver driver;
  private final Kernel kernel;
  private final Doorstep doorstep = new Doorstep(this);
  private final Arrivals arrivals = new Arrivals(this);
  private final Departures departures = new Departures(this);
  private @Nullable Ports ports;
  private Function<NodeId, @Nullable Known> members = node -> null;
  private @Nullable Recorder recorder;
  private Runnable onAccepted = () -> {};
  private LongConsumer onSuperseded = later -> {};
  private Runnable onShut = () -> {};
  private boolean isAccepted;
  private boolean isOpen;
  private volatile boolean isShut;

  private Host(Loop loop, HostConfig config, Blueprint blueprint, Sockets sockets) {
    this.loop = loop;
    this.config = config;
    this.sockets = sockets;
    this.address = sockets.address();
    this.advertised = address;
    this.packets = new Packets(config, directory);
    this.driver = new HostDriver(this, config, blueprint);
    this.kernel = driver.kernel();
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
          } catch (IOException | RuntimeException | Error e) {
            started.completeExceptionally(e);
          }
        });
    return started;
  }

  /** The same at once. In the loop, in an event of its own. */
  public void startNow() throws IOException {
    try {
      listen();
      kernel.start(NODE, () -> {});
    } catch (IOException | RuntimeException | Error e) {
      shut();
      throw e;
    }
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
   * Asks the host at that address to let this one in. It works before the start, too: a host that
   * is refused should not start. The future always comes to a result, at the latest two seconds
   * after the suspicion time.
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

  /** Tells the witness what it wants to know from now on. In the loop, or before the start. */
  public void watch(Witness witness) {
    kernel.watch(witness);
  }

  /** Runs it, once, when another node knows this life. Before the start. */
  public void onAccepted(Runnable action) {
    onAccepted = action;
  }

  /** Is told the number of a later life of this node's name: this one should stop. */
  public void onSuperseded(LongConsumer action) {
    onSuperseded = action;
  }

  /** Runs it when this life has ended, be it that it was closed or that it stopped by itself. */
  public void onShut(Runnable action) {
    onShut = action;
  }

  /** All that goes in and comes out is recorded, to the end of this life. Before the start. */
  public void record(Recorder newRecorder) {
    recorder = newRecorder;
    record(newRecorder.scribe());
  }

  /** The same, where somebody else writes down what the scribe hears. Before the start. */
  public void record(Scribe scribe) {
    scribe.tellTimeBy(() -> driver.clockNanos(NODE));
    kernel.watch(scribe);
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
    driver.countLife(newLife);
  }

  /** Returns the number of this life, as its protocols see it. */
  long life() {
    return driver.incarnation(NODE);
  }

  /** Lets the node tell time by that clock. Before the start. */
  public void tellTimeBy(LocalClock newClock) {
    driver.tellTimeBy(newClock);
  }

  /** The families of messages, by channel. In the loop. */
  public List<Class<?>> families() {
    return kernel.families();
  }

  /** By channel. In the loop. */
  public List<Protocol<?>> protocols() {
    return kernel.protocols(NODE);
  }

  /** The names of the channels, in order. In the loop. */
  public List<String> channels() {
    return kernel.channels();
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

  /**
   * Makes a call as an event of its own. The future has what it returned, once all is durable that
   * the protocol has saved until then: an answer is not taken back by a crash.
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(Call<P, T> call) {
    return call(call, call::apply);
  }

  /**
   * The same in another way, for callers who wait for more than what is returned: what is done to
   * the protocol is that of the call, which is what is recorded and replayed.
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(
      Call<P, T> call, Function<P, T> method) {
    return ask(call.type(), () -> callNow(call, method), true);
  }

  /**
   * Calls a method of a protocol as an event of its own; see {@link #call(Call)}.
   *
   * @param what the call in the words of a scenario, as "acquire 5s"; a replay makes the call that
   *     these words mean, and stops where they mean none
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(
      Class<P> type, String what, Function<P, T> method) {
    return ask(type, () -> callNow(type, what, method), true);
  }

  /**
   * Asks a protocol something that changes nothing in it; nobody is told, and no recording has it.
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> read(
      Class<P> type, Function<P, T> question) {
    return ask(type, () -> question.apply(protocol(type)), false);
  }

  /** Makes a call at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(Call<P, T> call) {
    return callNow(call, call::apply);
  }

  /** The same at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(Call<P, T> call, Function<P, T> method) {
    return kernel.call(NODE, protocol(call.type()), call, method);
  }

  /** The same at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(
      Class<P> type, String what, Function<P, T> method) {
    return kernel.call(NODE, protocol(type), what, method);
  }

  private <T extends @Nullable Object> CompletableFuture<T> ask(
      Class<?> type, Supplier<T> question, boolean untilDurable) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable lost =
        () -> result.completeExceptionally(new IllegalStateException(self() + " is closed"));
    Runnable asked =
        () -> {
          try {
            T answer = question.get();
            if (untilDurable) {
              whenDurable(type, () -> result.complete(answer), lost);
            } else {
              result.complete(answer);
            }
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        };
    loop.execute(() -> kernel.whenAwake(NODE, input(() -> (isOpen ? asked : lost).run(), lost)));
    return result;
  }

  private static Kernel.Input input(Runnable action, Runnable lost) {
    return new Kernel.Input() {
      @Override
      public void run() {
        action.run();
      }

      @Override
      public void lost() {
        lost.run();
      }
    };
  }

  /**
   * Runs it when all that the first protocol of that type has saved until now is durable; never, if
   * this life ends before that. In the loop.
   */
  public void whenDurable(Class<?> type, Runnable action) {
    whenDurable(type, action, () -> {});
  }

  private void whenDurable(Class<?> type, Runnable action, Runnable lost) {
    List<Protocol<?>> protocols = protocols();
    for (int channel = 0; channel < protocols.size(); channel++) {
      if (type.isInstance(protocols.get(channel))) {
        kernel.whenDurable(NODE, channel, input(action, lost));
        return;
      }
    }
    action.run();
  }

  /** Pauses it: what arrives waits, and so do alarms. In the loop; for trying out faults. */
  public void pause() {
    kernel.pause(NODE);
    if (ports != null) {
      ports.datagrams().pause(true);
    }
  }

  /** Goes on with what has waited, packets first. In the loop. */
  public void resume() {
    kernel.resume(NODE);
  }

  public boolean isPaused() {
    return kernel.isPaused(NODE);
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
      if (kernel.isUp(NODE)) {
        kernel.crash(NODE);
      }
      onShut.run();
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

  void deliver(int channel, NodeId from, Message message) {
    Protocol<Message> protocol = kernel.protocol(NODE, channel);
    if (protocol == null) {
      return; // This life has ended while it was under way.
    }
    if (vault.isSwamped(channel)) {
      dropped(Drop.BUSY); // What it asks for could only wait, and would make all wait longer.
      return;
    }
    kernel.receive(NODE, channel, protocol, from, message);
  }

  void unreachable(NodeId to, int channel) {
    if (isOpen && channel < kernel.channelCount()) {
      whenAwake(() -> kernel.unreachable(NODE, channel, to));
    }
  }

  void dropped(Drop why) {
    counters.dropped(why);
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
    kernel.whenAwake(NODE, action::run);
  }

  // ---- what its other parts ask for

  Kernel kernel() {
    return kernel;
  }

  HostDriver driver() {
    return driver;
  }

  Vault vault() {
    return vault;
  }

  /** Another node knows this life, and speaks to it. */
  void accepted() {
    if (!isAccepted) {
      isAccepted = true;
      onAccepted.run();
    }
  }

  /** This name has a life of that number, which has answered. */
  void superseded(long incarnation) {
    if (incarnation > incarnation()) {
      onSuperseded.accept(incarnation);
    }
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

  /** Returns how much waits for a paused node. */
  int parked() {
    return kernel.waitingCount(NODE);
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
