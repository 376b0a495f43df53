package coterie.mutex.lease;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.elect.Election;
import coterie.elect.raft.Ballot;
import coterie.elect.raft.Charter;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.Mutex;
import coterie.mutex.Worker;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.testkit.TamperedNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A simulated group with leased locks in which every process has settings of its own, and takes
 * others when it is restarted. Two that lead at once, two that hold at once, and two entries with
 * one token are told.
 */
final class CharterGroup implements StageWitness {
  static final long MILLI = TimeText.SECOND / 1000;
  static final RaftConfig RAFT = new RaftConfig(150 * MILLI, 300 * MILLI, 50 * MILLI, 10_000);
  static final String LOCK = "a";

  /** What is broken on purpose. */
  enum Flaw {
    NONE,
    /** Whatever settings another process has, its word counts. */
    GULLIBLE,
    /** A majority of its list elects the first leader. */
    HASTY,
    /** A voter goes from any settings to any. */
    FICKLE,
    /** A voter forgets the lease of earlier settings. */
    FORGETFUL
  }

  final Simulation simulation;
  final List<String> wrong = new ArrayList<>();
  final Charter[] charters;
  int entries;
  int refusedStarts;
  int refusedAsks;
  int losses;
  private final Flaw flaw;
  private final @Nullable LeaseLock[] locks;
  private final @Nullable Election[] elections;
  private final Map<Long, NodeId> tokens = new HashMap<>();

  CharterGroup(Charter[] charters, Flaw flaw, Setup setup, int clients, long holdNanos) {
    this.charters = charters;
    this.flaw = flaw;
    this.locks = new @Nullable LeaseLock[charters.length];
    this.elections = new @Nullable Election[charters.length];
    View members = View.numbered(0, charters.length);
    Worker.Config work = new Worker.Config(clients, holdNanos, 40 * MILLI, true, Mutex.FOR_EVER);
    this.simulation =
        new Simulation(
            members,
            node -> build(flaw == Flaw.GULLIBLE ? gullible(node) : node, members, work),
            setup);
    simulation.watch(this);
  }

  private void build(Node node, View members, Worker.Config work) {
    int self = (int) node.self().value();
    Charter charter = charters[self];
    boolean[] isRefused = new boolean[1];
    Election election = null;
    if (charter.all().indexOf(node.self()) >= 0) {
      election = node.add("raft", Raft.Msg.class, c -> new Voter(c, charter, flaw, isRefused));
    } else {
      node.add("raft", Raft.Msg.class, c -> (Deaf<Raft.Msg>) (from, message) -> {});
    }
    locks[self] = null;
    elections[self] = election;
    if (isRefused[0]) {
      refusedStarts++;
      elections[self] = null;
      node.add("lease", LeaseLock.Msg.class, c -> (Deaf<LeaseLock.Msg>) (from, message) -> {});
      node.add("work", Silent.class, c -> (Deaf<Silent>) (from, message) -> {});
      return;
    }
    Election own = election;
    LeaseLock lock =
        node.add(
            "lease",
            LeaseLock.Msg.class,
            c -> new LeaseLock(c, members, charter, own, lease(charter)));
    locks[self] = lock;
    Worker.add(node, members, List.of(lock.lock(LOCK)), work);
  }

  private interface Deaf<M extends Message> extends Protocol<M> {}

  /** Hears its own settings in every request. */
  private Node gullible(Node node) {
    Charter charter = charters[(int) node.self().value()];
    TamperedNode.Tamper tamper =
        new TamperedNode.Tamper() {
          @Override
          protected Message hearing(NodeId from, Message message) {
            return message instanceof LeaseLock.Ask ask
                ? new LeaseLock.Ask(
                    ask.lock(),
                    ask.life(),
                    ask.request(),
                    ask.token(),
                    ask.at(),
                    ask.tries(),
                    charter.now(),
                    0)
                : message;
          }
        };
    return new TamperedNode(node, LeaseLock.Msg.class, tamper);
  }

  static LeaseConfig lease(Charter charter) {
    long lease = Math.max(charter.leaseNanos(), charter.nextLeaseNanos());
    return new LeaseConfig(lease, 100 * MILLI, 0, 10_000);
  }

  static Charter plain(List<Integer> voters, long leaseNanos) {
    return joint(voters, voters, leaseNanos, leaseNanos);
  }

  static Charter joint(List<Integer> voters, List<Integer> next, long lease, long nextLease) {
    return new Charter(
        view(voters), view(next), RAFT, lease, nextLease, 0, false, voters + " " + next);
  }

  private static View view(List<Integer> numbers) {
    return View.of(numbers.stream().map(number -> new NodeId(number)).toList());
  }

