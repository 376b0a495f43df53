package coterie.agent.hold;

import java.nio.file.Files;
import java.nio.file.Path;

/** Programs of this machine. */
final class Programs {
  private Programs() {}

  /** Before anything is held for it. */
  static void require(String name) {
    if (!isFound(name)) {
      throw new IllegalArgumentException(
          "cannot start %s: expected a program that is found and may be run".formatted(name));
    }
  }

  static boolean isFound(String name) {
    if (name.contains("/")) {
      return isProgram(Path.of(name));
    }
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "/usr/bin:/bin" : path).split(":", -1)) {
      if (!name.isEmpty() && isProgram(Path.of(folder.isEmpty() ? "." : folder, name))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isProgram(Path path) {
    return Files.isRegularFile(path) && Files.isExecutable(path);
  }
}
