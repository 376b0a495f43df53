package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Call;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.kernel.Kernel;
import coterie.kernel.Witness;
import coterie.net.directory.Directory;
import coterie.net.directory.KnownLife;
import coterie.net.greet.Greeted;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Counters;
import coterie.net.socket.SocketPair;
import coterie.recording.Scribe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongConsumer;
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
  private static final long SETTLE_SECONDS = 10;

  private final Loop loop;
  private final HostConfig config;
  private final HostNetwork network;
  private final HostDriver driver;
  private final Kernel kernel;
  private final HostCalls calls;
  private final EventLoop.Service service;
  private @Nullable Recorder recorder;
  private Runnable onShut = () -> {};
  private volatile boolean isShut;

  private Host(Loop loop, HostConfig config, Blueprint blueprint, SocketPair sockets) {
    this.loop = loop;
    this.config = config;
    this.network = new HostNetwork(loop.events(), config, blueprint, sockets);
    this.driver = network.driver();
    this.kernel = driver.kernel();
    this.calls = new HostCalls(loop.events(), kernel, network::isOpen);
    this.service = new EventLoop.Service(this::shut, this::awaitRecording);
  }

  /** Takes its port, but does nothing yet. */
  public static Host open(Loop loop, HostConfig config, Blueprint blueprint) throws IOException {
    Host host = new Host(loop, config, blueprint, SocketPair.bind(config.bind()));
    // So that the loop frees the port when it closes.
    loop.execute(() -> loop.events().add(host.service));
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
    network.open();
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
            network.greetings().greet(where, result);
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
    return network.address();
  }

  /** Others are told to reach it there, and not where it listens. Before the start. */
  public void advertise(InetSocketAddress newAdvertised) {
    network.advertise(newAdvertised);
  }

  /** Whether the last attempt to save something has failed. */
  public boolean savesFail() {
    return driver.stableStorage().isFailing();
  }

  /** For how long the oldest save that is not durable has waited; 0 if none does. */
  public long diskBehindNanos() {
    return driver.stableStorage().behindNanos();
  }

  public Counters counters() {
    return network.counters();
  }

  public Loop loop() {
    return loop;
  }

  /** In the loop. */
  public Directory directory() {
    return network.directory();
  }

  /** Tells the witness what it wants to know from now on. In the loop, or before the start. */
  public void watch(Witness witness) {
    kernel.watch(witness);
  }

  /** Runs it, once, when another node knows this life. Before the start. */
  public void onAccepted(Runnable action) {
    network.onAccepted(action);
  }

  /** Is told the number of a later life of this node's name: this one should stop. */
  public void onSuperseded(LongConsumer action) {
    network.onSuperseded(action);
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
  public void sendThrough(@Nullable LinkFaults newFaults) {
    network.outbound().sendThrough(newFaults);
  }

  /** Every packet carries a stamp of that clock from now on. In the loop, or before the start. */
  public void stampWith(@Nullable PacketClock newClock) {
    network.stampWith(newClock);
  }

  /**
   * Whom to ask, besides the directory, where the holder of a name is when another one greets with
   * it; null: nobody knows. In the loop, or before the start.
   */
  public void findMembersBy(Function<NodeId, @Nullable KnownLife> newMembers) {
    network.greetings().findMembersBy(newMembers);
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
    return calls.ask(
        call.type(), () -> kernel.call(NODE, protocol(call.type()), call, method), true);
  }

  /**
   * Calls a method of a protocol as an event of its own; see {@link #call(Call)}.
   *
   * @param what the call in the words of a scenario, as "acquire 5s"; a replay makes the call that
   *     these words mean, and stops where they mean none
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(
      Class<P> type, String what, Function<P, T> method) {
    return calls.ask(type, () -> callNow(type, what, method), true);
  }

  /**
   * Asks a protocol something that changes nothing in it; nobody is told, and no recording has it.
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> read(
      Class<P> type, Function<P, T> question) {
    return calls.ask(type, () -> question.apply(protocol(type)), false);
  }

  /** Makes a call at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(Call<P, T> call) {
    return kernel.call(NODE, protocol(call.type()), call, call::apply);
  }

  /** The same at once. In the loop, in an event of its own. */
  public <P, T extends @Nullable Object> T callNow(
      Class<P> type, String what, Function<P, T> method) {
    return kernel.call(NODE, protocol(type), what, method);
  }

  /** Pauses it: what arrives waits, and so do alarms. In the loop; for trying out faults. */
  public void pause() {
    kernel.pause(NODE);
    network.pause();
  }

  /** Goes on with what has waited, packets first. In the loop. */
  public void resume() {
    kernel.resume(NODE);
  }

  public boolean isPaused() {
    return kernel.isPaused(NODE);
  }

  public boolean isOpen() {
    return network.isOpen();
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
    driver
        .stableStorage()
        .settled()
        .copy()
        .completeOnTimeout(null, SETTLE_SECONDS, TimeUnit.SECONDS)
        .join();
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
    driver.stableStorage().keep();
    shut();
  }

  /**
   * Done when nothing of an ended life is written to its folder, or to its recording, any more. For
   * any thread.
   */
  public CompletableFuture<Void> settled() {
    return recorder == null
        ? driver.stableStorage().settled()
        : CompletableFuture.allOf(driver.stableStorage().settled(), recorder.done());
  }

  /** Whether this life has ended. For any thread. */
  boolean isShut() {
    return isShut;
  }

  private void shut() {
    isShut = true;
    loop.events().remove(service);
    network.greetings().close();
    driver.stableStorage().close();
    if (network.isOpen()) {
      network.shut();
      if (kernel.isUp(NODE)) {
        kernel.crash(NODE);
      }
      onShut.run();
    }
    if (recorder != null) {
      recorder.close();
    }
    network.close();
  }

  /** Returns what is below its protocols. */
  HostNetwork network() {
    return network;
  }
}
