package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.http.Client;
import coterie.agent.http.Reply;
import coterie.net.KeyRing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent that knows secrets. */
@Timeout(600)
class TokenTest {
  private static final String TOKEN = "not-to-be-guessed-1";

  @TempDir Path folder;

  @Test
  void onlyWhoKnowsTheTokenIsAnsweredAndProbesLearnLittle() throws Exception {
    AgentSettings settings = RealAgent.settings(folder).flag(AgentOptions.TOKEN, TOKEN);
    try (Agent agent = RealAgent.start(settings)) {
      Client known = RealAgent.client(agent, TOKEN);
      for (String wrong : new String[] {null, "not-to-be-guessed-2", TOKEN + "1", ""}) {
        Reply refused = RealAgent.client(agent, wrong).ask("GET", "/members");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.error()).contains("Authorization: Bearer");
      }
      assertThat(known.ask("GET", "/members").status()).isEqualTo(200);
      Reply probe = RealAgent.client(agent, null).ask("GET", "/health");
      assertThat(probe.object()).isEqualTo(Map.of("good", true));
      assertThat(known.ask("GET", "/health").object()).containsKey("members");
    }
  }

  @Test
  void keysAreExchangedAndKept() throws Exception {
    String old = KeyRing.generate();
    String fresh = KeyRing.generate();
    Path file = Files.writeString(folder.resolve("keys"), old + "\n");
    Path data = folder.resolve("data");
    AgentSettings settings = RealAgent.settings(data).flag(AgentOptions.KEY_FILE, file.toString());
    try (Agent agent = RealAgent.start(settings)) {
      Client client = RealAgent.client(agent, null);
      assertThat(client.ask("POST", "/keys", Map.of("key", fresh)).object())
          .containsEntry("used", KeyRing.id(old))
          .containsEntry("saved", true);
      assertThat(client.ask("POST", "/keys/" + KeyRing.id(fresh)).object())
          .containsEntry("used", KeyRing.id(fresh));
      assertThat(client.ask("DELETE", "/keys/" + KeyRing.id(fresh)).error()).contains("in use");
      assertThat(client.ask("DELETE", "/keys/" + KeyRing.id(old)).isGood()).isTrue();
      assertThat(client.ask("GET", "/keys").text()).doesNotContain(old).doesNotContain(fresh);
    }
    assertThat(Files.readString(file).strip()).isEqualTo(fresh);
  }

  @Test
  void agentEndsWhenItIsAskedToLeave() throws Exception {
    try (Agent agent = RealAgent.start(RealAgent.settings(folder))) {
      assertThat(RealAgent.client(agent, null).ask("POST", "/leave").isGood()).isTrue();
      agent.await();
    }
  }
}
