package coterie.net.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stable values of a node on disk, for who looks at them before the node lives or after it:
 * while it lives they are its own.
 *
 * @param folder that of the node's configuration
 */
public record StableFolder(Path folder) {
  /** Where the value of that name is that the protocol on that channel keeps. */
  public Path path(String channel, String name) {
    return folder.resolve(channel + "-" + name + DurableTarget.STABLE);
  }

  /**
   * Null if it was never written.
   *
   * @throws StableException if it is torn, or something else
   */
  public <T extends Record> @Nullable T read(String channel, String name, Class<T> type) {
    StableFile<T> file = new StableFile<>(path(channel, name), type);
    byte[] newer = Journal.last(folder, file.place());
    return newer == null ? file.read() : file.read(newer);
  }

  /** Makes it, if it is not there, so that it stays there when the power fails. */
  public void create() throws IOException {
    DurableTarget.makeFolder(folder.toAbsolutePath());
  }

  /** Durable when it returns. */
  public <T extends Record> void write(String channel, String name, Class<T> type, T value)
      throws IOException {
    StableFile<T> file = new StableFile<>(path(channel, name), type);
    file.write(List.of(file.bytes(value)));
  }
}
