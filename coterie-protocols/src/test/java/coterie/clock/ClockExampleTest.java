package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import org.junit.jupiter.api.Test;

/** What docs/clocks.md shows. */
class ClockExampleTest {
  @Test
  void lamportClock() {
    LamportClock ours = new LamportClock();
    LamportClock theirs = new LamportClock();
    ours.tick(); // something happens here: 1
    long sent = ours.send(); // 2, and the message carries it
    long received = theirs.receive(sent); // 3, above both
    assertThat(received).isEqualTo(3);
  }

  @Test
  void vectorClock() {
    NodeId ann = new NodeId(0);
    NodeId bob = new NodeId(1);
    VectorClock ours = VectorClock.none().increment(ann); // [P0:1]
    VectorClock theirs = VectorClock.none().increment(bob); // [P1:1]
    Order before = ours.compare(theirs); // CONCURRENT: neither knows of the other
    VectorClock received = theirs.merge(ours).increment(bob); // [P0:1, P1:2]
    Order after = ours.compare(received); // BEFORE
    assertThat(before).isEqualTo(Order.CONCURRENT);
    assertThat(after).isEqualTo(Order.BEFORE);
  }

  @Test
  void hybridClock() {
    HybridClock clock = new HybridClock(System::currentTimeMillis, 500);
    long sent = clock.now(); // any thread may call it
    String text = HybridText.text(sent); // such as 2026-11-16T09:40:00.123Z/7
    long received = clock.tryReceive(sent); // REFUSED if it is more than 500 ms ahead
    assertThat(HybridText.parse(text)).isEqualTo(sent);
    assertThat(received == HybridClock.REFUSED || received > sent).isTrue();
  }
}
