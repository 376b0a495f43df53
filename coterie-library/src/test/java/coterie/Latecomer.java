package coterie;

import coterie.testkit.ChildProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

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
    List<String> command =
        ChildProcess.java(List.of(), Latecomer.class.getName(), List.of(file.toString()));
    try (ChildProcess child = new ChildProcess(new ProcessBuilder(command).inheritIO())) {
      return switch (child.code()) {
        case GOT -> true;
        case REFUSED -> false;
        default -> throw new AssertionError("the other process failed: " + child.code());
      };
    }
  }
}
