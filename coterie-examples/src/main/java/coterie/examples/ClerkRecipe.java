package coterie.examples;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A lock that can be compared with others. */
public final class ClerkRecipe implements MutexRecipe {
  @Override
  public String name() {
    return "clerk";
  }

  @Override
  public String summary() {
    return "example: a lock whose only key the first member lends";
  }

  /** A lock that is compared has the settings clients, hold and think: they are the demand. */
  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.countOrAll("clients", "how many processes ask for the lock again and again"),
        Setting.duration("hold", "20ms", "how long a client holds the lock"),
        Setting.duration("think", "50ms", "time from leaving to asking again"),
        Setting.duration("retry", "500ms", "how long to wait before asking again"));
  }

  @Override
  public String latency() {
    return "uniform:1ms,5ms";
  }

  /** Two are never inside, in any run. */
  @Override
  public Promise promise(Settings settings) {
    return new Promise.Always();
  }

  @Override
  public Class<? extends Message> family() {
    return Clerk.Msg.class;
  }

  /** For whose entry a message was sent: by that, messages per entry are counted. */
  @Override
  public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return switch ((Clerk.Msg) message) {
      case Clerk.Ask ask -> from;
      case Clerk.Lend lend -> to;
      case Clerk.Return back -> from;
    };
  }

  @Override
  public List<Cost> costs(int nodes) {
    return List.of(new Cost("the clerk's own", "0", 0), new Cost("others", "3", 3));
  }

  @Override
  public Map<String, String> laboratory() {
    return Map.of("retry", "5s");
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Clerk.Config config =
        new Clerk.Config(
            settings.count("clients"),
            settings.nanos("hold"),
            settings.nanos("think"),
            settings.nanos("retry"));
    return node ->
        node.add("clerk", Clerk.Msg.class, context -> new Clerk(context, members, config));
  }
}
