package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChosenDetectorTest {
  private static final List<DetectorRecipe> DETECTORS =
      Recipe.all(ChosenDetectorTest.class.getClassLoader()).stream()
          .filter(DetectorRecipe.class::isInstance)
          .map(DetectorRecipe.class::cast)
          .toList();

  @Test
  void everyDetectorThatRunsBelowOthersIsOffered() {
    assertThat(ChosenDetector.settings("phi", "").getFirst().words())
        .containsExactly("phi", "heartbeat", "heartring", "swim", "vring", "none");
    for (DetectorRecipe recipe : DETECTORS) {
      boolean isOffered = recipe.below(TimeText.SECOND, 2 * TimeText.SECOND) != null;
      assertThat(chosen(recipe.name()).isThere()).as(recipe.name()).isEqualTo(isOffered);
    }
  }

  @Test
  void noneIsNoDetector() {
    assertThat(chosen("none").isThere()).isFalse();
  }

  @Test
  void theVerdictIsThatOfTheDetector() {
    assertThat(chosen("swim").confirms()).isTrue();
    assertThat(chosen("phi").confirms()).isFalse();
  }

  @Test
  void unknownDetectorIsRefused() {
    assertThatThrownBy(() -> ChosenDetector.named("oracle"))
        .hasMessage(
            "unknown detector \"oracle\"; choose one of [heartbeat, heartring, phi, swim, vring]");
  }

  @Test
  void silenceWithinAPeriodIsRefused() {
    assertThatThrownBy(() -> ChosenDetector.requireSilence(TimeText.SECOND, TimeText.SECOND))
        .hasMessageContaining("the silence must be longer than the period of 1 s");
  }

  /** The settings of a service are settings that the detector has. */
  @Test
  void servicesCanRunEveryDetector() {
    for (DetectorRecipe recipe : DETECTORS) {
      Settings settings = new Settings(recipe.settings(), recipe.service());
      assertThat(recipe.blueprint(View.numbered(0, 3), settings)).as(recipe.name()).isNotNull();
    }
  }

  private static ChosenDetector chosen(String name) {
    List<Setting> settings = ChosenDetector.settings("none", "");
    if (!settings.getFirst().words().contains(name)) {
      return chosen("none");
    }
    return ChosenDetector.of(View.numbered(0, 3), new Settings(settings, Map.of("detector", name)));
  }
}
