package coterie.store.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.Stamps;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages of the ledger as bytes. */
class LedgerWireTest {
  private static final long GROUP = LedgerGroup.terms(false).fingerprint(View.numbered(0, 5));

  private static int bytes(Ledger.Msg message) {
    Codec<Ledger.Msg> codec = Codec.of(Ledger.Msg.class);
    byte[] bytes = codec.encode(message);
    assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(message));
    return bytes.length;
  }

  private static Transfer transfer(long time) {
    return new Transfer(new NodeId(3), 1_000, time, "alice", "bob", 1_000_000);
  }

  @Test
  void messagesComeBackAsTheyWereAndAreShort() {
    assertThat(bytes(new Ledger.Transfers(GROUP, 10_000, List.of(transfer(9_999)))))
        .isLessThanOrEqualTo(40);
    List<Long> five = Collections.nCopies(5, 10_000L);
    assertThat(bytes(new Ledger.Digest(GROUP, 10_000, true, five, five, five)))
        .isLessThanOrEqualTo(60);
  }

  @Test
  void fullBatchIsNoLoad() {
    List<Transfer> batch = Collections.nCopies(Ledger.BATCH, transfer(Stamps.STAMP_MAX));
    assertThat(bytes(new Ledger.Transfers(GROUP, Stamps.STAMP_MAX, batch))).isLessThan(18_000);
  }
}
