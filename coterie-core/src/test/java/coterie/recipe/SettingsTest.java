package coterie.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.TimeText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private static final List<Setting> KNOWN =
      List.of(
          Setting.duration("period", "30", "how often"),
          Setting.count("members", 3, "how many"),
          Setting.decimal("threshold", "8", "how sure"),
          Setting.flag("mend", "whether"),
          Setting.word("start", List.of("unknown", "converged"), "which"));

  @Test
  void whatIsNotGivenFallsBack() {
    Settings settings = new Settings(KNOWN, Map.of());
    assertThat(settings.nanos("period")).isEqualTo(30 * TimeText.SECOND);
    assertThat(settings.count("members")).isEqualTo(3);
    assertThat(settings.decimal("threshold")).isEqualTo(8);
    assertThat(settings.flag("mend")).isFalse();
    assertThat(settings.word("start")).isEqualTo("unknown");
  }

  @Test
  void whatIsGivenIsTaken() {
    Settings settings =
        new Settings(
            KNOWN, Map.of("period", "200ms", "members", "0", "mend", "true", "start", "converged"));
    assertThat(settings.nanos("period")).isEqualTo(200_000_000);
    assertThat(settings.count("members")).isZero();
    assertThat(settings.flag("mend")).isTrue();
    assertThat(settings.word("start")).isEqualTo("converged");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "period | often | period takes a duration such as 30, 1.5s or 200ms, not \"often\"",
        "period | -1 | period takes a duration such as 30, 1.5s or 200ms, not \"-1\"",
        "period | '' | period takes a duration such as 30, 1.5s or 200ms, not \"\"",
        "members | 1.5 | members takes a whole number from 0, not \"1.5\"",
        "members | -1 | members takes a whole number from 0, not \"-1\"",
        "members | 9999999999999999999 | members takes a whole number from 0, not"
            + " \"9999999999999999999\"",
        "threshold | 1e9 | threshold takes a number from 0 such as 8 or 2.5, not \"1e9\"",
        "threshold | -1 | threshold takes a number from 0 such as 8 or 2.5, not \"-1\"",
        "mend | yes | mend takes true or false, not \"yes\"",
        "start | known | start takes unknown or converged, not \"known\"",
        "speed | 3 | there is no setting \"speed\"; there is period, members, threshold, mend,"
            + " start",
      })
  void badValueIsRefusedWithWhatIsAllowed(String name, String text, String message) {
    assertThatThrownBy(() -> new Settings(KNOWN, Map.of(name, text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void recipeWithoutSettingsSaysSo() {
    assertThatThrownBy(() -> new Settings(List.of(), Map.of("period", "3")))
        .hasMessage("there is no setting \"period\"; there is none");
  }

  @Test
  void undeclaredSettingCannotBeAskedFor() {
    Settings settings = new Settings(KNOWN, Map.of());
    assertThatThrownBy(() -> settings.nanos("speed"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the recipe does not declare the setting speed");
  }

  @Test
  void firstWordIsTheFallback() {
    Setting word = Setting.word("start", List.of("b", "a"), "which");
    assertThat(word.fallback()).isEqualTo("b");
    assertThat(word.allowed()).isEqualTo("b or a");
  }
}
