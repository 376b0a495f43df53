package coterie.mutex.lease;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.elect.Election;
import coterie.elect.raft.Charter;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.Fence;
import coterie.mutex.Mutex;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Named locks that survive crashes: the elected leader of a group of voters grants them as leases.
 * This is the one for services.
 *
 * <p>Guarantees, while clocks stay within the configured drift and no process pauses for longer
 * than the configured limit: no two processes are inside a lock at one true instant. A holder
 * counts its lease from the sending of the request that was granted, on its own clock, and is told
 * ({@link Mutex.Waiter#lost}) before anybody else can enter; nobody is let in earlier because of
 * that, so what relied on the lock has the pause to end. Always: a token is made of the term of the
 * leader and a number within it, no two entries share one, and of two entries that one leader
 * granted the later has the greater; so a resource that refuses a token after a greater one (see
 * {@link Fence}) is safe even where clocks and pauses are not. While one leader leads, a lock is
 * granted in the order in which requests for it have reached the leader.
 *
 * <p>Crashes: a holder that dies frees the lock one lease after its last word, a client that dies
 * in line is removed as late. A holder that returns has forgotten the lock, and waits for the end
 * of its earlier lease like everybody else: nobody can be sure that its earlier life is over, as
 * where a process that is only cut off was replaced by another of its name. When the leader dies,
 * those who are inside renew at its successor and keep their locks; new ones are granted one lease
 * after the successor began to lead, since by then whatever the old one has granted is over or
 * renewed.
 *
 * <p>Assumes: the election never lets two lead at one instant while clocks stay within bounds, and
 * no two ever under one term: {@link coterie.elect.raft.Raft} does. A majority of the voters must
 * be up. What is wrong with a failure detector, if there is one anywhere, cannot matter: none is
 * asked.
 *
 * <p>Cost: four messages an entry where the lock is free (ask, grant, release, released), five
 * where one has to wait in line, and two whenever a lease is renewed; none between a client and a
 * leader in one process. It does not depend on the number of members. The heartbeats of the voters
 * come on top.
 *
 * <p>C. Gray and D. Cheriton, "Leases: an efficient fault-tolerant mechanism for distributed file
 * cache consistency", SOSP 1989; M. Burrows, "The Chubby lock service for loosely-coupled
 * distributed systems", OSDI 2006 (sequencers, grace at a change of the leader).
 */
public final class LeaseLock implements Protocol<LeaseLock.Msg> {
  /** The longest name of a lock, in characters. */
  public static final int NAME_MAX = 200;

  /** A description of settings is cut to this length. */
  private static final int TEXT_MAX = 400;

  /** What clients and leaders say to each other, about one lock and one request for it. */
  public sealed interface Msg extends Message {
    String lock();

    /** Which life of the client this is; the requests of a life are numbered. */
    long life();

    long request();
  }

  /**
   * I want the lock, or keep it.
   *
   * @param token 0 if I want it; what I have got if I am inside
   * @param at my own clock
   * @param tries whether I do not want to wait in line
   * @param settings the fingerprint of the settings that I was given
   * @param next of those that are to follow; 0 if none are
   */
  public record Ask(
      String lock,
      long life,
      long request,
      long token,
      long at,
      boolean tries,
      long settings,
      long next)
      implements Msg {}

  /**
   * You are inside, from your clock's time in the request.
   *
   * @param leaseNanos the lease that is in force here: your place is kept for so long
   */
  public record Grant(String lock, long life, long request, long token, long at, long leaseNanos)
      implements Msg {}

  /**
   * You are in line.
   *
   * @param inside who is inside; empty if nobody is known to be
   */
  public record InLine(String lock, long life, long request, List<NodeId> inside) implements Msg {
    public InLine {
      inside = List.copyOf(inside);
    }
  }

  /** You are not let in now, or you are inside no more. */
  public record Refuse(String lock, long life, long request, long at) implements Msg {}

  /**
   * I have left, or do not want it any more; all my earlier requests of this life are over, too.
   */
  public record Release(String lock, long life, long request) implements Msg {}

  /** I know that you are neither inside nor in line. */
  public record Released(String lock, long life, long request) implements Msg {}

  /**
   * I do not lead.
   *
   * @param leader who does; empty if I know of nobody
   */
  public record NotLeader(String lock, long life, long request, List<NodeId> leader)
      implements Msg {
    public NotLeader {
      leader = List.copyOf(leader);
    }
  }

  /** Who is inside? I do not want to enter. */
  public record Inquire(String lock, long life, long request) implements Msg {}

  /**
   * The process named is inside, as far as its leader knows; nobody, if the list is empty.
   *
   * @param token of the one that is inside; 0 for nobody
   */
  public record Inside(String lock, long life, long request, List<NodeId> who, long token)
      implements Msg {
    public Inside {
      who = List.copyOf(who);
    }
  }

  /**
   * You were given other voters, another lease or another election than I: I grant you nothing.
   *
   * @param text what I was given
   */
  public record Unlike(
      String lock, long life, long request, long at, long settings, long next, String text)
      implements Msg {}

  /** The leader has put a client in line. */
  public record Queued(String lock, NodeId who, long request) implements Note {}

  /** The leader has let in a client. */
  public record Granted(String lock, NodeId who, long request, long token) implements Note {}

  /** The leader lets a client keep what an earlier leader has granted. */
  public record Kept(String lock, NodeId who, long request, long token) implements Note {}

  /** The leader has not heard of a client, inside or in line, for a lease. */
  public record Dropped(String lock, NodeId who, long request) implements Note {}

  /** The leader has other settings than a client, and grants it nothing. */
  public record Differed(NodeId who) implements Note {}

  /** This process has other settings than the leader, which grants it nothing. */
  public record RefusedFor(NodeId leader, String settings) implements Note {}

  /** What a trace shows: the locks that this process holds, and, if it leads, its clients. */
  public record State(List<String> held, int clients) {
    public State {
      held = List.copyOf(held);
    }
  }

  private final Context<Msg> context;
  private final @Nullable View members;
  private final Charter charter;
  private final View voters;
  private final @Nullable Election election;
  private final @Nullable Grants grants;
  private final LeaseConfig config;
  private final Agenda agenda;
  private final Map<String, Claim> claims = new TreeMap<>();
  private final Inquiries inquiries;
  private final Guide guide;

  /** What this process says to itself is heard when the handler that says it is done. */
  private final Queue<Msg> toSelf = new ArrayDeque<>();

  private final Alarm self;
  private @Nullable Holding holding;
  private Consumer<NodeId> leaderHeard = leader -> {};
  private long requests;

  /**
   * One of a group whose settings never change.
   *
   * @param members who may be a client
   * @param voters those that elect the leader; the same list everywhere
   * @param election this process' view of the election; null if it is not a voter
   */
  public LeaseLock(
      Context<Msg> context,
      View members,
      View voters,
      @Nullable Election election,
      LeaseConfig config) {
    this(context, members, plain(voters, config), election, config);
  }

  /** The same where anybody may be a client. */
  public LeaseLock(
      Context<Msg> context, View voters, @Nullable Election election, LeaseConfig config) {
    this(context, null, plain(voters, config), election, config);
  }

  /** One of a group in which anybody may be a client, such as one whose members come and go. */
  public LeaseLock(
      Context<Msg> context, Charter charter, @Nullable Election election, LeaseConfig config) {
    this(context, null, charter, election, config);
  }

  /**
   * One of a group whose settings may change.
   *
   * @param members who may be a client; null: anybody
   */
  public LeaseLock(
      Context<Msg> context,
      @Nullable View members,
      Charter charter,
      @Nullable Election election,
      LeaseConfig config) {
    this(
        context,
        members,
        charter,
        election,
        config,
        charter.grantedNanos(),
        Math.max(charter.leaseNanos(), charter.nextLeaseNanos()));
  }

  private static Charter plain(View voters, LeaseConfig config) {
    long lease = config.leaseNanos();
    return new Charter(voters, voters, RaftConfig.service(), lease, lease, 0, true, "");
  }

  /** With leases on the leader's side, and a time to wait old ones out, that a test has chosen. */
  LeaseLock(
      Context<Msg> context,
      View members,
      View voters,
      @Nullable Election election,
      LeaseConfig config,
      long leaseNanos,
      long waitNanos) {
    this(context, members, plain(voters, config), election, config, leaseNanos, waitNanos);
  }

  private LeaseLock(
      Context<Msg> context,
      @Nullable View members,
      Charter charter,
      @Nullable Election election,
      LeaseConfig config,
      long leaseNanos,
      long waitNanos) {
    View voters = charter.all();
    if (election == null && voters.indexOf(context.self()) >= 0) {
      throw new IllegalArgumentException(
          "%s is a voter, and a voter takes part in the election".formatted(context.self()));
    }
    for (int i = 0; i < voters.size(); i++) {
      if (!isMember(members, voters.at(i))) {
        throw new IllegalArgumentException(
            "%s is to vote and is not a member of %s".formatted(voters.at(i), members));
      }
    }
    this.context = context;
    this.members = members;
    this.charter = charter;
    this.voters = voters;
    this.election = election;
    this.config = config;
    this.agenda = new Agenda(context, "agenda");
    this.guide = new Guide(voters, election);
    this.self = context.alarm("self", this::hearSelf);
    this.inquiries = new Inquiries(this, context, agenda, config);
    this.grants =
        election == null
            ? null
            : new Grants(
                context, election, this::send, charter.grantedNanos(), leaseNanos, waitNanos);
    if (election != null) {
      election.listen(new Leadership());
    }
  }

  private static boolean isMember(@Nullable View members, NodeId who) {
    return members == null || members.indexOf(who) >= 0;
  }

  private final class Leadership implements Election.Listener {
    @Override
    public void elected(NodeId leader, long term) {
      if (grants != null && !leader.equals(context.self())) {
        grants.forget();
      }
      guide.turnTo(Math.max(0, voters.indexOf(leader)));
    }

    @Override
    public void ledFrom(long term) {
      if (grants != null) {
        grants.ledFrom(term);
      }
    }
  }

  // ---- the locks

  /**
   * A lock by its name: 1 to 200 characters. It costs nothing to ask for it again and again; all
   * that are called the same are one.
   */
  public Mutex lock(String name) {
    requireName(name);
    return new Named(name);
  }

  /**
   * Takes the lock if it is free now; else, or if nobody answers, the waiter hears that it is not.
   */
  public void tryAcquire(String name, Mutex.Waiter waiter) {
    requireName(name);
    with(name, claim -> claim.ask(config.heldNanos(), waiter, true));
  }

  /** For scripts. */
  public void tryAcquire(String name) {
    tryAcquire(name, new Mutex.Waiter() {});
  }

  /** For scripts. */
  public void acquire(String name) {
    lock(name).acquire();
  }

  /** For scripts. */
  public void acquire(String name, long timeoutNanos) {
    lock(name).acquire(timeoutNanos);
  }

  /** For scripts. */
  public void release(String name) {
    lock(name).release();
  }

  /**
   * Leaves, and lets the lease run out instead of giving it back: for whoever cannot be sure that
   * nobody relies on the lock any more. A {@link #release} may follow once that is sure.
   *
   * @throws IllegalStateException if this process is not inside
   */
  public void abandon(String name) {
    requireName(name);
    with(name, Claim::abandon);
  }

  /** For scripts. */
  public boolean cancel(String name) {
    return lock(name).cancel();
  }

  /**
   * Asks the leader who is inside; the asker hears it, or after that time that nobody who knows has
   * answered.
   */
  public void inquire(String name, long timeoutNanos, Asker asker) {
    requireName(name);
    inquiries.ask(name, timeoutNanos, asker);
  }

  /** Hears what becomes of one inquiry. */
  public interface Asker {
    /** The process named is inside, with that token; null and 0 if nobody is. */
    default void told(@Nullable NodeId who, long token) {}

    /** Nobody who knows it has answered in time. */
    default void unanswered() {}
  }

  /** Hears until when this process is inside its locks. */
  public interface Holding {
    /**
     * This process may be inside until its own clock shows that time: told before an entry, and
     * whenever the time is put off.
     */
    void heldUntil(String lock, long untilNanos);

    /** This process waits in line behind these, as far as the leader knows. */
    default void isBehind(String lock, List<NodeId> inside) {}
  }

  /** Tells it to that listener, and to no other, for as long as this process lives. */
  public void tell(Holding newHolding) {
    holding = newHolding;
  }

  /** Tells that listener, and no other, which voter has acted as the leader, whenever one has. */
  public void hearLeader(Consumer<NodeId> newLeaderHeard) {
    leaderHeard = newLeaderHeard;
  }

  void extended(String lock, long untilNanos) {
    if (holding != null) {
      holding.heldUntil(lock, untilNanos);
    }
  }

  /** Whether nothing is to be said about any lock: all that was given back is known to be. */
  public boolean isIdle() {
    return claims.values().stream().allMatch(Claim::isLapsing);
  }

  /** Whether this process is inside any lock at this very moment. */
  public boolean holdsAny() {
    return claims.values().stream().anyMatch(Claim::holds);
  }

  /** Whether this process is inside that lock at this very moment. */
  public boolean holds(String name) {
    Claim claim = claims.get(name);
    return claim != null && claim.holds();
  }

  /** The same, or that its lease has ended and it has not been told yet: it can be released. */
  public boolean isInside(String name) {
    Claim claim = claims.get(name);
    return claim != null && claim.isInside();
  }

  /** Whether a lease that was lost or abandoned has not run out yet: it can be released. */
  public boolean isLapsing(String name) {
    Claim claim = claims.get(name);
    return claim != null && claim.isLapsing();
  }

  private static void requireName(String name) {
    if (name.isBlank() || name.length() > NAME_MAX) {
      throw new IllegalArgumentException(
          "a lock has a name of 1 to %d characters, not %s"
              .formatted(NAME_MAX, name.isBlank() ? "none" : name.length() + " of them"));
    }
  }

  /** One lock. What is known of it is kept only while something goes on. */
  private final class Named implements Mutex {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public void acquire(long timeoutNanos, Waiter waiter) {
      with(name, claim -> claim.ask(timeoutNanos, waiter, false));
    }

    @Override
    public boolean cancel() {
      Claim claim = claims.get(name);
      return claim != null && claim.cancel();
    }

    @Override
    public void release() {
      with(name, Claim::release);
    }

    @Override
    public boolean holds() {
      return LeaseLock.this.holds(name);
    }

    @Override
    public long token() {
      Claim claim = claims.get(name);
      return claim == null ? 0 : claim.token();
    }

    @Override
    public @Nullable NodeId holder() {
      Claim claim = claims.get(name);
      return claim == null ? null : claim.holder();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** What cannot be throws, and then nothing is left behind. */
  private void with(String name, Consumer<Claim> action) {
    Claim claim =
        claims.computeIfAbsent(name, key -> new Claim(this, context, agenda, key, config));
    try {
      action.accept(claim);
    } finally {
      if (claim.isIdle()) {
        claims.remove(name);
      }
    }
  }

  /** Nothing goes on any more with that lock. */
  void forget(String name) {
    claims.remove(name);
  }

  /** Numbers the requests of this life. */
  long nextRequest() {
    return ++requests;
  }

  @Override
  public State state() {
    List<String> held = claims.values().stream().filter(Claim::holds).map(Claim::toString).toList();
    return new State(held, grants == null ? 0 : grants.size());
  }

  // ---- messages

  @Override
  public void start() {
    if (!isMember(members, context.self())) {
      throw new IllegalArgumentException(
          "%s is not a member of %s".formatted(context.self(), members));
    }
    guide.turnTo((int) context.random(voters.size()));
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int length = message.lock().length();
    if (!isMember(members, from)) {
      context.note(new Note.BadMessage(from, "not from a member"));
    } else if (length == 0 || length > NAME_MAX) {
      context.note(new Note.BadMessage(from, "a lock without a name, or with too long a one"));
    } else {
      hear(from, message);
    }
  }

  private void hear(NodeId from, Msg message) {
    switch (message) {
      case Ask ask -> asked(from, ask);
      case Release release -> released(from, release);
      case Inquire inquire -> inquired(from, inquire);
      default -> answered(from, message);
    }
  }

  private void asked(NodeId from, Ask ask) {
    if (!charter.isNear(ask.settings(), ask.next())) {
      context.note(new Differed(from));
      long now = charter.now();
      send(
          from,
          new Unlike(ask.lock(), ask.life(), ask.request(), ask.at(), now, charter.then(), text()));
    } else if (grants != null && grants.isLeading()) {
      grants.asked(from, ask);
    } else {
      notLeading(from, ask);
    }
  }

  private String text() {
    String text = charter.text();
    return text.substring(0, Math.min(TEXT_MAX, text.length()));
  }

  private void released(NodeId from, Release release) {
    if (grants != null && grants.isLeading()) {
      grants.released(from, release);
    } else {
      notLeading(from, release);
    }
  }

  private void inquired(NodeId from, Inquire inquire) {
    if (grants != null && grants.isLeading()) {
      grants.inquired(from, inquire);
    } else {
      notLeading(from, inquire);
    }
  }

  private void notLeading(NodeId from, Msg message) {
    NodeId leader = election == null ? null : election.leader();
    boolean isOther = leader != null && !leader.equals(context.self());
    List<NodeId> known = isOther ? List.of(leader) : List.of();
    send(from, new NotLeader(message.lock(), message.life(), message.request(), known));
  }

  private void answered(NodeId from, Msg message) {
    if (voters.indexOf(from) < 0 || message.life() > context.incarnation()) {
      context.note(new Note.BadMessage(from, "an answer to what was not asked"));
      return;
    }
    if (!(message instanceof NotLeader) && !(message instanceof Unlike)) {
      guide.answeredBy(from);
      leaderHeard.accept(from); // Before anybody enters: one that is inside has reached a leader.
    }
    if (inquiries.answered(message)) {
      return;
    }
    Claim claim = claims.get(message.lock());
    if (claim != null && claim.isAbout(message)) {
      toldBy(from, claim, message);
    } else if (claim != null && claim.isLapsing()) {
      return; // Somebody may still rely on it.
    } else if (message instanceof Grant grant) { // Nobody wants it any more.
      send(from, new Release(grant.lock(), grant.life(), grant.request()));
    }
  }

  private void toldBy(NodeId from, Claim claim, Msg message) {
    switch (message) {
      case Grant grant -> claim.granted(from, grant);
      case InLine inLine -> {
        claim.inLine(inLine);
        if (holding != null) {
          holding.isBehind(inLine.lock(), inLine.inside());
        }
      }
      case Refuse refuse -> claim.refused(refuse);
      case Released done -> claim.released();
      case NotLeader not -> claim.notLed(not);
      case Unlike unlike -> unlike(from, claim, unlike);
      default -> {}
    }
  }

  /**
   * Ends the wait of a client with other settings; a holder keeps its lock until its lease ends.
   */
  private void unlike(NodeId from, Claim claim, Unlike unlike) {
    boolean isForPeople =
        unlike.text().length() <= TEXT_MAX
            && unlike.text().chars().noneMatch(Character::isISOControl);
    context.note(new RefusedFor(from, isForPeople ? unlike.text() : "others"));
    claim.unlike(unlike);
  }

  long settings() {
    return charter.now();
  }

  long nextSettings() {
    return charter.isJoint() ? charter.then() : 0;
  }

  /** Starts a search for the leader. */
  Guide.Search search() {
    return guide.new Search();
  }

  void send(NodeId to, Msg message) {
    if (to.equals(context.self())) {
      toSelf.add(message);
      self.start(0);
    } else {
      context.send(to, message);
    }
  }

  private void hearSelf() {
    for (int i = toSelf.size(); i > 0; i--) {
      hear(context.self(), toSelf.remove());
    }
  }
}
