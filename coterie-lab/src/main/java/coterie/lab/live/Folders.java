package coterie.lab.live;

import coterie.core.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The disks of a run: a folder a node, in one that is deleted at the end. */
final class Folders implements AutoCloseable {
  private final Path top;

  Folders() throws IOException {
    this.top = Files.createTempDirectory("coterie-run");
  }

  Path of(NodeId node) {
    return top.resolve(node.toString());
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(top)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // It lies among temporary files; the machine clears them away some day.
    }
  }
}
