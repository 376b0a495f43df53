package coterie.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TraceFileTest {
  private static TraceFile file(String... expected) {
    List<String> lines = new java.util.ArrayList<>(List.of("# Shows.", "protocol beats", "---"));
    lines.addAll(List.of(expected));
    return new TraceFile("t.trace", lines);
  }

  @Test
  void equalTraceHasNoDifference() {
    assertThat(file("a", "b").difference(List.of("a", "b"))).isEmpty();
    assertThat(file("# one", "a", "", "b", "# end").difference(List.of("a", "b"))).isEmpty();
    assertThat(file().difference(List.of())).isEmpty();
  }

  @Test
  void blanksAroundTheTimeDoNotMatter() {
    TraceFile file = file("   2.5    P1   a  b");
    assertThat(file.difference(List.of("     2.5  P1   a  b"))).isEmpty();
    assertThat(file.difference(List.of("     2.5  P1   a b"))).isNotEmpty();
  }

  @Test
  void differenceNamesTheFirstLineThatDiffers() {
    assertThat(file("a", "# one", "b", "c").difference(List.of("a", "x", "y")).lines())
        .containsExactly("t.trace:6: expected", "b", "but the run says", "x");
    assertThat(file("a", "b").difference(List.of("a")).lines())
        .containsExactly("t.trace:5: expected", "b", "but the run says", "the end of the trace");
    assertThat(file("a").difference(List.of("a", "b")).lines())
        .containsExactly("t.trace: the run goes on after the expected end:", "b");
  }

  private static List<String> rewritten(TraceFile file, String... actual) {
    List<String> lines = file.rewritten(List.of(actual));
    assertThat(lines.subList(0, 3)).containsExactly("# Shows.", "protocol beats", "---");
    return lines.subList(3, lines.size());
  }

  @Test
  void commentStaysAboveItsLine() {
    TraceFile file = file("a", "# one", "b", "c", "# two", "d", "# end");
    assertThat(rewritten(file, "a", "b", "c", "d"))
        .containsExactly("a", "# one", "b", "c", "# two", "d", "# end");
    assertThat(rewritten(file, "a", "new", "b", "d", "more"))
        .containsExactly("a", "new", "# one", "b", "# two", "d", "more", "# end");
  }

  @Test
  void commentOfALineThatIsGoneIsKept() {
    TraceFile file = file("a", "# one", "b", "# two", "c");
    assertThat(rewritten(file, "a", "c")).containsExactly("a", "# one", "# two", "c");
    assertThat(rewritten(file, "x")).containsExactly("x", "# one", "# two");
  }

  @Test
  void commentsOfEqualLinesStayApart() {
    assertThat(rewritten(file("# one", "a", "# two", "a"), "a", "a"))
        .containsExactly("# one", "a", "# two", "a");
    assertThat(rewritten(file("a", "b", "# two", "a"), "a", "b", "a"))
        .containsExactly("a", "b", "# two", "a");
  }

  @Test
  void rewrittenFilePasses() {
    List<String> trace = List.of("a", "b", "b", "c", "a");
    TraceFile file = file("# one", "b", "# two", "b", "z", "# three", "a");
    TraceFile again = new TraceFile("t.trace", file.rewritten(trace));
    assertThat(again.difference(trace)).isEmpty();
    assertThat(again.rewritten(trace)).isEqualTo(file.rewritten(trace));
  }

  @Test
  void fileWithoutALineOfDashesIsAllScenario() {
    TraceFile file = new TraceFile("t", List.of("# Shows.", "protocol beats"));
    assertThat(file.scenario()).hasSize(2);
    assertThat(file.rewritten(List.of("a"))).endsWith("---", "a");
  }

  @Test
  void traceTestSaysWhatItShows() {
    TraceFile file = new TraceFile("t", List.of("protocol beats", "---"));
    assertThatThrownBy(() -> file.run(Beats.RECIPES))
        .isInstanceOf(ScenarioException.class)
        .hasMessage("t:1: a trace test opens with a comment that says what it shows: # ...");
  }

  @Test
  void fileIsRun() {
    TraceFile file =
        new TraceFile(
            "t",
            List.of(
                "# Shows.",
                "protocol beats",
                "nodes 2",
                "until 10",
                "---",
                "      10  P0   sends Beat number=1 to P1",
                "      10  P1   sends Beat number=1 to P0"));
    assertThat(file.difference(file.run(Beats.RECIPES))).isEmpty();
  }
}
