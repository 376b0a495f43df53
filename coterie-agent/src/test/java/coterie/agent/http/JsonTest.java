package coterie.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.json.JsonText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a \"quoted\" \\ line\n\u0007 \u00e9 \ud83d\ude00");
    value.put("numbers", Arrays.asList(1L, -5L, 2.5, null));
    value.put("flags", List.of(true, false));
    value.put("empty", new LinkedHashMap<>());
    assertThat(JsonReader.parse(JsonText.of(value))).isEqualTo(value);
  }

  @Test
  void controlCharactersAreEscaped() {
    assertThat(JsonText.of("\u0000\n\u001b\u007f\u009b"))
        .isEqualTo("\"\\u0000\\u000a\\u001b\\u007f\\u009b\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1,",
        "{\"a\" 1}",
        "{a: 1}",
        "\"open",
        "\"\\x\"",
        "\"\\u12g4\"",
        "tru",
        "1 2",
        "--1",
        "[1]]",
        "nul",
        "{\"a\":}",
        "1e99x"
      })
  void whatIsNoJsonIsRefusedWithItsPlace(String text) {
    assertThatThrownBy(() -> JsonReader.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at character");
  }

  @Test
  void deepValuesCostNoStack() {
    assertThatThrownBy(() -> JsonReader.parse("[".repeat(100_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("levels");
  }

  @Test
  void bodyIsAnObject() {
    assertThatThrownBy(() -> JsonReader.parseObject("[]"))
        .hasMessageContaining("not a JSON object");
  }
}
