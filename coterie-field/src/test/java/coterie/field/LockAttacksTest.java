package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.Shell;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is killed, stopped, cut off or flooded: a command and all that it has started are dead
 * before another one has its lock. Real agents, commands and signals; ten locks at a time.
 */
@Timeout(900)
class LockAttacksTest extends LockField {
  private static final long STOP_MILLIS = 20_000;

  /** What is done to one pair of commands. */
  private interface Attack {
    void on(LockDuel duel) throws Exception;
  }

  /** The first commands run through the first agent, the second ones wait at the second. */
  private void meet(String what, int firstHttp) throws Exception {
    for (int i = 0; i < LOCKS; i++) {
      duel("%s-%d".formatted(what, i)).first(what, firstHttp);
    }
    for (LockDuel duel : duels) {
      duel.awaitFirst();
      duel.second(what, group.http(1));
    }
  }

  private void judge() throws Exception {
    Map<String, Integer> seen = new TreeMap<>();
    for (LockDuel duel : duels) {
      seen.merge(duel.awaitSecond(), 1, Integer::sum);
    }
    System.out.println("field: " + seen);
    assertThat(seen).containsOnlyKeys("clean");
  }

  private void attackEach(String what, Attack attack) throws Exception {
    meet(what, group.http(0));
    for (LockDuel duel : duels) {
      attack.on(duel);
    }
    judge();
  }

  @Test
  void agentThatIsCutOff() throws Exception {
    meet("lock", group.http(0));
    group.cut(0);
    judge();
  }

  @Test
  void agentThatIsCutOffWhileItsClientsLead() throws Exception {
    meet("leader", group.http(0));
    group.cut(0);
    judge();
  }

  @Test
  void agentThatLeaves() throws Exception {
    meet("lock", group.http(0));
    group.client(0).ask("POST", "/leave");
    judge();
    assertThat(group.agent(0).code()).isZero();
  }

  @Test
  void agentThatIsKilled() throws Exception {
    meet("lock", group.http(0));
    group.agent(0).signal("KILL");
    judge();
  }

  @Test
  void agentThatIsStopped() throws Exception {
    meet("lock", group.http(0));
    group.agent(0).signal("STOP");
    Thread.sleep(STOP_MILLIS);
    group.agent(0).signal("CONT");
    judge();
  }

  @Test
  void clientThatIsKilled() throws Exception {
    attackEach("lock", duel -> duel.first().signal("KILL"));
  }

  @Test
  void clientThatIsKilledWhileItLeads() throws Exception {
    attackEach("leader", duel -> duel.first().signal("KILL"));
  }

  @Test
  void clientThatIsStopped() throws Exception {
    attackEach("lock", duel -> duel.first().signal("STOP"));
    duels.forEach(duel -> duel.first().signal("CONT"));
  }

  @Test
  void clientThatIsToldToEnd() throws Exception {
    attackEach("lock", duel -> duel.first().signal("TERM"));
    for (LockDuel duel : duels) {
      assertThat(duel.first().code()).isEqualTo(128 + 9); // The family does not heed TERM.
    }
  }

  @Test
  void guardThatIsKilled() throws Exception {
    attackEach("lock", duel -> Shell.tries("kill", "-KILL", "" + duel.first().guard()));
  }

  @Test
  void guardThatIsStopped() throws Exception {
    attackEach("lock", duel -> Shell.tries("kill", "-STOP", "" + duel.first().guard()));
  }

  @Test
  void renewalsThatAreHeldBack() throws Exception {
    try (Relay relay = new Relay(group.http(0))) {
      meet("lock", relay.port());
      relay.stick();
      judge();
    }
  }

  /** Each lock has one of these, and the agent another one, at moments that are drawn. */
  @Test
  void everythingInAnyOrder() throws Exception {
    long seed = Long.getLong("coterie.field.seed", System.nanoTime());
    System.out.println("field: seed " + seed);
    Random random = new Random(seed);
    meet("lock", group.http(0));
    List<Thread> threads = new ArrayList<>();
    for (LockDuel duel : duels) {
      int which = random.nextInt(5);
      long delay = random.nextInt(4_000);
      threads.add(Thread.ofVirtual().start(() -> strike(duel, which, delay)));
    }
    Thread.sleep(random.nextInt(4_000));
    switch (random.nextInt(4)) {
      case 0 -> group.cut(0);
      case 1 -> group.client(0).ask("POST", "/leave");
      case 2 -> group.agent(0).signal("KILL");
      default -> group.agent(0).signal("STOP");
    }
    for (Thread thread : threads) {
      thread.join();
    }
    judge();
  }

  private static void strike(LockDuel duel, int which, long delayMillis) {
    try {
      Thread.sleep(delayMillis);
      switch (which) {
        case 0 -> duel.first().signal("KILL");
        case 1 -> duel.first().signal("STOP");
        case 2 -> Shell.tries("kill", "-KILL", "" + duel.first().guard());
        case 3 -> Shell.tries("kill", "-STOP", "" + duel.first().guard());
        default -> {}
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (AssertionError e) {
      // It has ended already.
    }
  }

  /** The waiter is granted the lock while it is stopped, and goes on when another one has it. */
  @Test
  void waiterThatIsStoppedWhileItIsGranted() throws Exception {
    List<Command> holders = new ArrayList<>();
    try {
      for (int i = 0; i < LOCKS; i++) {
        holders.add(duel("waiter-" + i).holder(group.http(2)));
      }
      for (LockDuel duel : duels) {
        duel.awaitHolder();
        duel.first("lock", group.http(0));
      }
      Thread.sleep(10_000); // The waiters are in line by then; if not, they start later or never.
      duels.forEach(duel -> duel.first().signal("STOP"));
      for (LockDuel duel : duels) {
        duel.third(group.http(1));
        Files.createFile(folder.resolve(duel.lock() + ".go"));
      }
      for (LockDuel duel : duels) {
        duel.awaitThird();
        duel.first().signal("CONT");
      }
      judge();
    } finally {
      holders.forEach(Command::close);
    }
  }

  /** A holder keeps its lock in a flood, and probes are answered. */
  @Test
  void floodOfConnections() throws Exception {
    meet("lock", group.http(0));
    int bad = 0;
    long slowest = 0;
    try (Flood flood = new Flood(group.http(0), 3_000)) {
      for (int i = 0; i < 30; i++) {
        Thread.sleep(500);
        for (String path : List.of("/health/live", "/health/ready")) {
          long began = System.nanoTime();
          bad += flood.isAnswered(path) ? 0 : 1;
          slowest = Math.max(slowest, (System.nanoTime() - began) / 1_000_000);
        }
      }
      System.out.println(
          "field: %d connections reopened, %d of 60 probes failed, the slowest took %d ms"
              .formatted(flood.reopened(), bad, slowest));
      for (LockDuel duel : duels) {
        assertThat(duel.isFirstAlive()).as(duel.first().log()).isTrue();
        assertThat(duel.hasSecond()).isFalse();
      }
      assertThat(bad).isZero();
    }
    duels.forEach(duel -> duel.first().signal("KILL"));
    judge();
  }
}
