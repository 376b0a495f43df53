package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.net.HostConfig.Transport;
import coterie.net.KeyRing;
import coterie.net.Loop;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Who is let in, and what is left behind by those who leave. */
class JoiningTest {
  private static final int LIVES = Boolean.getBoolean("coterie.deep") ? 10_000 : 100;

  private static void assertRefused(
      Cluster cluster, JoinException.Reason reason, Consumer<Config.Builder> more) {
    assertThatThrownBy(() -> cluster.join("second", more))
        .isInstanceOfSatisfying(JoinException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void anotherClusterIsRefused() {
    try (Cluster cluster = Cluster.separate()) {
      cluster.join("first");
      assertRefused(cluster, JoinException.Reason.OTHER_CLUSTER, c -> c.cluster("other"));
    }
  }

  @Test
  void anotherKeyIsRefused() throws Exception {
    KeyRing ring = KeyRing.of(KeyRing.generate());
    try (Cluster cluster = Cluster.separate()) {
      Coterie first = cluster.join("first", c -> c.keys(ring));
      assertRefused(
          cluster, JoinException.Reason.WRONG_KEY, c -> c.keys(KeyRing.of(KeyRing.generate())));
      cluster.join("third", c -> c.keys(ring));
      cluster.awaitAgreement();
      assertThat(first.keys()).contains(ring);
    }
  }

  @Test
  void aNameThatAnswersIsNotGivenAgain() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.join("first");
      Coterie second = cluster.join("second");
      cluster.awaitAgreement();
      assertRefused(cluster, JoinException.Reason.NAME_TAKEN, c -> {});
      assertThat(second.isOpen()).isTrue();
      cluster.awaitAgreement();
    }
  }

  @Test
  void aNameOfAFixedListThatAnswersIsNotGivenAgain() throws Exception {
    List<String> members =
        List.of("first=127.0.0.1:" + FreePort.next(), "second=127.0.0.1:" + FreePort.next());
    try (Cluster cluster = Cluster.separate()) {
      for (String member : members) {
        String[] parts = member.split("=", 2);
        cluster.join(parts[0], c -> fixed(c, members).bind(parts[1]));
      }
      cluster.awaitAgreement();
      assertRefused(cluster, JoinException.Reason.NAME_TAKEN, c -> fixed(c, members));
      assertThat(cluster.named("second").isOpen()).isTrue();
      cluster.named("second").close();
      cluster.join("second", c -> fixed(c, members));
      cluster.awaitAgreement();
    }
  }

  private static Config.Builder fixed(Config.Builder builder, List<String> members) {
    return builder
        .seeds(List.of())
        .voters("first", "second")
        .election(Config.Electing.BULLY)
        .detector(Config.Detection.HEARTBEAT)
        .members(members);
  }

  @Test
  void twoThatMeetUnderOneNameAreOneSoon() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie old = cluster.join("same", c -> c.seeds());
      ConcurrentLinkedQueue<Change> changes = new ConcurrentLinkedQueue<>();
      old.watch(changes::add);
      Coterie young = cluster.join("same", c -> c.seeds());
      Coterie first = cluster.join("first", c -> c.seeds(old.address()));
      Coterie other = cluster.join("other", c -> c.seeds(young.address()));
      cluster.join("bridge", c -> c.seeds(first.address(), other.address()));
      Cluster.await("the older one stops", () -> !old.isOpen());
      assertThat(young.isOpen()).isTrue();
      assertThat(changes).contains(new Change.Stopped("another node named same was started later"));
      cluster.awaitAgreement();
    }
  }

  @Test
  void withoutUdpTheyAgreeAsWell() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      for (String name : new String[] {"a", "b", "c"}) {
        cluster.join(name, c -> c.transport(Transport.TCP_ONLY));
      }
      cluster.awaitAgreement();
    }
  }

  @Test
  void clocksFollowEachOther() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      Coterie first = cluster.join("first");
      Coterie second = cluster.join("second");
      cluster.awaitAgreement();
      long ahead = HybridClock.time(System.currentTimeMillis() + 5_000, 0);
      first.clock().receive(ahead);
      Cluster.await("the other hears of it", () -> second.clock().now() > ahead);
    }
  }

  @Test
  void whoComesAndGoesLeavesNothingBehind() {
    try (Loop loop = Loop.open("test")) {
      live(loop, 10);
      long threads = ManagementFactory.getThreadMXBean().getThreadCount();
      long files = files();
      live(loop, LIVES);
      for (int i = 0; i < LIVES / 10; i++) {
        Coterie.join(c -> Cluster.quick(c).name("own loop")).close();
      }
      assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
          .isLessThanOrEqualTo((int) threads + 5);
      assertThat(files()).isLessThanOrEqualTo(files + 10);
    }
  }

  private static void live(Loop loop, int lives) {
    for (int i = 0; i < lives; i++) {
      Config config = Cluster.quick(Config.builder()).name("n").build();
      Coterie.join(config, loop).close();
    }
  }

  private static long files() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }

  @Test
  void badConfigurationsAreSaid() {
    assertThatThrownBy(() -> Config.builder().name("a").build())
        .hasMessage("the cluster needs a name of 1 to 100 characters, not none");
    assertThatThrownBy(() -> Config.builder().cluster("c").name("a").voters("a", "a").build())
        .hasMessage("a voter is listed twice: [a, a]");
    assertThatThrownBy(() -> Config.builder().profile("moon"))
        .hasMessage("\"moon\" is unknown; choose lan, wan, loopback");
    assertThatThrownBy(() -> Coterie.join(c -> c.cluster("c").name("a").bind("nowhere").seeds()))
        .hasMessageStartingWith("an address is host:port with a port up to 65535, such as")
        .hasMessageEndingWith(", not \"nowhere\"");
    assertThatThrownBy(() -> HostPort.parse("::1:7946")).hasMessageContaining("[::1]:7101");
    assertThatThrownBy(
            () ->
                Coterie.join(
                    c ->
                        Cluster.quick(c)
                            .name("a")
                            .seeds("srv:")
                            .joinTimeout(Duration.ofSeconds(1))))
        .hasMessage(
            "a seed is host:port, dns:NAME:port, srv:_service._proto.NAME or file:PATH, not srv:");
  }
}
