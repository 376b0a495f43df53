package coterie.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.Change;
import coterie.Cluster;
import coterie.Config;
import coterie.Coterie;
import coterie.FreePort;
import coterie.JoinException;
import coterie.Member;
import coterie.Status;
import coterie.member.swim.SwimConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who belongs to the group. */
class MembersTest {
  @Test
  void aNodeAloneIsItsOwnGroup() {
    try (Coterie node = Coterie.join(c -> Cluster.quick(c).name("only").tag("role", "web"))) {
      assertThat(node.members()).hasSize(1);
      Member self = node.members().getFirst();
      assertThat(self.name()).isEqualTo("only");
      assertThat(self.id()).isEqualTo(node.id());
      assertThat(self.address()).isEqualTo(node.address());
      assertThat(self.tags()).containsEntry("role", "web");
      assertThat(self.status()).isEqualTo(Status.ALIVE);
      assertThat(node.health().isGood()).isTrue();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tried.
  void listenerMustBeGiven() {
    try (Coterie node = Coterie.join(c -> Cluster.quick(c).name("only"))) {
      for (Consumer<Coterie> mistake :
          List.<Consumer<Coterie>>of(
              one -> one.watch(null), one -> one.hear(null), one -> one.hear("topic", null))) {
        assertThatThrownBy(() -> mistake.accept(node))
            .isInstanceOf(NullPointerException.class)
            .hasMessage("a listener is a method to call, not null");
      }
    }
  }

  @Test
  void membersComeAreTaggedAndLeaveInThatOrder() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie first = cluster.join("first");
      ConcurrentLinkedQueue<Change> changes = new ConcurrentLinkedQueue<>();
      first.watch(changes::add);
      Coterie second = cluster.join("second");
      cluster.awaitAgreement();
      second.tag("role", "cart");
      Cluster.await(
          "the tag is known",
          () -> first.member("second").orElseThrow().tags().containsKey("role"));
      second.close();
      cluster.awaitAgreement();
      Cluster.await("it is told", () -> changes.stream().anyMatch(c -> c instanceof Change.Left));
      assertThat(changes)
          .filteredOn(c -> c instanceof Change.OfMember of && of.member().name().equals("second"))
          .filteredOn(c -> !(c instanceof Change.Suspected || c instanceof Change.Trusted))
          .extracting(c -> c.getClass().getSimpleName())
          .containsExactly("Joined", "Updated", "Left");
      assertThat(first.member("second").orElseThrow().status()).isEqualTo(Status.LEFT);
    }
  }

