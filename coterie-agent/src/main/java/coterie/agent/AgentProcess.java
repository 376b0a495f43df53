package coterie.agent;

import coterie.JoinException;
import coterie.agent.http.Shown;
import java.io.IOException;
import java.io.PrintWriter;

/** An agent that is all that its process does: from its start until it has left. */
public final class AgentProcess {
  private AgentProcess() {}

  /**
   * Runs an agent until it leaves, or until a signal ends the process.
   *
   * @param isWithParent whether it leaves when the standard input ends
   * @param hasFaults whether it may be told to lose packets
   * @param err is told what happens
   */
  public static void run(
      AgentConfig config, boolean isWithParent, boolean hasFaults, PrintWriter err)
      throws IOException, InterruptedException {
    Agent agent;
    try {
      agent = Agent.start(config, line -> err.println("coterie: " + line), hasFaults);
    } catch (JoinException e) {
      throw new IOException(Shown.of(String.valueOf(e.getMessage())), e);
    }
    Thread hook = new Thread(agent::close);
    Runtime.getRuntime().addShutdownHook(hook);
    try (agent) {
      if (isWithParent) {
        Thread.ofPlatform().daemon().start(() -> endWithParent(agent));
      }
      agent.await();
    }
    err.println("coterie: left");
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal has ended it, and the hook has done the rest.
    }
  }

  /** The standard input ends with the process that has started this one, however that ended. */
  private static void endWithParent(Agent agent) {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said to an agent in this way.
      }
    } catch (IOException e) {
      // The same as its end.
    }
    agent.close();
  }
}
