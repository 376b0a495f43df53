package coterie.web.compile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The classes of a class path: what they are called, and a digest that changes with them. */
final class ClassFolder {
  /** Sealed types of protocols and of what they are made of; those of the engines are not asked. */
  private static final List<String> ENGINES =
      List.of("coterie.sim.", "coterie.lab.", "coterie.net.", "coterie.agent.", "coterie.web.");

  private static final String CLASS = ".class";

  private final List<Path> classPath;

  ClassFolder(List<Path> classPath) {
    this.classPath = classPath;
  }

  /** Returns the names of all classes of protocols, sorted. */
  List<String> names() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (Path each : classPath) {
      for (String file : files(each)) {
        String name = file.replace('/', '.');
        if (name.startsWith("coterie.")
            && name.endsWith(CLASS)
            && ENGINES.stream().noneMatch(name::startsWith)) {
          names.add(name.substring(0, name.length() - CLASS.length()));
        }
      }
    }
    return List.copyOf(names);
  }

  private static List<String> files(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      try (Stream<Path> found = Files.walk(place)) {
        return found
            .filter(Files::isRegularFile)
            .map(file -> place.relativize(file).toString().replace('\\', '/'))
            .sorted()
            .toList();
      }
    }
    try (JarFile jar = new JarFile(place.toFile())) {
      return jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName).toList();
    }
  }

  /** Returns a digest of all files; jars that are not ours count by name and size. */
  String digest() throws IOException {
    MessageDigest digest = sha256();
    for (Path each : classPath) {
      if (Files.isDirectory(each)) {
        for (String file : files(each)) {
          digest.update(file.getBytes(UTF_8));
          digest.update(Files.readAllBytes(each.resolve(file)));
        }
      } else if (each.getFileName().toString().startsWith("coterie")) {
        addJar(digest, each);
      } else {
        String line = each.getFileName() + " " + Files.size(each);
        digest.update(line.getBytes(UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** A jar of the same classes may have other times in it. */
  private static void addJar(MessageDigest digest, Path place) throws IOException {
    try (JarFile jar = new JarFile(place.toFile())) {
      List<JarEntry> entries = new ArrayList<>(jar.stream().toList());
      entries.sort((a, b) -> a.getName().compareTo(b.getName()));
      for (JarEntry each : entries) {
        digest.update(each.getName().getBytes(UTF_8));
        try (InputStream in = jar.getInputStream(each)) {
          digest.update(in.readAllBytes());
        }
      }
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
