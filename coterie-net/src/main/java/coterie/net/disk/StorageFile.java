package coterie.net.disk;

import coterie.core.Storage.Batch;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a storage, one after the other in a file that only grows, until it is replaced by
 * a shorter one with the same content. After a word that says what it is come records: a length,
 * the checksum of that length, the checksum of the content, and the content, which is any number of
 * batches, each after its length. A record is durable before the next one is begun.
 *
 * <p>So after a crash only the last record can be torn, and it was never told to be durable: it is
 * cut off. A bad record before a good one is damage, and refused. If it is the very last record
 * that is damaged, the two cannot be told apart.
 */
final class StorageFile implements DurableTarget {
  private static final int MAGIC = 0xC07E5106;
  private static final int START = Integer.BYTES;
  private static final int HEAD = 3 * Integer.BYTES;

  /** What this machine wrote itself may be long. */
  private static final Limits LIMITS = new Limits(1 << 30, 1 << 30, 1 << 24, 32);

  private static final Codec<Batch> CODEC = Codec.of(Batch.class).withLimits(LIMITS);

  private final Path path;
  private @Nullable FileChannel channel;

  /** All up to here is durable; 0 if there is no file yet. */
  private long length;

  StorageFile(Path path) {
    this.path = path;
  }

  /** Takes what was given to be written, one after the other. */
  @FunctionalInterface
  interface Items {
    void item(byte[] bytes, int from, int to);
  }

  @Override
  public String place() {
    return path.getFileName().toString();
  }

  /**
   * Reads all that is there.
   *
   * @return how many bytes of a torn record were cut off
   */
  long read(Consumer<Batch> reader) {
    return items((bytes, from, to) -> reader.accept(batch(bytes, from, to)));
  }

  /** The same for what need not be batches. */
  long items(Items reader) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new StableException("%s cannot be read: %s".formatted(path, e.getMessage()));
    }
    if (bytes.length < START) {
      return bytes.length; // The crash came before the first record was durable.
    }
    if (ByteBuffer.wrap(bytes).getInt() != MAGIC) {
      throw new StableException("%s is not a storage of Coterie, or damaged".formatted(path));
    }
    int at = START;
    while (at < bytes.length && isWhole(bytes, at)) {
      int end = end(bytes, at);
      items(bytes, at + HEAD, end, reader);
      at = end;
    }
    requireTorn(bytes, at);
    length = at;
    return (long) bytes.length - at;
  }

  /** Everything from there on is one record that was not finished. */
  private void requireTorn(byte[] bytes, int at) {
    int next = at < bytes.length && isHead(bytes, at) ? end(bytes, at) : at + 1;
    for (int i = next; i <= bytes.length - HEAD; i++) {
      if (isWhole(bytes, i)) {
        throw new StableException("%s is damaged at byte %d".formatted(path, at));
      }
    }
    if (at < bytes.length && isHead(bytes, at) && next < bytes.length) {
      throw new StableException("%s is damaged at byte %d".formatted(path, at));
    }
  }

  private static boolean isWhole(byte[] bytes, int at) {
    return isHead(bytes, at)
        && end(bytes, at) <= bytes.length
        && ByteBuffer.wrap(bytes).getInt(at + 2 * Integer.BYTES)
            == DurableTarget.checksum(bytes, at + HEAD, end(bytes, at));
  }

  private static boolean isHead(byte[] bytes, int at) {
    if (bytes.length - at < HEAD) {
      return false;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return buffer.getInt(at) > 0
        && buffer.getInt(at) <= Integer.MAX_VALUE - at - HEAD
        && buffer.getInt(at + Integer.BYTES)
            == DurableTarget.checksum(bytes, at, at + Integer.BYTES);
  }

  private static int end(byte[] bytes, int at) {
    return at + HEAD + ByteBuffer.wrap(bytes).getInt(at);
  }

  private static void items(byte[] bytes, int from, int to, Items reader) {
    int at = from;
    while (at < to) {
      int end = at + Integer.BYTES + ByteBuffer.wrap(bytes).getInt(at);
      reader.item(bytes, at + Integer.BYTES, end);
      at = end;
    }
  }

  private Batch batch(byte[] bytes, int from, int to) {
    return switch (CODEC.decode(bytes, from, to)) {
      case Decoded.Value<Batch>(Batch batch) -> batch;
      case Decoded.Unknown<Batch>(String what) ->
          throw new StableException("%s is of a newer version: %s".formatted(path, what));
      case Decoded.Malformed<Batch>(String why) ->
          throw new StableException("%s holds another content: %s".formatted(path, why));
    };
  }

  static byte[] bytes(Batch batch) {
    return CODEC.encode(batch);
  }

  /** As one record, and with one wait for the disk. */
  @Override
  public void write(List<byte[]> batches) throws IOException {
    FileChannel file = channel == null ? open() : channel;
    ByteBuffer buffer = record(batches);
    // What an attempt that failed has left behind must not stand before this.
    file.truncate(length);
    file.position(length);
    int size = buffer.remaining();
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    file.force(true);
    length += size;
  }

  /** Lets the file hold these batches and nothing else. */
  void replace(List<byte[]> batches) throws IOException {
    int size = START;
    for (byte[] batch : batches) {
      size += HEAD + Integer.BYTES + batch.length;
    }
    ByteBuffer all = ByteBuffer.allocate(size).putInt(MAGIC);
    batches.forEach(batch -> all.put(record(List.of(batch))));
    StableFile.replace(path, all.array());
    close();
    length = size;
  }

  private FileChannel open() throws IOException {
    Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
    DurableTarget.makeFolder(folder);
    FileChannel opened =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (length == 0) {
        opened.truncate(0);
        opened.write(ByteBuffer.allocate(START).putInt(MAGIC).flip());
        DurableTarget.syncFolder(folder);
        length = START;
      }
    } catch (IOException e) {
      opened.close();
      throw e;
    }
    channel = opened;
    return opened;
  }

  private static ByteBuffer record(List<byte[]> batches) {
    int size = 0;
    for (byte[] batch : batches) {
      size += Integer.BYTES + batch.length;
    }
    byte[] bytes = new byte[HEAD + size];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).putInt(size);
    buffer.putInt(DurableTarget.checksum(bytes, 0, Integer.BYTES)).position(HEAD);
    batches.forEach(batch -> buffer.putInt(batch.length).put(batch));
    buffer.putInt(2 * Integer.BYTES, DurableTarget.checksum(bytes, HEAD, bytes.length));
    return buffer.flip();
  }

  @Override
  public void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // What was written is durable.
    }
    channel = null;
  }
}
