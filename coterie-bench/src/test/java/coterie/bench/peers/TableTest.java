package coterie.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Medians, and how results are shown. */
final class TableTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  @Test
  void medianIsTheMiddleOrBetweenTheMiddleTwo() {
    assertThat(new Samples(List.of(9.0, 1.0, 2.0)).median()).isEqualTo(2);
    assertThat(new Samples(List.of(4.0, 1.0, 2.0, 9.0)).median()).isEqualTo(3);
    assertThat(new Samples(List.of(NEVER, 1.0, 2.0)).median()).isEqualTo(2);
    assertThat(new Samples(List.of(NEVER, 1.0, NEVER)).median()).isInfinite();
    assertThatThrownBy(() -> new Samples(List.of()).median())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void timesAreShownWithTheirRange() {
    assertThat(new Samples(List.of(0.1234, 1.26, NEVER)).text())
        .isEqualTo("1.3 s (123 ms to never, 3)");
  }

  @Test
  void rowsAreMeasuresAndColumnsArePeers() {
    assertThat(table().text())
        .isEqualTo(
            """
            |                                 | serf  | jgroups |
            | ------------------------------- | ----- | ------- |
            | kill -9 until all know, N=10    | 5.9 s | -       |
            | silent cut until all know, N=10 | -     | failed  |
            scalecube: skipped, it has gone "home"
            """);
  }

  @Test
  void jsonHasAllValuesAndTheReasonOfWhatWasSkipped() {
    assertThat(table().json())
        .contains("\"scalecube\": \"it has gone \\\"home\\\"\"")
        .contains("\"measure\": \"kill\", \"nodes\": 10, \"text\": \"5.9 s\"")
        .contains("\"values\": [5.8000, null]");
  }

  @Test
  void controlCharactersAreEscaped() {
    assertThat(Table.quoted("a\tb")).isEqualTo("\"a\\u0009b\"");
  }

  private static Table table() {
    PeersOptions options =
        PeersOptions.parse(
            List.of("--only", "scalecube", "--sizes", "10", "--only-measure", "kill,cut"));
    List<Result> results =
        List.of(
            new Result("serf", Measure.KILL, 10, "5.9 s", "seconds", List.of(5.8, NEVER)),
            new Result("jgroups", Measure.CUT, 10, "failed", "", List.of()));
    TreeMap<String, String> skipped = new TreeMap<>();
    skipped.put("scalecube", "it has gone \"home\"");
    return new Table(options, results, skipped);
  }
}
