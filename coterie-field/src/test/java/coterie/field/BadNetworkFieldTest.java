package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.net.KeyRing;
import coterie.testkit.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes on loopback with a bad network of our own between them, and with hostile packets. */
class BadNetworkFieldTest {
  private static final long MILLI = 1_000_000;
  private static final int NODES = 3;
  private static final int PACKETS = 2_000;
  private static final int PACKETS_MIN = 50;

  @TempDir Path folder;

  @BeforeEach
  void inTheField() {
    Field.require();
  }

  @Test
  void lossDelayAndDisorderLetNobodyInTwice() throws Exception {
    try (Proxy proxy = new Proxy(NODES, 1);
        Cluster cluster = new Cluster(folder, Wiring.behind(proxy), NODES, NODES)) {
      proxy.ways(new Way(0.05, 0.05, 0, 20 * MILLI));
      cluster.whole();
      proxy.ways(new Way(0.15, 0.15, 5 * MILLI, 100 * MILLI));
      cluster.works();
      cutOneWay(proxy, cluster);
      proxy.ways(Way.clear());
      cluster.agree();
      cluster.works();
      assertThat(proxy.lost()).isPositive();
      cluster.judge();
    }
  }

  /** The granter is heard and hears nothing: the others go on without it. */
  private static void cutOneWay(Proxy proxy, Cluster cluster) throws Exception {
    int deaf = cluster.granter();
    for (int node = Proxy.ANYBODY; node < NODES; node++) {
      proxy.way(node, deaf, Way.cut());
    }
    Await.until(
        "another one grants",
        () -> !cluster.at((deaf + 1) % NODES).ask("granter").equals(Cluster.name(deaf)));
    cluster.works();
  }

  @Test
  void replayedAndMadeUpPacketsAreDroppedAndCounted() throws Exception {
    try (Proxy proxy = new Proxy(NODES, 1);
        Cluster cluster = new Cluster(folder, Wiring.behind(proxy), NODES, NODES)) {
      proxy.keep(PACKETS);
      cluster.with("key", KeyRing.generate()).whole();
      Await.until("some packets were sent", () -> proxy.kept() > NODES * PACKETS_MIN);
      long before = cluster.at(0).drops();
      garbage(proxy);
      Await.until("garbage is counted", () -> cluster.at(0).drops() > before + PACKETS_MIN);
      proxy.replay();
      Await.until("replays are noticed", () -> cluster.at(0).drops("REPLAYED") > 0);
      cluster.kill(1); // What was sent to its earlier life is no better for the next one.
      cluster.start(1);
      proxy.replay();
      cluster.agree();
      cluster.works();
      cluster.judge();
    }
  }

  private static void garbage(Proxy proxy) throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    try (DatagramSocket socket = new DatagramSocket()) {
      for (int i = 0; i < PACKETS; i++) {
        byte[] bytes = new byte[random.nextInt(1_400)];
        random.nextBytes(bytes);
        socket.send(new DatagramPacket(bytes, bytes.length, proxy.real(i % NODES)));
      }
    }
    for (int i = 0; i < 30; i++) {
      try (Socket socket = new Socket()) {
        socket.connect(proxy.real(i % NODES));
        byte[] bytes = new byte[random.nextInt(10_000)];
        random.nextBytes(bytes);
        socket.getOutputStream().write(bytes);
      } catch (IOException e) {
        // It hangs up on who talks nonsense.
      }
    }
  }
}
