package coterie.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;

/** Each golden trace is a test. */
class TraceTestTest {
  @Test
  void everyFileIsATest() {
    Map<String, TestExecutionResult> results = Launched.run(TraceSamples.class, "traces").results();
    assertThat(List.copyOf(results.keySet())).containsExactly("tick.trace", "tock.trace");
    assertThat(results.get("tick.trace").getStatus()).isEqualTo(Status.SUCCESSFUL);
  }

  @Test
  void differenceIsToldWithItsLineAndTheRemedy() {
    String message =
        Launched.run(TraceSamples.class, "traces")
            .results()
            .get("tock.trace")
            .getThrowable()
            .orElseThrow()
            .getMessage();
    assertThat(message)
        .contains("tock.trace:7: expected", "P1   Ticked number=7", "P0   Ticked number=1")
        .contains("-Dcoterie.traces=write");
  }

  @Test
  void patternWithoutFilesIsRefused() {
    Launched launched = Launched.run(TraceSamples.class, "noTraces");
    assertThat(launched.failures().toString())
        .contains("no file is named nowhere/*.trace in ", "such as traces/*.trace");
  }

  @Test
  void unknownProtocolIsToldInOneSentence() {
    assertThat(Launched.run(TraceSamples.class, "unknownProtocol").message())
        .contains("tick.trace:2: there is no protocol \"ticker\"");
  }
}
