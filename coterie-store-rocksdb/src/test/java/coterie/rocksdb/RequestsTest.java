package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What waits is bounded. */
class RequestsTest {
  private record Sized(long bytes) implements Requests.Sized {}

  @Test
  void isFullByCountAndByBytes() {
    Requests<Sized> requests = new Requests<>(3, 100);
    requests.add(new Sized(99));
    assertThat(requests.isFull()).isFalse();
    requests.add(new Sized(50));
    assertThat(requests.isFull()).isTrue();
    assertThat(requests.take(1)).containsExactly(new Sized(99));
    assertThat(requests.isFull()).isFalse();
    requests.add(new Sized(0));
    requests.add(new Sized(0));
    assertThat(requests.isFull()).isTrue();
    assertThat(requests.take(9)).hasSize(3);
    assertThat(requests.isFull()).isFalse();
  }
}
