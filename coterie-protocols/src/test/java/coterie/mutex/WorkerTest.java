package coterie.mutex;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.View;
import coterie.mutex.tokenring.TokenRingRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What clients may be asked to do. */
class WorkerTest {
  private static void build(Map<String, String> values) {
    MutexRecipe recipe = TokenRingRecipe.RECIPE;
    recipe.blueprint(View.numbered(0, 3), new Settings(recipe.settings(), values));
  }

  /** Who enters without a message would do so again and again, and no time would pass. */
  @Test
  void aClientThatNeitherHoldsNorThinksIsRefused() {
    assertThatThrownBy(() -> build(Map.of("hold", "0", "think", "0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hold and think must not both be 0");
    assertThatNoException().isThrownBy(() -> build(Map.of("hold", "0")));
    assertThatNoException().isThrownBy(() -> build(Map.of("think", "0")));
    assertThatNoException()
        .isThrownBy(() -> build(Map.of("hold", "0", "think", "0", "clients", "0")));
  }

  @Test
  void aRingIsNotTooLarge() {
    MutexRecipe recipe = TokenRingRecipe.RECIPE;
    Settings settings = new Settings(recipe.settings(), Map.of());
    assertThatThrownBy(() -> recipe.blueprint(View.numbered(0, 1025), settings))
        .hasMessage("a token ring takes groups of 1 to 1024, not 1025");
  }
}
