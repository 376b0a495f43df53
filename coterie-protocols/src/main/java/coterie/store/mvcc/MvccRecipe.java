package coterie.store.mvcc;

import coterie.core.Blueprint;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.recipe.StoreRecipe;
import java.util.ArrayList;
import java.util.List;

/** The replicated store of versions by name. */
public final class MvccRecipe {
  private static final long MILLI = TimeText.SECOND / 1000;

  public static final StoreRecipe RECIPE =
      new StoreRecipe.Value(
          "mvcc",
          "a replicated store of versions by hybrid time, with reads of the past",
          "uniform:1ms,5ms",
          settings(),
          false,
          MvccRecipe::settleNanos,
          MvccRecipe::blueprint);

  private MvccRecipe() {}

  private static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    settings.add(
        Setting.duration("period", "100ms", "from one exchange with another member to the next"));
    settings.add(
        Setting.duration("drift", "500ms", "how far a stamp may be ahead of the wall clock"));
    settings.add(Setting.duration("keep", "0", "history older than this is collected; 0: never"));
    settings.add(
        Setting.count("keep-last", 0, "how many versions of a key are kept at the most; 0: all"));
    settings.addAll(MvccClient.Config.settings());
    return settings;
  }

  static MvccReplica.Config config(Settings settings) {
    return new MvccReplica.Config(
        settings.nanos("period"),
        settings.nanos("drift") / MILLI,
        settings.nanos("keep"),
        (int) Math.min(settings.count("keep-last"), Integer.MAX_VALUE));
  }

  /** Everybody has exchanged with everybody in two rounds; who restarted may be ahead by a bit. */
  private static long settleNanos(Settings settings, int nodes) {
    return settings.nanos("period") * (4L * nodes + 10)
        + 2 * settings.nanos("drift")
        + TimeText.SECOND;
  }

  private static Blueprint blueprint(View members, Settings settings) {
    MvccReplica.Config config = config(settings);
    MvccClient.Config work = MvccClient.Config.of(settings);
    return node -> {
      MvccReplica replica =
          node.add(
              "mvcc", MvccReplica.Msg.class, context -> new MvccReplica(context, members, config));
      MvccClient.add(node, members, replica, work);
    };
  }
}
