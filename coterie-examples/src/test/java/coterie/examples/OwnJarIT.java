package coterie.examples;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The jar of this module, as a user hands it to the command. */
class OwnJarIT {
  private static final String JAR = System.getProperty("coterie.examples.jar");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  @Test
  void ownProtocolIsRunByName() {
    int code =
        run(
            "sim",
            "--jar",
            JAR,
            "rumor",
            "-n",
            "20",
            "--until",
            "60",
            "--seed",
            "3",
            "--latency",
            "10ms",
            "--at",
            "1 call 4 spread fire");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).contains("rumor, 20 processes").containsPattern("Heard +20");
  }

  @Test
  void ownProtocolHasItsFlagsAndHelp() {
    assertThat(run("sim", "--jar", JAR, "rumor", "--help")).isZero();
    assertThat(out.toString()).contains("--patience").contains("pass a rumour on");
  }

  @Test
  void ownProtocolHasTraceTests() {
    int code = run("check", "--jar", JAR, "rumor.trace");
    assertThat(out.toString()).contains("1 passed, 0 failed");
    assertThat(code).isZero();
  }
}
