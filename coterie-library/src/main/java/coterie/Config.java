package coterie;

import coterie.elect.raft.RaftConfig;
import coterie.member.swim.SwimConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.net.HostConfig.Transport;
import coterie.net.KeyRing;
import coterie.net.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a node runs. Made by a {@link Builder}, of which only cluster and name have to be given; see
 * there for what each of them means.
 */
public record Config(
    String cluster,
    String name,
    String bind,
    @Nullable String advertise,
    List<String> seeds,
    SortedMap<String, String> tags,
    @Nullable Path data,
    List<String> voters,
    List<String> nextVoters,
    Electing election,
    int rank,
    boolean readmit,
    Detection detector,
    List<String> members,
    SwimConfig swim,
    RaftConfig raft,
    LeaseConfig lease,
    LeaseConfig nextLease,
    Transport transport,
    Security security,
    Duration driftMax,
    Duration joinTimeout,
    boolean mayBeAlone,
    boolean founds,
    @Nullable Path record) {
  /** Who tells which members are up. */
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

  public Config {
    seeds = List.copyOf(seeds);
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    voters = List.copyOf(voters);
    nextVoters = List.copyOf(nextVoters);
    members = List.copyOf(members);
    ConfigRules.check(cluster, name, voters, detector, members);
    ConfigRules.checkNext(voters, nextVoters, election);
    ConfigRules.checkRank(rank, name, voters, election, detector);
    tags.keySet().forEach(ConfigRules::requireTag);
  }

  /** All that need not be given has a sensible value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether there are voters whose leader grants leaderships and locks. */
  public boolean hasGrants() {
    return election == Electing.RAFT && !voters.isEmpty();
  }

  /** Whether this node is one of them, and so has a vote that it must not forget. */
  public boolean isVoter() {
    return hasGrants() && allVoters().contains(name);
  }

  /** The voters, and those that are to follow them. */
  public List<String> allVoters() {
    return Stream.concat(voters.stream(), nextVoters.stream()).distinct().toList();
  }

  /** What is said of a node before it starts. */
  public static final class Builder {
    private static final Duration DRIFT_MAX = Duration.ofSeconds(10);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(10);

    private String cluster = "";
    private String name = "";
    private String bind = "0.0.0.0:7946";
    private @Nullable String advertise;
    private List<String> seeds = List.of();
    private final TreeMap<String, String> tags = new TreeMap<>();
    private @Nullable Path data;
    private List<String> voters = List.of();
    private List<String> nextVoters = List.of();
    private Electing election = Electing.RAFT;
    private int rank;
    private boolean readmit;
    private Detection detector = Detection.SWIM;
    private List<String> members = List.of();
    private SwimConfig swim = SwimConfig.lan();
    private RaftConfig raft = RaftConfig.service();
    private LeaseConfig lease = LeaseConfig.service();
    private @Nullable LeaseConfig nextLease;
    private Transport transport = Transport.UDP_AND_TCP;
    private Security security = Security.none();
    private Duration driftMax = DRIFT_MAX;
    private Duration joinTimeout = JOIN_TIMEOUT;
    private boolean mayBeAlone = true;
    private boolean founds;
    private @Nullable Path record;

    Builder() {}

    /** The name of the group: mandatory, and the same on all its nodes. */
    public Builder cluster(String newCluster) {
      cluster = newCluster;
      return this;
    }

    /** The name of this node: mandatory, no other node of the cluster has it, kept for ever. */
    public Builder name(String newName) {
      name = newName;
      return this;
    }

    /** Where to listen, on UDP and TCP, as host:port; port 0 means any that is free. */
    public Builder bind(String hostAndPort) {
      bind = hostAndPort;
      return this;
    }

    /** Where others reach this node, as host:port, if that is not where it listens. */
    public Builder advertise(String hostAndPort) {
      advertise = hostAndPort;
      return this;
    }

    /**
     * Where other nodes may be found. Each is one of host:port, dns:NAME:port (all addresses of the
     * name), srv:_service._proto.NAME, or file:PATH (a file with one of these in a line, which is
     * watched). They are looked up again while the node is alone, and now and then later.
     */
    public Builder seeds(String... newSeeds) {
      return seeds(List.of(newSeeds));
    }

    public Builder seeds(List<String> newSeeds) {
      seeds = newSeeds;
      return this;
    }

    /** Something that this node tells the others about itself. */
    public Builder tag(String key, String value) {
      tags.put(key, value);
      return this;
    }

    /** Where the node keeps what it must not forget. Voters need it. */
    public Builder data(Path folder) {
      data = folder;
      return this;
    }

    /**
     * The names of the nodes whose leader grants leaderships and locks: one, three or five of them,
     * the same list on all nodes of the cluster.
     */
    public Builder voters(String... names) {
      return voters(List.of(names));
    }

    public Builder voters(List<String> names) {
      voters = names;
      return this;
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
      nextVoters = names;
      return this;
    }

    /**
     * How the voters come to a leader, the same on all nodes. Leaderships and locks need {@link
     * Electing#RAFT}; with the others {@link Coterie#votersLeader} is advice, and no voter needs a
     * data directory.
     */
    public Builder election(Electing newElection) {
      election = newElection;
      return this;
    }

    /**
     * How high this voter is among the others, for {@link Electing#BULLY} and {@link
     * Electing#RING}: of those that are up the one with the highest rank leads, from 0 (default: 0)
     * to 1,000,000. Of equal ranks the last name in natural order is the highest, p10 above p2. The
     * others learn it from SWIM. With a fixed list of {@link #members} ranks stand there.
     */
    public Builder rank(int newRank) {
      rank = newRank;
      return this;
    }

    /**
     * Lets a voter vote again whose saved vote is missing or torn. Safe only once it is certain
     * that no election of its earlier life can be pending: see docs/library.md.
     */
    public Builder readmit(boolean isReadmitted) {
      readmit = isReadmitted;
      return this;
    }

    /** Who tells which members are up. Others than SWIM need a fixed list of {@link #members}. */
    public Builder detector(Detection newDetector) {
      detector = newDetector;
      return this;
    }

    /**
     * The fixed list for a detector other than SWIM: name=host:port each, this node included. A
     * {@link #rank} stands at the end, as in p1=10.0.0.1:7946@3.
     */
    public Builder members(List<String> newMembers) {
      members = newMembers;
      return this;
    }

    /** How SWIM runs: {@link SwimConfig#lan} unless said otherwise. */
    public Builder swim(SwimConfig newSwim) {
      swim = newSwim;
      return this;
    }

    /** How the voters elect: {@link RaftConfig#service} unless said otherwise; same everywhere. */
    public Builder raft(RaftConfig newRaft) {
      raft = newRaft;
      return this;
    }

    /** How leases run: {@link LeaseConfig#service} unless said otherwise; the same everywhere. */
    public Builder lease(LeaseConfig newLease) {
      lease = newLease;
      return this;
    }

    /**
     * How leases are to run next, while that is changed: first all nodes are restarted with both,
     * then all of them with the next one as {@link #lease}.
     */
    public Builder nextLease(LeaseConfig newLease) {
      nextLease = newLease;
      return this;
    }

    /** One of lan, wan and loopback: how far apart the members are. */
    public Builder profile(String newProfile) {
      swim =
          switch (newProfile) {
            case "lan" -> SwimConfig.lan();
            case "wan" -> SwimConfig.wan();
            case "loopback" -> SwimConfig.loopback();
            default ->
                throw new IllegalArgumentException(
                    "a profile is lan, wan or loopback, not " + newProfile);
          };
      return this;
    }

    /** {@link Transport#TCP_ONLY} is for networks without UDP. */
    public Builder transport(Transport newTransport) {
      transport = newTransport;
      return this;
    }

    /**
     * The keys that packets are sealed with; without them anybody on the network can join, listen
     * and lie.
     */
    public Builder keys(KeyRing ring) {
      security = new Security(ring, security.ssl());
      return this;
    }

    /** TLS on TCP, for which both sides show a certificate; UDP needs {@link #keys} as well. */
    public Builder tls(SSLContext context) {
      security = security.withSsl(context);
      return this;
    }

    /** How far the clock of another node may be ahead before its stamps are refused. */
    public Builder driftMax(Duration newDriftMax) {
      driftMax = newDriftMax;
      return this;
    }

    /** How long {@link Coterie#join} waits for a seed to answer. */
    public Builder joinTimeout(Duration newJoinTimeout) {
      joinTimeout = newJoinTimeout;
      return this;
    }

    /**
     * Whether a node whose seeds do not answer in time founds a group of its own, and goes on
     * looking for them; otherwise joining fails.
     */
    public Builder mayBeAlone(boolean newMayBeAlone) {
      mayBeAlone = newMayBeAlone;
      return this;
    }

    /**
     * Lets the node begin a group though not one of its seeds is known to anybody: a name that no
     * resolver knows, or a file that is missing. Otherwise joining fails, since it is a mistake
     * more often than not. Seeds that are known and do not answer are for {@link #mayBeAlone}.
     */
    public Builder founds(boolean newFounds) {
      founds = newFounds;
      return this;
    }

    /**
     * Writes all that goes into the node to that file, so that it can be replayed; one that is
     * there goes on with this life. No two nodes share one.
     */
    public Builder record(Path file) {
      record = file;
      return this;
    }

    public Config build() {
      return new Config(
          cluster,
          name,
          bind,
          advertise,
          seeds,
          tags,
          data,
          voters,
          nextVoters,
          election,
          rank,
          readmit,
          detector,
          members,
          swim,
          raft,
          lease,
          nextLease == null ? lease : nextLease,
          transport,
          security,
          driftMax,
          joinTimeout,
          mayBeAlone,
          founds,
          record);
    }
  }
}
