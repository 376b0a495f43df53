package coterie.agent;

import coterie.Option;
import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import coterie.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;

/** A group of one in this process, which votes for itself. */
public final class RealAgent {
  private RealAgent() {}

  public static AgentSettings settings(Path data) {
    return new AgentSettings()
        .flag(Option.CLUSTER, "test")
        .flag(Option.NAME, "a")
        .flag(Option.BIND, "127.0.0.1:0")
        .flag(AgentOptions.HTTP, "127.0.0.1:0")
        .flag(Option.VOTERS, "a")
        .flag(Option.DATA, data.toString());
  }

  /** Started, and with a leader of its voters. */
  public static Agent start(AgentSettings settings) throws Exception {
    Agent agent = Agent.start(settings.config(), line -> {}, true);
    Await.until(() -> agent.node().hasQuorum());
    return agent;
  }

  public static Client client(Agent agent, String token) {
    return Client.of(agent.http().toString(), token);
  }

  /** The next event that is no comment. */
  public static EventReader.Event next(EventReader events) throws IOException {
    while (true) {
      EventReader.Event event = events.next();
      if (!event.kind().equals(EventReader.ALIVE)) {
        return event;
      }
    }
  }
}
