package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.mutex.lease.LeaseConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of one cluster that were given different voters or leases, by mistake or on purpose. */
class SettingsTest {
  private static final LeaseConfig OTHER_LEASE = LeaseConfig.service(6_000_000_000L);

  /** Long against an election, so that a lock outlives the restart of the leader. */
  private static final LeaseConfig ROOMY =
      new LeaseConfig(6_000_000_000L, 200_000_000L, 200_000_000L, 10_000);

  @TempDir Path folder;

  private LeaseConfig lease = LeaseConfig.laboratory();

  private Coterie voter(Cluster cluster, String name, List<String> voters, List<String> next) {
    return cluster.join(
        name, c -> c.voters(voters).nextVoters(next).lease(lease).data(folder.resolve(name)));
  }

  /** Each takes itself for the only voter: in the past both led, and both granted every lock. */
  @Test
  void aNodeWithOtherVotersIsRefusedAndBothAreShown() {
    try (Cluster cluster = Cluster.separate()) {
      Coterie a = voter(cluster, "a", List.of("a"), List.of());
      assertThatThrownBy(() -> voter(cluster, "b", List.of("b"), List.of()))
          .isInstanceOfSatisfying(
              JoinException.class,
              e -> assertThat(e.reason()).isEqualTo(JoinException.Reason.OTHER_SETTINGS))
          .hasMessageContaining("b has voters b; lease 2 s")
          .hasMessageContaining("a has voters a; lease 2 s");
      assertThat(a.health().problems()).anyMatch(line -> line.startsWith("b has voters b;"));
      assertThat(a.refusals()).isPositive();
      assertThat(a.members()).hasSize(1);
    }
  }

  @Test
  void aClientWithAnotherLeaseIsRefused() {
    try (Cluster cluster = Cluster.separate()) {
      voter(cluster, "a", List.of("a"), List.of());
      assertThatThrownBy(() -> cluster.join("x", c -> c.voters("a").lease(OTHER_LEASE)))
          .hasMessageContaining("x has voters a; lease 6 s")
          .hasMessageContaining("a has voters a; lease 2 s");
      cluster.join("y", c -> c.voters("a"));
    }
  }

