package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.Register.Refused;
import coterie.Register.Unknown;
import coterie.Register.Value;
import coterie.Register.Written;
import coterie.net.LinkFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registers that voters keep, on loopback sockets. */
class RegistersTest {
  @TempDir Path folder;

  private Register quick(Coterie node, String name) {
    return node.register(name).within(Cluster.LONG);
  }

  @Test
  void aValueIsReadEverywhereAndOfTwoWritersOneIsRefused() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie client = cluster.client("d");
      Register atClient = quick(client, "x");
      Register atVoter = quick(cluster.named("a"), "x");
      assertThat(atClient.get()).isEqualTo(new Value(0, ""));
      assertThat(atClient.compareAndSet(0, "one")).isEqualTo(new Written(1));
      assertThat(atVoter.get()).isEqualTo(new Value(1, "one"));
      assertThat(atVoter.compareAndSet(0, "two")).isEqualTo(new Refused(1, "one"));
      assertThat(atVoter.update(text -> text + "+")).isEqualTo(new Written(2));
      assertThat(atClient.updateAsync(text -> text + "+").get()).isEqualTo(new Written(3));
      assertThat(atVoter.getAsync().get()).isEqualTo(new Value(3, "one++"));
      assertThat(atVoter.set("")).isEqualTo(new Written(4));
      assertThat(atClient.get()).isEqualTo(new Value(4, ""));
    }
  }

  @Test
  void whatWasWrittenOutlivesAllVoters() throws Exception {
    String large = "x".repeat(65_536);
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      assertThat(quick(cluster.named("a"), "x").set("kept")).isEqualTo(new Written(1));
      assertThat(quick(cluster.named("b"), "large").set(large)).isEqualTo(new Written(1));
    }
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      assertThat(quick(cluster.named("c"), "x").get()).isEqualTo(new Value(1, "kept"));
      assertThat(quick(cluster.client("d"), "large").get().text()).isEqualTo(large);
    }
  }

  @Test
  void withoutAMajorityAWriteIsUnknownAndAReadFails() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Coterie a = cluster.named("a");
      Register x = quick(a, "x");
      assertThat(x.set("one")).isEqualTo(new Written(1));
      LinkFaults none = (from, to) -> LinkFaults.LOST;
      a.sendThrough(none);
      Register soon = x.within(Duration.ofMillis(300));
      assertThat(soon.compareAndSet(1, "two"))
          .isEqualTo(
              new Unknown("no outcome within 0.3 s; a majority of the voters [a, b, c] is needed"));
      assertThatThrownBy(soon::get)
          .isInstanceOf(TimeoutException.class)
          .hasMessage(
              "the register x was not read: no outcome within 0.3 s; a majority of the voters"
                  + " [a, b, c] is needed");
      a.sendThrough((from, to) -> 0);
      assertThat(x.get().version()).isBetween(1L, 2L);
    }
  }

  @Test
  void aClosedNodeMakesNoCallsAndEndsThoseUnderWay() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.join("a", more -> more.voters("a", "b").data(folder.resolve("a")));
      Coterie a = cluster.named("a");
      Register x = quick(a, "x");
      CompletableFuture<Register.Outcome> write = x.setAsync("never");
      a.close();
      assertThat(write.get()).isEqualTo(new Unknown("the node was closed"));
      assertThatThrownBy(x::get)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("a is closed");
      assertThatThrownBy(() -> a.register("y")).hasMessage("a is closed");
    }
  }

  @Test
  void aThreadThatIsInterruptedStopsWaiting() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.join("a", more -> more.voters("a", "b").data(folder.resolve("a")));
      Register x = quick(cluster.named("a"), "x");
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      x.set("never");
                    } catch (InterruptedException e) {
                      thrown.set(e);
                    }
                  });
      thread.interrupt();
      thread.join();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void wrongArgumentsAreRefusedAtOnce() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.join("a", more -> more.voters("a").data(folder.resolve("a")));
      Coterie a = cluster.named("a");
      Register x = a.register("x");
      assertThat(x.set("alone")).isEqualTo(new Written(1));
      assertThatThrownBy(() -> a.register(" "))
          .hasMessage("a register has a name of 1 to 180 characters, not none");
      assertThatThrownBy(() -> x.set("x".repeat(65_537)))
          .hasMessage("the text of a register has at most 65536 bytes, not 65537");
      assertThatThrownBy(() -> x.compareAndSet(-1, ""))
          .hasMessageContaining("the expected version is -1; give the version that was read");
      assertThatThrownBy(() -> x.within(Duration.ZERO))
          .hasMessage("a timeout of a register is 1 ms to 1 h long, not PT0S");
      assertThatThrownBy(() -> x.set(null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> x.update(null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> x.update(text -> null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> x.update(text -> text.substring(99)))
          .isInstanceOf(StringIndexOutOfBoundsException.class);
      assertThat(x.get()).isEqualTo(new Value(1, "alone"));
    }
    try (Cluster cluster = Cluster.separate()) {
      assertThatThrownBy(() -> cluster.join("e").register("x"))
          .hasMessage("a register needs voters: list the same ones with voters(...) on all nodes");
    }
  }

  @Test
  void aVoterThatKeepsRegistersIsNotExchanged() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      assertThat(quick(cluster.named("a"), "x").set("one")).isEqualTo(new Written(1));
    }
    List<String> next = List.of("a", "b", "d");
    try (Cluster cluster = Cluster.separate()) {
      assertThatThrownBy(
              () ->
                  cluster.join(
                      "a",
                      more ->
                          more.voters("a", "b", "c").nextVoters(next).data(folder.resolve("a"))))
          .isInstanceOf(JoinException.class)
          .hasMessageContaining("a keeps registers for other voters than voters a b c, next a b d");
    }
  }
}
