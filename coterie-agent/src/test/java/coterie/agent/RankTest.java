package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Option;
import coterie.agent.http.Reply;
import coterie.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents whose voters elect whom the operator calls highest. */
@Timeout(600)
class RankTest {
  @TempDir Path folder;

  private static AgentSettings settings(String name) {
    return new AgentSettings()
        .flag(Option.CLUSTER, "test")
        .flag(Option.NAME, name)
        .flag(Option.BIND, "127.0.0.1:0")
        .flag(AgentOptions.HTTP, "127.0.0.1:0")
        .flag(Option.SWIM, "loopback")
        .flag(Option.VOTERS, "p1,p2,p10")
        .flag(Option.ELECTION, "bully");
  }

  private static Agent start(AgentSettings settings) throws Exception {
    return Agent.start(settings.config(), line -> {}, false);
  }

  private static boolean isLedBy(Agent agent, String leader) throws IOException {
    Reply reply = RealAgent.client(agent, null).ask("GET", "/leaders");
    return reply.isGood() && leader.equals(reply.object().get("leader"));
  }

  @Test
  void theHighestRankLeadsThenTheLastName() throws Exception {
    try (Agent two = start(settings("p2"));
        Agent ten = start(settings("p10").flag(Option.SEEDS, two.node().address()))) {
      Await.until(() -> isLedBy(two, "p10") && isLedBy(ten, "p10"));
      AgentSettings ranked =
          settings("p1")
              .flag(Option.SEEDS, two.node().address())
              .environment(Map.of("COTERIE_RANK", "3"));
      try (Agent one = start(ranked)) {
        Await.until(() -> isLedBy(two, "p1") && isLedBy(ten, "p1") && isLedBy(one, "p1"));
      }
      Await.until(() -> isLedBy(two, "p10") && isLedBy(ten, "p10"));
      try (Agent other = start(settings("x").flag(Option.SEEDS, two.node().address()))) {
        Reply reply = RealAgent.client(other, null).ask("GET", "/leaders");
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.error())
            .isEqualTo(
                "x is not a voter, and by bully only voters know who leads: ask one of p1, p2,"
                    + " p10");
      }
    }
  }

  @Test
  void aRankIsSaidInAFileInTheEnvironmentOrAsAFlag() throws IOException {
    Path file = Files.write(folder.resolve("agent.conf"), List.of("rank = 4"));
    assertThat(settings("p1").file(file).config().node().rank()).isEqualTo(4);
    assertThat(settings("p1").flag(Option.RANK, "5").config().node().rank()).isEqualTo(5);
    assertThat(settings("p1").flag(Option.RANK, "high").problems())
        .containsExactly("--rank: a rank is a number from 0 to 1000000, not \"high\"");
    assertThat(settings("x").flag(Option.RANK, "5").problems())
        .containsExactly(
            "x has a rank of 5 and is not among the voters [p1, p2, p10], who alone are elected");
    assertThat(settings("p1").flag(Option.ELECTION, "raft").flag(Option.RANK, "5").problems())
        .hasSize(1);
  }
}
