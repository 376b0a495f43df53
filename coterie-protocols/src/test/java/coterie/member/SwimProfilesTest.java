package coterie.member;

import static coterie.member.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Settings;
import coterie.sim.Listener;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every profile works on the network that it is made for. */
class SwimProfilesTest {
  private static SwimConfig config(Map<String, String> given) {
    return SwimRecipe.config(new Settings(new SwimRecipe().settings(), given));
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

  /** What each addition of Lifeguard buys is measured by turning it off. */
  @Test
  void lifeguardMakesFewerMistakesOnANetworkThatLoses() {
    int with = mistakes(config(Map.of()));
    int without = mistakes(config(Map.of("lifeguard", "off")));
    assertThat(with).isLessThan(without / 2);
  }

  private static int mistakes(SwimConfig config) {
    int[] count = {0};
    for (long seed = 0; seed < 20; seed++) {
      Group group = new Group(10, seed, config, true);
      group.simulation.listen(
          new Listener() {
            @Override
            public void noted(long at, NodeId node, Note note) {
              count[0] += note instanceof Note.Failed ? 1 : 0;
            }
          });
      group.inject(new Fault.Loss(0.35));
      group.run(120);
    }
    return count[0];
  }
}
