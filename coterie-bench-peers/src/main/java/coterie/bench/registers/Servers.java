package coterie.bench.registers;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The processes of one run, below one folder; all are ended at the end. */
final class Servers implements AutoCloseable {
  private final Path folder;
  private final List<Process> processes = new ArrayList<>();

  Servers(Path folder) {
    this.folder = folder;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  void start(String name, List<String> command) throws IOException {
    File log = folder.resolve(name + ".log").toFile();
    processes.add(
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start());
  }

  /** A JVM with the class path of this one. */
  static List<String> java(String mainClass, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  static void awaitPort(int port) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
        return;
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      try {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