  /** A voter, or one that is broken. One that must not start stands by. */
  private static final class Voter implements Protocol<Raft.Msg>, Election {
    private final Charter charter;
    private final Flaw flaw;
    private final @Nullable Raft raft;

    Voter(Context<Raft.Msg> context, Charter charter, Flaw flaw, boolean[] isRefused) {
      this.charter = charter;
      this.flaw = flaw;
      Ballot saved = context.stable("ballot", Ballot.class).value();
      boolean isHeld = flaw != Flaw.FICKLE && saved != null;
      isRefused[0] = isHeld && charter.objection(saved.oath()) != null;
      Context<Raft.Msg> own =
          flaw == Flaw.FICKLE || flaw == Flaw.FORGETFUL ? new Amnesia(context, flaw) : context;
      this.raft = isRefused[0] ? null : new Raft(own, charter);
    }

    @Override
    public void start() {
      if (raft != null) {
        raft.start();
      }
    }

    @Override
    public void receive(NodeId from, Raft.Msg message) {
      if (raft != null) {
        raft.receive(from, heard(message));
      }
    }

    private Raft.Msg heard(Raft.Msg message) {
      return switch (flaw) {
        case GULLIBLE -> Forger.forged(message, charter);
        case HASTY -> Forger.founded(message);
        case NONE, FICKLE, FORGETFUL -> message;
      };
    }

    @Override
    public void saved(coterie.core.Stable<?> what) {
      if (raft != null) {
        raft.saved(what);
      }
    }

    @Override
    public @Nullable NodeId leader() {
      return raft == null ? null : raft.leader();
    }

    @Override
    public long term() {
      return raft == null ? 0 : raft.term();
    }

    @Override
    public boolean leads() {
      return raft != null && raft.leads();
    }

    @Override
    public long earlierLeasesNanos() {
      return raft == null ? 0 : raft.earlierLeasesNanos();
    }

    @Override
    public void resign() {
      if (raft != null) {
        raft.resign();
      }
    }

    @Override
    public void listen(Listener listener) {
      if (raft != null) {
        raft.listen(listener);
      }
    }

    @Override
    public Record state() {
      return raft == null ? new Raft.State(Raft.Phase.FOLLOWER, null, 0, null) : raft.state();
    }
  }

  static NodeId id(long number) {
    return new NodeId(number);
  }

  /** Stops a process, and starts it with those settings. */
  void restart(int node, Charter charter) {
    charters[node] = charter;
    if (simulation.isUp(id(node))) {
      simulation.inject(new Fault.Crash(id(node), false));
    }
    simulation.inject(new Fault.Recover(id(node)));
  }

  void stop(int node) {
    simulation.inject(new Fault.Crash(id(node), false));
  }

  boolean isLed(int node) {
    Election election = elections[node];
    return simulation.isUp(id(node)) && election != null && election.leader() != null;
  }

  /** Who leads; -1 if nobody does. */
  int leader() {
    for (int i = 0; i < charters.length; i++) {
      if (leads(i)) {
        return i;
      }
    }
    return -1;
  }

  private boolean leads(int node) {
    Election election = elections[node];
    return simulation.isUp(id(node)) && election != null && election.leads();
  }

  boolean holds(int node) {
    LeaseLock own = locks[node];
    return simulation.isUp(id(node)) && own != null && own.holds(LOCK);
  }

  /** Asks who is inside, for as long as it takes. */
  void inquire(int node) {
    simulation.call(
        id(node),
        LeaseLock.class,
        "inquire",
        own -> {
          own.inquire(LOCK, 60 * TimeText.SECOND, new LeaseLock.Asker() {});
          return null;
        });
  }

  /** Runs on, with a look at every process after every event. */
  void run(long nanos) {
    simulation.runUntil(
        () -> {
          look();
          return false;
        },
        simulation.now() + nanos);
  }

  private void look() {
    int leader = -1;
    int holder = -1;
    for (int i = 0; i < charters.length; i++) {
      if (leads(i)) {
        says(leader >= 0, "P%d and P%d both lead".formatted(leader, i));
        leader = i;
      }
      if (holds(i)) {
        says(holder >= 0, "P%d and P%d both hold".formatted(holder, i));
        holder = i;
      }
    }
  }

  private void says(boolean isWrong, String what) {
    if (isWrong) {
      wrong.add(TimeText.format(simulation.now()) + " " + what);
    }
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case Note.Entered entered -> {
        entries++;
        NodeId other = tokens.put(entered.token(), node);
        says(other != null, "%s enters with a token of %s".formatted(node, other));
      }
      case Note.LostLock lost -> losses++;
      case LeaseLock.RefusedFor refused -> refusedAsks++;
      default -> {}
    }
  }
}
