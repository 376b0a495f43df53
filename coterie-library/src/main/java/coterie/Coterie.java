package coterie;

import coterie.clock.HybridClock;
import coterie.core.NodeId;
import coterie.net.Counters;
import coterie.net.Loop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A node of a group, inside a service: who belongs to the group, who leads, who may enter, what
 * happened before what.
 *
 * {@snippet :
 * try (Coterie node =
 *     Coterie.join(c -> c.cluster("shop").name("cart-1").bind("0.0.0.0:7946").seeds("cart-0:7946"))) {
 *   node.members().forEach(member -> System.out.println(member.name() + " " + member.status()));
 * }
 * }
 *
 * <p>All methods may be called by any thread. What is told to listeners runs on virtual threads, in
 * order for each listener, and never on the thread that serves the network; what a listener throws
 * is logged, and how slow it is concerns nobody else.
 */
public final class Coterie implements AutoCloseable {
  /** The longest topic and payload of a broadcast together, in bytes. */
  public static final int BROADCAST_MAX = 512;

  private Coterie() {}

  /** Comes into the group that the seeds belong to; founds one if there are none. */
  public static Coterie join(Consumer<Config.Builder> with) {
    Config.Builder builder = Config.builder();
    with.accept(builder);
    return join(builder.build());
  }

  public static Coterie join(Config config) {
    throw new UnsupportedOperationException();
  }

  /**
   * The same on a loop that serves other nodes, too, and is closed by who opened it: so a thousand
   * nodes fit one process.
   */
  public static Coterie join(Config config, Loop sharing) {
    throw new UnsupportedOperationException();
  }

  public Config config() {
    throw new UnsupportedOperationException();
  }

  public String name() {
    return config().name();
  }

  public NodeId id() {
    throw new UnsupportedOperationException();
  }

  /** Which life of the node this is: later ones have greater numbers. */
  public long incarnation() {
    throw new UnsupportedOperationException();
  }

  /** Where others reach it, as host:port. */
  public String address() {
    throw new UnsupportedOperationException();
  }

  /** All who belong to the group, this node included, by name; an immutable snapshot. */
  public List<Member> members() {
    throw new UnsupportedOperationException();
  }

  /** What is known of a node that belongs, or of late belonged, to the group. */
  public Optional<Member> member(String name) {
    throw new UnsupportedOperationException();
  }

  /** Tells of every change from now on, in order. */
  public Subscription watch(Consumer<? super Change> listener) {
    throw new UnsupportedOperationException();
  }

  /**
   * Stands for a leadership. There is one for each name: to ask for it again gives the same one,
   * and does not stand again after it has resigned.
   *
   * @throws IllegalStateException if there are no voters, or this node is one without a data
   *     directory
   */
  public Leadership leadership(String name) {
    throw new UnsupportedOperationException();
  }

  /**
   * A lock by its name.
   *
   * @throws IllegalStateException if there are no voters, or this node is one without a data
   *     directory
   */
  public Lock lock(String name) {
    throw new UnsupportedOperationException();
  }

  /** Asks who leads something, without standing for it: the name of a node, if one does. */
  public Optional<String> whoLeads(String leadership, Duration timeout)
      throws InterruptedException, TimeoutException {
    throw new UnsupportedOperationException();
  }

  /** Whether the leader of the voters is reached. */
  public boolean hasQuorum() {
    throw new UnsupportedOperationException();
  }

  /** The name of the voter that grants locks, as far as it is known here. */
  public Optional<String> votersLeader() {
    throw new UnsupportedOperationException();
  }

  /** The time of this node, after everything that it has heard of. */
  public HybridClock clock() {
    throw new UnsupportedOperationException();
  }

  /**
   * Tells all members a small event, this one included. Each hears it at most once, most hear it
   * soon, and one that is cut off for long does not hear it.
   */
  public void broadcast(String topic, byte[] payload) {
    throw new UnsupportedOperationException();
  }

  /** Hears the broadcasts of that topic from now on. */
  public Subscription hear(String topic, Consumer<? super Broadcast> listener) {
    throw new UnsupportedOperationException();
  }

  /** Hears all broadcasts from now on. */
  public Subscription hear(Consumer<? super Broadcast> listener) {
    throw new UnsupportedOperationException();
  }

  /** Says something of this node to all others. */
  public void tag(String key, String value) {
    throw new UnsupportedOperationException();
  }

  public Health health() {
    throw new UnsupportedOperationException();
  }

  /** What it has sent, received and dropped. */
  public Counters counters() {
    throw new UnsupportedOperationException();
  }

  /** Whether it is in its group: neither closed nor stopped by itself. */
  public boolean isOpen() {
    throw new UnsupportedOperationException();
  }

  /**
   * Lets a voter vote again at its next start, whose saved vote is missing or torn. Only an
   * operator can know that it is safe: see docs/library.md.
   */
  public static void readmitVoter(Path data) {
    throw new UnsupportedOperationException();
  }

  /**
   * Leaves in good order: gives back what it holds, tells the others, and frees its ports. It
   * returns when that is done, or after a few seconds at most. Any thread may call it, also in a
   * listener, and as often as it likes.
   */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
