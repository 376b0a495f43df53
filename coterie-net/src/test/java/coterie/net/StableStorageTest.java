package coterie.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.net.disk.Journal;
import coterie.net.disk.StableException;
import coterie.net.disk.StableFolder;
import coterie.testkit.Shell;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stable values and storages of a node with a folder, and disks that refuse. */
class StableStorageTest {
  private static final long DEADLINE_SECONDS = 60;

  /** Retries come after a second of the loop. */
  private static final int PACE = 50;

  @TempDir private Path folder;
  private final Loop loop = Loop.open("test", PACE);
  private final BlockingQueue<Note> notes = new LinkedBlockingQueue<>();
  private long incarnation;

  @AfterEach
  void close() {
    loop.close();
  }

  private Host open(Path data) throws Exception {
    return open(data, node -> node.add("keeper", Keeper.Msg.class, Keeper::new));
  }

  private Host open(Path data, Blueprint blueprint) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HostConfig config =
        HostConfig.of("test", new NodeId(1), any).withIncarnation(++incarnation).withFolder(data);
    Host host = Host.open(loop, config, blueprint);
    host.watch(
        new coterie.kernel.Witness() {
          @Override
          public void noted(long at, NodeId self, int channel, Note note) {
            notes.add(note);
          }
        });
    host.start().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    return host;
  }

  /** Returns when it is told, though what it saves may not be durable yet. */
  private static void tell(Host host, Consumer<Keeper> what) throws Exception {
    CompletableFuture<Boolean> told = new CompletableFuture<>();
    host.loop()
        .execute(
            () ->
                told.completeAsync(
                    () ->
                        host.callNow(
                            Keeper.class,
                            "tell",
                            keeper -> {
                              what.accept(keeper);
                              return true;
                            }),
                    Runnable::run));
    told.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void answerOfACallWaitsUntilWhatItSavedIsDurable() throws Exception {
    Path data = folder.resolve("data");
    Host host = open(data);
    Files.write(data, new byte[] {1}); // A file where the folder should be.
    CompletableFuture<Boolean> answer = saving(host, 1);
    awaitFailure(host);
    assertThat(answer).isNotDone();
    Files.delete(data);
    assertThat(answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void answerOfACallWhoseLifeEndsFirstIsThatItIsClosed() throws Exception {
    Path data = folder.resolve("data");
    Host host = open(data);
    Files.write(data, new byte[] {1});
    CompletableFuture<Boolean> answer = saving(host, 1);
    awaitFailure(host);
    host.close();
    assertThatThrownBy(() -> answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .hasMessageContaining("is closed");
  }

  private static CompletableFuture<Boolean> saving(Host host, long value) {
    return host.call(
        Keeper.class,
        "save",
        keeper -> {
          keeper.save(value);
          return true;
        });
  }

  private Note noted() throws InterruptedException {
    return notes.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  private static void awaitFailure(Host host) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (host.counters().failedSaves() == 0 && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    assertThat(host.counters().failedSaves()).isPositive();
  }

  @Test
  void nextLifeHasWhatTheLastOneSaved() throws Exception {
    Host first = open(folder);
    tell(
        first,
        keeper -> {
          keeper.save(7);
          LongStream.rangeClosed(1, 100).forEach(number -> keeper.write(number, 10));
        });
    assertThat(noted()).isEqualTo(new Keeper.Kept(7));
    for (long number = 1; number <= 100; number++) {
      assertThat(noted()).isEqualTo(new Keeper.Kept(number));
    }
    first.close();
    Host second = open(folder);
    tell(
        second,
        keeper -> {
          assertThat(keeper.value()).isEqualTo(new Keeper.Value(7));
          assertThat(keeper.newest()).isEqualTo(100);
          assertThat(keeper.last()).isEqualTo(new Stamp(100, new NodeId(1)));
        });
  }

  @Test
  void longFileIsRewritten() throws Exception {
    Host first = open(folder);
    for (int i = 0; i < 40; i++) {
      long from = 100L * i;
      tell(
          first,
          keeper ->
              LongStream.rangeClosed(from + 1, from + 100)
                  .forEach(number -> keeper.write(number, 1_000)));
      for (int k = 0; k < 100; k++) {
        assertThat(noted()).isNotNull();
      }
    }
    first.close();
    first.settled().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(Files.size(folder.resolve("keeper-versions.storage"))).isLessThan(2_500_000);
    Host second = open(folder);
    tell(
        second,
        keeper -> {
          assertThat(keeper.newest()).isEqualTo(4_000);
          assertThat(keeper.last()).isEqualTo(new Stamp(4_000, new NodeId(1)));
        });
  }

  private void alternate(Host host, int times) throws Exception {
    tell(
        host,
        keeper ->
            LongStream.rangeClosed(1, times)
                .forEach(
                    number -> {
                      keeper.save(number);
                      keeper.write(number, 10);
                    }));
    for (long number = 1; number <= times; number++) {
      assertThat(noted()).isEqualTo(new Keeper.Kept(number));
      assertThat(noted()).isEqualTo(new Keeper.Kept(number));
    }
  }

  private void requireKept(Path data, long number) throws Exception {
    Host host = open(data);
    tell(
        host,
        keeper -> {
          assertThat(keeper.value()).isEqualTo(new Keeper.Value(number));
          assertThat(keeper.newest()).isEqualTo(number);
        });
    host.close();
  }

  @Test
  void savesThatWaitTogetherShareOneWaitForTheDisk() throws Exception {
    Host host = open(folder);
    alternate(host, 200);
    assertThat(host.counters().saves()).isEqualTo(400);
    // The first goes alone, and all that came meanwhile together.
    assertThat(host.counters().diskWaits()).isLessThanOrEqualTo(3);
    host.close();
    assertThat(folder.resolve(Journal.NAME)).doesNotExist();
    requireKept(folder, 200);
  }

  @Test
  void nextLifeFindsWhatTheJournalStillHolds() throws Exception {
    Path data = folder.resolve("data");
    Path crashed = Files.createDirectory(folder.resolve("crashed"));
    Host first = open(data);
    alternate(first, 50);
    try (var files = Files.list(data)) {
      for (Path file : files.toList()) {
        Files.copy(file, crashed.resolve(file.getFileName()));
      }
    }
    first.close();
    assertThat(crashed.resolve(Journal.NAME)).exists();
    assertThat(new StableFolder(crashed).read("keeper", "value", Keeper.Value.class))
        .isEqualTo(new Keeper.Value(50));
    requireKept(crashed, 50);
    assertThat(crashed.resolve(Journal.NAME)).doesNotExist();
    requireKept(crashed, 50);
  }

  @Test
  void protocolThatSavesMoreThanTheDiskTakesIsHeldUp() throws Exception {
    Path data = folder.resolve("data");
    Host host = open(data, Ticker::add);
    Files.write(data, new byte[] {1}); // A file where the folder should be.
    host.call(Ticker.class, "go", Ticker::go).get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    await(() -> host.counters().saves() >= Ticker.MANY);
    long ticks = host.read(Ticker.Idler.class, Ticker.Idler::ticks).get();
    await(() -> host.read(Ticker.Idler.class, Ticker.Idler::ticks).join() > ticks + 100);
    assertThat(host.counters().saves()).isEqualTo(Ticker.MANY);
    assertThat(host.savesFail()).isTrue();
    assertThat(host.diskBehindNanos()).isPositive();
    Files.delete(data);
    await(() -> host.counters().saves() > 2 * Ticker.MANY);
    assertThat(host.savesFail()).isFalse();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the time").isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  @Test
  void tornTailIsCutOffAndCounted() throws Exception {
    Host first = open(folder);
    tell(first, keeper -> keeper.write(1, 10));
    assertThat(noted()).isNotNull();
    first.close();
    first.settled().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    Path file = folder.resolve("keeper-versions.storage");
    Files.write(file, new byte[] {0, 0, 1}, java.nio.file.StandardOpenOption.APPEND);
    Host second = open(folder);
    assertThat(second.counters().cutTails()).isEqualTo(1);
    tell(second, keeper -> assertThat(keeper.newest()).isEqualTo(1));
  }

  @Test
  void tornValueKeepsTheNodeFromStarting() throws Exception {
    Host first = open(folder);
    tell(first, keeper -> keeper.save(1));
    assertThat(noted()).isNotNull();
    first.close();
    Files.write(folder.resolve("keeper-value.stable"), new byte[] {1, 2, 3});
    assertThatThrownBy(() -> open(folder)).hasCauseInstanceOf(StableException.class);
  }

  @Test
  void diskThatRefusesHoldsEverythingBackUntilItTakesIt() throws Exception {
    Path data = folder.resolve("data");
    Host host = open(data);
    Files.write(data, new byte[] {1}); // A file where the folder should be.
    tell(host, keeper -> keeper.save(1));
    tell(host, keeper -> keeper.write(2, 10));
    awaitFailure(host);
    assertThat(notes).isEmpty();
    Files.delete(data);
    assertThat(noted()).isEqualTo(new Keeper.Kept(1));
    assertThat(noted()).isEqualTo(new Keeper.Kept(2));
  }

  @Test
  void loopThatIsClosedWritesNothingAfterwards() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean isDone = new AtomicBoolean();
    loop.events()
        .onDisk(
            () -> {
              begun.countDown();
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
              isDone.set(true);
            });
    begun.await();
    loop.close();
    assertThat(isDone).isTrue();
  }

  @Test
  void fullDiskHoldsEverythingBackUntilThereIsRoom() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Assumptions.assumeTrue(
        Shell.tries("mount", "-t", "tmpfs", "-o", "size=64k", "coterie-test", disk.toString())
            .isGood(),
        "this machine lets nobody mount a small disk");
    try {
      Host host = open(disk.resolve("data"));
      tell(host, keeper -> keeper.write(1, 10));
      assertThat(noted()).isEqualTo(new Keeper.Kept(1));
      fill(disk.resolve("filler"));
      tell(host, keeper -> keeper.write(2, 20_000));
      tell(host, keeper -> keeper.save(3));
      awaitFailure(host);
      assertThat(notes).isEmpty();
      Files.delete(disk.resolve("filler"));
      assertThat(noted()).isEqualTo(new Keeper.Kept(2));
      assertThat(noted()).isEqualTo(new Keeper.Kept(3));
      host.close();
      host.settled().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      tell(open(disk.resolve("data")), keeper -> assertThat(keeper.newest()).isEqualTo(2));
      loop.close();
    } finally {
      Shell.run("umount", disk.toString());
    }
  }

  private static void fill(Path file) {
    try {
      Files.write(file, new byte[1 << 17]);
    } catch (IOException e) {
      // It is full now.
    }
  }
}
