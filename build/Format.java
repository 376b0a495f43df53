import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import com.google.googlejavaformat.java.StringWrapper;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Checks that every Java file below a folder is formatted by google-java-format and that no method
 * is longer than 60 lines; or, told to "write", reformats the files. The build starts it from this
 * source file, and fails with the text of target/format-problems if that file is there afterwards.
 */
public final class Format {
  private static final int LINES_MAX = 60;
  private static final int COLUMNS_MAX = 100;
  private static final String TEXT_BLOCK = "\"\"\"";
  private static final String FIX = "mvn -q -N validate -Dformat=write";

  private final Path root;
  private final boolean write;
  private final Path memory;
  private final Set<String> known = new TreeSet<>();
  private final Set<String> good = new ConcurrentSkipListSet<>();
  private final Set<String> unformatted = new ConcurrentSkipListSet<>();
  private final Set<String> problems = new ConcurrentSkipListSet<>();

  private Format(Path root, boolean write) {
    this.root = root;
    this.write = write;
    this.memory = root.resolve("target/format-checked");
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 2 || !(args[0].equals("check") || args[0].equals("write"))) {
      System.err.println("Say -Dformat=check or -Dformat=write.");
      System.exit(2);
    }
    new Format(Path.of(args[1]), args[0].equals("write")).run();
  }

  private void run() throws IOException {
    if (Files.exists(memory)) {
      known.addAll(Files.readAllLines(memory));
    }
    String self = Files.readString(root.resolve("build/Format.java"));
    String rules = fingerprint(self + Formatter.class.getProtectionDomain().getCodeSource());
    sources().parallelStream().forEach(file -> judge(file, rules));
    Files.createDirectories(memory.getParent());
    Files.write(memory, good);
    if (!unformatted.isEmpty()) {
      problems.add("Not formatted: " + String.join(", ", unformatted) + ". To fix it, run: " + FIX);
    }
    Path report = root.resolve("target/format-problems");
    if (problems.isEmpty()) {
      Files.deleteIfExists(report);
    } else {
      Files.write(report, problems);
    }
  }

  private List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean skipped =
                !folder.equals(root)
                    && (name.equals("target")
                        || name.equals("node_modules")
                        || name.startsWith("."));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private void judge(Path file, String rules) {
    String name = root.relativize(file).toString();
    try {
      String text = Files.readString(file);
      String print = fingerprint(rules + name + text);
      if (known.contains(print)) {
        good.add(print);
        return;
      }
      boolean formatted = format(file, name, text);
      boolean mayBeLong = !formatted || hasLongMembers(text);
      if ((!mayBeLong || shortMethods(name, text)) && formatted) {
        good.add(print);
      }
    } catch (FormatterException e) {
      problems.add(name + ":" + e.getMessage().strip());
    } catch (IOException e) {
      problems.add(name + ": " + e);
    }
  }

  private boolean format(Path file, String name, String text)
      throws FormatterException, IOException {
    Formatter formatter = new Formatter();
    // What formatSourceAndFixImports does, but for the wrapper, which comes below.
    String ordered = ImportOrderer.reorderImports(text, JavaFormatterOptions.Style.GOOGLE);
    String formatted = formatter.formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
    String wanted = mayWrap(formatted) ? StringWrapper.wrap(formatted, formatter) : formatted;
    if (wanted.equals(text)) {
      return true;
    }
    if (write) {
      Files.writeString(file, wanted);
    } else {
      unformatted.add(name);
    }
    return false;
  }

  /**
   * Tells whether the wrapper of long strings can change anything. It would look itself, but counts
   * the end of a line as a column, and so lays out every file again that has a full line.
   */
  private static boolean mayWrap(String text) {
    return text.lines().anyMatch(line -> line.length() > COLUMNS_MAX || line.contains(TEXT_BLOCK));
  }

  /**
   * Tells whether it is worth parsing the file once more: in a formatted file a method ends at or
   * before the next line of two blanks and a brace, unless a text block has such a line as well.
   */
  private static boolean hasLongMembers(String text) {
    int lines = 0;
    for (String line : text.split("\n", -1)) {
      lines = line.equals("  }") ? 0 : lines + 1;
      if (lines >= LINES_MAX) {
        return true;
      }
    }
    return text.contains(TEXT_BLOCK);
  }

  private boolean shortMethods(String name, String text) throws IOException {
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Source.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, diagnostic -> {}, null, null, List.of(source));
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    boolean allShort = true;
    for (CompilationUnitTree unit : task.parse()) {
      List<String> tooLong = new ArrayList<>();
      new MethodScanner(name, unit, positions, tooLong).scan(unit, null);
      problems.addAll(tooLong);
      allShort &= tooLong.isEmpty();
    }
    return allShort;
  }

  private static String fingerprint(String text) {
    try {
      byte[] digest =
          java.security.MessageDigest.getInstance("SHA-256")
              .digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      return java.util.HexFormat.of().formatHex(digest);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static final class MethodScanner extends TreeScanner<Void, Void> {
    private final String name;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> tooLong;

    MethodScanner(
        String name, CompilationUnitTree unit, SourcePositions positions, List<String> tooLong) {
      this.name = name;
      this.unit = unit;
      this.positions = positions;
      this.tooLong = tooLong;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      LineMap lines = Objects.requireNonNull(unit.getLineMap());
      long first = lines.getLineNumber(positions.getStartPosition(unit, method));
      long last = lines.getLineNumber(positions.getEndPosition(unit, method));
      long count = last - first + 1;
      if (count > LINES_MAX) {
        tooLong.add(
            "%s:%d: method %s has %d lines; at most %d are allowed, so split it."
                .formatted(name, first, method.getName(), count, LINES_MAX));
      }
      return super.visitMethod(method, nothing);
    }
  }
}
