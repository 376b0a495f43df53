package coterie.net.disk;

import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value in a small file, written whole: into a file beside it, which is made durable and then
 * takes its name. The content is a word that says what it is, a checksum, and the bytes of the
 * value. After a crash there is the old value or the new one; what is neither is noticed.
 */
final class StableFile<T extends Record> implements DurableTarget {
  private static final int MAGIC = 0xC07E51E1;
  private static final int HEAD = 2 * Integer.BYTES;

  private final Path path;
  private final Codec<T> codec;

  StableFile(Path path, Class<T> type) {
    this.path = path;
    this.codec = Codec.of(type);
  }

  @Override
  public String place() {
    return path.getFileName().toString();
  }

  /** Null if it was never written. */
  @Nullable T read() {
    try {
      return read(Files.readAllBytes(path));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StableException("%s cannot be read: %s".formatted(path, e.getMessage()));
    }
  }

  /** What a file with that content holds. */
  T read(byte[] bytes) {
    if (bytes.length < HEAD) {
      throw new StableException("%s is torn: it has %d bytes".formatted(path, bytes.length));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (buffer.getInt() != MAGIC || buffer.getInt() != checksum(bytes, HEAD)) {
      throw new StableException("%s is torn: its checksum is wrong".formatted(path));
    }
    return switch (codec.decode(bytes, HEAD, bytes.length)) {
      case Decoded.Value<T>(T value) -> value;
      case Decoded.Unknown<T>(String what) ->
          throw new StableException("%s is of a newer version: %s".formatted(path, what));
      case Decoded.Malformed<T>(String why) ->
          throw new StableException("%s holds another value: %s".formatted(path, why));
    };
  }

  /** Returns the content of a file with that value, which is of the type of this one. */
  @SuppressWarnings("unchecked")
  byte[] bytesOf(Record value) {
    return bytes((T) value);
  }

  byte[] bytes(T value) {
    byte[] encoded = codec.encode(value);
    byte[] bytes = new byte[HEAD + encoded.length];
    System.arraycopy(encoded, 0, bytes, HEAD, encoded.length);
    ByteBuffer.wrap(bytes).putInt(MAGIC).putInt(checksum(bytes, HEAD));
    return bytes;
  }

  /** Of several values only the last one was ever to be read again. */
  @Override
  public void write(List<byte[]> values) throws IOException {
    Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
    DurableTarget.makeFolder(folder);
    replace(path, values.getLast());
  }

  /** Puts a file with that content in place of the one that is there, or leaves that alone. */
  static void replace(Path path, byte[] bytes) throws IOException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try (FileChannel file =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
      file.force(true);
    }
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    DurableTarget.syncFolder(Objects.requireNonNull(path.toAbsolutePath().getParent()));
  }

  private static int checksum(byte[] bytes, int from) {
    return DurableTarget.checksum(bytes, from, bytes.length);
  }
}
