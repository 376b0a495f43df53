package coterie;

import coterie.elect.raft.RaftConfig;
import coterie.member.swim.SwimConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.net.HostConfig.Transport;
import coterie.net.KeyRing;
import coterie.net.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a node runs. Made by a {@link Builder}, of which only cluster and name have to be given; see
 * there for what each option means, and {@link Option} for all of them.
 */
public final class Config {
  /** The failure detector that tells which members are up. */
  public enum Detection {
    /** Members come and go; the group is whoever joined. */
    SWIM,
    /** All tell all of a fixed list of members that they live. */
    HEARTBEAT,
    /** The same, with a suspicion that grows. */
    PHI,
    /** A fixed list as a ring, in which each one tells the next. */
    HEARTRING,
    /** A fixed list as a ring, in which each one tests the next. */
    VRING
  }

  /** How the voters come to a leader. */
  public enum Electing {
    /** Never two leaders of one term; the leader grants leaderships and locks. */
    RAFT,
    /**
     * The voter of the highest {@link Builder#rank} that is up. Two may lead for a while: nothing
     * is granted.
     */
    BULLY,
    /** The same, found by a message that goes around. Two may lead here, too. */
    RING
  }

  private final OptionValues values;

  private Config(OptionValues given) {
    OptionValues all = given.checked();
    LeaseConfig next = all.find(Option.NEXT_LEASE);
    values = next == null ? all.with(Option.NEXT_LEASE, all.value(Option.LEASE)) : all;
    ConfigRules.check(this);
  }

  /** Begins a configuration in which every option that need not be given has its default. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the value of an option.
   *
   * @throws IllegalStateException if it was not set and has no default
   */
  public <T> T value(Option<T> option) {
    return values.value(option);
  }

  public String cluster() {
    return values.value(Option.CLUSTER);
  }

  public String name() {
    return values.value(Option.NAME);
  }

  public String bind() {
    return values.value(Option.BIND);
  }

  public @Nullable String advertise() {
    return values.find(Option.ADVERTISE);
  }

  public List<String> seeds() {
    return values.value(Option.SEEDS);
  }

  public SortedMap<String, String> tags() {
    return values.value(Option.TAGS);
  }

  public @Nullable Path data() {
    return values.find(Option.DATA);
  }

  public List<String> voters() {
    return values.value(Option.VOTERS);
  }

  public List<String> nextVoters() {
    return values.value(Option.NEXT_VOTERS);
  }

  public Electing election() {
    return values.value(Option.ELECTION);
  }

  public int rank() {
    return values.value(Option.RANK);
  }

  public boolean readmit() {
    return values.value(Option.READMIT);
  }

  public Detection detector() {
    return values.value(Option.DETECTOR);
  }

  public List<String> members() {
    return values.value(Option.MEMBERS);
  }

  public SwimConfig swim() {
    return values.value(Option.SWIM);
  }

  public RaftConfig raft() {
    return values.value(Option.RAFT);
  }

  public LeaseConfig lease() {
    return values.value(Option.LEASE);
  }

  public LeaseConfig nextLease() {
    return values.value(Option.NEXT_LEASE);
  }

  public Transport transport() {
    return values.value(Option.TRANSPORT);
  }

  public Security security() {
    return values.value(Option.SECURITY);
  }

  public Duration driftMax() {
    return values.value(Option.DRIFT_MAX);
  }

  public Duration joinTimeout() {
    return values.value(Option.JOIN_TIMEOUT);
  }

  public boolean mayBeAlone() {
    return values.value(Option.MAY_BE_ALONE);
  }

  public boolean founds() {
    return values.value(Option.FOUNDS);
  }

  public @Nullable Path record() {
    return values.find(Option.RECORD);
  }

  /** Whether there are voters whose leader grants leaderships and locks. */
  public boolean hasGrants() {
    return election() == Electing.RAFT && !voters().isEmpty();
  }

  /** Whether this node is one of them, and so has a vote that it must not forget. */
  public boolean isVoter() {
    return hasGrants() && allVoters().contains(name());
  }

  /** The voters, and those that are to follow them. */
  public List<String> allVoters() {
    return Stream.concat(voters().stream(), nextVoters().stream()).distinct().toList();
  }

  /** What is said of a node before it starts. */
  public static final class Builder {
    private OptionValues values = OptionValues.none();

    Builder() {}

    /** Sets an option. */
    public <T> Builder with(Option<T> option, T value) {
      values = values.with(option, value);
      return this;
    }

    /** Sets an option by a text, as an agent's file has it. */
    public <T> Builder withText(Option<T> option, String text) {
      return with(option, option.read(text));
    }

    /** The name of the group: mandatory, and the same on all its nodes. */
    public Builder cluster(String cluster) {
      return with(Option.CLUSTER, cluster);
    }

    /**
     * The name of this node: mandatory, no other node of the cluster has it, and it never changes.
     */
    public Builder name(String name) {
      return with(Option.NAME, name);
    }

    /** Where to listen, on UDP and TCP, as host:port; port 0 means any that is free. */
    public Builder bind(String hostAndPort) {
      return with(Option.BIND, hostAndPort);
    }

    /** Where others reach this node, as host:port, if that is not where it listens. */
    public Builder advertise(String hostAndPort) {
      return with(Option.ADVERTISE, hostAndPort);
    }

    /**
     * Where other nodes may be found. Each is one of host:port, dns:NAME:port (all addresses of the
     * name), srv:_service._proto.NAME, or file:PATH (a file with one of these in a line, which is
     * watched). They are looked up again while the node is alone, and now and then later.
     */
    public Builder seeds(String... seeds) {
      return seeds(List.of(seeds));
    }

