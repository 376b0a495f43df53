package coterie.node;

import coterie.Config;
import coterie.Option;
import coterie.core.Blueprint;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Detector;
import coterie.elect.Election;
import coterie.elect.bully.Bully;
import coterie.elect.quorum.Quorum;
import coterie.elect.raft.Charter;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.elect.raft.Readmission;
import coterie.elect.ring.RingElection;
import coterie.member.Card;
import coterie.member.Member;
import coterie.member.Tag;
import coterie.member.cast.Cast;
import coterie.member.swim.Swim;
import coterie.member.swim.SwimConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.mutex.lease.LeaseLock;
import coterie.net.directory.Names;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.store.registers.RegisterAccess;
import coterie.store.registers.Registers;
import coterie.store.registers.RegistersConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The protocols of a node, one on top of the other. All nodes of a cluster have the same channels
 * in the same order, whatever runs there: where a node has nothing to say on a channel it stands
 * by.
 *
 * @param options those that shape the protocols, and so are recorded
 * @param members the fixed list; empty with SWIM
 * @param ranked the voters with names and ranks, where they elect the highest
 * @param mayVote whether its vote is known to it
 */
record NodePlan(
    Card card,
    Map<Option<?>, Object> options,
    List<NodeId> members,
    List<NodeId> voters,
    List<NodeId> nextVoters,
    List<VoterRanks.Voter> ranked,
    boolean mayVote,
    boolean isReadmitted,
    String charterText)
    implements Blueprint {
  static final int MEMBER = 0;
  static final int ELECTION = 1;
  static final int LEASE = 2;
  static final int QUORUM = 3;
  static final int CAST = 4;
  static final int REGISTER = 5;
  static final int ACCESS = 6;

  /** The simulator's defaults are for slow networks; these leave a second for an answer. */
  private static final Bully.Config BULLY =
      new Bully.Config(TimeText.SECOND, 2 * TimeText.SECOND, 2 * TimeText.SECOND);

  private static final RingElection.Config RING =
      new RingElection.Config(2 * TimeText.SECOND, 2 * TimeText.SECOND);

  /** Every call has a timeout of its own. */
  private static final RegistersConfig REGISTERS =
      new RegistersConfig(5 * TimeText.SECOND, TimeText.SECOND / 10, TimeText.SECOND / 500);

  /** A quorum is lost after this number of questions without an answer. */
  private static final int QUESTIONS = 3;

  NodePlan {
    members = List.copyOf(members);
    voters = List.copyOf(voters);
    nextVoters = List.copyOf(nextVoters);
    ranked = List.copyOf(ranked);
  }

  /**
   * @param address where others reach the node
   */
  static NodePlan of(Config config, Bytes address, Life life) {
    List<Tag> tags = new ArrayList<>();
    if (config.hasGrants()) {
      String said = CharterText.said(config, life.born());
      tags.add(new Tag(CharterText.TAG, CharterText.onCard(said)));
    }
    if (config.rank() > 0) {
      tags.add(new Tag(VoterRanks.TAG, Integer.toString(config.rank())));
    }
    tags.addAll(tags(config));
    return new NodePlan(
        Card.named(config.name()).withAddress(address).withTags(tags).checked(),
        recorded(config),
        config.detector() == Config.Detection.SWIM ? List.of() : FixedGroup.ids(config),
        ids(config, config.voters()),
        ids(config, config.nextVoters()),
        ranked(config),
        life.mayVote(),
        life.isReadmitted(),
        CharterText.of(config));
  }

  private static Map<Option<?>, Object> recorded(Config config) {
    Map<Option<?>, Object> options = new HashMap<>();
    Option.recorded().forEach(option -> options.put(option, config.value(option)));
    return options;
  }

  static List<Tag> tags(Config config) {
    return config.tags().entrySet().stream().map(e -> new Tag(e.getKey(), e.getValue())).toList();
  }

  /** Returns the value of an option that shapes the protocols. */
  <T> T value(Option<T> option) {
    @SuppressWarnings("unchecked") // What was put there is a value of that option.
    T value = (T) options.get(option);
    if (value == null) {
      throw new IllegalStateException(
          "a recorded node would not have the option \"%s\": give it recordedAs"
              .formatted(option.key()));
    }
    return value;
  }

  Config.Electing election() {
    return value(Option.ELECTION);
  }

  /** Raft does not ask who is higher. */
  private static List<VoterRanks.Voter> ranked(Config config) {
    if (config.election() == Config.Electing.RAFT) {
      return List.of();
    }
    List<VoterRanks.Voter> voters = new ArrayList<>();
    for (String name : config.voters()) {
      NodeId id = Names.id(config.cluster(), name);
      voters.add(new VoterRanks.Voter(id, name, FixedGroup.rank(config, id)));
    }
    return voters;
  }

  private static List<NodeId> ids(Config config, List<String> names) {
    return names.stream().map(name -> Names.id(config.cluster(), name)).toList();
  }

  /** What the voters and their clients agree on; there are voters. */
  Charter charter() {
    return charter(
        voters,
        nextVoters,
        value(Option.RAFT),
        value(Option.LEASE),
        value(Option.NEXT_LEASE),
        charterText);
  }

  static Charter charter(Config config) {
    return charter(
        ids(config, config.voters()),
        ids(config, config.nextVoters()),
        config.raft(),
        config.lease(),
        config.nextLease(),
        CharterText.of(config));
  }

  private static Charter charter(
      List<NodeId> voters,
      List<NodeId> next,
      RaftConfig raft,
      LeaseConfig lease,
      LeaseConfig nextLease,
      String text) {
    View list = View.of(voters);
    return new Charter(
        list,
        next.isEmpty() ? list : View.of(next),
        raft,
        lease.leaseNanos(),
        nextLease.leaseNanos(),
        lease.driftPartsPerMillion(),
        false,
        text);
  }

  @Override
  public void build(Node node) {
    Detector watching = addDetector(node);
    addVoting(node, watching);
    Supplier<List<NodeId>> audience =
        watching instanceof Swim swimming
            ? () -> swimming.members().stream().map(Member::id).toList()
            : () -> members;
    node.add("cast", Cast.Msg.class, context -> new Cast(context, audience, Cast.Config.service()));
    addRegisters(node);
  }

  /** What an acceptor has accepted cannot move to other voters, so it is paused meanwhile. */
  private void addRegisters(Node node) {
    boolean isKept =
        !voters.isEmpty() && election() == Config.Electing.RAFT && nextVoters.isEmpty();
    if (!isKept) {
      node.add("register", Silent.class, Bystander::new);
      node.add("access", Silent.class, Bystander::new);
      return;
    }
    View keepers = View.of(voters);
    Registers registers = null;
    if (voters.contains(node.self())) {
      registers =
          node.add(
              "register",
              Registers.Msg.class,
              context -> Registers.forService(context, keepers, REGISTERS));
    } else {
      node.add("register", Silent.class, Bystander::new);
    }
    Registers own = registers;
    node.add(
        "access",
        RegisterAccess.Msg.class,
        context -> new RegisterAccess(context, keepers, own, mayVote, REGISTERS.resendNanos()));
  }

  private @Nullable Detector addDetector(Node node) {
    Config.Detection detector = value(Option.DETECTOR);
    if (detector == Config.Detection.SWIM) {
      SwimConfig swim = value(Option.SWIM);
      return node.add("swim", Swim.Msg.class, context -> new Swim(context, card, swim));
    }
    DetectorRecipe recipe = ChosenDetector.named(detector.name().toLowerCase(Locale.ROOT));
    Settings settings = new Settings(recipe.settings(), recipe.service());
    return ChosenDetector.build(recipe.blueprint(View.of(members), settings), node);
  }

  private void addVoting(Node node, @Nullable Detector watching) {
    Election leading = addElection(node, watching);
    if (voters.isEmpty() || election() != Config.Electing.RAFT) {
      node.add("lease", Silent.class, Bystander::new);
      node.add("quorum", Silent.class, Bystander::new);
      return;
    }
    Charter charter = charter();
    LeaseConfig lease = value(Option.LEASE);
    LeaseLock locks =
        node.add(
            "lease",
            LeaseLock.Msg.class,
            context -> new LeaseLock(context, charter, leading, lease));
    Quorum quorum =
        node.add(
            "quorum", Quorum.Msg.class, context -> quorum(context, charter.all(), leading, locks));
    locks.hearLeader(quorum::heard);
  }

  private @Nullable Election addElection(Node node, @Nullable Detector watching) {
    if (!voters.contains(node.self()) && !nextVoters.contains(node.self())) {
      node.add("election", Silent.class, Bystander::new);
      return null;
    }
    View electorate = View.of(voters);
    VoterRanks ranks = VoterRanks.of(ranked, watching);
    return switch (election()) {
      case RAFT -> addRaft(node, charter());
      case BULLY ->
          node.add("bully", Bully.Msg.class, c -> new Bully(c, electorate, watching, BULLY, ranks));
      case RING ->
          node.add(
              "ring",
              RingElection.Msg.class,
              c -> new RingElection(c, electorate, watching, RING, ranks));
    };
  }

  private Election addRaft(Node node, Charter charter) {
    if (mayVote) {
      return node.add("raft", Raft.Msg.class, context -> new Raft(context, charter));
    }
    return node.add(
        "raft", Raft.Msg.class, context -> new Readmission(context, charter, isReadmitted));
  }

  private Quorum quorum(
      Context<Quorum.Msg> context, View all, @Nullable Election leading, LeaseLock locks) {
    long periodNanos = value(Option.LEASE).renewNanos();
    return new Quorum(context, all, leading, locks::holdsAny, periodNanos, silenceNanos());
  }

  /** Without a word of the leader for so long the quorum is lost. */
  private long silenceNanos() {
    return Math.max(
        2 * value(Option.RAFT).timeoutMaxNanos(), QUESTIONS * value(Option.LEASE).renewNanos());
  }

  /** Stands where other nodes have a protocol, and listens to nobody. */
  private static final class Bystander<M extends Message> implements Protocol<M> {
    Bystander(Context<M> context) {}

    @Override
    public void receive(NodeId from, M message) {}
  }
}
