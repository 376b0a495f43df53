package highwater;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.monitor.MonitoredRecipe;
import java.util.List;

/** Makes the protocol known to the command by name, with the property that judges it. */
public class HighWaterRecipe implements MonitoredRecipe {
  @Override
  public String name() {
    return "high-water";
  }

  @Override
  public String summary() {
    return "a mark that only rises, kept by a majority";
  }

  @Override
  public String latency() {
    return "uniform:1ms,50ms";
  }

  @Override
  public List<Setting> settings() {
    return List.of(Setting.duration("retry", "200ms", "how long to wait before asking again"));
  }

  @Override
  public Blueprint blueprint(View members, Settings settings) {
    long retry = settings.nanos("retry");
    return node ->
        node.add(
            "high-water", HighWater.Msg.class, c -> new HighWater(c, members, retry, isHasty()));
  }

  @Override
  public List<Monitor<?>> monitors(View members, Settings settings) {
    return List.of(new ReadsNeverGoBack(members));
  }

  /** Whether a read ends too early. */
  boolean isHasty() {
    return false;
  }
}
