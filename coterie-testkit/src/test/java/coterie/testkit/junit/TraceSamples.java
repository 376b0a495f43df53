package coterie.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

/** Tests of trace files as users write them, which the kit's own tests launch. */
class TraceSamples {
  @TraceTest(value = "src/test/resources/traces/*.trace", recipes = Ticker.Sound.class)
  void traces(Path file) {
    assertThat(file).exists();
  }

  @TraceTest(value = "nowhere/*.trace", recipes = Ticker.Sound.class)
  void noTraces() {}

  @TraceTest("src/test/resources/traces/tick.trace")
  void unknownProtocol() {}
}
