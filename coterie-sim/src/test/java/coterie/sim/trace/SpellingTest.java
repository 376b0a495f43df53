package coterie.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.StageWitness.Drop;
import coterie.sim.fault.Fault;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two spellings of a trace: lines for people, JSON for programs. */
class SpellingTest {
  private static final long AT = 1_500_000_000;

  record Hello(String text, long delayNanos, List<NodeId> seen) implements Message, Note {}

  record Plain() implements Note {}

  record Odd(int someNanos, List<Long> recordedNanos, Long nanos, Long goneNanos) {}

  private static final Hello HELLO =
      new Hello("a \"b\"", 2_500_000_000L, List.of(new NodeId(3), new NodeId(4)));

  private static void spells(TraceEvent event, String line, String json) {
    assertThat(Lines.of(event)).isEqualTo(line);
    assertThat(Json.line(event)).isEqualTo(json);
  }

  private static NodeId id(long number) {
    return new NodeId(number);
  }

  @Test
  void messagesAreSpelt() {
    String hello = "{\"type\":\"Hello\",\"text\":\"a \\\"b\\\"\",\"delay\":2.5,\"seen\":[3,4]}";
    spells(
        new TraceEvent.Sent(AT, id(0), id(1), HELLO),
        "     1.5  P0   sends Hello text=a \"b\" delay=2.5 seen=[P3 P4] to P1",
        "{\"kind\":\"sent\",\"at\":1.5,\"from\":0,\"to\":1,\"message\":" + hello + "}");
    spells(
        new TraceEvent.Received(AT, id(0), id(1), HELLO),
        "     1.5  P1   receives Hello text=a \"b\" delay=2.5 seen=[P3 P4] from P0",
        "{\"kind\":\"received\",\"at\":1.5,\"from\":0,\"to\":1,\"message\":" + hello + "}");
    spells(
        new TraceEvent.Dropped(AT, id(0), id(1), HELLO, Drop.STALE),
        "     1.5  P0   loses Hello text=a \"b\" delay=2.5 seen=[P3 P4] to P1: stale",
        "{\"kind\":\"dropped\",\"at\":1.5,\"from\":0,\"to\":1,\"message\":"
            + hello
            + ",\"why\":\"stale\"}");
  }

  @Test
  void otherEventsAreSpelt() {
    spells(
        new TraceEvent.Unreachable(AT, id(0), id(1)),
        "     1.5  P0   cannot reach P1",
        "{\"kind\":\"unreachable\",\"at\":1.5,\"node\":0,\"to\":1}");
    spells(
        new TraceEvent.Expired(AT, id(0), "turn"),
        "     1.5  P0   alarm turn",
        "{\"kind\":\"expired\",\"at\":1.5,\"node\":0,\"alarm\":\"turn\"}");
    spells(
        new TraceEvent.Saved(AT, id(0), "term", new Plain()),
        "     1.5  P0   saved term Plain",
        "{\"kind\":\"saved\",\"at\":1.5,\"node\":0,\"name\":\"term\",\"value\":{\"type\":\"Plain\"}}");
    spells(
        new TraceEvent.Called(AT, id(0), "acquire 3"),
        "     1.5  P0   call acquire 3",
        "{\"kind\":\"called\",\"at\":1.5,\"node\":0,\"call\":\"acquire 3\"}");
    spells(
        new TraceEvent.Answered(AT, id(0), id(2)),
        "     1.5  P0   answers P2",
        "{\"kind\":\"answered\",\"at\":1.5,\"node\":0,\"answer\":2}");
    spells(
        new TraceEvent.Noted(AT, id(0), new Plain()),
        "     1.5  P0   Plain",
        "{\"kind\":\"noted\",\"at\":1.5,\"node\":0,\"note\":{\"type\":\"Plain\"}}");
    spells(
        new TraceEvent.Faulted(AT, new Fault.Cut(id(0), id(1), false)),
        "     1.5  --   cut P0 -> P1",
        "{\"kind\":\"faulted\",\"at\":1.5,\"fault\":\"cut P0 -> P1\"}");
    spells(
        new TraceEvent.Knows(AT, id(0), new Odd(1, List.of(5L), 7L, null)),
        "     1.5  P0   knows someNanos=1 recordedNanos=[5] nanos=7 gone=-",
        "{\"kind\":\"knows\",\"at\":1.5,\"node\":0,\"state\":{\"type\":\"Odd\",\"someNanos\":1,"
            + "\"recordedNanos\":[5],\"nanos\":7,\"gone\":null}}");
    spells(
        new TraceEvent.Noted(AT, id(0), new Note.Leads(3, Long.MAX_VALUE)),
        "     1.5  P0   Leads term=3 until=unbounded",
        "{\"kind\":\"noted\",\"at\":1.5,\"node\":0,\"note\":{\"type\":\"Leads\",\"term\":3,"
            + "\"until\":9223372036.854775807}}");
    spells(
        new TraceEvent.Judged(AT, new Plain()),
        "     1.5  --   Plain",
        "{\"kind\":\"judged\",\"at\":1.5,\"verdict\":{\"type\":\"Plain\"}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "plain | \"plain\"",
        "say \"hi\" | \"say \\\"hi\\\"\"",
        "back\\slash | \"back\\\\slash\"",
        "é € 漢 | \"é € 漢\"",
      })
  void textIsEscaped(String text, String json) {
    assertThat(Json.of(text)).isEqualTo(json);
  }

  @Test
  void controlsAndSurrogatesAreEscapedByNumber() {
    assertThat(Json.of("a\nb\tc\u0000d\u001f")).isEqualTo("\"a\\u000ab\\u0009c\\u0000d\\u001f\"");
    assertThat(Json.of("\ud83d\ude00")).isEqualTo("\"\\ud83d\\ude00\"");
  }

  @Test
  void valuesAreWritten() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("b", 1);
    map.put("a", null);
    map.put("a\"", List.of());
    assertThat(Json.of(map)).isEqualTo("{\"b\":1,\"a\":null,\"a\\\"\":[]}");
    assertThat(Json.of(Arrays.asList(1, null, true, Drop.DEAF, 2.5)))
        .isEqualTo("[1,null,true,\"deaf\",2.5]");
    assertThat(Json.of(Double.NaN)).isEqualTo("null");
    assertThat(Json.of(Double.POSITIVE_INFINITY)).isEqualTo("null");
    assertThat(Json.of(new BigDecimal("1E+3"))).isEqualTo("1000");
    assertThat(Json.time(5)).isEqualTo(new BigDecimal("0.000000005"));
    assertThat(Json.of(Json.time(5))).isEqualTo("0.000000005");
    assertThat(Json.of(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
  }

  @Test
  void kindsHaveWords() {
    for (Kind kind : Kind.values()) {
      assertThat(Kind.parse(kind.word())).isEqualTo(kind);
    }
    assertThat(Kind.usual()).doesNotContain(Kind.RECEIVES, Kind.ALARMS).hasSize(9);
    assertThatThrownBy(() -> Kind.parse("NOTES"))
        .hasMessage(
            "\"NOTES\" cannot be shown; choose sends, receives, drops, alarms, saves, calls,"
                + " notes, faults, states, verdicts, sentences");
  }
}
