package coterie.member.swim;

import coterie.core.Blueprint;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.member.Card;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.AbstractList;
import java.util.List;
import java.util.function.ToLongFunction;

/** SWIM by name, with all its additions; each can be taken off, to see what it buys. */
public final class SwimRecipe {
  private static final long NANOS_A_MILLI = 1_000_000;
  public static final Setting START =
      Setting.word(
          "start",
          List.of("joining", "converged"),
          "whether processes join one by one, or know each other from the start");

  public static final DetectorRecipe RECIPE =
      new DetectorRecipe.Value(
          "swim",
          "membership by random probes and gossip, with suspicion, refutation and Lifeguard",
          settings(),
          true,
          settings -> true,
          Settings.values("start", "converged"),
          List.of(
              new DetectorRecipe.Knob("suspicion", List.of("1", "2", "3", "4", "6", "8", "12")),
              new DetectorRecipe.Knob("period", List.of("200ms", "500ms", "1s", "2s"))),
          Settings.values(),
          (period, silence) -> Settings.values("start", "converged", "period", period + "ns"),
          (members, settings) ->
              blueprint(members, config(settings), settings.word("start").equals("converged")));

  private SwimRecipe() {}

  private static List<Setting> settings() {
    return List.of(
        Setting.word(
            "profile", List.of("lan", "wan", "loopback"), "the timings, if they are not given"),
        START,
        duration("period", "from one probe of a member to its next", SwimConfig::periodNanos),
        duration(
            "timeout",
            "how long a probe may stay unanswered before others are asked to try; half of a period"
                + " that is given",
            SwimConfig::timeoutNanos),
        Setting.count("relays", 3, "number of other members that are asked to try"),
        Setting.count(
            "suspicion",
            SwimConfig.lan().suspicionPeriods(),
            "periods in which a suspect may refute, times log10 of the size; 0: none; wan: %d, loopback: %d"
                .formatted(
                    SwimConfig.wan().suspicionPeriods(), SwimConfig.loopback().suspicionPeriods())),
        Setting.word(
            "order", List.of("shuffled", "random"), "whom to probe: each once a round, or anyone"),
        Setting.word(
            "news",
            List.of("queued", "random"),
            "what a message tells: what is new until it was told often, or of random members"),
        Setting.word(
            "lifeguard",
            List.of("on", "off"),
            "local health, confirmations that shorten a suspicion, telling a suspect first"),
        Setting.count(
            "gossip",
            0,
            "how many pieces of news a message carries; 0: as many as fit into a datagram"),
        Setting.count(
            "urgent",
            30,
            "how many messages a period a member may send for nothing but news; 0: none"),
        Setting.count(
            "retransmit", 3, "how often each piece of news is sent, times log2 of the size"),
        duration(
            "push-pull",
            "how often two compare all they know; 30 periods that are given; 0: never",
            SwimConfig::syncNanos),
        duration(
            "tombstone",
            "how long old news cannot bring a failed member back; 60 periods that are given",
            SwimConfig::tombstoneNanos),
        duration(
            "reconnect",
            "how often a failed member is tried again; 5 periods that are given; 0: never",
            SwimConfig::reconnectNanos));
  }

  /** A time of the profile, unless another one is given. */
  private static Setting duration(String name, String help, ToLongFunction<SwimConfig> time) {
    return Setting.duration(
        name,
        text(time.applyAsLong(SwimConfig.lan())),
        "%s; wan: %s, loopback: %s"
            .formatted(
                help,
                text(time.applyAsLong(SwimConfig.wan())),
                text(time.applyAsLong(SwimConfig.loopback()))));
  }

  private static String text(long nanos) {
    long millis = nanos / NANOS_A_MILLI;
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  private static long given(Settings settings, String name, long otherwise) {
    return settings.isGiven(name) ? settings.nanos(name) : otherwise;
  }

  /** The same for a time that cannot be 0, which is the profile's as well. */
  private static long longer(Settings settings, String name, long otherwise) {
    long given = given(settings, name, 0);
    return given > 0 ? given : otherwise;
  }

  static SwimConfig config(Settings settings) {
    SwimConfig profile =
        switch (settings.word("profile")) {
          case "wan" -> SwimConfig.wan();
          case "loopback" -> SwimConfig.loopback();
          default -> SwimConfig.lan();
        };
    long period = longer(settings, "period", profile.periodNanos());
    boolean isOwnPeriod = given(settings, "period", 0) > 0;
    long suspicion =
        settings.isGiven("suspicion") ? settings.count("suspicion") : profile.suspicionPeriods();
    boolean lifeguard = settings.word("lifeguard").equals("on");
    return new SwimConfig(
        period,
        longer(settings, "timeout", isOwnPeriod ? period / 2 : profile.timeoutNanos()),
        Math.toIntExact(settings.count("relays")),
        Math.toIntExact(suspicion),
        lifeguard ? profile.suspicionStretch() : 1,
        lifeguard ? profile.confirmations() : 0,
        settings.word("order").equals("shuffled"),
        settings.word("news").equals("queued"),
        Math.toIntExact(settings.count("gossip")),
        Math.toIntExact(settings.count("retransmit")),
        given(settings, "push-pull", isOwnPeriod ? 30 * period : profile.syncNanos()),
        longer(settings, "tombstone", isOwnPeriod ? 60 * period : profile.tombstoneNanos()),
        given(settings, "reconnect", isOwnPeriod ? 5 * period : profile.reconnectNanos()),
        profile.forgetNanos(),
        lifeguard ? profile.healthMax() : 0,
        lifeguard,
        Math.toIntExact(settings.count("urgent")));
  }

  static Blueprint blueprint(View members, SwimConfig config, boolean isConverged) {
    InitialMembers initial =
        isConverged ? InitialMembers.of(members, SwimRecipe::initialMember) : InitialMembers.none();
    List<NodeId> contacts = contacts(members);
    return node ->
        node.add(
            "swim",
            Swim.Msg.class,
            context ->
                new Swim(
                    context,
                    card(context.self()),
                    config,
                    context.incarnation() == 1 ? initial : InitialMembers.none(),
                    contacts));
  }

  /** Names of eight characters and addresses of IPv4, so that messages are as long as real ones. */
  static Card card(NodeId id) {
    String number = Long.toString(id.value());
    String name = "node" + "0".repeat(Math.max(0, 4 - number.length())) + number;
    long value = id.value();
    Bytes address =
        Bytes.of(
            (byte) 10,
            (byte) (value >>> 16),
            (byte) (value >>> 8),
            (byte) value,
            (byte) 0x1f,
            (byte) 0x0a);
    return Card.named(name).withAddress(address);
  }

  private static Update.Alive initialMember(NodeId id) {
    return new Update.Alive(id, 1, card(id));
  }

  /** Everybody, as one list for all. */
  public static List<NodeId> contacts(View members) {
    return new AbstractList<>() {
      @Override
      public NodeId get(int index) {
        return members.at(index);
      }

      @Override
      public int size() {
        return members.size();
      }
    };
  }
}
