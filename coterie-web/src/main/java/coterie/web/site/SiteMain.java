package coterie.web.site;

import coterie.sim.trace.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts the page together when it is built: our files, those that were compiled for the browser, Lit
 * from its jars, and the scenarios; then copies it into a folder for any web server.
 */
public final class SiteMain {
  private static final String LIT = "/META-INF/resources/_static";

  private SiteMain() {}

  /**
   * Takes the folder of the page, that of what was compiled, that of the scenarios, the one to be
   * made, and the version.
   */
  public static void main(String[] args) throws IOException {
    Path page = Path.of(args[0]);
    copy(Path.of(args[1]), page);
    String separator = System.getProperty("path.separator");
    for (String jar : System.getProperty("java.class.path").split(separator, -1)) {
      if (jar.contains("mvnpm") && jar.endsWith(".jar")) {
        unpack(Path.of(jar), page.resolve("lit"));
      }
    }
    Files.createDirectories(page.resolve("scenarios"));
    Files.writeString(
        page.resolve("scenarios/index.json"), Json.of(GoldenScenarios.of(Path.of(args[2]))));
    Path index = page.resolve("index.html");
    Files.writeString(index, PagePolicy.withPolicy(Files.readString(index)));
    Files.writeString(page.resolve("files.txt"), String.join("\n", names(page)) + "\n");
    Path site = Path.of(args[3]);
    copy(page, site);
    Files.writeString(site.resolve("config.json"), Json.of(config(args[4])));
  }

  private static Map<String, @Nullable Object> config(String version) {
    Map<String, @Nullable Object> config = new LinkedHashMap<>();
    config.put("session", "worker");
    config.put("open", null);
    config.put("cluster", List.of());
    config.put("version", version);
    return config;
  }

  /** The files of the page, for whoever packs them. */
  private static List<String> names(Path page) throws IOException {
    return files(page).stream()
        .map(file -> page.relativize(file).toString().replace('\\', '/'))
        .toList();
  }

  /** What a browser loads, and the licences; maps and what is for Node stay behind. */
  private static boolean isWanted(String path) {
    boolean isNot =
        path.contains("/development/") || path.contains("/node/") || path.contains("trusted-types");
    return !isNot && (path.endsWith(".js") || path.endsWith("/LICENSE"));
  }

  private static void unpack(Path jar, Path folder) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
      Path root = zip.getPath(LIT);
      if (!Files.exists(root)) {
        return;
      }
      for (Path file : files(root)) {
        if (isWanted(file.toString())) {
          copyFile(file, folder.resolve(root.relativize(file).toString()));
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      for (Path file : files(from)) {
        if (file.toString().endsWith(".stamp")) {
          continue;
        }
        copyFile(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return new ArrayList<>(all.filter(Files::isRegularFile).sorted().toList());
    }
  }

  private static void copyFile(Path from, Path to) throws IOException {
    Path folder = to.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }
}
