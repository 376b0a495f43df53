package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that were given different voters and leases, and voters and leases that are
 * exchanged by restarting one process after the other, while all contend for a lock.
 */
class SettingsFieldTest {
  private static final int SIZE = 5;
  private static final int ROUNDS = Math.min(10, Field.rounds());

  @TempDir Path folder;

  private Cluster cluster() {
    Cluster cluster = new Cluster(folder, Wiring.loopback(SIZE), SIZE, 3);
    return cluster.expect("WARNING").expect("Campaigned");
  }

  /**
   * One that takes itself for the only voter, and one with a longer lease, come again and again.
   */
  @Test
  void whoDiffersIsRefusedAndNobodyHoldsBesideAnother() throws Exception {
    Field.require();
    try (Cluster cluster = cluster().whole()) {
      for (int round = 0; round < ROUNDS; round++) {
        cluster.leave(4);
        refused(cluster, "voters", "n4", "n4 has voters n4;");
        refused(cluster, "lease", "60", "n4 has voters n0 n1 n2; lease 60 s");
        assertThat(cluster.at(0).ask("problems") + cluster.at(1).ask("problems"))
            .contains("n4 has voters n0 n1 n2; lease 60 s");
        cluster.start(4);
        cluster.works();
      }
      cluster.judge();
    }
  }

  private void refused(Cluster cluster, String key, String value, String sentence)
      throws Exception {
    Map<String, String> settings = cluster.settings(4);
    settings.put(key, value);
    settings.put("data", folder.resolve("other-" + key).toString());
    try (NodeProcess odd = new NodeProcess("n4", List.of(), settings)) {
      assertThat(odd.refused()).contains("OTHER_SETTINGS").contains(sentence);
    }
  }

  @Test
  void aVoterIsExchangedByRollingRestarts() throws Exception {
    Field.require();
    try (Cluster cluster = cluster().with("voters", "n0,n1,n2").whole()) {
      for (int round = 0; round < ROUNDS; round++) {
        String from = round % 2 == 0 ? "n0,n1,n2" : "n0,n1,n3";
        String to = round % 2 == 0 ? "n0,n1,n3" : "n0,n1,n2";
        int leaves = round % 2 == 0 ? 2 : 3;
        cluster.with("voters", from).with("next-voters", to);
        roll(cluster, leaves);
        cluster.with("voters", to).without("next-voters");
        roll(cluster, leaves);
      }
      cluster.judge();
    }
  }

  @Test
  void aLeaseIsChangedByRollingRestarts() throws Exception {
    Field.require();
    try (Cluster cluster = cluster().with("lease", "2").whole()) {
      for (int round = 0; round < ROUNDS; round++) {
        String from = round % 2 == 0 ? "2" : "5";
        String to = round % 2 == 0 ? "5" : "2";
        cluster.with("lease", from).with("next-lease", to);
        roll(cluster, 2);
        cluster.with("lease", to).without("next-lease");
        roll(cluster, 2);
      }
      cluster.judge();
    }
  }

  /** Restarts all, that one as the last; after each of them the lock goes round. */
  private static void roll(Cluster cluster, int last) throws Exception {
    for (int i = 0; i < SIZE; i++) {
      int node = (last + 1 + i) % SIZE;
      cluster.leave(node);
      cluster.start(node);
      cluster.agree();
      cluster.works();
    }
  }
}
