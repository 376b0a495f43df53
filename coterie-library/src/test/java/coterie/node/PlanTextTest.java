package coterie.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.Config;
import coterie.Option;
import coterie.core.Bytes;
import coterie.elect.raft.RaftConfig;
import coterie.member.swim.SwimConfig;
import coterie.mutex.lease.LeaseConfig;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a recording says of the options of a node. */
class PlanTextTest {
  private static Config.Builder named() {
    return Config.builder().cluster("c").name("a");
  }

  private static NodePlan plan(Config config) {
    return NodePlan.of(config, Bytes.none(), Life.begin(config));
  }

  @Test
  void recordedOptionsComeBack() {
    Config config =
        named()
            .swim(SwimConfig.wan())
            .raft(RaftConfig.paper())
            .lease(LeaseConfig.laboratory())
            .election(Config.Electing.BULLY)
            .build();
    SortedMap<String, String> written = PlanText.write(plan(config));
    NodePlan read = PlanText.read(written, List.of());
    Option.recorded()
        .forEach(
            option ->
                assertThat(read.value(option)).as(option.key()).isEqualTo(config.value(option)));
    assertThat(PlanText.write(read)).isEqualTo(written);
  }

  /** So does a recording from before the option was there. */
  @Test
  void anOptionThatARecordingDoesNotHaveHasItsDefault() {
    SortedMap<String, String> written = new TreeMap<>(PlanText.write(plan(named().build())));
    written.keySet().removeIf(name -> name.equals("election") || name.startsWith("raft."));
    NodePlan read = PlanText.read(written, List.of());
    assertThat(read.election()).isEqualTo(Config.Electing.RAFT);
    assertThat(read.value(Option.RAFT)).isEqualTo(RaftConfig.service());
    written.put("novelty", "1");
    assertThatThrownBy(() -> PlanText.read(written, List.of()))
        .hasMessage("a node of this version has no setting novelty of 1");
    written.remove("novelty");
    written.remove("swim.relays");
    assertThatThrownBy(() -> PlanText.read(written, List.of()))
        .hasMessage("the recorded node has no setting swim.relays");
  }

  @Test
  void protocolsAskForRecordedOptionsOnly() {
    assertThatThrownBy(() -> plan(named().build()).value(Option.JOIN_TIMEOUT))
        .hasMessageContaining("\"join-timeout\"");
  }
}
