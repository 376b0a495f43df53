package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import coterie.net.KeyRing;
import coterie.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five processes on loopback, of which three vote: they are killed, stopped and lied to. */
class LoopbackFieldTest {
  private static final long STOP_MILLIS = 2_000;
  private static final long LATE_MILLIS = 500;

  private static Cluster cluster;

  @BeforeAll
  static void open(@TempDir Path folder) {
    Field.require();
    cluster = new Cluster(folder, Wiring.loopback(5), 5, 3).with("key", KeyRing.generate());
  }

  @AfterAll
  static void close() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @BeforeEach
  void whole() throws Exception {
    cluster.whole();
  }

  @AfterEach
  void neverTwice() throws Exception {
    cluster.judge();
  }

  @Test
  void killedLeaderIsReplacedAndComesBackUnderItsName() throws Exception {
    int leader = cluster.awaitWho("leads");
    long life = Long.parseLong(cluster.at(leader).ask("incarnation"));
    cluster.kill(leader);
    cluster.agree();
    assertThat(cluster.awaitWho("leads")).isNotEqualTo(leader);
    cluster.works();
    cluster.whole();
    assertThat(Long.parseLong(cluster.at(leader).ask("incarnation"))).isGreaterThan(life);
  }

  @Test
  void killedHolderLosesTheLock() throws Exception {
    cluster.kill(cluster.awaitWho("holds"));
    cluster.works();
    cluster.agree();
  }

  @Test
  void killedGranterIsReplaced() throws Exception {
    int granter = cluster.granter();
    cluster.kill(granter);
    cluster.agree();
    Await.until("another one grants", () -> cluster.granter() != granter);
    cluster.works();
  }

  @Test
  void oneThatLeavesIsNotTakenForFailed() throws Exception {
    long before = cluster.failuresSeen(4);
    cluster.leave(4);
    cluster.agree();
    assertThat(cluster.failuresSeen(4)).isEqualTo(before);
  }

  @Test
  void stopOfTwoSecondsRemovesNobody() throws Exception {
    for (int tries = 0; tries < 3; tries++) {
      long before = cluster.failuresSeen();
      long from = System.nanoTime();
      cluster.stop(4);
      Thread.sleep(STOP_MILLIS);
      cluster.goOn(4);
      long tookMillis = (System.nanoTime() - from) / 1_000_000;
      cluster.agree();
      if (tookMillis < STOP_MILLIS + LATE_MILLIS) {
        assertThat(cluster.failuresSeen()).isEqualTo(before);
        return;
      }
    }
    abort("the machine was so late that every stop was longer than 3.5 s, which says nothing");
  }

  @Test
  void nodeOfAnotherClusterIsRefusedWithTheReason() throws Exception {
    Map<String, String> settings = cluster.settings(4);
    settings.putAll(Map.of("cluster", "other", "name", "stranger", "alone", "false"));
    elsewhere(settings);
    try (NodeProcess stranger = new NodeProcess("stranger", List.of(), settings)) {
      assertThat(stranger.refused()).startsWith("OTHER_CLUSTER");
    }
    cluster.agree();
  }

  @Test
  void nodeWithAnotherKeyIsRefusedWithTheReason() throws Exception {
    Map<String, String> settings = cluster.settings(4);
    settings.putAll(Map.of("key", KeyRing.generate(), "name", "stranger", "alone", "false"));
    elsewhere(settings);
    try (NodeProcess stranger = new NodeProcess("stranger", List.of(), settings)) {
      assertThat(stranger.refused()).startsWith("WRONG_KEY");
    }
    cluster.agree();
  }

  @Test
  void secondNodeOfOneNameIsRefusedWhileTheFirstAnswers() throws Exception {
    Map<String, String> settings = cluster.settings(4);
    settings.put("alone", "false");
    elsewhere(settings);
    try (NodeProcess second = new NodeProcess("second", List.of(), settings)) {
      assertThat(second.refused()).startsWith("NAME_TAKEN").contains("n4");
    }
    cluster.agree();
  }

  /** At a place of its own, and without a memory. */
  private static void elsewhere(Map<String, String> settings) {
    String place = "127.0.0.1:" + Ports.free();
    settings.putAll(Map.of("bind", place, "advertise", place, "wait", "20"));
    settings.remove("data");
  }
}
