package coterie.lab;

import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The jars that {@code --jar} names: they must be loaded before commands are known. */
public final class Jars {
  private static final String SERVICES = "META-INF/services/";
  private static final String RECIPES = SERVICES + Recipe.class.getName();
  private static final String OURS = "coterie.";

  private Jars() {}

  /** Loads what the jars hold. Every frame of a stack trace names its loader, and so these. */
  static final class Loader extends URLClassLoader {
    static final String NAME = "--jar";

    private final List<String> jars;

    Loader(List<String> jars, ClassLoader parent) {
      super(NAME, jars.stream().map(Jars::url).toArray(URL[]::new), parent);
      this.jars = List.copyOf(jars);
      setDefaultAssertionStatus(Jars.class.desiredAssertionStatus());
    }
  }

  /** What loads the classes of those jars; the loader of Coterie if there are none. */
  public static ClassLoader loader(List<String> jars) {
    jars.forEach(Jars::requireJar);
    if (!jars.isEmpty() && jars.stream().noneMatch(Jars::bringsService)) {
      throw new IllegalArgumentException(
          "--jar %s names no recipe; a jar names the class of its recipe in %s"
              .formatted(String.join(", ", jars), RECIPES));
    }
    ClassLoader own = Jars.class.getClassLoader();
    // The loader lives as long as the protocols that come out of it: to the end of the command.
    return jars.isEmpty() ? own : new Loader(jars, own);
  }

  /** All recipes, those of the jars among them. */
  public static Recipes recipes(String... args) {
    ClassLoader loader = loader(named(args));
    try {
      return Recipes.of(loader);
    } catch (ServiceConfigurationError | LinkageError e) {
      if (!(loader instanceof Loader own)) {
        throw e;
      }
      throw new IllegalArgumentException(
          "--jar %s: %s: %s; each line there names a public class that implements %s and has a"
                  .formatted(String.join(", ", own.jars), RECIPES, why(e), Recipe.class.getName())
              + " public constructor without parameters",
          e);
    }
  }

  /**
   * Says which class of a jar is missing or damaged, where that was found out while it was used.
   *
   * @throws LinkageError the same, where no jar was named
   */
  public static String brokenClass(LinkageError e, String... args) {
    List<String> jars = named(args);
    if (jars.isEmpty()) {
      throw e;
    }
    Throwable first =
        e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    return "--jar %s: a class is missing or cannot be loaded (%s); compile all classes of the jar"
            .formatted(String.join(", ", jars), first)
        + " with this version of Coterie, for this Java or an older one";
  }

  /** The jars that those recipes come from, as flags, each after a blank. */
  public static String flags(List<? extends Recipe> recipes) {
    Set<String> jars = new LinkedHashSet<>();
    for (Recipe recipe : recipes) {
      if (recipe.getClass().getClassLoader() instanceof Loader loader) {
        jars.addAll(loader.jars);
      }
    }
    StringBuilder flags = new StringBuilder();
    jars.forEach(jar -> flags.append(" --jar ").append(jar));
    return flags.toString();
  }

  private static List<String> named(String... args) {
    List<String> jars = new ArrayList<>();
    // After "--" come keys and values, whatever they look like.
    for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
      if (args[i].equals("--jar") && i + 1 < args.length) {
        jars.add(args[i + 1]);
      } else if (args[i].startsWith("--jar=")) {
        jars.add(args[i].substring("--jar=".length()));
      }
    }
    return jars;
  }

  private static void requireJar(String jar) {
    Path path = Path.of(jar);
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "--jar %s: there is no such file; give a jar with a recipe, or a folder of classes"
              .formatted(jar));
    }
    if (Files.isDirectory(path)) {
      return;
    }
    try (ZipFile zip = new ZipFile(path.toFile())) {
      zip.size();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--jar %s is not a jar; give a jar with a recipe, or a folder of classes".formatted(jar),
          e);
    }
  }

  /** Whether it brings anything that Coterie looks for; a jar beside it may be a library. */
  private static boolean bringsService(String jar) {
    Path path = Path.of(jar);
    try {
      if (Files.isDirectory(path.resolve(SERVICES))) {
        try (Stream<Path> files = Files.list(path.resolve(SERVICES))) {
          return files.anyMatch(file -> isService(file.getFileName().toString()));
        }
      }
      if (Files.isDirectory(path)) {
        return false;
      }
      try (ZipFile zip = new ZipFile(path.toFile())) {
        return zip.stream()
            .map(ZipEntry::getName)
            .anyMatch(
                name -> name.startsWith(SERVICES) && isService(name.substring(SERVICES.length())));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--jar %s cannot be read: %s".formatted(jar, TextFiles.why(e)), e);
    }
  }

  /** Services of {@code coterie.core} are those of an earlier version, which nothing looks for. */
  private static boolean isService(String name) {
    return name.startsWith(OURS) && !name.startsWith(OURS + "core.");
  }

  private static URL url(String jar) {
    try {
      return Path.of(jar).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("--jar %s: %s".formatted(jar, e.getMessage()), e);
    }
  }

  /** The JDK puts the service in front, which the sentence has named already. */
  private static String why(Throwable e) {
    Throwable cause = e.getCause();
    String text =
        String.valueOf(e.getMessage())
            .replace(Recipe.class.getName() + ": ", "")
            .replaceFirst("^([\\w.$]+) not a subtype", "$1 is not a recipe")
            .replaceFirst("^Provider ([\\w.$]+) not found", "there is no class $1");
    return cause == null ? text : text + " (" + cause + ")";
  }
}
