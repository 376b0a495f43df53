package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.LinkFaults;
import coterie.net.Loop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The node on UDP ports of this machine, with files in a folder. */
final class SocketEngine implements Engine {
  private static final long LIMIT_SECONDS = 60;

  private final Log log = new Log();
  private final Loop loop = Loop.open("coterie-contract");
  private final Path folder;
  private List<Protocol<?>> probes = List.of();
  private @Nullable Host host;
  private @Nullable Host peer;
  private long incarnation;

  SocketEngine(Path folder) {
    this.folder = folder;
    loop.onFailure(thrown -> {}); // What a probe throws harms no one else.
  }

  @Override
  public void start(Blueprint blueprint) {
    try {
      host = open(SELF, ++incarnation, blueprint);
      peer = peer == null ? open(Probe.PEER, 1, blueprint) : peer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Host self = host();
    Host other = peer();
    self.watch(log);
    atOnce(
        () -> {
          self.directory().know(Probe.PEER, other.address(), 1);
          other.directory().know(SELF, self.address(), incarnation);
        });
    if (!other.isOpen()) {
      peer = null; // Until it runs.
      begin(other);
      peer = other;
    }
    begin(self);
    atOnce(() -> probes = self.protocols());
  }

  private Host open(NodeId node, long life, Blueprint blueprint) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HostConfig config =
        HostConfig.of("contract", node, any)
            .withIncarnation(life)
            .withPortProbeNanos(20_000_000)
            .withFolder(folder.resolve(node.toString()));
    return Host.open(loop, config, blueprint);
  }

  private static void begin(Host starting) {
    try {
      starting.start().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException mistake ? mistake : e;
    }
  }

  private Host host() {
    if (host == null) {
      throw new IllegalStateException("not started");
    }
    return host;
  }

  private Host peer() {
    if (peer == null) {
      throw new IllegalStateException("not started");
    }
    return peer;
  }

  @Override
  public void atOnce(Runnable actions) {
    if (loop.isInLoop()) {
      actions.run();
      return;
    }
    CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    loop.execute(
        () -> {
          try {
            actions.run();
            done.complete(null);
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    try {
      done.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException mistake ? mistake : e;
    }
  }

  @Override
  public void call(String words) {
    atOnce(
        () -> {
          Probe top = (Probe) host().protocols().getLast();
          host()
              .callNow(
                  SimulatedEngine.type(top),
                  "act " + words,
                  any -> {
                    any.act(words);
                    return true;
                  });
        });
  }

  @Override
  public Probe probe(int channel) {
    return (Probe) probes.get(channel);
  }

  @Override
  public void deliver(int channel, String words) {
    long before = received();
    post(channel, words);
    if (isUp() && !host().isPaused()) {
      await(() -> received() > before);
      atOnce(() -> {}); // The witness is told before the protocol: its handler has returned now.
    }
  }

  @Override
  public void post(int channel, String words) {
    atOnce(() -> ((Probe) peer().protocols().get(channel)).context.send(SELF, new Probe.Do(words)));
  }

  @Override
  public void deafen() {
    atOnce(
        () -> {
          LinkFaults deaf = (from, to) -> to.equals(SELF) ? LinkFaults.LOST : 0;
          peer().sendThrough(deaf);
          host().sendThrough(deaf);
        });
  }

  @Override
  public void crashPeer() {
    atOnce(() -> peer().close());
  }

  @Override
  public void awaitDurable(List<String> expected) {
    await(() -> log.durable.size() >= expected.size());
    assertThat(log.durable).isEqualTo(expected);
  }

  /** Makes a call as another thread would; the future has its answer. */
  CompletableFuture<Boolean> ask(String words) {
    return host()
        .call(
            Probe.class,
            "act " + words,
            probe -> {
              probe.act(words);
              return true;
            });
  }

  /** Returns what the witness was told until now. */
  List<String> told() {
    return List.copyOf(log.lines);
  }

  private long received() {
    return List.copyOf(log.lines).stream().filter(line -> line.startsWith("received")).count();
  }

  @Override
  public void awaitLog(List<String> expected) {
    await(() -> log.lines.size() >= expected.size());
    assertThat(log.lines).isEqualTo(expected);
  }

  @Override
  public void elapse(long millis) {
    CompletableFuture<@Nullable Void> passed = new CompletableFuture<>();
    atOnce(() -> loop.schedule(millis * 1_000_000, () -> passed.complete(null)));
    passed.join();
  }

  private void await(BooleanSupplier condition) {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("%s", log.lines).isLessThan(limit);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void pause() {
    atOnce(() -> host().pause());
  }

  @Override
  public void resume() {
    atOnce(() -> host().resume());
  }

  @Override
  public void crash() {
    atOnce(() -> host().close());
    host().settled().join();
  }

  @Override
  public boolean isUp() {
    return host != null && host.isOpen();
  }

  @Override
  public void close() {
    loop.close();
  }
}
