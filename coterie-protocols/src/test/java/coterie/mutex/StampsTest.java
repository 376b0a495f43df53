package coterie.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.Stamps;
import coterie.core.NodeId;
import coterie.mutex.ricartagrawala.RicartAgrawalaRecipe;
import coterie.sim.Setup;
import coterie.sim.StageWitness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StampsTest {
  @ParameterizedTest
  @CsvSource({
    "1, 0, 2, 0, true", "1, 5, 2, 0, true", "2, 0, 1, 0, false",
    "2, 0, 1, 5, false", "3, 1, 3, 2, true", "3, 2, 3, 1, false"
  })
  void lowerStampGoesFirstAndOfEqualOnesTheLowerMember(
      long stamp, int member, long otherStamp, int otherMember, boolean isBefore) {
    assertThat(Stamps.isBefore(stamp, member, otherStamp, otherMember)).isEqualTo(isBefore);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, false, false",
    "0, false, true",
    "1, true, true",
    "281474976710656, true, true",
    "281474976710657, false, false"
  })
  void stampLiesBetweenOneAndItsBound(long stamp, boolean isPossible, boolean isPossibleOrNone) {
    assertThat(Stamps.isPossible(stamp)).isEqualTo(isPossible);
    assertThat(Stamps.isPossibleOrNone(stamp)).isEqualTo(isPossibleOrNone);
  }

  /** The greatest token of the largest group is a long. */
  @Test
  void tokensDoNotOverflow() {
    assertThat(Math.multiplyExact(Stamps.STAMP_MAX + 1, (long) Asking.MEMBERS_MAX)).isPositive();
  }

  @Test
  void ceilingIsSavedOnceInABlock() {
    AskingGroup group =
        new AskingGroup(
            new RicartAgrawalaRecipe(),
            1,
            Map.of("hold", "1ms", "think", "1ms", "thinking", "fixed"),
            Setup.standard());
    List<Record> saved = new ArrayList<>();
    group.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void durable(long at, NodeId node, int channel, String name, Record value) {
            saved.add(value);
          }
        });
    group.runMillis(2 * 10_000);
    assertThat(group.at(0).token()).isEqualTo(10_000);
    assertThat(saved)
        .containsExactly(
            new Stamps.Ceiling(4_097), new Stamps.Ceiling(8_194), new Stamps.Ceiling(12_291));
  }
}
