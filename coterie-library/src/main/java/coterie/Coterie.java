package coterie;

import coterie.calls.GroupCalls;
import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.elect.Election;
import coterie.elect.Quorum;
import coterie.member.Cast;
import coterie.net.Counters;
import coterie.net.Host;
import coterie.net.KeyRing;
import coterie.net.Loop;
import coterie.net.Names;
import coterie.net.Passage;
import coterie.store.RegisterAccess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
   * for the voters fits into {@link coterie.mutex.LeaseLock#NAME_MAX}.
   */
  public static final int NAME_MAX = 180;

  private static final long MEETING_NANOS = 300_000_000;
  private static final long CLOCKS_NANOS = 5_000_000_000L;
  private static final System.Logger LOG = System.getLogger("coterie");

  private final Config config;
  private final Host host;
  private final Life life;
  private final Agreement agreement;
  private final Farewell farewell;
  private final Group group;
  private final Leases leases;
  private final RegisterDoor registers;
  private final Seeker seeker;
  private final NodeClock clock;
  private final ClockWatch clockWatch;
  private final InetSocketAddress address;
  private final LocalLines lines = new LocalLines();
  private final Map<String, LeadershipLease> leaderships = new ConcurrentHashMap<>();
  private final Mailboxes<Change> watchers = new Mailboxes<>();
  private final Mailboxes<Broadcast> hearers = new Mailboxes<>();
  private final CompletableFuture<Void> met = new CompletableFuture<>();
  private final AtomicBoolean isReadmitted = new AtomicBoolean();
  private volatile boolean hasQuorum;
  private volatile boolean isOpen;
  private volatile List<Member> lastMembers = List.of();

  Coterie(
      Config config,
      Host host,
      Life life,
      Agreement agreement,
      @Nullable Loop ownLoop,
      NodeClock clock) {
    this.config = config;
    this.agreement = agreement;
    this.host = host;
    this.life = life;
    this.clock = clock;
    this.clockWatch = new ClockWatch(clock.wall(), config.driftMax());
    this.address = Joining.reachable(config, host.address());
    this.farewell = new Farewell(this, host, life, ownLoop);
    this.group =
        config.detector() == Config.Detection.SWIM
            ? new SwimGroup(host, clock, agreement)
            : new FixedGroup(host, config, clock, agreement);
    this.leases = new Leases(host, this::nameOf);
    this.registers = new RegisterDoor(host, this::registerObstacle);
    this.seeker = Joining.seeker(this, config);
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
    return Joining.join(config, null);
  }

  /**
   * The same on a loop that serves other nodes, too, and is closed by who opened it: so a thousand
   * nodes fit one process.
   */
  public static Coterie join(Config config, Loop sharing) {
    return Joining.join(config, sharing);
  }

  public Config config() {
    return config;
  }

  public String name() {
    return config.name();
  }

  public NodeId id() {
    return host.self();
  }

  /** Which life of the node this is: later ones have greater numbers. */
  public long incarnation() {
    return host.incarnation();
  }

  /** Where others reach it, as host:port. */
  public String address() {
    return HostPort.text(address);
  }

  // ---- members

  /** All who belong to the group, this node included, by name; an immutable snapshot. */
  public List<Member> members() {
    return ask(
        () -> {
          lastMembers = group.members();
          return lastMembers;
        },
        () -> lastMembers);
  }

  /** Returns what is known of a node that belongs, or recently belonged, to the group. */
  public Optional<Member> member(String name) {
    NodeId id = Names.id(config.cluster(), name);
    return ask(() -> Optional.ofNullable(group.member(id)), Optional::empty);
  }

  /** Tells of every change from now on, in order. */
  public Subscription watch(Consumer<? super Change> listener) {
    return watchers.add(listener);
  }

  /** Says something of this node to all others. */
  public void tag(String key, String value) {
    requireOpen();
    OptionType.requireTag(key);
    Loops.await(
        host.loop(),
        () -> {
          group.tag(host, key, value);
          return true;
        });
  }

  // ---- leaderships and locks

  /**
   * Stands for a leadership. There is one for each name: to ask for it again gives the same one,
   * and does not stand again after it has resigned.
   *
   * @throws IllegalStateException if there are no voters
   */
  public Leadership leadership(String name) {
    requireVoters("leadership");
    Joining.requireName("a leadership", name);
    return leaderships.computeIfAbsent(
        name,
        key -> {
          LeadershipLease lease = new LeadershipLease(key, leases, this::hasQuorum);
          lease.stand();
          return lease;
        });
  }

  /**
   * A lock by its name.
   *
   * @throws IllegalStateException if there are no voters
   */
  public Lock lock(String name) {
    requireVoters("lock");
    Joining.requireName("a lock", name);
    return new NamedLock(name, leases, lines, this::obstacle);
  }

  /**
   * A register by its name: a value of which the whole cluster has one, kept by the voters.
   *
   * @param name 1 to {@value #NAME_MAX} characters
   * @throws IllegalStateException if there are no voters, or they are being exchanged
   */
  public Register register(String name) {
    requireVoters("register");
    Joining.requireName("a register", name);
    requireNoExchange();
    return new NamedRegister(name, registers, this::requireOpen, NamedRegister.TIMEOUT);
  }

  /** In the loop, where calls on registers can be made. */
  private boolean hasRegisters() {
    return isOpen && host.loop().isInLoop() && config.hasGrants() && config.nextVoters().isEmpty();
  }

  private void requireNoExchange() {
    if (!config.nextVoters().isEmpty()) {
      throw new IllegalStateException(
          "registers stand still while the voters %s are exchanged for %s"
              .formatted(config.voters(), config.nextVoters()));
    }
  }

  /** In the loop: why a call on a register may have had no outcome; empty if nothing is known. */
  private String registerObstacle() {
    if (!isOpen) {
      return "";
    }
    RegisterAccess access = host.protocol(RegisterAccess.class);
    String own = access.obstacle();
    String refusal = own == null ? access.lastRefusal() : own;
    return refusal.isEmpty()
        ? "a majority of the voters %s is needed".formatted(config.voters())
        : refusal;
  }

  /** Asks who leads something, without standing for it: the name of a node, if one does. */
  public Optional<String> whoLeads(String leadership, Duration timeout)
      throws InterruptedException, TimeoutException {
    requireVoters("leadership");
    Joining.requireName("a leadership", leadership);
    return LeadershipLease.leader(leases, leadership, timeout);
  }

  private void requireVoters(String what) {
    requireOpen();
    if (config.voters().isEmpty()) {
      throw new IllegalStateException(
          "a %s needs voters: list the same ones with voters(...) on all nodes".formatted(what));
    }
    if (!config.hasGrants()) {
      throw new IllegalStateException(
          "a %s needs voters that elect by raft: by %s two of them may lead at once"
              .formatted(what, config.election().name().toLowerCase(Locale.ROOT)));
    }
  }

  /** Why no lock is granted, where nobody is known to hold it. */
  private String obstacle() {
    String refusal = agreement.refusal();
    if (refusal != null) {
      return "the leader refuses this node: " + refusal;
    }
    return hasQuorum()
        ? "others hold it or were in line before"
        : "no leader of the voters was reached";
  }

  /** Whether the leader of the voters is reached. */
  public boolean hasQuorum() {
    return hasQuorum && isOpen;
  }

  /**
   * The name of the leader of the voters, which grants locks, as far as it is known here. Where
   * they do not elect by Raft this is known to voters alone, and two of them may be at odds for a
   * while.
   */
  public Optional<String> votersLeader() {
    return ask(() -> Optional.ofNullable(leader()).map(this::nameOf), Optional::empty);
  }

  private @Nullable NodeId leader() {
    if (config.hasGrants()) {
      return host.protocol(Quorum.class).leader();
    }
    Election election = election();
    return election == null ? null : election.leader();
  }

  // ---- time and events

  /** The time of this node, after everything that it has heard of. */
  public HybridClock clock() {
    return clock.hybrid();
  }

  /**
   * The members whose clocks differ from this machine's by more than {@link Config#driftMax}, each
   * in a sentence; and that this machine's own was set. Empty if all is well.
   */
  public List<String> clockProblems() {
    return ask(() -> clockWatch.problems(group.members()), List::of);
  }

  /**
   * Tells all members a small event, this one included. Each hears it at most once, most hear it
   * soon, and one that is cut off for long does not hear it.
   */
  public void broadcast(String topic, byte[] payload) {
    requireOpen();
    Bytes bytes = Bytes.of(payload);
    Loops.await(host.loop(), () -> host.callNow(new GroupCalls.Tell(topic, bytes)));
  }

  /** Hears the broadcasts of that topic from now on. */
  public Subscription hear(String topic, Consumer<? super Broadcast> listener) {
    return hearers.add(topic, Broadcast::topic, listener);
  }

  /** Hears all broadcasts from now on. */
  public Subscription hear(Consumer<? super Broadcast> listener) {
    return hearers.add(listener);
  }

  // ---- how it does

  public Health health() {
    return ask(() -> health(group.size(), group.suspects()), this::lastHealth);
  }

  private Health lastHealth() {
    List<Member> last = lastMembers;
    long suspects = last.stream().filter(member -> member.status() == Status.SUSPECT).count();
    return health(last.size(), (int) suspects);
  }

  private Health health(int members, int suspects) {
    boolean mayVote = !config.isVoter() || life.mayVote() || isReadmitted.get();
    return new Health(
        isOpen,
        hasQuorum(),
        config.hasGrants(),
        members,
        suspects,
        isOpen && host.loop().isInLoop() ? group.lateness() : 0,
        host.counters().failedSaves(),
        host.savesFail(),
        host.diskBehindNanos() / 1_000_000,
        mayVote,
        differing(),
        problems());
  }

  /** Where all members are reached; nowhere once this node is closed. */
  Set<InetSocketAddress> addresses() {
    return ask(group::addresses, Set::of);
  }

  private int differing() {
    return isOpen && host.loop().isInLoop()
        ? group.differing()
        : (int) lastMembers.stream().filter(Member::differs).count();
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>(life.problems());
    if (isReadmitted.get()) {
      problems.clear();
    }
    problems.addAll(agreement.problems());
    String loss = hasRegisters() ? host.protocol(RegisterAccess.class).loss() : null;
    if (loss != null && life.mayVote()) {
      problems.add("%s keeps no registers: %s".formatted(name(), loss));
    }
    problems.addAll(seeker.problems());
    return problems;
  }

  /** How often somebody was refused because of other voters, another lease or election. */
  public long refusals() {
    return agreement.refusals();
  }

  /** What it has sent, received and dropped. */
  public Counters counters() {
    return host.counters();
  }

  /** The keys that packets are sealed with, to be changed at run time; none without encryption. */
  public Optional<KeyRing> keys() {
    return Optional.ofNullable(config.security().ring());
  }

  /** Whether it is in its group: neither closed nor stopped by itself. */
  public boolean isOpen() {
    return isOpen;
  }

  /** What could not be looked up of the seeds, in sentences; empty if all is well. */
  public List<String> seedProblems() {
    return seeker.problems();
  }

  /**
   * Lets a voter vote again whose saved vote is missing or torn, from its next start on. It does so
   * once it has heard one leader of the others for a while: see docs/library.md.
   */
  public static void readmitVoter(Path data) throws IOException {
    if (!Files.isDirectory(data)) {
      throw new IOException(data + " is no data directory");
    }
    Files.writeString(data.resolve(Life.READMIT), "");
  }

  /** Lets packets of this node go through that from now on: for trying out faults only. */
  public void sendThrough(Passage passage) {
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
    farewell.say();
  }

  @Override
  public String toString() {
    return "%s of %s at %s".formatted(name(), config.cluster(), address());
  }

  // ---- for the parts of this package

  /** In the loop, with the protocols built and started. */
  void begin() {
    isOpen = true;
    watchClocks();
    group.begin(host);
    if (config.hasGrants()) {
      leases.begin();
    }
    host.protocol(Cast.class)
        .listen(
            (origin, topic, payload) -> {
              if (!hearers.isEmpty()) {
                hearers.tell(new Broadcast(topic, nameOf(origin), payload));
              }
            });
  }

  private void watchClocks() {
    if (isOpen) {
      clockWatch.look(clock.isApart(config.driftMax()) ? group.members() : List.of());
      host.loop().schedule(CLOCKS_NANOS, this::watchClocks);
    }
  }

  /** Another node knows this life now. */
  void accepted() {
    life.accepted();
  }

  Group group() {
    return group;
  }

  Agreement agreement() {
    return agreement;
  }

  /** In the loop: the leader refuses this node, and says what it was given. */
  void refusedBy(NodeId leader, String settings) {
    agreement.refusedBy(nameOf(leader), settings);
  }

  Leases leases() {
    return leases;
  }

  Host host() {
    return host;
  }

  Seeker seeker() {
    return seeker;
  }

  boolean isLeaving() {
    return farewell.isSaid();
  }

  InetSocketAddress reachable() {
    return address;
  }

  /** Done when another member is known. */
  CompletableFuture<Void> met() {
    return met;
  }

  /**
   * All seeds were greeted. Who was welcome is met within a round trip; where nobody was, waiting
   * longer brings nobody.
   */
  void greetedAll() {
    host.loop()
        .execute(
            () -> {
              if (config.mayBeAlone()) {
                host.loop().schedule(MEETING_NANOS, () -> met.complete(null));
              }
            });
  }

  /** Whom this process has asked to lead; all of them resign at the end. */
  Iterable<LeadershipLease> leaderships() {
    return leaderships.values();
  }

  /** In which this node takes part; null if it is no voter. In the loop. */
  @Nullable Election election() {
    return config.allVoters().contains(name()) ? host.protocol(Election.class) : null;
  }

  /** In the loop; the number if nobody of that number is known. */
  private String nameOf(NodeId id) {
    Member member = group.member(id);
    if (member != null && !member.name().isEmpty()) {
      return member.name();
    }
    for (String voter : config.allVoters()) {
      if (Names.id(config.cluster(), voter).equals(id)) {
        return voter;
      }
    }
    return id.toString();
  }

  /** Another member is known. */
  void hasMet() {
    met.complete(null);
  }

  /** Whether anybody wants to hear of changes. */
  boolean isWatched() {
    return !watchers.isEmpty();
  }

  void tell(Change change) {
    watchers.tell(change);
  }

  void elected(NodeId leader) {
    watchers.tell(new Change.Elected(nameOf(leader)));
  }

  void quorum(boolean isReached) {
    hasQuorum = isReached;
    watchers.tell(isReached ? new Change.QuorumRegained() : new Change.QuorumLost());
  }

  void readmitted() {
    isReadmitted.set(true);
    // Not in the midst of an election: who hears of it is told by another protocol.
    host.loop().execute(this::tellVote);
    Path data = config.data();
    if (data != null) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  Files.deleteIfExists(data.resolve(Life.READMIT));
                } catch (IOException e) {
                  LOG.log(System.Logger.Level.WARNING, "cannot delete " + Life.READMIT, e);
                }
              });
    }
  }

  private void tellVote() {
    if (isOpen && config.detector() == Config.Detection.SWIM) {
      String said = CharterText.said(config, 1); // The number comes with the next life.
      group.tag(host, CharterText.TAG, CharterText.onCard(said));
    }
  }

  void hasLeft() {
    farewell.hasLeft();
  }

  /** In the loop: this node has to end, and has nothing to say to anybody any more. */
  void stop(String why) {
    watchers.tell(new Change.Stopped(why));
    met.completeExceptionally(new JoinException(JoinException.Reason.NAME_TAKEN, why));
    farewell.stop();
  }

  /** In the loop: the host is no more. */
  void wasShut() {
    if (isOpen) {
      lastMembers = group.members();
    }
    isOpen = false;
    leases.close();
    registers.close();
    leaderships.values().forEach(LeadershipLease::closed);
    seeker.stop();
  }

  private void requireOpen() {
    if (!isOpen || farewell.isSaid()) {
      throw new IllegalStateException(name() + " is closed");
    }
  }

  private <T> T ask(Supplier<T> question, Supplier<T> otherwise) {
    return Loops.ask(host.loop(), () -> isOpen ? question.get() : otherwise.get(), otherwise);
  }
}
