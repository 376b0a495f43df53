package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Option;
import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/** A group of one in this process, which votes for itself. */
public final class RealAgent {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

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
    until(() -> agent.node().hasQuorum());
    return agent;
  }

  public static void until(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      Thread.sleep(20);
    }
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