    public Builder seeds(List<String> seeds) {
      return with(Option.SEEDS, seeds);
    }

    /** Something that this node tells the others about itself. */
    public Builder tag(String key, String value) {
      TreeMap<String, String> tags = new TreeMap<>(values.value(Option.TAGS));
      tags.put(key, value);
      return with(Option.TAGS, tags);
    }

    /** Where the node keeps what it must not forget. Voters need it. */
    public Builder data(Path folder) {
      return with(Option.DATA, folder);
    }

    /**
     * The names of the nodes whose leader grants leaderships and locks: one, three or five of them,
     * the same list on all nodes of the cluster.
     */
    public Builder voters(String... names) {
      return voters(List.of(names));
    }

    public Builder voters(List<String> names) {
      return with(Option.VOTERS, names);
    }

    /**
     * The voters that are to follow, while one is exchanged: first all nodes are restarted with
     * both lists, then all of them with the next one as {@link #voters}. Empty where no voter is
     * exchanged. At least one voter is on both lists: see docs/library.md.
     */
    public Builder nextVoters(String... names) {
      return nextVoters(List.of(names));
    }

    public Builder nextVoters(List<String> names) {
      return with(Option.NEXT_VOTERS, names);
    }

    /**
     * How the voters come to a leader, the same on all nodes. Leaderships and locks need {@link
     * Electing#RAFT}; with the others {@link Coterie#votersLeader} is advice, and no voter needs a
     * data directory.
     */
    public Builder election(Electing election) {
      return with(Option.ELECTION, election);
    }

    /**
     * How high this voter is among the others, for {@link Electing#BULLY} and {@link
     * Electing#RING}: of those that are up the one with the highest rank leads, from 0 (default: 0)
     * to 1,000,000. Of equal ranks the last name in natural order is the highest, p10 above p2. The
     * others learn it from SWIM. With a fixed list of {@link #members} ranks stand there.
     */
    public Builder rank(int rank) {
      return with(Option.RANK, rank);
    }

    /**
     * Readmits a voter whose saved vote is missing or torn. Safe only once it is certain that no
     * election of its earlier life can be pending: see docs/library.md.
     */
    public Builder readmit(boolean isReadmitted) {
      return with(Option.READMIT, isReadmitted);
    }

    /**
     * The failure detector that tells which members are up. Others than SWIM need a fixed list of
     * {@link #members}.
     */
    public Builder detector(Detection detector) {
      return with(Option.DETECTOR, detector);
    }

    /**
     * The fixed list for a detector other than SWIM: name=host:port each, this node included. A
     * {@link #rank} stands at the end, as in p1=10.0.0.1:7946@3.
     */
    public Builder members(List<String> members) {
      return with(Option.MEMBERS, members);
    }

    /** How SWIM runs (default: {@link SwimConfig#lan}). */
    public Builder swim(SwimConfig swim) {
      return with(Option.SWIM, swim);
    }

    /** How the voters elect, the same on all nodes (default: {@link RaftConfig#service}). */
    public Builder raft(RaftConfig raft) {
      return with(Option.RAFT, raft);
    }

    /** How leases run, the same on all nodes (default: {@link LeaseConfig#service}). */
    public Builder lease(LeaseConfig lease) {
      return with(Option.LEASE, lease);
    }

    /**
     * How leases are to run next, while that is changed: first all nodes are restarted with both,
     * then all of them with the next one as {@link #lease}.
     */
    public Builder nextLease(LeaseConfig lease) {
      return with(Option.NEXT_LEASE, lease);
    }

    /** One of lan, wan and loopback: how far apart the members are. */
    public Builder profile(String profile) {
      return withText(Option.SWIM, profile);
    }

    /** {@link Transport#TCP_ONLY} is for networks without UDP. */
    public Builder transport(Transport transport) {
      return with(Option.TRANSPORT, transport);
    }

    /**
     * The keys that packets are sealed with; without them anybody on the network can join, listen
     * and lie.
     */
    public Builder keys(KeyRing ring) {
      return with(Option.SECURITY, new Security(ring, values.value(Option.SECURITY).ssl()));
    }

    /** TLS on TCP, for which both sides show a certificate; UDP needs {@link #keys} as well. */
    public Builder tls(SSLContext context) {
      return with(Option.SECURITY, values.value(Option.SECURITY).withSsl(context));
    }

    /** How far the clock of another node may be ahead before its stamps are refused. */
    public Builder driftMax(Duration driftMax) {
      return with(Option.DRIFT_MAX, driftMax);
    }

    /** How long {@link Coterie#join} waits for a seed to answer. */
    public Builder joinTimeout(Duration joinTimeout) {
      return with(Option.JOIN_TIMEOUT, joinTimeout);
    }

    /**
     * Whether a node whose seeds do not answer in time founds a group of its own, and goes on
     * looking for them; otherwise joining fails.
     */
    public Builder mayBeAlone(boolean mayBeAlone) {
      return with(Option.MAY_BE_ALONE, mayBeAlone);
    }

    /**
     * Lets the node begin a group though not one of its seeds is known to anybody: a name that no
     * resolver knows, or a file that is missing. Otherwise joining fails, since it is a mistake
     * more often than not. Seeds that are known and do not answer are for {@link #mayBeAlone}.
     */
    public Builder founds(boolean founds) {
      return with(Option.FOUNDS, founds);
    }

    /**
     * Writes all that goes into the node to that file, so that it can be replayed; one that is
     * there goes on with this life. No two nodes share one.
     */
    public Builder record(Path file) {
      return with(Option.RECORD, file);
    }

    /** Checks all values, each and together. */
    public Config build() {
      return new Config(values);
    }
  }
}
