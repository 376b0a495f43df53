package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  @Test
  void versionIsFilledInByTheBuild() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("coterie \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void completionIsAShellScript() {
    assertThat(run("completion")).isZero();
    assertThat(out.toString()).startsWith("#!/usr/bin/env bash").contains("completion");
  }

  @Test
  void protocolsAreListed() {
    assertThat(run("protocols")).isZero();
    assertThat(out.toString().lines()).anyMatch(line -> line.startsWith("vring"));
  }

  @Test
  void unknownOptionIsACallersMistake() {
    assertThat(run("--colour")).isEqualTo(2);
    assertThat(err.toString()).contains("--colour");
  }

  @Test
  void csvWithoutFileIsPrinted() {
    assertThat(run("sweep", "vring", "--nodes", "4", "--csv")).isZero();
    assertThat(out.toString())
        .startsWith("nodes,events,undiagnosed,tests_min")
        .contains("\n4,8,0,");
  }
}
