package coterie.examples;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;

/** An election that can be compared with others. */
public final class LowestRecipe implements ElectionRecipe {
  @Override
  public String name() {
    return "lowest";
  }

  @Override
  public String summary() {
    return "example: an election of the lowest member that was heard of lately";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.duration("period", "1", "from one beat to the next"),
        Setting.duration("timeout", "3", "how long a member may be silent"));
  }

  @Override
  public String latency() {
    return "uniform:200us,1ms";
  }

  /** A partition has two leaders, so a term protects nothing. */
  @Override
  public boolean isFenced() {
    return false;
  }

  @Override
  public Class<? extends Message> family() {
    return Lowest.Msg.class;
  }

  /** The new leader says so to all others. */
  @Override
  public List<Cost> costs(int nodes) {
    return List.of(new Cost("announcement", "n-1", nodes - 1L));
  }

  /** The settings for compare: signs of life every 50 ms, and up to 300 ms of silence. */
  @Override
  public Map<String, String> laboratory() {
    return Map.of("period", "50ms", "timeout", "300ms");
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    Lowest.Config config = new Lowest.Config(settings.nanos("period"), settings.nanos("timeout"));
    return node ->
        node.add("lowest", Lowest.Msg.class, context -> new Lowest(context, members, config));
  }
}
