package coterie.cli.flags;

import coterie.lab.Jars;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** A command of {@code coterie}: where it prints, and what was given to it. */
public abstract class Subcommand implements Callable<Integer> {
  /** The exit code of a run or a check that failed. */
  protected static final int FAILED = 1;

  @Spec private CommandSpec spec;

  protected final CommandSpec spec() {
    return spec;
  }

  protected final CommandLine commandLine() {
    return spec.commandLine();
  }

  protected final ParseResult given() {
    return spec.commandLine().getParseResult();
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /**
   * Returns the words of the command line, without these options and their values.
   *
   * @param options all of them take a value
   */
  protected final String words(Set<String> options) {
    CommandLine root = spec.commandLine();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    List<String> words = new ArrayList<>();
    String before = "";
    for (String word : root.getParseResult().originalArgs()) {
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      if (!options.contains(name) && !options.contains(before)) {
        words.add(word.matches("[\\w./:,=@+-]+") ? word : "'%s'".formatted(word));
      }
      before = word;
    }
    return String.join(" ", words);
  }

  /** Loads the classes of the jars that {@code --jar} names. */
  protected final ClassLoader loader() {
    Path[] jars = given().matchedOptionValue("--jar", new Path[0]);
    return Jars.loader(Arrays.stream(jars).map(Path::toString).toList());
  }

  /** Prints what was violated; returns the exit code. */
  protected final int end(List<String> violations) {
    violations.forEach(sentence -> err().println("coterie: " + sentence));
    return violations.isEmpty() ? 0 : FAILED;
  }
}
