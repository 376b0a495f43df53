package coterie.field;

import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this process uses at a moment. Files include sockets, as Linux counts them; -1 where it is
 * not Linux.
 */
record Resources(int threads, int files, long heapBytes) {
  static Resources now() throws Exception {
    System.gc();
    System.gc();
    return new Resources(
        ManagementFactory.getThreadMXBean().getThreadCount(),
        openFiles(),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  private static int openFiles() throws Exception {
    Path folder = Path.of("/proc/self/fd");
    if (!Files.isDirectory(folder)) {
      return -1;
    }
    int count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path ignored : entries) {
        count++;
      }
    }
    return count;
  }
}
