package coterie.mutex;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/**
 * A client of locks, as a workload: it thinks, asks for a lock, holds it, releases it, and thinks
 * again. A client that gives up, or has lost the lock, thinks as well.
 */
public final class Worker implements Protocol<Silent> {
  private static final long RESOLUTION = 1L << 40;

  /**
   * How clients behave.
   *
   * @param clients how many of the first members are clients
   * @param thinkNanos from leaving to asking again; the mean, if it is drawn
   * @param isDrawn whether it is drawn at random, as the time between independent events
   * @param patienceNanos how long one waits before one gives up
   */
  public record Config(
      long clients, long holdNanos, long thinkNanos, boolean isDrawn, long patienceNanos) {
    public Config {
      if (clients > 0 && holdNanos == 0 && thinkNanos == 0) {
        throw new IllegalArgumentException(
            "hold and think must not both be 0, or a client enters without end in one instant");
      }
    }

    public static List<Setting> settings() {
      return List.of(
          Setting.countOrAll(
              "clients", "how many processes, at most all, ask for the lock again and again"),
          Setting.duration("hold", "20ms", "how long a client holds the lock"),
          Setting.duration("think", "50ms", "mean time from leaving to asking again"),
          Setting.word(
              "thinking",
              List.of("random", "fixed"),
              "whether the time to think is drawn (exponentially) or always the same"),
          Setting.duration(
              "patience", "0", "how long a client waits for the lock; 0: without limit"));
    }

    public static Config of(Settings settings) {
      long patience = settings.nanos("patience");
      return new Config(
          settings.count("clients"),
          settings.nanos("hold"),
          settings.nanos("think"),
          settings.word("thinking").equals("random"),
          patience == 0 ? Mutex.FOR_EVER : patience);
    }
  }

  private final Context<Silent> context;
  private final boolean isClient;
  private final List<Mutex> locks;
  private final Config config;
  private final Alarm thought;
  private final Alarm held;
  private final Mutex.Waiter waiting = new Waiting();
  private Mutex chosen;

  /** Adds a worker to a node, which asks for one of the locks if the node is a client. */
  public static void add(Node node, View members, List<Mutex> locks, Config config) {
    boolean isClient = members.indexOf(node.self()) < config.clients;
    node.add("work", Silent.class, context -> new Worker(context, isClient, locks, config));
  }

  private Worker(Context<Silent> context, boolean isClient, List<Mutex> locks, Config config) {
    this.context = context;
    this.isClient = isClient;
    this.locks = List.copyOf(locks);
    this.config = config;
    this.chosen = locks.getFirst();
    this.thought = context.alarm("think", this::ask);
    this.held = context.alarm("hold", this::leave);
  }

  @Override
  public void start() {
    if (isClient) {
      think();
    }
  }

  @Override
  public void receive(NodeId from, Silent message) {
    throw new IllegalStateException("nobody sends a message of this family");
  }

  /** Not the worker itself: its public methods could be called by a scenario. */
  private final class Waiting implements Mutex.Waiter {
    @Override
    public void entered(long token) {
      held.start(config.holdNanos);
    }

    @Override
    public void gaveUp() {
      think();
    }

    @Override
    public void lost(long token) {
      held.stop();
      think();
    }
  }

  private void think() {
    thought.start(config.isDrawn ? drawn() : config.thinkNanos);
  }

  private void ask() {
    chosen = locks.size() == 1 ? chosen : locks.get((int) context.random(locks.size()));
    chosen.acquire(config.patienceNanos, waiting);
  }

  private void leave() {
    chosen.release();
    think();
  }

  private long drawn() {
    double uniform = (context.random(RESOLUTION) + 1) / (double) RESOLUTION;
    return (long) (-config.thinkNanos * StrictMath.log(uniform));
  }
}
