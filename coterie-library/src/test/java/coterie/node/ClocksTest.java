package coterie.node;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Cluster;
import coterie.Coterie;
import coterie.Memory;
import coterie.net.disk.StableFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines whose clocks are wrong, and nodes that live on. */
class ClocksTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  @TempDir Path folder;
  private Path offset;

  @BeforeEach
  void offset() throws IOException {
    offset = folder.resolve("offset");
    set(0);
  }

  @AfterEach
  void theMachinesClock() {
    System.clearProperty(Wall.OFFSET);
  }

  private void set(long millis) throws IOException {
    Path fresh = folder.resolve("fresh");
    Files.writeString(fresh, String.valueOf(millis));
    Files.move(fresh, offset, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  /** Joins with a clock of its own, which {@link #set} sets. */
  private Coterie joinWithOffset(Cluster cluster, String name) {
    System.setProperty(Wall.OFFSET, offset.toString());
    try {
      return cluster.join(name, more -> more.data(folder.resolve(name)));
    } finally {
      System.clearProperty(Wall.OFFSET);
    }
  }

  private Memory memory(String name) {
    Memory memory = new StableFolder(folder.resolve(name)).read("node", "life", Memory.class);
    return memory == null ? new Memory("", "", -1, false) : memory;
  }

  @Test
  void aStartFarInTheFutureLocksNobodyOut() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop()) {
      cluster.join("a");
      set(400 * DAY);
      Coterie ahead = joinWithOffset(cluster, "b");
      long life = ahead.incarnation();
      assertThat(life).isGreaterThan(System.currentTimeMillis() + 399 * DAY);
      ahead.close();
      set(0);
      Coterie again = joinWithOffset(cluster, "b");
      assertThat(again.incarnation()).isGreaterThan(life);
      Cluster.await("both are members", () -> cluster.named("a").members().size() == 2);
    }
  }

  /** The directory is lost with the number in it: the others tell. */
  @Test
  void aLowerLifeBeginsAgainAboveWhatOthersKnow() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop()) {
      cluster.join("a");
      set(400 * DAY);
      Coterie ahead = joinWithOffset(cluster, "b");
      Cluster.await("known", () -> cluster.named("a").members().size() == 2);
      long life = ahead.incarnation();
      Cluster.host(ahead).close(); // As a crash.
      Coterie again = cluster.join("b");
      assertThat(again.incarnation()).isEqualTo(life + 1);
      Cluster.await("both are members", () -> again.members().size() == 2);
    }
  }

  @Test
  void aLifeFarAheadOfAllClocksIsWelcome() throws Exception {
    long ahead = System.currentTimeMillis() + 400 * DAY;
    new StableFolder(folder.resolve("b"))
        .write("node", "life", Memory.class, new Memory("test", "b", ahead, false));
    try (Cluster cluster = Cluster.onOneLoop()) {
      cluster.join("a");
      Coterie b = cluster.join("b", more -> more.data(folder.resolve("b")));
      assertThat(b.incarnation()).isEqualTo(ahead + 1);
      Cluster.await("both are members", () -> cluster.named("a").members().size() == 2);
    }
  }

  @Test
  void aLifeIsSavedWhenSomebodyKnowsIt() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop()) {
      Coterie a = cluster.join("a", more -> more.data(folder.resolve("a")));
      assertThat(memory("a").incarnation()).as("nobody has seen it").isZero();
      Coterie b = cluster.join("b", more -> more.data(folder.resolve("b")));
      Cluster.await("the founder's", () -> memory("a").incarnation() == a.incarnation());
      Cluster.await("the newcomer's", () -> memory("b").incarnation() == b.incarnation());
    }
  }

  @Test
  void aRunningNodeWhoseClockIsSetBackGoesOnAndAllSaySo() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop()) {
      Coterie a = joinWithOffset(cluster, "a");
      Coterie b = cluster.join("b");
      Cluster.await("known", () -> a.members().size() == 2);
      assertThat(a.clockProblems()).isEmpty();
      assertThat(b.clockProblems()).isEmpty();
      set(-2 * DAY);
      List<String> heard = new CopyOnWriteArrayList<>();
      a.hear("news", news -> heard.add(news.topic()));
      Coterie c = cluster.join("c");
      Cluster.await("a newcomer is met", () -> a.members().size() == 3);
      c.broadcast("news", new byte[0]);
      Cluster.await("and heard", () -> heard.equals(List.of("news")));
      long last = b.clock().last();
      Cluster.await("its clock goes on", () -> a.clock().now() > last);
      Cluster.await("a knows", () -> !a.clockProblems().isEmpty());
      assertThat(a.clockProblems().getFirst())
          .startsWith("the clock of this machine was set back by 2 days");
      Cluster.await(
          "b knows",
          () ->
              b.clockProblems()
                  .equals(List.of("the clock of a is 2 days behind that of this machine")));
      assertThat(b.member("a").orElseThrow().skewMillis().orElseThrow())
          .isBetween(-2 * DAY - 60_000, -2 * DAY + 60_000);
    }
  }

  @Test
  void wallIsTheTimeOfTheStartAndWhatHasPassed() {
    AtomicLong machine = new AtomicLong(1_000_000);
    AtomicLong nanos = new AtomicLong(5);
    Wall wall = new Wall(machine::get, nanos::get);
    nanos.addAndGet(7_000_000);
    machine.addAndGet(7 - 500_000);
    assertThat(wall.millis()).isEqualTo(1_000_007);
    assertThat(wall.setMillis()).isEqualTo(-500_000);
  }
}
