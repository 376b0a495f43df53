package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command inside this JVM; what it prints and answers can be looked at. */
abstract class CommandTest {
  /** The published run of four processes. */
  static final String N4 =
      "sim vring -n 4 --until 331 --crash 1@31 --crash 2@91 --crash 3@121 --recover 1@181"
          + " --recover 2@241 --recover 3@301";

  record Ran(int code, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }
  }

  @TempDir Path folder;

  static Ran run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Ran(code, out.toString(), err.toString());
  }

  /** The words of a command line, with these protocols only. */
  static Ran runLine(Recipes recipes, String line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintWriter errors = new PrintWriter(err, true);
    int code = Main.run(recipes, new PrintWriter(out, true), errors, line.split(" "));
    return new Ran(code, out.toString(), err.toString());
  }

  /** A caller's mistake gets one sentence that says what is wrong and what is allowed. */
  static void refused(Ran ran, String... parts) {
    assertThat(ran.code()).as("exit code: %s", ran.err()).isEqualTo(2);
    assertThat(ran.err().lines()).as("one line").hasSize(1);
    assertThat(ran.err()).startsWith("coterie: ").contains(parts).doesNotContain("Exception");
    assertThat(ran.out()).isEmpty();
  }

  /** The words of a command line, and those that may hold blanks. */
  static Ran runLine(String line, String... more) {
    String[] words = line.split(" ");
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return run(all);
  }
}
