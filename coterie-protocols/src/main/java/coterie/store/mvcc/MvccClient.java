package coterie.store.mvcc;

import coterie.core.Alarm;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.Stable;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.store.Began;
import java.util.List;

/** A workload: at random moments it puts or deletes a random key, or changes two at once. */
final class MvccClient implements Protocol<Silent> {
  private static final long RESOLUTION = 1L << 40;

  /**
   * How clients behave.
   *
   * @param clients how many of the first members have a client
   * @param thinkNanos from one write to the next, on average
   * @param keys how many keys there are
   * @param writingNanos no writes after this time; 0 means no end
   */
  record Config(long clients, long thinkNanos, long keys, long writingNanos) {
    Config {
      if (clients > 0 && thinkNanos == 0) {
        throw new IllegalArgumentException(
            "think must not be 0, or a client writes without end in one instant");
      }
      if (keys < 1) {
        throw new IllegalArgumentException("keys must be 1 or more, not " + keys);
      }
    }

    static List<Setting> settings() {
      return List.of(
          Setting.countOrAll("clients", "how many processes, at most all, write"),
          Setting.duration("think", "200ms", "mean time from one write to the next"),
          Setting.count("keys", 10, "number of keys"),
          Setting.duration("writing", "0", "no writes after that time; 0: no end"));
    }

    static Config of(Settings settings) {
      return new Config(
          settings.count("clients"),
          settings.nanos("think"),
          settings.count("keys"),
          settings.nanos("writing"));
    }
  }

  private final Context<Silent> context;
  private final boolean isClient;
  private final MvccReplica replica;
  private final Config config;
  private final Stable<Began> began;
  private final Alarm thought;
  private long count;

  static void add(Node node, View members, MvccReplica replica, Config config) {
    boolean isClient = members.indexOf(node.self()) < config.clients;
    node.add("work", Silent.class, context -> new MvccClient(context, isClient, replica, config));
  }

  private MvccClient(
      Context<Silent> context, boolean isClient, MvccReplica replica, Config config) {
    this.context = context;
    this.isClient = isClient;
    this.replica = replica;
    this.config = config;
    this.began = context.stable("began", Began.class);
    this.thought = context.alarm("think", this::act);
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
    count++;
    long key = context.random(config.keys);
    Bytes value = Bytes.utf8("%s.%d.%d".formatted(context.self(), context.incarnation(), count));
    switch ((int) context.random(8)) {
      case 0, 1 -> replica.delete("k" + key);
      case 2 -> replica.putIf("k" + key, "none", value.text());
      case 3 ->
          replica.write(
              config.keys == 1
                  ? List.of(put(key, value))
                  : List.of(put(key, value), put((key + 1) % config.keys, value)));
      default -> replica.put("k" + key, value.text());
    }
    think();
  }

  private static MvccStore.Write put(long key, Bytes value) {
    return new MvccStore.Write(Bytes.utf8("k" + key), value);
  }
}
