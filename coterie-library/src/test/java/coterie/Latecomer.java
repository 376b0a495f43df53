package coterie;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** Another process, which wants the lock of a file. */
final class Latecomer {
  private static final int GOT = 3;
  private static final int REFUSED = 4;

  private Latecomer() {}

  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
      System.exit(channel.tryLock() == null ? REFUSED : GOT);
    }
  }

  static boolean gets(Path file) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Latecomer.class.getProtectionDomain().getCodeSource().getLocation().getPath(),
                Latecomer.class.getName(),
                file.toString())
            .inheritIO()
            .start();
    if (!process.waitFor(Cluster.LONG.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the other process does not end");
    }
    return switch (process.exitValue()) {
      case GOT -> true;
      case REFUSED -> false;
      default -> throw new AssertionError("the other process failed: " + process.exitValue());
    };
  }
}
