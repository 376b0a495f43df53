package coterie.cli;

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

  /** The words of a command line, and those that may hold blanks. */
  static Ran runLine(String line, String... more) {
    String[] words = line.split(" ");
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return run(all);
  }
}
