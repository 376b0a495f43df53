package coterie.node;

import coterie.Config;
import coterie.JoinException;
import coterie.net.Host;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Greets all other members of a fixed list before a node of it starts. Nobody joins such a group,
 * so without it a second node of one name would speak, and vote, at once.
 */
final class FixedGreetings {
  private static final System.Logger LOG = System.getLogger("coterie");

  /** A member that knows that the name is taken says so soon; nobody waits for a silent one. */
  private static final long PATIENCE_MILLIS = 1_500;

  private FixedGreetings() {}

  /**
   * @throws JoinException if another node of this name answers
   */
  static void hold(Host host, Config config, List<InetSocketAddress> others) {
    List<CompletableFuture<Greeted>> answers = others.stream().map(host::greet).toList();
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .handle((nothing, e) -> true)
        .completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .join();
    for (int i = 0; i < others.size(); i++) {
      CompletableFuture<Greeted> answer = answers.get(i);
      boolean isThere = answer.isDone() && !answer.isCompletedExceptionally();
      if (isThere && answer.join() instanceof Greeted.Refused refused) {
        refused(config, others.get(i), refused);
      }
    }
  }

  /** One member with another key, say, must not keep all others from starting. */
  private static void refused(Config config, InetSocketAddress where, Greeted.Refused refused) {
    Greeting.Reason reason = refused.reason();
    JoinException e = Greetings.refusal(config, where, refused);
    switch (reason) {
      case NAME_TAKEN, COLLISION, INCARNATION, SETTINGS -> throw e;
      case OTHER_CLUSTER, WRONG_KEY, VERSION, SELF, ADDRESS ->
          LOG.log(System.Logger.Level.WARNING, e.getMessage());
    }
  }
}
