package coterie.store.registers;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.RegisterNote;
import coterie.core.Silent;
import coterie.core.Stable;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.store.Began;
import java.util.List;
import java.util.TreeMap;

/**
 * A workload: at random moments it reads or writes a random register, more often than not under the
 * condition that it still has the version that this client knows. It waits for each outcome.
 */
final class RegisterClient implements Protocol<Silent> {
  private static final long RESOLUTION = 1L << 40;

  /**
   * How clients behave.
   *
   * @param clients how many of the first members have a client
   * @param thinkNanos from an outcome to the next call, on average
   * @param registers how many registers they use
   * @param writingNanos no calls after this time; 0 means no end
   */
  record Config(long clients, long thinkNanos, long registers, long writingNanos) {
    Config {
      if (clients > 0 && thinkNanos == 0) {
        throw new IllegalArgumentException(
            "think must not be 0, or a client calls without end in one instant");
      }
      if (registers < 1) {
        throw new IllegalArgumentException("registers must be 1 or more, not " + registers);
      }
    }

    static List<Setting> settings() {
      return List.of(
          Setting.countOrAll("clients", "how many processes, at most all, make calls"),
          Setting.duration("think", "200ms", "mean time from an outcome to the next call"),
          Setting.count("registers", 2, "number of registers"),
          Setting.duration("writing", "0", "no calls after that time; 0: no end"));
    }

    static Config of(Settings settings) {
      return new Config(
          settings.count("clients"),
          settings.nanos("think"),
          settings.count("registers"),
          settings.nanos("writing"));
    }
  }

  private final Context<Silent> context;
  private final boolean isClient;
  private final Registers registers;
  private final Config config;
  private final Stable<Began> began;
  private final Alarm thought;
  private final TreeMap<String, Long> known = new TreeMap<>();
  private long awaited;
  private long count;

  static void add(Node node, View members, Registers registers, Config config) {
    boolean isClient = members.indexOf(node.self()) < config.clients;
    node.add(
        "work", Silent.class, context -> new RegisterClient(context, isClient, registers, config));
  }

  private RegisterClient(
      Context<Silent> context, boolean isClient, Registers registers, Config config) {
    this.context = context;
    this.isClient = isClient;
    this.registers = registers;
    this.config = config;
    this.began = context.stable("began", Began.class);
    this.thought = context.alarm("think", this::act);
    registers.onOutcome(this::ended);
  }

  @Override
  public void start() {
    if (!isClient) {
      return;
    }
    if (config.writingNanos > 0 && began.value() == null) {
      began.save(new Began(context.nowNanos()));
    }
    think();
  }

  @Override
  public void receive(NodeId from, Silent message) {
    throw new IllegalStateException("nobody sends a message of this family");
  }

  private void think() {
    double uniform = (context.random(RESOLUTION) + 1) / (double) RESOLUTION;
    thought.start((long) (-config.thinkNanos * StrictMath.log(uniform)));
  }

  private void act() {
    Began first = began.value();
    if (first != null && context.nowNanos() - first.nanos() > config.writingNanos) {
      return;
    }
    String name = "r" + context.random(config.registers);
    String value = "%s.%d.%d".formatted(context.self(), context.incarnation(), ++count);
    awaited = registers.nextRequest();
    switch ((int) context.random(8)) {
      case 0, 1 -> registers.get(name);
      case 2, 3 -> registers.set(name, value);
      default -> registers.cas(name, known.getOrDefault(name, 0L), value);
    }
  }

  private void ended(RegisterNote.Outcome outcome) {
    switch (outcome) {
      case RegisterNote.Succeeded succeeded -> known.put(succeeded.register(), succeeded.version());
      case RegisterNote.Refused refused -> known.put(refused.register(), refused.version());
      case RegisterNote.Unknown unknown -> {}
    }
    if (isClient && outcome.request() == awaited) {
      think();
    }
  }
}
