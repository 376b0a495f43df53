package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.testkit.Await;
import coterie.testkit.Shell;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as the short tests, and worse, for minutes. */
class LongFieldTest {
  private static final int NODES = 5;
  private static final int VOTERS = 3;
  private static final long STOP_MILLIS = 15_000;
  private static final long LOSS_SECONDS = 180;

  @TempDir Path folder;

  @BeforeEach
  void inTheField() {
    Field.require();
  }

  @Test
  void stopsOfFifteenSecondsLetNobodyInTwice() throws Exception {
    try (Cluster cluster = new Cluster(folder, Wiring.loopback(NODES), NODES, VOTERS)) {
      for (int round = 0; round < Field.rounds(); round++) {
        cluster.whole();
        int victim =
            switch (round % 3) {
              case 0 -> cluster.awaitWho("leads");
              case 1 -> cluster.awaitWho("holds");
              default -> cluster.granter();
            };
        cluster.stop(victim);
        Thread.sleep(STOP_MILLIS);
        cluster.works();
        cluster.goOn(victim);
        cluster.agree();
        cluster.judge();
      }
    }
  }

  @Test
  void killsLetNobodyInTwice() throws Exception {
    try (Cluster cluster = new Cluster(folder, Wiring.loopback(NODES), NODES, VOTERS)) {
      for (int round = 0; round < Field.rounds(); round++) {
        cluster.whole();
        cluster.kill(round % 2 == 0 ? cluster.awaitWho("leads") : cluster.granter());
        cluster.works();
        cluster.agree();
        cluster.judge();
      }
    }
  }

  @Test
  void rollingRestartOfAllKeepsTheGroupAtWork() throws Exception {
    try (Cluster cluster = new Cluster(folder, Wiring.loopback(NODES), NODES, VOTERS)) {
      cluster.whole();
      for (int round = 0; round < Field.rounds(); round++) {
        for (int node = 0; node < NODES; node++) {
          cluster.leave(node);
          cluster.start(node);
          cluster.agree();
        }
        cluster.works();
        cluster.judge();
      }
      assertThat(cluster.failuresSeen()).isZero();
    }
  }

  @Test
  void fivePercentLossRemovesNobody() throws Exception {
    lossRemovesNobody(5);
  }

  @Test
  void fifteenPercentLossRemovesNobody() throws Exception {
    lossRemovesNobody(15);
  }

  private void lossRemovesNobody(int percent) throws Exception {
    try (Lab lab = Lab.open(NODES);
        Cluster cluster = new Cluster(folder, Wiring.in(lab), NODES, VOTERS)) {
      cluster.whole();
      lab.lose(percent);
      Thread.sleep(1_000 * Long.getLong("coterie.field.loss", LOSS_SECONDS));
      assertThat(cluster.failuresSeen()).isZero();
      lab.heal();
      cluster.agree();
      cluster.works();
      cluster.judge();
    }
  }

  @Test
  void partitionsHealAndLetNobodyInTwice() throws Exception {
    try (Lab lab = Lab.open(NODES);
        Cluster cluster = new Cluster(folder, Wiring.in(lab), NODES, VOTERS)) {
      cluster.whole();
      for (int round = 0; round < Field.rounds(); round++) {
        int granter = cluster.granter();
        List<Integer> side = round % 2 == 0 ? List.of(granter) : List.of(granter, 4);
        lab.split(side);
        cluster.agree(side);
        cluster.agree(others(side));
        cluster.works();
        lab.heal();
        cluster.agree();
        cluster.works();
        cluster.judge();
      }
    }
  }

  private static List<Integer> others(List<Integer> side) {
    List<Integer> others = new ArrayList<>(IntStream.range(0, NODES).boxed().toList());
    others.removeAll(side);
    return others;
  }

  @Test
  void oneWayCutsLetNobodyInTwice() throws Exception {
    try (Lab lab = Lab.open(NODES);
        Cluster cluster = new Cluster(folder, Wiring.in(lab), NODES, VOTERS)) {
      cluster.whole();
      for (int round = 0; round < Field.rounds(); round++) {
        int victim = round % 2 == 0 ? cluster.granter() : cluster.awaitWho("leads");
        for (int other : others(List.of(victim))) {
          if (round % 4 < 2) {
            lab.cut(victim, other);
          } else {
            lab.cut(other, victim);
          }
        }
        Await.until(
            "the others go on without it",
            () -> cluster.granterSeenBy(others(List.of(victim))) != victim);
        cluster.works();
        lab.heal();
        cluster.agree();
        cluster.judge();
      }
    }
  }

  @Test
  void voterWhoseDiskIsFullHoldsUpNobodyElse() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Shell.Outcome mounted =
        Shell.tries("mount", "-t", "tmpfs", "-o", "size=256k", "coterie-field", disk.toString());
    assumeTrue(mounted.code() == 0, "a disk of our own cannot be mounted: " + mounted.text());
    try (Cluster cluster = new Cluster(folder, Wiring.loopback(VOTERS), VOTERS, VOTERS)) {
      cluster.data(0, disk).expect("No space left on device").expect(" s behind").whole();
      for (int round = 0; round < Field.rounds(); round++) {
        Path filler = disk.resolve("filler");
        while (cluster.granter() == 0) {
          cluster.kill(0);
          cluster.works();
          cluster.whole();
        }
        fill(filler);
        int granter = cluster.granter();
        cluster.kill(granter); // The rest have to elect, and one of them cannot save.
        Await.until("a save fails", () -> cluster.at(0).ask("savesfail").equals("true"));
        staysMember(cluster, VOTERS - granter);
        Files.delete(filler);
        cluster.whole();
        Await.until("it is well again", () -> cluster.at(0).ask("good").equals("true"));
        cluster.judge();
      }
    } finally {
      Shell.run("umount", disk.toString());
    }
  }

  /** For longer than it takes to remove a member that does not answer. */
  private static void staysMember(Cluster cluster, int other) throws Exception {
    long end = System.nanoTime() + 10_000_000_000L;
    while (System.nanoTime() - end < 0) {
      assertThat(cluster.at(other).ask("members").split(",")).contains(Cluster.name(0));
      assertThat(cluster.at(0).ask("savesfail")).isEqualTo("true");
      Thread.sleep(200);
    }
  }

  private static void fill(Path file) throws IOException {
    byte[] bytes = new byte[512];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(bytes);
      }
    } catch (IOException e) {
      // No space is left, which is what was wanted.
    }
  }
}
