package coterie;

import coterie.calls.GroupCalls;
import coterie.core.Note;
import coterie.net.Addresses;
import coterie.net.Greeted;
import coterie.net.Host;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * What members say of a later process that goes by this node's name. It would end this one, so word
 * of it is not enough, which may be old, damaged or made up: the other process is greeted where it
 * is said to be. If it refuses this node, as one that was started before it, this one stops; else
 * this one contradicts. For the loop only.
 */
final class Namesake {
  private final Coterie node;
  private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

  Namesake(Coterie node) {
    this.node = node;
  }

  /** One word is looked into at a time; it comes again as long as there is something in it. */
  void rumoured(Note.Doubled said) {
    InetSocketAddress address = Addresses.unpack(said.address());
    if (!asked.isDone()) {
      return;
    }
    CompletableFuture<Greeted> answer =
        address == null
            ? CompletableFuture.completedFuture(new Greeted.Silent("an address that is none"))
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

  /** Somebody else who answers there may have heard the same word, and not more. */
  private static boolean isLater(Greeted greeted, long incarnation) {
    return greeted instanceof Greeted.Refused refused
        && refused.isTwin()
        && refused.latest() > incarnation;
  }
}
