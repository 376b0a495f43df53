package coterie.field;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes on machines whose clocks are wrong: a clock never decides who is heard. */
class ClocksFieldTest {
  private static final int VOTERS = 3;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  @TempDir Path folder;
  private Path clock;

  @BeforeEach
  void inTheField() throws IOException {
    Field.require();
    clock = folder.resolve("clock");
    set(clock, 0);
  }

  private static void set(Path clock, long millis) throws IOException {
    Path fresh = clock.resolveSibling(clock.getFileName() + ".fresh");
    Files.writeString(fresh, String.valueOf(millis));
    Files.move(fresh, clock, StandardCopyOption.ATOMIC_MOVE);
  }

  /** All nodes that are started with a clock of their own read the same file. */
  private Cluster cluster() {
    return new Cluster(folder, Wiring.loopback(VOTERS), VOTERS, VOTERS)
        .expect("WARNING: the clock");
  }

  /** It was a member with the wrong clock, and then it votes with the right one. */
  @Test
  void aVoterThatHasStartedFarAheadComesBackAtOnce() throws Exception {
    try (Cluster cluster = cluster().whole()) {
      for (int round = 0; round < Field.rounds(); round++) {
        int victim = round % VOTERS;
        cluster.kill(victim);
        startWithClock(cluster, victim, 400 * DAY);
        cluster.agree();
        assertThat(incarnation(cluster, victim)).isGreaterThan(millis() + 399 * DAY);
        end(cluster, victim, round);
        long from = System.nanoTime();
        startWithClock(cluster, victim, 0);
        cluster.agree();
        long took = (System.nanoTime() - from) / 1_000_000;
        System.out.printf("ahead, round %d: a member again after %d ms%n", round, took);
        cluster.kill((victim + 1) % VOTERS); // Now nobody leads without its vote.
        cluster.works();
        cluster.whole();
        cluster.judge();
      }
    }
  }

  /** Nobody has seen the life of the wrong clock, so nothing is left of it. */
  @Test
  void aStartFarAheadThatNobodyHasSeenIsForgotten() throws Exception {
    try (Cluster cluster = cluster().whole()) {
      for (int round = 0; round < Field.rounds(); round++) {
        for (int node = 0; node < VOTERS; node++) {
          cluster.kill(node);
        }
        startWithClock(cluster, 0, 400 * DAY);
        assertThat(cluster.at(0).ask("members")).isEqualTo("n0");
        end(cluster, 0, round);
        cluster.whole();
        assertThat(incarnation(cluster, 0)).as("round %d", round).isLessThan(millis() + DAY);
        cluster.judge();
      }
    }
  }

  @Test
  void aRunningNodeWhoseClockIsSetBackHearsEverybody() throws Exception {
    try (Cluster cluster = cluster().whole()) {
      cluster.kill(0);
      startWithClock(cluster, 0, 0);
      for (int round = 0; round < Field.rounds(); round++) {
        cluster.whole();
        Await.until("all clocks are right", () -> cluster.at(1).ask("clocks").isEmpty());
        set(clock, -2 * DAY);
        int restarted = 1 + round % 2;
        cluster.leave(restarted);
        cluster.start(restarted); // A life that begins after all that the clock now shows.
        cluster.agree();
        cluster.works();
        cluster.kill(3 - restarted); // Nobody leads without the vote of the one set back.
        cluster.works();
        Await.until(
            () -> "it says so itself: " + cluster.at(0).ask("clocks"),
            60,
            () -> cluster.at(0).ask("clocks").contains("this machine was set back by 2 days"));
        Await.until(
            () -> "another one says so: " + cluster.at(restarted).ask("clocks"),
            60,
            () -> cluster.at(restarted).ask("clocks").contains("the clock of n0 is 2 days behind"));
        Await.until(
            () -> "and by how much: " + cluster.at(restarted).ask("skews"),
            60,
            () -> isNear(skew(cluster, restarted), -2 * DAY));
        set(clock, 0);
        cluster.judge();
      }
    }
  }

  /** What operators look at: the members, the health and the metric of an agent. */
  @Test
  void agentsShowTheClocksThatAreWrong() throws Exception {
    Path wrong = folder.resolve("clock-a");
    set(wrong, 0);
    try (AgentGroup group = new AgentGroup(folder)) {
      for (int round = 0; round < Field.rounds(); round++) {
        long skew = round % 2 == 0 ? -2 * DAY : 2 * DAY;
        set(wrong, skew);
        // To one whose own clock is wrong, those of both others seem to be, too.
        shows(group, 0, "this machine was set " + (skew < 0 ? "back" : "forward"), 0, 3);
        shows(group, 1, "the clock of a is 2 days " + (skew < 0 ? "behind" : "ahead"), skew, 1);
        group.awaitQuorum(0);
        set(wrong, 0);
        shows(group, 1, "[]", 0, 0);
      }
    }
  }

  private static void shows(AgentGroup group, int agent, String sentence, long skew, int problems)
      throws Exception {
    Await.until(
        () -> "%s: %s".formatted(sentence, group.client(agent).ask("GET", "/health").object()),
        60,
        () ->
            clockProblems(group, agent).contains(sentence)
                && (agent == 0 || isNear(skewOfA(group, agent), skew))
                && metric(group, agent) == problems);
  }

  private static String clockProblems(AgentGroup group, int agent) throws IOException {
    return String.valueOf(group.client(agent).ask("GET", "/health").object().get("clockProblems"));
  }

  private static long skewOfA(AgentGroup group, int agent) throws IOException {
    Object members = group.client(agent).ask("GET", "/members").object().get("members");
    for (Object member : members instanceof List<?> list ? list : List.of()) {
      if (member instanceof Map<?, ?> fields
          && "a".equals(fields.get("name"))
          && fields.get("skewMillis") instanceof Number skew) {
        return skew.longValue();
      }
    }
    return Long.MAX_VALUE;
  }

  private static double metric(AgentGroup group, int agent) throws IOException {
    return group
        .client(agent)
        .ask("GET", "/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("coterie_clock_problems"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(-1);
  }

  private void startWithClock(Cluster cluster, int node, long millis) throws Exception {
    set(clock, millis);
    cluster.with("clock", clock.toString());
    try {
      cluster.start(node);
    } finally {
      cluster.without("clock");
    }
  }

  private static void end(Cluster cluster, int node, int round) throws Exception {
    if (round % 2 == 0) {
      cluster.kill(node);
    } else {
      cluster.leave(node);
    }
  }

  private static long incarnation(Cluster cluster, int node) throws Exception {
    return Long.parseLong(cluster.at(node).ask("incarnation"));
  }

  /** What that node says of the clock of the first one. */
  private static long skew(Cluster cluster, int node) throws Exception {
    for (String entry : cluster.at(node).ask("skews").split(",")) {
      if (entry.startsWith("n0=")) {
        return Long.parseLong(entry.substring(3));
      }
    }
    return Long.MAX_VALUE;
  }

  private static boolean isNear(long millis, long expected) {
    return Math.abs(millis - expected) < MINUTE;
  }

  private static long millis() {
    return System.currentTimeMillis();
  }
}