  /** A list comes into force once all its voters have voted by it. */
  @Test
  void theFirstLeaderNeedsAllVoters() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      List<String> three = List.of("a", "b", "c");
      Coterie a = voter(cluster, "a", three, List.of());
      voter(cluster, "b", three, List.of());
      assertThatThrownBy(() -> a.lock("x").acquire(Duration.ofSeconds(1)))
          .hasMessageContaining("no leader of the voters was reached");
      voter(cluster, "c", three, List.of());
      a.lock("x").acquire(Cluster.LONG).close();
      cluster.named("c").close();
      a.lock("x").acquire(Cluster.LONG).close();
    }
  }

  @EnabledIfSystemProperty(
      named = "coterie.field",
      matches = "true",
      disabledReason = "the lease is real time, and may be lost; run it with -Pfield")
  @Test
  void aVoterIsExchangedThroughBothListsAndTheLockStaysHeld() throws Exception {
    List<String> old = List.of("a", "b", "c");
    List<String> next = List.of("a", "b", "d");
    lease = ROOMY;
    try (Cluster cluster = Cluster.separate()) {
      old.forEach(name -> voter(cluster, name, old, List.of()));
      Coterie client = cluster.join("x", c -> c.voters(old).nextVoters(next).lease(lease));
      Held held = client.lock("job").acquire(Cluster.LONG);
      voter(cluster, "d", old, next);
      for (String name : old) {
        restart(cluster, name, old, next);
        awaitRenewed(client, held);
      }
      Cluster.await("d knows the leader", () -> cluster.named("d").hasQuorum());
      for (String name : Stream.concat(next.stream(), Stream.of("c")).toList()) {
        awaitSettled(cluster, name);
        restart(cluster, name, next, List.of());
        awaitRenewed(client, held);
      }
      assertThat(held.isHeld()).isTrue();
      assertThat(client.lock("job").holder(Cluster.LONG)).hasValue("x");
      assertThat(client.health().problems()).isEmpty();
      cluster.named("a").close();
      cluster.named("d").lock("other").acquire(Cluster.LONG).close();
    }
  }

  private void restart(Cluster cluster, String name, List<String> voters, List<String> next) {
    cluster.named(name).close();
    voter(cluster, name, voters, next);
  }

  /** The next restart comes only when most of the lease is left: one after the other. */
  private static void awaitRenewed(Coterie client, Held held) throws Exception {
    Cluster.await("it is renewed or lost", () -> !held.isHeld() || held.left().toSeconds() >= 5);
    assertThat(held.isHeld()).as("the lock is held").isTrue();
    assertThat(client.lock("job").holder(Cluster.LONG)).isIn(Optional.of("x"), Optional.empty());
  }

  private static void awaitSettled(Cluster cluster, String name) throws Exception {
    Cluster.await(name + " knows a leader", () -> cluster.named(name).votersLeader().isPresent());
  }

  @Test
  void aVoterDoesNotGoFromOneListToAnother() {
    List<String> three = List.of("a", "b", "c");
    try (Cluster cluster = Cluster.separate()) {
      three.forEach(name -> voter(cluster, name, three, List.of()));
      Coterie a = cluster.named("a");
      Cluster.await("there is a leader", () -> a.votersLeader().isPresent());
      a.close();
      assertThatThrownBy(() -> voter(cluster, "a", List.of("a"), List.of()))
          .isInstanceOfSatisfying(
              JoinException.class,
              e -> assertThat(e.reason()).isEqualTo(JoinException.Reason.OTHER_SETTINGS))
          .hasMessageContaining("it has voted by another list of voters");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aVoterWhoseFolderWasEmptiedIsRefusedByWhoKnewIt() throws Exception {
    List<String> three = List.of("a", "b", "c");
    try (Cluster cluster = Cluster.separate()) {
      three.forEach(name -> voter(cluster, name, three, List.of()));
      Cluster.await("c knows a leader", () -> cluster.named("c").votersLeader().isPresent());
      cluster.named("c").close();
      empty(folder.resolve("c"));
      assertThatThrownBy(() -> voter(cluster, "c", three, List.of()))
          .hasMessageContaining("its data folder was emptied");
      assertThat(cluster.named("a").health().problems())
          .anyMatch(line -> line.contains("the voter c was here with a vote"));
      empty(folder.resolve("c"));
      Coterie.readmitVoter(Files.createDirectories(folder.resolve("c")));
      Coterie c = voter(cluster, "c", three, List.of());
      assertThat(c.health().problems()).anyMatch(line -> line.contains("vote of c is missing"));
      assertThat(cluster.named("a").health().problems())
          .anyMatch(line -> line.contains("has come without its vote"));
      Cluster.await("it votes again", () -> c.health().mayVote());
      Cluster.await("all is well", () -> cluster.named("a").health().problems().isEmpty());
    }
  }

  private static void empty(Path data) throws Exception {
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void aTornMemoryOfLivesIsSaid() throws Exception {
    Path data = folder.resolve("a");
    Coterie.join(c -> Cluster.quick(c).name("a").data(data)).close();
    Files.write(data.resolve("node-life.stable"), new byte[] {1, 2, 3});
    try (Coterie node = Coterie.join(c -> Cluster.quick(c).name("a").data(data))) {
      assertThat(node.health().problems())
          .anyMatch(line -> line.startsWith("node-life.stable in the data folder is torn"));
    }
  }

  @Test
  void aFileIsNoDataFolder() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "text");
    assertThatThrownBy(() -> Coterie.join(c -> Cluster.quick(c).name("a").data(file)))
        .hasMessage("the data folder %s is a file; a folder is needed".formatted(file));
  }

  @Test
  void joiningFailsWhereNoSeedMeansAnything() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(
            () ->
                Coterie.join(
                    c ->
                        Cluster.quick(c)
                            .name("a")
                            .joinTimeout(Duration.ofMillis(100))
                            .seeds("dns:no.such.invalid:7946", "file:" + missing)))
        .isInstanceOfSatisfying(
            JoinException.class,
            e -> assertThat(e.reason()).isEqualTo(JoinException.Reason.UNKNOWN_SEEDS))
        .hasMessageContaining("the seed dns:no.such.invalid:7946 is not known")
        .hasMessageContaining("the seed file:%s cannot be used".formatted(missing));
  }

  @Test
  void whoFoundsIsToldOfSeedsThatMeanNothing() throws Exception {
    try (Coterie node =
        Coterie.join(
            c -> Cluster.quick(c).name("a").founds(true).seeds("dns:no.such.invalid:7946"))) {
      Cluster.await("it is told", () -> !node.seedProblems().isEmpty());
      assertThat(node.health().problems())
          .anyMatch(line -> line.contains("the seed dns:no.such.invalid:7946 is not known"));
    }
  }

  @Test
  void aByteOrderMarkBeforeSeedsIsNoPartOfThem() throws Exception {
    try (Coterie a = Coterie.join(c -> Cluster.quick(c).name("a"))) {
      Path seeds = Files.writeString(folder.resolve("seeds"), "\uFEFF" + a.address() + "\n");
      try (Coterie b =
          Coterie.join(c -> Cluster.quick(c).name("b").mayBeAlone(false).seeds("file:" + seeds))) {
        assertThat(b.seedProblems()).isEmpty();
      }
    }
  }
}
