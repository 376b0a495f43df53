package coterie.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Jars as a user would build them, from sources that no class path of ours knows. */
final class OwnJar {
  private static final String SERVICES = "META-INF/services/coterie.recipe.Recipe";

  private OwnJar() {}

  /** Compiles sources by the names of their classes, and returns the folder with what came out. */
  static Path compile(Path folder, Map<String, String> sources) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey() + ".java");
      arguments.add(Files.writeString(file, source.getValue()).toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("the sources of the jar do not compile");
    }
    return classes;
  }

  /** Packs the classes with a recipe that the jar names; with none where that is empty. */
  static Path pack(Path classes, Path jar, String recipe) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        packed.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, packed);
      }
      if (!recipe.isEmpty()) {
        packed.putNextEntry(new JarEntry(SERVICES));
        packed.write(recipe.getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  /** Names a recipe in a folder of classes. */
  static void name(Path classes, String recipe) throws IOException {
    Files.createDirectories(classes.resolve(SERVICES).getParent());
    Files.writeString(classes.resolve(SERVICES), recipe);
  }
}
