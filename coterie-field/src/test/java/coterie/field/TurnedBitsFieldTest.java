package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bits are turned between real processes that have no keys: whatever was turned is dropped and
 * counted, and nothing of it stays.
 */
class TurnedBitsFieldTest {
  private static final int NODES = 5;
  private static final int VOTERS = 3;
  private static final long DAMAGE_MILLIS = 5_000;

  /** Elections that a bad network brings about, or a machine that is late. */
  private static final long ELECTIONS_MAX = 100;

  /** What one message may add to a term. */
  private static final long TERM_STEP = 1_000;

  @TempDir Path folder;

  @BeforeEach
  void inTheField() {
    Field.require();
  }

  @Test
  void bitsOfDatagramsLeaveNoTrace() throws Exception {
    try (Proxy proxy = new Proxy(NODES, 1);
        Cluster cluster = cluster(proxy).whole()) {
      long before = cluster.drops();
      for (int round = 1; round <= Field.rounds(); round++) {
        proxy.damage(Damage.anywhere(0.1, 0), round);
        cluster.works();
        Thread.sleep(DAMAGE_MILLIS);
        wellAgain(proxy, cluster);
        assertThat(cluster.term()).as("round %d", round).isLessThan(ELECTIONS_MAX);
        dropped(proxy, cluster, before);
        report("datagrams", round, proxy, cluster);
      }
      assertThat(proxy.turnedDatagrams()).isPositive();
    }
  }

  /** A bit of a length is among them: its connection is given up, and opened again. */
  @Test
  void bitsOfStreamsLeaveNoTrace() throws Exception {
    try (Proxy proxy = new Proxy(NODES, 1);
        Cluster cluster = cluster(proxy).with("tcp", "yes").whole()) {
      for (int round = 1; round <= Field.rounds(); round++) {
        long before = cluster.drops();
        proxy.damage(Damage.anywhere(0, 0.001), round);
        cluster.works();
        Thread.sleep(DAMAGE_MILLIS);
        wellAgain(proxy, cluster);
        assertThat(cluster.term()).as("round %d", round).isLessThan(ELECTIONS_MAX);
        assertThat(cluster.drops()).isGreaterThan(before);
        report("streams", round, proxy, cluster);
      }
      assertThat(proxy.turnedInStreams()).isPositive();
    }
  }

  @Test
  void bitsOfLivesAndTermsLeaveNoTrace() throws Exception {
    try (Proxy proxy = new Proxy(NODES, 1);
        Cluster cluster = cluster(proxy).whole()) {
      long before = cluster.drops();
      for (int round = 1; round <= Field.rounds(); round++) {
        proxy.damage(new NumberDamage(0.2, false), round);
        cluster.works();
        Thread.sleep(DAMAGE_MILLIS);
        wellAgain(proxy, cluster);
        assertThat(cluster.term()).as("round %d", round).isLessThan(ELECTIONS_MAX);
        dropped(proxy, cluster, before);
        report("numbers", round, proxy, cluster);
      }
      assertThat(proxy.turnedDatagrams()).isPositive();
    }
  }

  /** As if they had been turned in the memory of their senders: no sum tells. */
  @Test
  void livesAndTermsThatAreWrongUnderARightSumAreOvercome() throws Exception {
    try (Proxy proxy = new Proxy(NODES, 1);
        Cluster cluster = cluster(proxy).whole()) {
      for (int round = 1; round <= Field.rounds(); round++) {
        long before = cluster.term();
        long turned = proxy.turnedDatagrams();
        proxy.damage(new NumberDamage(0.2, true), round);
        Thread.sleep(DAMAGE_MILLIS);
        wellAgain(proxy, cluster);
        long wrong = proxy.turnedDatagrams() - turned;
        assertThat(wrong).isPositive();
        assertThat(cluster.term() - before)
            .as("round %d", round)
            .isLessThan(TERM_STEP * wrong + ELECTIONS_MAX);
        report("right sums", round, proxy, cluster);
      }
    }
  }

  private Cluster cluster(Proxy proxy) {
    return new Cluster(folder, Wiring.behind(proxy), NODES, VOTERS);
  }

  /** The damage ends, and with it all that came of it. */
  private static void wellAgain(Proxy proxy, Cluster cluster) throws Exception {
    proxy.damage(Damage.NONE, 0);
    cluster.agree();
    cluster.works();
    cluster.judge();
  }

  /** Not one of them was let in. */
  private static void dropped(Proxy proxy, Cluster cluster, long before) throws Exception {
    Await.until(
        () -> "%d of %d are counted".formatted(cluster.drops() - before, proxy.turnedDatagrams()),
        Cluster.AGREE_SECONDS,
        () -> cluster.drops() - before >= proxy.turnedDatagrams());
    assertThat(cluster.drops("DAMAGED")).isPositive();
  }

  private static void report(String what, int round, Proxy proxy, Cluster cluster)
      throws Exception {
    System.out.printf(
        "%s, round %d: %d datagrams and %d bits of streams turned, %d dropped (%d damaged),"
            + " %d times seen failing, term %d%n",
        what,
        round,
        proxy.turnedDatagrams(),
        proxy.turnedInStreams(),
        cluster.drops(),
        cluster.drops("DAMAGED"),
        cluster.failuresSeen(),
        cluster.term());
  }
}
