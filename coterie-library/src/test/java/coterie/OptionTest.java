package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.member.swim.SwimConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.net.HostConfig.Transport;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What derives from the table of options. */
class OptionTest {
  private static Config.Builder named() {
    return Config.builder().cluster("c").name("a");
  }

  @Test
  void theTableHasEveryOptionOnceInOrder() {
    long constants =
        Arrays.stream(Option.class.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .count();
    assertThat(Option.table()).hasSize((int) constants).doesNotHaveDuplicates();
    assertThat(Option.all()).extracting(Option::key).doesNotHaveDuplicates().startsWith("cluster");
  }

  @Test
  void textsMeanWhatProgramsSay() {
    Config said =
        named()
            .withText(Option.SWIM, "loopback")
            .withText(Option.TRANSPORT, "true")
            .withText(Option.LEASE, "6s")
            .withText(Option.JOIN_TIMEOUT, "1.5s")
            .withText(Option.TAGS, "role=web, zone=1")
            .withText(Option.SEEDS, "a:1, b:2")
            .build();
    assertThat(said.swim()).isEqualTo(SwimConfig.loopback());
    assertThat(said.transport()).isEqualTo(Transport.TCP_ONLY);
    assertThat(said.lease()).isEqualTo(LeaseConfig.service(6_000_000_000L));
    assertThat(said.nextLease()).isEqualTo(said.lease());
    assertThat(said.joinTimeout()).isEqualTo(Duration.ofMillis(1500));
    assertThat(said.tags()).containsEntry("zone", "1").hasSize(2);
    assertThat(said.seeds()).containsExactly("a:1", "b:2");
    assertThat(named().build().lease()).isEqualTo(LeaseConfig.service());
  }

  @Test
  void aValueThatIsNotAllowedIsRefusedByName() {
    assertThatThrownBy(() -> named().with(Option.RANK, 2_000_000).build())
        .hasMessage("a rank is a number from 0 to 1000000, not 2000000");
    assertThatThrownBy(() -> named().with(Option.NEXT_VOTERS, List.of("b", "b")).build())
        .hasMessage("a next voter is listed twice: [b, b]");
    assertThatThrownBy(() -> named().tag("coterie.x", "1").build())
        .hasMessageContaining("are the node's own");
    assertThatThrownBy(() -> named().build().value(Option.DATA))
        .hasMessage("the option \"data\" was not set");
  }
}
