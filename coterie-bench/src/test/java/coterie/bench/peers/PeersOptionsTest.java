package coterie.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command line of the side-by-side run. */
final class PeersOptionsTest {

  @Test
  void everythingIsMeasuredWithoutOptions() {
    PeersOptions options = PeersOptions.parse(List.of());
    assertThat(options.peers())
        .extracting(Peer::name)
        .containsExactly("coterie", "serf", "jgroups", "scalecube");
    assertThat(options.sizes()).containsExactly(10, 30);
    assertThat(options.measures()).containsExactly(Measure.values());
    assertThat(options.rounds(new Serf())).isEqualTo(20);
  }

  @Test
  void othersMayGetFewerRounds() {
    PeersOptions options =
        PeersOptions.parse(
            List.of("--rounds", "9", "--peer-rounds", "3", "--json", "a.json", "--sizes", "30,10"));
    assertThat(options.rounds(JavaPeer.COTERIE)).isEqualTo(9);
    assertThat(options.rounds(JavaPeer.JGROUPS)).isEqualTo(3);
    assertThat(options.json()).isEqualTo(Path.of("a.json"));
    assertThat(options.sizes()).containsExactly(10, 30);
  }

  @Test
  void mistakesAreSaidInOneSentence() {
    refused("there is no peer \"zookeeper\"; there is coterie, serf,", "--only", "zookeeper");
    refused("there is no measure \"speed\"; there is idle, kill,", "--only-measure", "speed");
    refused("--rounds takes a number from 1 to 1000, not \"0\"", "--rounds", "0");
    refused("--sizes takes a number from 2 to 200, not \"\"", "--sizes", "10,");
    refused("--json needs a value", "--json");
    refused("there is no option \"--fast\"", "--fast", "1");
  }

  private static void refused(String sentence, String... words) {
    assertThatThrownBy(() -> PeersOptions.parse(List.of(words)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
