package coterie.sim.explore.local;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.kernel.Witness;
import coterie.sim.explore.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The first node of a group as a search drives it, for those who choose what happens to it. */
public final class ExploredNode {
  /** A message that has left the node. */
  public record Sent(int channel, NodeId to, Message message) {}

  private static final int NODE = 0;

  private final RandomChoices random;
  private final NodeDriver driver;

  public ExploredNode(View members, Blueprint blueprint, int drawsMax) {
    this.random = new RandomChoices(drawsMax);
    this.driver = new NodeDriver(Plan.of(members, blueprint), 0, random);
    driver.kernel().requireCodecs();
  }

  public void watch(Witness witness) {
    driver.kernel().watch(witness);
  }

  /** Begins a life, with what the one before has left on disk. */
  public void begin() {
    driver.begin(NODE, driver.incarnation() + 1, driver.disk(), driver.elapsedNanos());
  }

  /** Ends a life; what is not durable is lost. */
  public void end() {
    driver.keep(driver.end(NODE).subList(0, 0));
  }

  public boolean isUp() {
    return driver.kernel().isUp(NODE);
  }

  public List<Protocol<?>> protocols() {
    return driver.kernel().protocols(NODE);
  }

  /** Chooses the random numbers that are drawn next; after them, the lowest ones. */
  public void choose(long... draws) {
    random.replay(draws);
  }

  public void receive(int channel, NodeId from, Message message) {
    Protocol<Message> protocol = driver.kernel().protocol(NODE, channel);
    if (protocol != null) {
      driver.kernel().receive(NODE, channel, protocol, from, message);
    }
  }

  public void unreachable(int channel, NodeId to) {
    driver.kernel().unreachable(NODE, channel, to);
  }

  public <P extends Protocol<?>> void call(
      P protocol, String words, Function<P, @Nullable Object> method) {
    driver.kernel().call(NODE, protocol, words, method);
  }

  /** Lets the oldest save become durable; returns whether there was one. */
  public boolean sync() {
    boolean isPending = driver.kernel().pending(NODE) != null;
    if (isPending) {
      driver.sync(NODE);
    }
    return isPending;
  }

  /** Lets the next alarm expire, if it does within that time; returns how much of it is left. */
  public long expireWithin(long nanos) {
    NodeDriver.Running next =
        driver.running().stream().min(Comparator.comparingLong(this::left)).orElse(null);
    if (next == null || left(next) > nanos) {
      return -1;
    }
    long left = nanos - left(next);
    driver.expire(next.alarm().channel(), next.alarm().name());
    return left;
  }

  private long left(NodeDriver.Running one) {
    return Math.max(0, one.deadlineNanos() - driver.nowNanos());
  }

  public void elapse(long nanos) {
    driver.elapse(nanos);
  }

  /** Takes what has left the node since it was asked for last. */
  public List<Sent> sent() {
    List<Sent> all = new ArrayList<>();
    driver.sent().forEach(each -> all.add(new Sent(each.channel(), each.to(), each.message())));
    driver.clear();
    return all;
  }
}
