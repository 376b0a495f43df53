package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.kernel.Witness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A voter whose disk takes nothing: its votes wait, and nothing else does. */
class BrokenDiskTest {
  @TempDir Path folder;

  private Path data(Coterie node) {
    return folder.resolve(node.name());
  }

  private Path aside(Coterie node) {
    return folder.resolve(node.name() + ".aside");
  }

  /** Puts a file where the folder should be. */
  private void breakDisk(Coterie node) throws IOException {
    Files.move(data(node), aside(node));
    Files.write(data(node), new byte[] {1});
  }

  private void mendDisk(Coterie node) throws IOException {
    Files.delete(data(node));
    Files.move(aside(node), data(node));
  }

  /** One of three voters that does not lead them. */
  private static Coterie follower(Cluster cluster) throws InterruptedException {
    Cluster.await("the leader is known", () -> cluster.nodes.stream().allMatch(Coterie::hasQuorum));
    String leader = cluster.named("a").votersLeader().orElseThrow();
    return cluster.named(leader.equals("a") ? "b" : "a");
  }

  /** The voters need another leader, so this one has to save its vote, and cannot. */
  private void loseTheLeader(Cluster cluster, Coterie follower) throws Exception {
    breakDisk(follower);
    cluster.named(follower.votersLeader().orElseThrow()).close();
    Cluster.await("a save fails", () -> follower.counters().failedSaves() > 0);
  }

  @Test
  void lossIsToldThoughTheDiskRefuses() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie follower = follower(cluster);
      Held held = follower.lock("x").acquire(Cluster.LONG);
      Leadership leadership = follower.leadership("y");
      leadership.await(Cluster.LONG);
      AtomicBoolean isLost = new AtomicBoolean();
      AtomicBoolean isDeposed = new AtomicBoolean();
      held.whenLost(() -> isLost.set(true));
      leadership.watch(
          event -> isDeposed.compareAndSet(false, event instanceof Leadership.Event.Lost));
      loseTheLeader(cluster, follower);
      Cluster.await("the lock is told to be lost", isLost::get);
      Cluster.await("the leadership is told to be lost", isDeposed::get);
      assertThat(held.isHeld()).isFalse();
      assertThat(leadership.leads()).isFalse();
      assertThat(aside(follower)).exists();
    }
  }

  @Test
  void itStaysAMemberAndIsWellAgainWithItsDisk() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie follower = follower(cluster);
      loseTheLeader(cluster, follower);
      assertThat(follower.health().savesFail()).isTrue();
      assertThat(follower.health().isGood()).isFalse();
      // What a member says of itself reaches the others while its vote waits.
      follower.tag("disk", "full");
      for (Coterie other : cluster.nodes) {
        Cluster.await(
            other.name() + " hears it", () -> !other.isOpen() || hears(other, follower.name()));
      }
      assertThat(follower.health().savesFail()).isTrue();
      mendDisk(follower);
      Cluster.await("it is well again", () -> follower.health().isGood());
      assertThat(follower.health().failedSaves()).isPositive();
      Cluster.await("nothing waits", () -> follower.health().diskBehindMillis() == 0);
    }
  }

  private static boolean hears(Coterie other, String name) {
    return other.member(name).map(member -> member.tags().containsKey("disk")).orElse(false);
  }

  @Test
  void whatWasHeldBackIsNotTakenForALaterRequest() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie follower = follower(cluster);
      loseTheLeader(cluster, follower);
      assertThatThrownBy(() -> follower.lock("x").acquire(Duration.ofMillis(300)))
          .isInstanceOf(TimeoutException.class);
      Queue<String> calls = calls(follower);
      CompletableFuture<Held> second = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> acquire(follower, second));
      Cluster.await(
          "it asks again", () -> calls.stream().anyMatch(what -> what.startsWith("Acquire")));
      mendDisk(follower);
      try (Held held = second.get(Cluster.LONG.toSeconds(), TimeUnit.SECONDS)) {
        assertThat(held.isHeld()).isTrue();
      }
      follower.lock("x").acquire(Cluster.LONG).close();
    }
  }

  private static void acquire(Coterie node, CompletableFuture<Held> result) {
    try {
      result.complete(node.lock("x").acquire(Cluster.LONG));
    } catch (InterruptedException | TimeoutException | RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** Hears what this node asks the voters for. */
  private static Queue<String> calls(Coterie node) {
    Queue<String> calls = new ConcurrentLinkedQueue<>();
    Cluster.host(node)
        .loop()
        .execute(
            () ->
                Cluster.host(node)
                    .watch(
                        new Witness() {
                          @Override
                          public int wants() {
                            return EVENTS;
                          }

                          @Override
                          public void called(long at, NodeId self, Object what) {
                            calls.add(what.toString());
                          }
                        }));
    return calls;
  }
}
