package coterie;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documentation shows. */
class ExampleTest {
  private final ConcurrentLinkedQueue<List<Object>> shown = new ConcurrentLinkedQueue<>();

  private void show(Object first, Object second) {
    shown.add(List.of(first, second));
  }

  @Test
  void aNodeJoinsWatchesAndTells() {
    try (Coterie node =
        Coterie.join(
            c -> c.cluster("shop").name("cart-1").bind("127.0.0.1:0").seeds("127.0.0.1:7946"))) {
      node.members().forEach(member -> show(member.name(), member.status()));
      node.watch(change -> show(node.name(), change));
      node.broadcast("cache", "clear".getBytes(StandardCharsets.UTF_8));
      show("now", node.clock().now());
    }
    assertThat(shown).contains(List.of("cart-1", Status.ALIVE));
  }

  @Test
  void aNodeLeadsAndLocks(@TempDir Path data) throws Exception {
    try (Coterie node = Coterie.join(c -> Cluster.quick(c).name("a").voters("a").data(data))) {
      Leadership billing = node.leadership("billing");
      long token = billing.await(Duration.ofSeconds(30));
      if (billing.leads()) {
        show("leads with token", token);
      }
      billing.resign();
      try (Held held = node.lock("invoice-7").acquire(Duration.ofSeconds(30))) {
        show("writes with token", held.token());
      }
    }
    assertThat(shown).hasSize(2);
  }

  @Test
  void aNodeReadsAndWritesARegister(@TempDir Path data) throws Exception {
    try (Coterie node = Coterie.join(c -> Cluster.quick(c).name("a").voters("a").data(data))) {
      Register owner = node.register("owner");
      Register.Value seen = owner.get();
      switch (owner.compareAndSet(seen.version(), "cart-1")) {
        case Register.Written(long version) -> show("mine, version", version);
        case Register.Refused(long version, String text) -> show(text, "was faster");
        case Register.Unknown(String why) -> show("perhaps", why);
      }
      owner.update(text -> text + "!");
      assertThat(owner.get()).isEqualTo(new Register.Value(2, "cart-1!"));
    }
    assertThat(shown).contains(List.of("mine, version", 1L));
  }
}
