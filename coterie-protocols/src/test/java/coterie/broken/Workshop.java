package coterie.broken;

import coterie.broken.Variant.Change;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Makes the classes of broken variants: replaces text, compiles in memory, and loads. */
final class Workshop {
  private static final List<String> PROTOCOLS =
      List.of("clock", "detect", "elect", "member", "mutex", "protocols", "store");

  private Workshop() {}

  /** A loader in which the protocols are those of the variant. All else is of the parent. */
  static ClassLoader load(Variant variant) {
    return load(List.of(variant));
  }

  /**
   * A loader with several variants at once, of protocols that have nothing to do with each other.
   */
  static ClassLoader load(List<Variant> variants) {
    List<Change> changes =
        variants.stream().flatMap(variant -> variant.changes().stream()).distinct().toList();
    return new Loader(compiled(sources(changes)), variants.stream().anyMatch(Variant::isInCore));
  }

  // ---- text

  /** The changed files by their paths. */
  static Map<Path, String> sources(List<Change> changes) {
    Map<Path, String> sources = new LinkedHashMap<>();
    for (Change change : changes) {
      Path path = path(change);
      place(
          read(path), change); // Against the original: one change must not make another ambiguous.
      String source = sources.computeIfAbsent(path, Workshop::read);
      sources.put(path, source.replace(change.before(), change.after()));
    }
    return sources;
  }

  private static Path path(Change change) {
    Path folder = Path.of(change.module().folder);
    Path here = Files.isDirectory(folder) ? folder : Path.of(folder.getFileName().toString());
    return here.resolve("src/main/java/coterie").resolve(change.file());
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the text is. It must be there exactly once, so that variants stay in step. */
  private static int place(String source, Change change) {
    int first = source.indexOf(change.before());
    if (first < 0 || source.indexOf(change.before(), first + 1) >= 0) {
      throw new IllegalStateException(
          "%s has this text %s, and must have it once:%n%s"
              .formatted(change.file(), first < 0 ? "nowhere" : "twice", change.before()));
    }
    return first;
  }

  // ---- classes

  private static Map<String, byte[]> compiled(Map<Path, String> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> classes = new TreeMap<>();
    StringWriter messages = new StringWriter();
    List<JavaFileObject> files = new ArrayList<>();
    sources.forEach((path, text) -> files.add(new Source(path, text)));
    List<String> options =
        List.of("-proc:none", "-nowarn", "-Xlint:none", "-classpath", classPath());
    try (JavaFileManager standard = compiler.getStandardFileManager(null, null, null)) {
      JavaFileManager manager = new InMemory(standard, classes);
      if (!compiler.getTask(messages, manager, null, options, null, files).call()) {
        throw new IllegalStateException("a variant does not compile:\n" + messages);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, byte[]> bytes = new TreeMap<>();
    classes.forEach((name, stream) -> bytes.put(name, stream.toByteArray()));
    return bytes;
  }

  private static String classPath() {
    // Tests that Maven starts find their class path in the manifest of a jar.
    String real = System.getProperty("surefire.test.class.path");
    return real == null ? System.getProperty("java.class.path") : real;
  }

  /** A source text. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Path path, String text) {
      super(URI.create("string:///" + path.getFileName()), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what the compiler writes. */
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes;

    InMemory(JavaFileManager standard, Map<String, ByteArrayOutputStream> classes) {
      super(standard);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return classes.computeIfAbsent(name, key -> new ByteArrayOutputStream());
        }
      };
    }
  }

  /** Defines classes of the changed modules itself, the compiled ones in place of the real ones. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> compiled;
    private final boolean isWhole;

    /**
     * @param isWhole whether the engines and judges are loaded anew as well
     */
    Loader(Map<String, byte[]> compiled, boolean isWhole) {
      super(Workshop.class.getClassLoader());
      this.compiled = compiled;
      this.isWhole = isWhole;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null && isOwn(name)) {
          byte[] bytes = compiled.containsKey(name) ? compiled.get(name) : original(name);
          loaded = defineClass(name, bytes, 0, bytes.length);
        }
        return loaded == null ? super.loadClass(name, resolve) : loaded;
      }
    }

    private boolean isOwn(String name) {
      String[] parts = name.split("\\.", 3);
      return parts[0].equals("coterie")
          && (isWhole || (parts.length > 2 && PROTOCOLS.contains(parts[1])));
    }

    private byte[] original(String name) throws ClassNotFoundException {
      try (InputStream stream =
          getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (stream == null) {
          throw new ClassNotFoundException(name);
        }
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
