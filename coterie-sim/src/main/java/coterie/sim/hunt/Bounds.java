package coterie.sim.hunt;

import coterie.core.TimeText;
import coterie.recipe.MutexRecipe;
import coterie.recipe.MutexRecipe.Promise;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;

/**
 * How wrong clocks may go, and how long processes may be paused, so that a protocol is still held
 * to its promise. Beyond that a violation would say nothing.
 *
 * @param driftPartsPerMillion by how much a clock may run faster or slower than true time
 * @param pauseNanos how long a process may be paused
 * @param slowNanos how much longer all may take that a process does
 */
record Bounds(long driftPartsPerMillion, long pauseNanos, long slowNanos) {
  /** Where nothing is promised of clocks: a quartz is 1,000 times as good. */
  private static final long DRIFT = 30_000;

  private static final long SLOW = TimeText.SECOND / 5;

  /** The setting of a protocol that depends on clocks, in parts per million. */
  private static final String DRIFT_SETTING = "drift";

  static Bounds of(Recipe recipe, Settings settings, long untilNanos) {
    if (recipe instanceof MutexRecipe mutex
        && mutex.promise(settings) instanceof Promise.WithinBounds within) {
      // A process that is slow may be paused as well: both together stay below the bound.
      return new Bounds(
          within.driftPartsPerMillion(), within.pauseNanos() / 2, within.pauseNanos() / 4);
    }
    boolean hasDrift =
        recipe.settings().stream()
            .anyMatch(
                setting ->
                    setting.name().equals(DRIFT_SETTING) && setting.kind() == Setting.Kind.COUNT);
    return new Bounds(hasDrift ? settings.count(DRIFT_SETTING) : DRIFT, untilNanos / 8, SLOW);
  }
}
