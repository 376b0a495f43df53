package coterie.elect.raft;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.View;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Raft's messages as bytes. */
class RaftWireTest {
  @Test
  void messagesComeBackAsTheyWereAndAreShort() {
    long group = View.numbered(0, 5).fingerprint();
    Codec<Raft.Msg> codec = Codec.of(Raft.Msg.class);
    List<Raft.Msg> messages =
        List.of(
            new Raft.PreVote(group, 1),
            new Raft.PreVoteReply(group, 2, true),
            new Raft.RequestVote(group, 3, false),
            new Raft.Vote(group, 4, true),
            new Raft.Heartbeat(group, 5, 1_000_000),
            new Raft.HeartbeatReply(group, 6, 1_000_000),
            new Raft.TimeoutNow(group, Raft.TERM_MAX));
    for (Raft.Msg message : messages) {
      byte[] bytes = codec.encode(message);
      assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(message));
      assertThat(bytes).hasSizeLessThan(24);
    }
  }
}