  @Test
  void whoIsStartedAgainUnderItsNameIsTheSameMemberLater() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie first = cluster.join("first");
      Coterie second = cluster.join("second");
      cluster.awaitAgreement();
      second.close();
      cluster.awaitAgreement();
      Coterie again = cluster.join("second");
      cluster.awaitAgreement();
      assertThat(again.id()).isEqualTo(second.id());
      assertThat(again.incarnation()).isGreaterThan(second.incarnation());
      assertThat(first.member("second").orElseThrow().address()).isEqualTo(again.address());
    }
  }

  @Test
  void nodesThatStartAtOnceInAnyOrderFormOneGroup(@TempDir Path folder) throws Exception {
    Path seeds = folder.resolve("seeds");
    Files.writeString(seeds, "# nobody yet\n");
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    Collections.shuffle(order, new Random(7));
    try (Cluster cluster = Cluster.onOneLoop()) {
      StringBuilder text = new StringBuilder();
      for (int i : order) {
        Coterie node =
            cluster.join("n" + i, c -> c.seeds("file:" + seeds).joinTimeout(Duration.ofMillis(1)));
        text.append(node.address()).append('\n');
      }
      Files.writeString(seeds, text);
      cluster.awaitAgreement();
    }
  }

  @Test
  void aHundredNodesInOneProcessAgree() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop()) {
      Coterie first = cluster.join("n0");
      for (int i = 1; i < 100; i++) {
        cluster.join("n" + i, c -> c.seeds(first.address()).joinTimeout(Duration.ofMillis(1)));
      }
      cluster.awaitAgreement();
    }
  }

  /** Or members with made-up names, and pods that never come back, would take memory for ever. */
  @Test
  void addressesOfThoseThatFailedAreForgottenWithThem() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop()) {
      Coterie a = cluster.join("a", more -> more.swim(forgetful()));
      Coterie b = cluster.join("b", more -> more.swim(forgetful()));
      cluster.awaitAgreement();
      Cluster.await("known", () -> known(a) == 1);
      Cluster.host(b).close(); // As a crash is.
      Cluster.await("gone", () -> a.members().size() == 1);
      Cluster.await("forgotten", () -> known(a) == 0);
    }
  }

  private static int known(Coterie node) {
    return Loops.await(Cluster.host(node).loop(), () -> Cluster.host(node).directory().size());
  }

  private static SwimConfig forgetful() {
    SwimConfig quick = SwimConfig.loopback();
    return new SwimConfig(
        quick.periodNanos(),
        quick.timeoutNanos(),
        quick.relays(),
        quick.suspicionPeriods(),
        quick.suspicionStretch(),
        quick.confirmations(),
        quick.shuffled(),
        quick.queued(),
        quick.gossipMax(),
        quick.tellFactor(),
        quick.syncNanos(),
        quick.periodNanos(),
        quick.reconnectNanos(),
        2 * quick.periodNanos(),
        quick.healthMax(),
        quick.tellsSuspects(),
        quick.urgentMax());
  }

  @Test
  void aSlowListenerHarmsNobody() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie first = cluster.join("first");
      CountDownLatch release = new CountDownLatch(1);
      AtomicInteger heard = new AtomicInteger();
      first.watch(
          change -> {
            try {
              release.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      first.watch(
          change -> {
            throw new IllegalStateException("a listener that fails, on purpose");
          });
      first.watch(change -> heard.incrementAndGet());
      cluster.join("second");
      cluster.join("third");
      cluster.awaitAgreement();
      Cluster.await("others hear", () -> heard.get() >= 2);
      release.countDown();
    }
  }

  @Test
  void aListenerMayCloseItsNode() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie first = cluster.join("first");
      CountDownLatch closed = new CountDownLatch(1);
      first.watch(
          change -> {
            first.close();
            closed.countDown();
          });
      cluster.join("second");
      assertThat(closed.await(Cluster.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(first.isOpen()).isFalse();
      first.close();
    }
  }

  @Test
  void broadcastsAreHeardByAllAndOnce() throws Exception {
    try (Cluster cluster = Cluster.onOneLoop()) {
      for (int i = 0; i < 5; i++) {
        cluster.join("n" + i);
      }
      cluster.awaitAgreement();
      ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
      for (Coterie node : cluster.nodes) {
        node.hear("cache", b -> heard.add(node.name() + " " + b.from() + " " + b.payload().text()));
        node.hear("other", b -> heard.add("wrong topic"));
      }
      cluster
          .named("n3")
          .broadcast("cache", "clear".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      Cluster.await("all hear", () -> heard.size() >= 5);
      // What is heard twice comes while the first is still being told, so before a later one.
      cluster
          .named("n3")
          .broadcast("cache", "end".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      Cluster.await(
          "all hear the end",
          () -> heard.stream().filter(what -> what.endsWith("end")).count() == 5);
      assertThat(heard.stream().filter(what -> !what.endsWith("end")))
          .containsExactlyInAnyOrder(
              "n0 n3 clear", "n1 n3 clear", "n2 n3 clear", "n3 n3 clear", "n4 n3 clear");
      assertThatThrownBy(() -> cluster.named("n1").broadcast("cache", new byte[600]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most 512 bytes");
    }
  }

  @Test
  void aNodeThatMustNotBeAloneSaysWhomItWaitedFor() {
    assertThatThrownBy(
            () ->
                Coterie.join(
                    c ->
                        Cluster.quick(c)
                            .name("lonely")
                            .seeds("127.0.0.1:1")
                            .mayBeAlone(false)
                            .joinTimeout(Duration.ofMillis(200))))
        .isInstanceOfSatisfying(
            JoinException.class,
            e -> assertThat(e.reason()).isEqualTo(JoinException.Reason.NO_ANSWER))
        .hasMessage("lonely waited 0.2 s for one of the seeds [127.0.0.1:1], and none answered");
  }

  @Test
  void anAddressThatIsTakenIsSaid() {
    try (Coterie first = Coterie.join(c -> Cluster.quick(c).name("first"))) {
      assertThatThrownBy(
              () -> Coterie.join(c -> Cluster.quick(c).name("other").bind(first.address())))
          .isInstanceOfSatisfying(
              JoinException.class,
              e -> assertThat(e.reason()).isEqualTo(JoinException.Reason.CANNOT_LISTEN))
          .hasMessageStartingWith("other cannot listen on %s: ".formatted(first.address()))
          .message()
          .containsOnlyOnce("cannot listen");
    }
  }

  @Test
  void ringDetectorsTellOfAFixedList() throws Exception {
    for (Config.Detection detector : Config.Detection.values()) {
      if (detector != Config.Detection.SWIM) {
        fixedList(detector);
      }
    }
  }

  private static void fixedList(Config.Detection detector) throws Exception {
    List<String> members = new ArrayList<>();
    for (String name : List.of("x", "y", "z")) {
      members.add(name + "=127.0.0.1:" + FreePort.next());
    }
    try (Cluster cluster = Cluster.onOneLoop()) {
      for (String member : members) {
        String[] parts = member.split("=", 2);
        cluster.join(
            parts[0], c -> c.seeds(List.of()).bind(parts[1]).detector(detector).members(members));
      }
      cluster.awaitAgreement();
      cluster.named("z").close();
      Coterie x = cluster.named("x");
      Cluster.await(
          detector + " suspects z", () -> x.member("z").orElseThrow().status() == Status.SUSPECT);
      assertThat(x.members()).hasSize(3);
    }
  }
}
