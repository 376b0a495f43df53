package coterie.node;

import coterie.calls.GroupCalls;
import coterie.core.Note;
import coterie.net.Host;
import coterie.net.directory.Addresses;
import coterie.net.greet.Greeted;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * Checks a rumour that a later process runs under this node's name. Such a process would end this
 * node, and a rumour may be old, damaged or forged, so the node greets the other process at the
 * address in the rumour. If a process of the same name answers there and was started later, this
 * node stops. Otherwise it contradicts the rumour. For the loop only.
 */
final class Namesake {
  private final RunningNode node;
  private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

  Namesake(RunningNode node) {
    this.node = node;
  }

  /** Checks one rumour at a time; a true one is repeated. */
  void rumoured(Note.Doubled said) {
    InetSocketAddress address = Addresses.unpack(said.address());
    if (!asked.isDone()) {
      return;
    }
    CompletableFuture<Greeted> answer =
        address == null
            ? CompletableFuture.completedFuture(new Greeted.Silent("the address cannot be read"))
            : node.host().greet(address);
    asked = answer.thenAccept(greeted -> answered(said, greeted));
  }

  private void answered(Note.Doubled said, Greeted greeted) {
    Host host = node.host();
    if (isLater(greeted, host.incarnation())) {
      node.stop("another node named %s was started later".formatted(node.name()));
    } else if (host.isOpen() && !node.isLeaving()) {
      host.callNow(new GroupCalls.Contradict(said.incarnation()));
    }
  }

  /** Believes a process of the same name alone: any other may only have heard the rumour, too. */
  private static boolean isLater(Greeted greeted, long incarnation) {
    return greeted instanceof Greeted.Refused refused
        && refused.isTwin()
        && refused.latest() > incarnation;
  }
}
