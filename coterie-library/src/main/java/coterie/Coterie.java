package coterie;

import coterie.clock.HybridClock;
import coterie.core.NodeId;
import coterie.member.cast.Cast;
import coterie.net.Host;
import coterie.net.KeyRing;
import coterie.net.LinkFaults;
import coterie.net.Loop;
import coterie.net.metrics.Counters;
import coterie.node.Joining;
import coterie.node.Life;
import coterie.node.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
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
 * is logged, and how slow it is concerns nobody else: of the events that wait for it at most 1,024
 * are kept, the newest, and {@link Subscription#dropped} counts the others.
 */
public final class Coterie implements AutoCloseable {
  /** The longest topic and payload of a broadcast together, in bytes. */
  public static final int BROADCAST_MAX = Cast.EVENT_MAX;

  /**
   * The longest name of a lock, a leadership or a register, in characters. What is put before it
   * for the voters fits into {@link coterie.mutex.lease.LeaseLock#NAME_MAX}.
   */
  public static final int NAME_MAX = 180;

  private final RunningNode node;

  private Coterie(RunningNode node) {
    this.node = node;
  }

  /**
   * Comes into the group that the seeds belong to; founds one if there are none.
   *
   * @throws JoinException if it cannot; the reason says why
   */
  public static Coterie join(Consumer<Config.Builder> with) {
    Config.Builder builder = Config.builder();
    with.accept(builder);
    return join(builder.build());
  }

  public static Coterie join(Config config) {
    return new Coterie(Joining.join(config, null));
  }

  /**
   * The same on a loop that serves other nodes, too, and is closed by who opened it: so a thousand
   * nodes fit one process.
   */
  public static Coterie join(Config config, Loop sharing) {
    return new Coterie(Joining.join(config, sharing));
  }

  public Config config() {
    return node.config();
  }

  public String name() {
    return node.name();
  }

  public NodeId id() {
    return node.host().self();
  }

  /** Which life of the node this is: later ones have greater numbers. */
  public long incarnation() {
    return node.host().incarnation();
  }

  /** Where others reach it, as host:port. */
  public String address() {
    return HostPort.text(node.reachable());
  }

  // ---- members

  /** All who belong to the group, this node included, by name; an immutable snapshot. */
  public List<Member> members() {
    return node.members();
  }

  /** Returns what is known of a node that belongs, or recently belonged, to the group. */
  public Optional<Member> member(String name) {
    return node.member(name);
  }

  /** Tells of every change from now on, in order. */
  public Subscription watch(Consumer<? super Change> listener) {
    return node.watch(listener);
  }

  /** Says something of this node to all others. */
  public void tag(String key, String value) {
    node.tag(key, value);
  }

  // ---- leaderships and locks

  /**
   * Stands for a leadership. There is one for each name: to ask for it again gives the same one,
   * and does not stand again after it has resigned.
   *
   * @throws IllegalStateException if there are no voters
   */
  public Leadership leadership(String name) {
    return node.leadership(name);
  }

  /**
   * A lock by its name.
   *
   * @throws IllegalStateException if there are no voters
   */
  public Lock lock(String name) {
    return node.lock(name);
  }

  /**
   * A register by its name: a value of which the whole cluster has one, kept by the voters.
   *
   * @param name 1 to {@value #NAME_MAX} characters
   * @throws IllegalStateException if there are no voters, or they are being exchanged
   */
  public Register register(String name) {
    return node.register(name);
  }

  /** Asks who leads something, without standing for it: the name of a node, if one does. */
  public Optional<String> whoLeads(String leadership, Duration timeout)
      throws InterruptedException, TimeoutException {
    return node.whoLeads(leadership, timeout);
  }

  /** Whether the leader of the voters is reached. */
  public boolean hasQuorum() {
    return node.hasQuorum();
  }

  /**
   * The name of the leader of the voters, which grants locks, as far as it is known here. Where
   * they do not elect by Raft this is known to voters alone, and two of them may be at odds for a
   * while.
   */
  public Optional<String> votersLeader() {
    return node.votersLeader();
  }

  // ---- time and events

  /** The time of this node, after everything that it has heard of. */
  public HybridClock clock() {
    return node.clock();
  }

  /**
   * The members whose clocks differ from this machine's by more than {@link Config#driftMax}, each
   * in a sentence; and that this machine's own was set. Empty if all is well.
   */
  public List<String> clockProblems() {
    return node.clockProblems();
  }

  /**
   * Tells all members a small event, this one included. Each hears it at most once, most hear it
   * soon, and one that is cut off for long does not hear it.
   */
  public void broadcast(String topic, byte[] payload) {
    node.broadcast(topic, payload);
  }

  /** Hears the broadcasts of that topic from now on. */
  public Subscription hear(String topic, Consumer<? super Broadcast> listener) {
    return node.hear(topic, listener);
  }

  /** Hears all broadcasts from now on. */
  public Subscription hear(Consumer<? super Broadcast> listener) {
    return node.hear(listener);
  }

  // ---- how it does

  public Health health() {
    return node.health();
  }

  /** How often somebody was refused because of other voters, another lease or election. */
  public long refusals() {
    return node.agreement().refusals();
  }

  /** What it has sent, received and dropped. */
  public Counters counters() {
    return node.host().counters();
  }

  /** The keys that packets are sealed with, to be changed at run time; none without encryption. */
  public Optional<KeyRing> keys() {
    return Optional.ofNullable(config().security().ring());
  }

  /** Whether it is in its group: neither closed nor stopped by itself. */
  public boolean isOpen() {
    return node.isOpen();
  }

  /** What could not be looked up of the seeds, in sentences; empty if all is well. */
  public List<String> seedProblems() {
    return node.seeker().problems();
  }

  /**
   * Readmits a voter whose saved vote is missing or torn, from its next start on. It does so once
   * it has heard one leader of the others for a while: see docs/library.md.
   */
  public static void readmitVoter(Path data) throws IOException {
    if (!Files.isDirectory(data)) {
      throw new IOException(data + " is not a data directory");
    }
    Files.writeString(data.resolve(Life.READMIT), "");
  }

  /** Lets packets of this node go through that from now on: for trying out faults only. */
  public void sendThrough(LinkFaults passage) {
    Host host = node.host();
    host.loop().execute(() -> host.sendThrough(passage));
  }

  /**
   * Leaves in good order: gives back what it holds, tells the others, and frees its ports. It
   * returns when that is done, or after a few seconds at most. Any thread may call it, also in a
   * listener, and as often as it likes.
   *
   * <p>Whoever closes the node says that all work under its locks and leaderships has ended, as
   * with {@link Held#close}: another node may have them at once. Where that is not sure, {@link
   * Held#abandon} and {@link Leadership#abandon} come first.
   */
  @Override
  public void close() {
    node.close();
  }

  /** Returns where its protocols run. */
  Host host() {
    return node.host();
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
