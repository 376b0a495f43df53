package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Config;
import coterie.Coterie;
import coterie.Held;
import coterie.Lock;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.lease.LeaseConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two services, a lock, and a table in a database. */
class FencedResourceTest {
  private static void common(Config.Builder builder) {
    builder
        .cluster("shop")
        .bind("127.0.0.1:0")
        .profile("loopback")
        .voters("till-1")
        .raft(RaftConfig.paper())
        .lease(LeaseConfig.laboratory());
  }

  @Test
  void aWriteThatComesTooLateIsRefused(@TempDir Path folder) throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
    FencedResource invoices = new FencedResource(database);
    invoices.create("invoice-7");
    try (Coterie first =
            Coterie.join(
                c -> {
                  common(c);
                  c.name("till-1").data(folder);
                });
        Coterie second =
            Coterie.join(
                c -> {
                  common(c);
                  c.name("till-2").seeds(first.address());
                })) {
      long stale;
      Lock lock = first.lock("invoice-7");
      try (Held held = lock.acquire(Duration.ofSeconds(30))) {
        assertThat(invoices.write("invoice-7", "10 apples", held.token())).isTrue();
        stale = held.token();
      }
      // The first one stands still here, with a write that it has decided on but not sent.
      try (Held held = second.lock("invoice-7").acquire(Duration.ofSeconds(30))) {
        assertThat(invoices.write("invoice-7", "12 apples", held.token())).isTrue();
        assertThat(invoices.write("invoice-7", "11 apples", stale)).isFalse();
      }
    }
  }
}
