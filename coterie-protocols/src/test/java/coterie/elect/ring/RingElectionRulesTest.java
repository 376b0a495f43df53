package coterie.elect.ring;

import static coterie.elect.ElectionGroup.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.ElectionGroup;
import coterie.elect.ring.RingElection.Announcement;
import coterie.elect.ring.RingElection.Msg;
import coterie.elect.ring.RingElection.Receipt;
import coterie.elect.ring.RingElection.Token;
import coterie.sim.Setup;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks of laps, messages that cannot be, messages as bytes, settings that cannot be. */
class RingElectionRulesTest {
  private static final Lap LAP = new Lap(id(2), 1, 1);
  private static final List<NodeId> NOBODY = List.of();

  @ParameterizedTest
  @CsvSource({
    "1,1,1, 2,1,1, false",
    "2,1,1, 1,1,1, true",
    "1,1,2, 2,1,1, true",
    "1,2,1, 1,1,1, true",
    "1,1,2, 1,2,1, true",
    "1,1,1, 1,1,1, false"
  })
  void laterLapGoesOnAndOfEqualsThatOfTheHigher(
      long who, long life, long number, long who2, long life2, long number2, boolean outranks) {
    Lap lap = new Lap(id(who), life, number);
    assertThat(lap.outranks(new Lap(id(who2), life2, number2))).isEqualTo(outranks);
  }

  static Stream<Msg> impossible() {
    List<NodeId> tooMany = List.of(id(1), id(2), id(3), id(1));
    return Stream.of(
        new Token(new Lap(id(9), 1, 1), 0, NOBODY, NOBODY, false),
        new Token(new Lap(id(2), 0, 1), 0, NOBODY, NOBODY, false),
        new Token(new Lap(id(2), 1, -1), 0, NOBODY, NOBODY, false),
        new Token(new Lap(id(2), 1, Long.MAX_VALUE), 0, NOBODY, NOBODY, false),
        new Token(LAP, -1, NOBODY, NOBODY, false),
        new Token(LAP, Long.MAX_VALUE, NOBODY, NOBODY, false),
        new Token(LAP, 0, tooMany, NOBODY, false),
        new Token(LAP, 0, List.of(id(2), id(2)), NOBODY, false),
        new Token(LAP, 0, List.of(id(9)), NOBODY, false),
        new Token(LAP, 0, NOBODY, List.of(id(9)), false),
        new Announcement(new Lap(id(9), 1, 1), id(1), 1, false),
        new Announcement(LAP, id(9), 1, false),
        new Announcement(LAP, id(3), 0, false),
        new Announcement(LAP, id(3), Long.MAX_VALUE, false));
  }

  private static ElectionGroup group() {
    return ElectionGroup.of(RingRecipe.RECIPE, 3, ElectionGroup.SCRIPTED, Setup.standard())
        .counting(Msg.class);
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void impossibleMessageIsNotedAndDropped(Msg message) {
    ElectionGroup group = group();
    group.call(1, RingElection.class, ring -> ring.receive(id(2), message));
    assertThat(group.notes).singleElement().asString().contains("BadMessage[from=P2");
    assertThat(group.messages()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1", "7"})
  void messageFromNoOtherMemberIsNotedAndDropped(long from) {
    ElectionGroup group = group();
    Token token = new Token(LAP, 0, NOBODY, NOBODY, true);
    group.call(1, RingElection.class, ring -> ring.receive(id(from), token));
    assertThat(group.notes).singleElement().asString().contains("from no other member");
    assertThat(group.messages()).isZero();
  }

  @Test
  void everyMessageComesBackAsItWas() {
    Codec<Msg> codec = Codec.of(Msg.class);
    for (Msg message :
        List.of(
            new Token(LAP, 7, List.of(id(2), id(3)), List.of(id(1)), true),
            new Announcement(LAP, id(3), 8, false),
            new Receipt(LAP))) {
      byte[] bytes = codec.encode(message);
      assertThat(bytes).hasSize(codec.size(message));
      assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(message));
    }
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> new RingElection.Config(0, 1))
        .hasMessage("the timeout must be longer than 0");
    assertThatThrownBy(() -> new RingElection.Config(1_000, -1))
        .hasMessage("the leader repeats its announcement after a duration from 0, not -1");
    assertThatThrownBy(() -> new Successors(id(9), View.numbered(1, 3), null))
        .hasMessage("P9 is not a member of the ring");
  }
}
