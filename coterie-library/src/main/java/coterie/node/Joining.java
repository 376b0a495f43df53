package coterie.node;

import coterie.Config;
import coterie.Coterie;
import coterie.HostPort;
import coterie.JoinException;
import coterie.grants.Seconds;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.Loop;
import coterie.net.directory.Addresses;
import coterie.net.disk.StableException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How a node comes to be, and into its group. */
public final class Joining {
  private static final long START_SECONDS = 30;
  private static final long RESOLVE_MILLIS = 200;
  private static final long SUSPICION_LEAST_NANOS = 1_000_000_000;

  /** So often a node begins again when others know a later life of its name. */
  private static final int ATTEMPTS_MAX = 3;

  private static final System.Logger LOG = System.getLogger("coterie");

  private Joining() {}

  public static RunningNode join(Config config, @Nullable Loop shared) {
    Seeds seeds = new Seeds(config.seeds(), "dns:");
    InetSocketAddress bind = HostPort.parse(config.bind()).lookUp();
    requireKnown(config);
    requireSomeSeed(config, seeds);
    long after = 0;
    for (int attempt = 1; ; attempt++) {
      try {
        return join(config, shared, seeds, bind, after);
      } catch (JoinException e) {
        // Others know a later life of this name, which has ended: this clock, or its, was wrong.
        boolean isLate = e.latest() > after && attempt < ATTEMPTS_MAX;
        if (!isLate) {
          throw e;
        }
        after = e.latest();
        LOG.log(System.Logger.Level.WARNING, e.getMessage() + "; the node begins again above it");
      }
    }
  }

  /**
   * @param after the life begins above that
   */
  private static RunningNode join(
      Config config, @Nullable Loop shared, Seeds seeds, InetSocketAddress bind, long after) {
    Wall wall = Wall.ofMachine();
    Life life = Life.begin(config, wall, after);
    Loop loop = shared == null ? open(config, life) : shared;
    Loop own = shared == null ? loop : null;
    RunningNode node = null;
    try {
      node = open(config, bind, life, loop, own, wall);
      start(node, config, life);
      node.seeker().start();
      meet(node, config, seeds);
      return node;
    } catch (RuntimeException e) {
      abandon(node, life, own);
      throw e;
    }
  }

  private static Loop open(Config config, Life life) {
    try {
      return Loop.open("coterie-" + config.name());
    } catch (RuntimeException e) {
      life.close();
      throw e;
    }
  }

  private static void abandon(@Nullable RunningNode node, Life life, @Nullable Loop own) {
    if (node != null) {
      node.close();
    } else {
      life.close();
      if (own != null) {
        own.close();
      }
    }
  }

  private static RunningNode open(
      Config config, InetSocketAddress bind, Life life, Loop loop, @Nullable Loop own, Wall wall) {
    Host[] opened = new Host[1];
    Agreement agreement = new Agreement(config, life);
    HostConfig hostConfig =
        HostConfig.of(config.cluster(), config.name(), bind)
            .withIncarnation(life.incarnation())
            .withFolder(config.data())
            .withTransport(config.transport())
            .withSecurity(config.security())
            .withAccord(agreement)
            .withSuspicionNanos(suspicionNanos(config));
    try {
      opened[0] = Host.open(loop, hostConfig, stack -> plan(config, life, opened[0]).build(stack));
    } catch (IOException e) {
      throw new JoinException(
          JoinException.Reason.CANNOT_LISTEN,
          e instanceof BindException
              ? config.name() + " " + e.getMessage()
              : "%s cannot listen on %s: %s"
                  .formatted(config.name(), config.bind(), e.getMessage()),
          e);
    }
    if (config.advertise() != null) {
      opened[0].advertise(reachable(config, opened[0].address()));
    }
    NodeClock clock = new NodeClock(wall, config.driftMax().toMillis());
    opened[0].stampWith(clock);
    return new RunningNode(config, opened[0], life, agreement, own, clock);
  }

  private static NodePlan plan(Config config, Life life, Host host) {
    return NodePlan.of(config, Addresses.pack(reachable(config, host.address())), life);
  }

  /** For how long a member may be silent before another one may take its name. */
  private static long suspicionNanos(Config config) {
    long periods = Math.max(1, config.swim().suspicionPeriods());
    return Math.max(SUSPICION_LEAST_NANOS, periods * config.swim().periodNanos());
  }

