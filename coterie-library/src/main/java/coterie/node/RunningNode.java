package coterie.node;

import coterie.Broadcast;
import coterie.Change;
import coterie.Config;
import coterie.Health;
import coterie.HostPort;
import coterie.JoinException;
import coterie.Leadership;
import coterie.Lock;
import coterie.Member;
import coterie.Option;
import coterie.Register;
import coterie.Status;
import coterie.Subscription;
import coterie.calls.GroupCalls;
import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.elect.Election;
import coterie.elect.quorum.Quorum;
import coterie.grants.LeadershipLease;
import coterie.grants.Leases;
import coterie.grants.LocalLines;
import coterie.grants.Mailboxes;
import coterie.grants.NamedLock;
import coterie.grants.NamedRegister;
import coterie.grants.RegisterDoor;
import coterie.member.cast.Cast;
import coterie.net.Host;
import coterie.net.Loop;
import coterie.net.directory.Names;
import coterie.store.registers.RegisterAccess;
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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node from its start to its end: the protocols on its host, and all that listens to them. */
public final class RunningNode implements AutoCloseable {
  private static final long MEETING_NANOS = 300_000_000;
  private static final long CLOCKS_NANOS = 5_000_000_000L;
  private static final System.Logger LOG = System.getLogger("coterie");

  private final Config config;
  private final Host host;
  private final Life life;
  private final Agreement agreement;
  private final NodeShutdown shutdown;
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

  RunningNode(
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
    this.shutdown = new NodeShutdown(this, host, life, ownLoop);
    this.group =
        config.detector() == Config.Detection.SWIM
            ? new SwimGroup(host, clock, agreement)
            : new FixedGroup(host, config, clock, agreement);
    this.leases = new Leases(host, this::nameOf);
    this.registers = new RegisterDoor(host, this::registerObstacle);
    this.seeker = Joining.seeker(this, config);
  }

  public Config config() {
    return config;
  }

  public String name() {
    return config.name();
  }

  public List<Member> members() {
    return ask(
        () -> {
          lastMembers = group.members();
          return lastMembers;
        },
        () -> lastMembers);
  }

  public Optional<Member> member(String name) {
    NodeId id = Names.id(config.cluster(), name);
    return ask(() -> Optional.ofNullable(group.member(id)), Optional::empty);
  }

  public Subscription watch(Consumer<? super Change> listener) {
    return watchers.add(listener);
  }

  public void tag(String key, String value) {
    requireOpen();
    Option.TAGS.check(new TreeMap<>(Map.of(key, value)));
    Loops.await(
        host.loop(),
        () -> {
          group.tag(host, key, value);
          return true;
        });
  }

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

  public Lock lock(String name) {
    requireVoters("lock");
    Joining.requireName("a lock", name);
    return new NamedLock(name, leases, lines, this::obstacle);
  }

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
          "registers are unavailable while the voters %s are exchanged for %s"
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

  public boolean hasQuorum() {
    return hasQuorum && isOpen;
  }

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

  public HybridClock clock() {
    return clock.hybrid();
  }

  public List<String> clockProblems() {
    return ask(() -> clockWatch.problems(group.members()), List::of);
  }

  public void broadcast(String topic, byte[] payload) {
    requireOpen();
    Bytes bytes = Bytes.of(payload);
    Loops.await(host.loop(), () -> host.callNow(new GroupCalls.Tell(topic, bytes)));
  }

  public Subscription hear(String topic, Consumer<? super Broadcast> listener) {
    return hearers.add(topic, Broadcast::topic, listener);
  }

  public Subscription hear(Consumer<? super Broadcast> listener) {
    return hearers.add(listener);
  }

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

  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public void close() {
    shutdown.say();
  }

  @Override
  public String toString() {
    return "%s of %s at %s".formatted(name(), config.cluster(), HostPort.text(address));
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

  public Agreement agreement() {
    return agreement;
  }

  /** In the loop: the leader refuses this node, and says what it was given. */
  void refusedBy(NodeId leader, String settings) {
    agreement.refusedBy(nameOf(leader), settings);
  }

  Leases leases() {
    return leases;
  }

  public Host host() {
    return host;
  }

  public Seeker seeker() {
    return seeker;
  }

  boolean isLeaving() {
    return shutdown.isSaid();
  }

  public InetSocketAddress reachable() {
    return address;
  }

  /** Done when another member is known. */
  CompletableFuture<Void> met() {
    return met;
  }

  /**
   * All seeds were greeted. A seed that welcomed this node is met within a round trip; if none did,
   * waiting longer does not help.
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

  /** In which this node takes part; null if it is not a voter. In the loop. */
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
    // Not in the midst of an election: the hearer is told by another protocol.
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
    shutdown.hasLeft();
  }

  /** In the loop: this node has to end, and has nothing to say to anybody any more. */
  void stop(String why) {
    watchers.tell(new Change.Stopped(why));
    met.completeExceptionally(new JoinException(JoinException.Reason.NAME_TAKEN, why));
    shutdown.stop();
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
    if (!isOpen || shutdown.isSaid()) {
      throw new IllegalStateException(name() + " is closed");
    }
  }

  private <T> T ask(Supplier<T> question, Supplier<T> otherwise) {
    return Loops.ask(host.loop(), () -> isOpen ? question.get() : otherwise.get(), otherwise);
  }
}
