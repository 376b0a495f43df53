package coterie.member.swim;

import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.recipe.Settings;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every profile works on the network that it is made for. */
class SwimProfilesTest {
  private static SwimConfig config(Map<String, String> given) {
    return SwimRecipe.config(new Settings(SwimRecipe.RECIPE.settings(), given));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lan | uniform:0.1ms,5ms | 1",
        "wan | lognormal:80ms,0.5 | 5",
        "loopback | uniform:0.02ms,0.2ms | 0.2",
      })
  void crashAndReturnAreKnownWithinTheStatedPeriods(String profile, String delay, double period) {
    SwimConfig config = config(Map.of("profile", profile));
    for (long seed = 0; seed < 30; seed++) {
      Group group = new Group(10, seed, config, false, Latency.parse(delay));
      group.awaitAgreement(group.without(), 5 * period);
      group.run(20 * period);
      group.inject(new Fault.Crash(id(3)));
      group.awaitAgreement(group.without(3), 20 * period);
      group.inject(new Fault.Recover(id(3)));
      group.awaitAgreement(group.without(), 5 * period);
      group.staysAgreed(group.without(), (int) (20 * period));
    }
  }

  @Test
  void profilesGiveWhatTheirSettingsDoNot() {
    assertThat(config(Map.of())).isEqualTo(SwimConfig.lan());
    assertThat(config(Map.of("profile", "wan"))).isEqualTo(SwimConfig.wan());
    assertThat(config(Map.of("profile", "loopback"))).isEqualTo(SwimConfig.loopback());
    SwimConfig own = config(Map.of("period", "100ms", "suspicion", "9"));
    assertThat(own.timeoutNanos()).isEqualTo(50_000_000);
    assertThat(own.suspicionPeriods()).isEqualTo(9);
    assertThat(own.tombstoneNanos()).isEqualTo(60 * own.periodNanos());
  }

  /** A suspect hears of it without Lifeguard too, only not first. */
  @Test
  void suspicionAloneLetsAMemberRefute() {
    SwimConfig config = config(Map.of("lifeguard", "off"));
    for (long seed = 0; seed < 30; seed++) {
      Group group = new Group(10, seed, config, true);
      int[] failed = {0};
      group.simulation.watch(counter(Note.Failed.class, failed));
      group.run(5);
      group.during(new Fault.Pause(id(3)), 2, new Fault.Resume(id(3)));
      group.run(20);
      assertThat(failed[0]).as("seed %d", seed).isZero();
    }
  }

  /** That is what Lifeguard is for: who is late itself should not blame others. */
  @Test
  void lifeguardMakesFewerMistakesWhereMembersAreSlow() {
    int with = mistakes(config(Map.of("urgent", "0")));
    int without = mistakes(config(Map.of("urgent", "0", "lifeguard", "off")));
    assertThat(with).isLessThan(without / 5);
  }

  /** An accusation that is heard at once is refuted in time even by one that lags by a second. */
  @Test
  void urgentNewsLeaveNoMistakesWhereMembersAreSlow() {
    assertThat(mistakes(config(Map.of()))).isZero();
  }

  private static int mistakes(SwimConfig config) {
    int[] count = {0};
    for (long seed = 0; seed < 20; seed++) {
      Group group = new Group(10, seed, config, true);
      group.simulation.watch(counter(Note.Failed.class, count));
      for (int node = 1; node < 4; node++) {
        group.inject(new Fault.Slow(id(node), Group.SECOND));
      }
      group.run(120);
    }
    return count[0];
  }

  private static StageWitness counter(Class<? extends Note> kind, int[] count) {
    return new StageWitness() {
      @Override
      public void noted(long at, NodeId node, int channel, Note note) {
        count[0] += kind.isInstance(note) ? 1 : 0;
      }
    };
  }
}