  private static void start(RunningNode node, Config config, Life life) {
    Host host = node.host();
    if (config.record() != null) {
      Recording.begin(host, config, plan(config, life, host), config.record());
    }
    host.findMembersBy(node.group()::find);
    new NoteListener(node, node.group()).listen(host);
    if (node.group() instanceof FixedGroup fixed) {
      host.loop().execute(fixed::know);
      FixedGreetings.hold(host, config, fixed.others());
    }
    try {
      host.start().get(START_SECONDS, TimeUnit.SECONDS);
      Loops.await(
          host.loop(),
          () -> {
            node.begin();
            return true;
          });
    } catch (InterruptedException e) {
      throw interrupted(config);
    } catch (TimeoutException e) {
      throw new JoinException(
          JoinException.Reason.NO_ANSWER, "the event loop did not start the node in time", e);
    } catch (ExecutionException e) {
      JoinException.Reason reason =
          e.getCause() instanceof StableException
              ? JoinException.Reason.BAD_DATA
              : JoinException.Reason.CANNOT_LISTEN;
      throw new JoinException(reason, sentence(e), e);
    }
  }

  /** Waits for a seed to answer, if there is one beside this node. */
  private static void meet(RunningNode node, Config config, Seeds seeds) {
    boolean isAlone = seeds.isEmpty() || config.detector() != Config.Detection.SWIM;
    if (isAlone) {
      return;
    }
    try {
      node.met().get(config.joinTimeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      if (!config.mayBeAlone()) {
        throw new JoinException(
            JoinException.Reason.NO_ANSWER,
            "%s waited %s for one of the seeds %s, and none answered"
                .formatted(config.name(), Seconds.text(config.joinTimeout()), config.seeds()),
            e);
      }
    } catch (InterruptedException e) {
      throw interrupted(config);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof JoinException refused
          ? refused
          : new JoinException(JoinException.Reason.NO_ANSWER, sentence(e), e);
    }
  }

  private static String sentence(ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return String.valueOf(cause.getMessage());
  }

  private static JoinException interrupted(Config config) {
    Thread.currentThread().interrupt();
    return new JoinException(
        JoinException.Reason.INTERRUPTED,
        "%s was interrupted while it waited for its seeds".formatted(config.name()));
  }

  /** Before anything is opened that would have to be closed again. */
  private static void requireKnown(Config config) {
    String advertise = config.advertise();
    if (advertise != null && HostPort.parse(advertise).lookUp().isUnresolved()) {
      throw new JoinException(
          JoinException.Reason.CANNOT_LISTEN,
          "the advertised address %s is not known here".formatted(advertise));
    }
    if (config.isVoter() && config.data() == null) {
      throw new JoinException(
          JoinException.Reason.BAD_DATA,
          "%s is a voter, and a voter needs a folder that outlives it: give it one with data(...)"
              .formatted(config.name()));
    }
  }

  /**
   * Seeds of which not one means anything are a mistake: with them a node would be a group of its
   * own, in good health. A resolver may need a while, as where names come with the nodes.
   */
  private static void requireSomeSeed(Config config, Seeds seeds) {
    boolean isSought = config.detector() == Config.Detection.SWIM && !seeds.isEmpty();
    if (config.founds() || !isSought) {
      return;
    }
    long deadline = System.nanoTime() + config.joinTimeout().toNanos();
    List<String> problems = new ArrayList<>();
    while (seeds.addresses(problems).isEmpty() && !problems.isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new JoinException(
            JoinException.Reason.UNKNOWN_SEEDS,
            "%s knows nobody to join: %s; to begin a group of its own say founds(true)"
                .formatted(config.name(), String.join("; ", problems)));
      }
      problems.clear();
      try {
        TimeUnit.MILLISECONDS.sleep(RESOLVE_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted(config);
      }
    }
  }

  /** Where others reach a node that listens there. */
  static InetSocketAddress reachable(Config config, InetSocketAddress bound) {
    String advertise = config.advertise();
    if (advertise == null) {
      return HostPort.reachable(bound);
    }
    InetSocketAddress said = HostPort.parse(advertise).lookUp();
    return said.getPort() == 0 ? new InetSocketAddress(said.getAddress(), bound.getPort()) : said;
  }

  static Seeker seeker(RunningNode node, Config config) {
    return new Seeker(
        new Seeds(
            config.detector() == Config.Detection.SWIM ? config.seeds() : List.of(),
            System.getProperty("coterie.dns", "dns:")),
        node::addresses,
        address -> address.equals(node.reachable()) || address.equals(node.host().address()),
        new Greetings(node, config),
        node::greetedAll);
  }

  static void requireName(String what, String name) {
    if (name.isBlank() || name.length() > Coterie.NAME_MAX) {
      throw new IllegalArgumentException(
          "%s has a name of 1 to %d characters, not %s"
              .formatted(
                  what, Coterie.NAME_MAX, name.isBlank() ? "none" : name.length() + " of them"));
    }
  }
}
