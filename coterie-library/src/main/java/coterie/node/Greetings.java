package coterie.node;

import coterie.Config;
import coterie.HostPort;
import coterie.JoinException;
import coterie.calls.GroupCalls;
import coterie.net.Host;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Greets whoever is at an address, and lets the groups of both meet if it is welcome. Before it is,
 * nothing is said to anybody: a name may be taken.
 */
final class Greetings implements Function<InetSocketAddress, CompletableFuture<?>> {
  private static final System.Logger LOG = System.getLogger("coterie");

  private final RunningNode node;
  private final Config config;

  Greetings(RunningNode node, Config config) {
    this.node = node;
    this.config = config;
  }

  @Override
  public CompletableFuture<?> apply(InetSocketAddress address) {
    return node.host().greet(address).thenAccept(greeted -> came(address, greeted));
  }

  private void came(InetSocketAddress address, Greeted greeted) {
    switch (greeted) {
      case Greeted.Welcome welcome -> node.host().loop().execute(() -> meet(welcome));
      case Greeted.Refused refused -> refused(address, refused);
      case Greeted.Silent(String sentence) -> LOG.log(System.Logger.Level.DEBUG, sentence);
    }
  }

  private void meet(Greeted.Welcome welcome) {
    Host host = node.host();
    // A leaving node wants to meet nobody any more, and an answer may come later than that.
    if (host.isOpen() && !node.isLeaving() && !welcome.node().equals(host.self())) {
      host.callNow(new GroupCalls.Meet(welcome.node()));
    }
  }

  private void refused(InetSocketAddress address, Greeted.Refused refused) {
    if (refused.reason() == Greeting.Reason.SELF) {
      return;
    }
    JoinException refusal = refusal(config, address, refused);
    if (!node.met().completeExceptionally(refusal)) {
      LOG.log(System.Logger.Level.WARNING, refusal.getMessage());
    }
  }

  static JoinException refusal(Config config, InetSocketAddress address, Greeted.Refused refused) {
    boolean isLate = refused.reason() == Greeting.Reason.INCARNATION;
    return new JoinException(
        of(refused.reason()),
        "%s was refused at %s: %s"
            .formatted(config.name(), HostPort.text(address), refused.sentence()),
        isLate ? refused.latest() : 0);
  }

  private static JoinException.Reason of(Greeting.Reason reason) {
    return switch (reason) {
      case OTHER_CLUSTER -> JoinException.Reason.OTHER_CLUSTER;
      case WRONG_KEY -> JoinException.Reason.WRONG_KEY;
      case VERSION -> JoinException.Reason.OTHER_VERSION;
      case NAME_TAKEN, SELF -> JoinException.Reason.NAME_TAKEN;
      case COLLISION -> JoinException.Reason.SAME_HASH;
      case INCARNATION -> JoinException.Reason.OLD_INCARNATION;
      case ADDRESS -> JoinException.Reason.BAD_ADDRESS;
      case SETTINGS -> JoinException.Reason.OTHER_SETTINGS;
    };
  }
}
