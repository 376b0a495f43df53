package coterie.net.admission;

import coterie.core.NodeId;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * What others say of a later life of this node's name. It would end this one, so a message is not
 * enough, which may be old or made up: the node that says so is greeted, and its answer to that
 * greeting is believed. For the loop only.
 */
final class SupersededCheck {
  private final GreetingContext context;
  private final Greeter greeter;
  private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

  SupersededCheck(GreetingContext context, Greeter greeter) {
    this.context = context;
    this.greeter = greeter;
  }

  /** One report is looked into at a time; it comes again as long as there is something in it. */
  void heard(NodeId from, Greeting.Superseded said) {
    boolean isAboutThis =
        said.node().equals(context.self().node())
            && said.incarnation() > context.self().incarnation();
    InetSocketAddress witness = context.directory().address(from);
    if (!isAboutThis || witness == null || !asked.isDone()) {
      return;
    }
    CompletableFuture<Greeted> answer = new CompletableFuture<>();
    asked = answer.thenAccept(this::answered);
    greeter.greet(witness, answer);
  }

  private void answered(Greeted greeted) {
    if (greeted instanceof Greeted.Refused refused) {
      context.listener().superseded(refused.latest());
    }
  }
}
