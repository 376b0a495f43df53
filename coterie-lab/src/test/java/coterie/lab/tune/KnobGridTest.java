package coterie.lab.tune;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.recipe.Setting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnobGridTest {
  @ParameterizedTest
  @CsvSource({
    "duration,1,2s,1.4",
    "duration,100ms,1s,0.32",
    "count,1,5,2",
    "count,1,2,",
    "decimal,8,12,9.8",
    "decimal,0,1,0.5",
    "flag,true,false,",
  })
  void middleLiesBetweenNumbers(String kind, String one, String other, String middle) {
    Setting setting =
        switch (kind) {
          case "duration" -> Setting.duration("x", "1", "");
          case "count" -> Setting.count("x", 1, "");
          case "decimal" -> Setting.decimal("x", "1", "");
          default -> Setting.flag("x", "");
        };
    assertThat(
            KnobGrid.middle(
                setting, KnobGrid.number(setting, one), KnobGrid.number(setting, other)))
        .isEqualTo(middle);
  }
}
