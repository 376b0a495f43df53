package coterie.cli;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jars that {@code --jar} names: they must be loaded before commands are known. */
final class Jars {
  private Jars() {}

  static ClassLoader loader(String... args) {
    List<URL> urls = new ArrayList<>();
    // After "--" come keys and values, whatever they look like.
    for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
      if (args[i].equals("--jar") && i + 1 < args.length) {
        urls.add(url(args[i + 1]));
      } else if (args[i].startsWith("--jar=")) {
        urls.add(url(args[i].substring("--jar=".length())));
      }
    }
    ClassLoader own = Jars.class.getClassLoader();
    // The loader lives as long as the protocols that come out of it: to the end of the command.
    return urls.isEmpty() ? own : new URLClassLoader(urls.toArray(URL[]::new), own);
  }

  private static URL url(String jar) {
    Path path = Path.of(jar);
    if (!Files.isRegularFile(path)) {
      throw new IllegalArgumentException(
          "--jar %s: there is no such file; a jar with a recipe is wanted".formatted(jar));
    }
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("--jar %s: %s".formatted(jar, e.getMessage()), e);
    }
  }
}
