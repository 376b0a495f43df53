package coterie.lab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.Config;
import coterie.Coterie;
import coterie.Held;
import coterie.JoinException;
import coterie.Leadership;
import coterie.core.Bytes;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.recording.Entry;
import coterie.recording.EntryStream;
import coterie.recording.Frames;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of the library on real sockets, recorded, and fed again with what they were given. */
@Timeout(600)
class NodeReplayTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final ClassLoader LOADER = NodeReplayTest.class.getClassLoader();
  private static final Stacks STACKS = Stacks.of(Recipes.of(LOADER), LOADER);

  @TempDir Path folder;

  @Test
  void nodesThatLockAndLeadAndLeaveAreReplayed() throws Exception {
    try (Coterie a = join("a", List.of());
        Coterie b = join("b", List.of(a.address()));
        Coterie c = join("c", List.of(a.address()))) {
      until(() -> List.of(a, b, c).stream().allMatch(node -> node.members().size() == 3));
      until(() -> a.hasQuorum() && b.hasQuorum() && c.hasQuorum());
      useLocks(a, b);
      hear(a, c);
      a.tag("zone", "2");
      until(() -> c.member("a").orElseThrow().tags().containsValue("2"));
      b.close();
      until(() -> a.members().size() == 2 && c.members().size() == 2);
      try (Coterie again = join("b", List.of(a.address()))) {
        until(() -> again.members().size() == 3 && again.hasQuorum());
      }
    }
    assertThat(same("a").outputs()).isGreaterThan(50);
    assertThat(same("b").lives()).isEqualTo(2);
    assertThat(same("c").outputs()).isGreaterThan(50);
    changesAreFound(Files.readAllBytes(file("a")));
    lifeThatWasCutIsFollowedByTheNext(Files.readAllBytes(file("b")));
  }

  private static void useLocks(Coterie a, Coterie b) throws Exception {
    Leadership leadership = a.leadership("billing");
    leadership.await(LONG);
    assertThat(b.whoLeads("billing", LONG)).contains("a");
    try (Held held = b.lock("door").acquire(LONG)) {
      assertThat(held.token()).isPositive();
      assertThat(a.lock("door").tryAcquire()).isEmpty();
    }
    try (Held held = a.lock("door").acquire(LONG)) {
      assertThat(held.isHeld()).isTrue();
    }
    b.leadership("billing");
    leadership.resign();
    b.leadership("billing").await(LONG);
  }

  private static void hear(Coterie from, Coterie at) throws InterruptedException {
    CountDownLatch heard = new CountDownLatch(1);
    at.hear("cache", broadcast -> heard.countDown());
    from.broadcast("cache", "fresh".getBytes(StandardCharsets.UTF_8));
    assertThat(heard.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private static void changesAreFound(byte[] recording) throws IOException {
    byte[] slower = rewrite(recording, entry -> with(entry, "swim.periodNanos", "300000000"));
    assertThat(ReplayTest.replay(slower, STACKS)).isInstanceOf(Outcome.Diverged.class);
    byte[] flipped = rewrite(recording, NodeReplayTest::flip);
    assertThat(ReplayTest.replay(flipped, STACKS)).isInstanceOf(Outcome.Diverged.class);
    byte[] later = rewrite(recording, entry -> with(entry, "swim.later", "1"));
    assertThatThrownBy(() -> ReplayTest.replay(later, STACKS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a node of this version has no setting swim.later of 1");
  }

  /** Kills the first life before it has sent all of what one event made it send. */
  private static void lifeThatWasCutIsFollowedByTheNext(byte[] recording) throws IOException {
    int[] seen = new int[2];
    byte[] cut =
        rewrite(
            recording,
            entry -> {
              seen[0] += entry instanceof Entry.Life ? 1 : 0;
              seen[1] += entry instanceof Entry.Sent ? 1 : 0;
              return seen[0] == 1 && seen[1] > 9 ? null : entry;
            });
    assertThat(cut).hasSizeLessThan(recording.length);
    assertThat(ReplayTest.replay(cut, STACKS))
        .isInstanceOfSatisfying(Outcome.Same.class, same -> assertThat(same.lives()).isEqualTo(2));
  }

  private static byte[] rewrite(byte[] recording, UnaryOperator<Entry> change) throws IOException {
    Frames frames = new Frames(new ByteArrayInputStream(recording));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EntryStream entries = EntryStream.begin(out);
    for (Entry entry = frames.next(); entry != null; entry = frames.next()) {
      Entry changed = change.apply(entry);
      if (changed != null) {
        entries.accept(() -> changed);
      }
    }
    return out.toByteArray();
  }

  private static Entry with(Entry entry, String name, String text) {
    if (!(entry instanceof Entry.Life life)) {
      return entry;
    }
    List<Entry.Value> settings = new ArrayList<>(life.settings());
    settings.removeIf(value -> value.name().equals(name));
    settings.add(new Entry.Value(name, text));
    return new Entry.Life(
        life.cluster(), life.self(), life.incarnation(), life.stack(), settings, life.members());
  }

  private static Entry flip(Entry entry) {
    if (!(entry instanceof Entry.Sent(int channel, var to, Bytes message))) {
      return entry;
    }
    byte[] bytes = new byte[message.size()];
    message.copyTo(bytes, 0);
    bytes[bytes.length - 1] ^= 1;
    return new Entry.Sent(channel, to, Bytes.of(bytes));
  }

  @Test
  void nodesWithFixedListsAreReplayed() throws Exception {
    for (Config.Detection detector : Config.Detection.values()) {
      if (detector != Config.Detection.SWIM) {
        String name = detector.name();
        Config.Builder builder = quick(name).detector(detector);
        builder.members(List.of(name + "=127.0.0.1:1", "other=127.0.0.1:2"));
        try (Coterie node = Coterie.join(builder.build())) {
          until(() -> node.counters().packetsSent() > 1);
        }
        assertThat(same(name).outputs()).isPositive();
      }
    }
  }

  @Test
  void fileThatCannotBeOneIsRefused() throws IOException {
    Config.Builder nowhere = quick("a").record(folder.resolve("no").resolve("where"));
    assertThatThrownBy(() -> Coterie.join(nowhere.build()))
        .isInstanceOf(JoinException.class)
        .hasMessageStartingWith("a cannot be recorded to ");
    Path other = Files.writeString(folder.resolve("other"), "something else");
    assertThatThrownBy(() -> Coterie.join(quick("a").record(other).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(other + ": ");
    assertThat(other).hasContent("something else");
    Path shared = folder.resolve("shared");
    try (Coterie node = Coterie.join(quick("a").record(shared).build())) {
      assertThatThrownBy(() -> Coterie.join(quick("b").record(shared).build()))
          .isInstanceOf(JoinException.class)
          .hasMessageEndingWith("another node is being recorded into it");
      assertThat(node.isOpen()).isTrue();
    }
  }

  private Coterie join(String name, List<String> seeds) {
    return Coterie.join(
        quick(name)
            .seeds(seeds)
            .tag("zone", "1")
            .voters("a", "b", "c")
            .data(folder.resolve("data-" + name))
            .build());
  }

  private Config.Builder quick(String name) {
    return Config.builder()
        .cluster("test")
        .name(name)
        .bind("127.0.0.1:0")
        .profile("loopback")
        .raft(RaftConfig.paper())
        .lease(LeaseConfig.laboratory())
        .joinTimeout(LONG)
        .record(file(name));
  }

  private Path file(String name) {
    return folder.resolve(name + ".recording");
  }

  private Outcome.Same same(String name) throws IOException {
    Outcome outcome = ReplayTest.replay(Files.readAllBytes(file(name)), STACKS);
    assertThat(outcome).as(name).isInstanceOf(Outcome.Same.class);
    return (Outcome.Same) outcome;
  }

  private static void until(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
