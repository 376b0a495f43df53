package coterie.net;

import coterie.recording.Entry;
import coterie.recording.EntryStream;
import coterie.recording.Frames;
import coterie.recording.Scribe;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records a node into a file, so that {@code coterie replay} can feed the same classes again. The
 * loop only puts down what happens; a thread of its own makes bytes of it and writes them, ten
 * times a second or sooner, so that whoever kills the process finds all but the last moment. If the
 * disk cannot follow, or refuses, the recording ends with a mark that says so, and the node goes
 * on.
 */
public final class Recorder implements AutoCloseable {
  /** At most this number of entries waits for the disk. */
  static final int WAITING_MAX = 1 << 16;

  private static final int WAKE_EVERY = 1 << 12;
  private static final long TURN_NANOS = 100_000_000;
  private static final long CLOSE_MILLIS = 5_000;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final System.Logger LOG = System.getLogger("coterie.net");

  private final Path path;
  private final int waitingMax;
  private final OutputStream out;
  private final EntryStream entries;
  private final Scribe scribe;
  private final Queue<Supplier<Entry>> waiting = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Thread writer;

  /** How many were put down, and how many were not; only the loop's thread counts. */
  private long put;

  private long lost;

  /** Whether the file says that entries are missing; only the writer looks. */
  private boolean isMarked;

  private volatile long taken;
  private volatile long missing;
  private volatile boolean isStopped;
  private volatile boolean isClosing;

  private Recorder(Path path, OutputStream out, EntryStream entries, Entry.Life life, int max) {
    this.path = path;
    this.out = out;
    this.entries = entries;
    this.waitingMax = max;
    this.scribe = new Scribe(life, this::put);
    this.writer = Thread.ofPlatform().daemon().name("coterie-record").unstarted(this::write);
  }

  /**
   * A recorder for one life of a node. A file that is there already goes on behind its last whole
   * entry.
   *
   * @param life what is needed to build the same protocols again; the incarnation is filled in
   * @throws IllegalArgumentException if the file is not a recording
   */
  public static Recorder open(Path path, Entry.Life life) throws IOException {
    return open(path, life, WAITING_MAX);
  }

  static Recorder open(Path path, Entry.Life life, int waitingMax) throws IOException {
    long size = Files.exists(path) ? wholeSize(path) : 0;
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    requireAlone(file);
    file.truncate(size).position(size);
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file), BUFFER_BYTES);
    EntryStream entries = size == 0 ? EntryStream.begin(out) : EntryStream.append(out);
    Recorder recorder = new Recorder(path, out, entries, life, waitingMax);
    recorder.writer.start();
    return recorder;
  }

  /** Two that write into one file would leave nothing that could be read. */
  private static void requireAlone(FileChannel file) throws IOException {
    boolean isAlone = false;
    try {
      isAlone = file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another one of this process.
    }
    if (!isAlone) {
      file.close();
      throw new IOException("another node is being recorded into it");
    }
  }

  private static long wholeSize(Path path) throws IOException {
    if (Files.size(path) == 0) {
      return 0;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      Frames frames = new Frames(in);
      frames.skipAll();
      return frames.size();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(path, e.getMessage()), e);
    }
  }

  Scribe scribe() {
    return scribe;
  }

  /** How many entries are not in the file because the disk did not follow. */
  public long missing() {
    return missing;
  }

  /** Nothing more is recorded; what was is written soon, and {@link #await} waits for that. */
  @Override
  public void close() {
    isClosing = true;
    LockSupport.unpark(writer);
  }

  /** When all is in the file. */
  CompletableFuture<Void> done() {
    return done;
  }

  /** Waits until all is in the file, but not forever; to be called after {@link #close}. */
  void await() {
    try {
      writer.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void put(Supplier<Entry> entry) {
    if (isStopped || put - taken >= waitingMax) {
      isStopped = true;
      missing = ++lost;
      return;
    }
    waiting.add(entry);
    if ((++put & WAKE_EVERY - 1) == 0) {
      LockSupport.unpark(writer);
    }
  }

  // ---- the thread of the file

  private void write() {
    try (out) {
      boolean isLast;
      do {
        isLast = isClosing;
        drain();
        if (!isLast && !isClosing) {
          LockSupport.parkNanos(this, TURN_NANOS);
        }
      } while (!isLast);
    } catch (IOException | RuntimeException e) {
      isStopped = true;
      waiting.clear();
      LOG.log(
          System.Logger.Level.WARNING,
          "recording to %s has ended: %s".formatted(path, e.getMessage()));
    } finally {
      done.complete(null);
    }
  }

  private void drain() throws IOException {
    long count = taken;
    @Nullable Supplier<Entry> next = waiting.poll();
    boolean isAny = next != null;
    while (next != null) {
      entries.accept(next);
      taken = ++count;
      next = waiting.poll();
    }
    if (missing > 0 && !isMarked) {
      isMarked = true; // Nothing comes after the first that is missing.
      entries.accept(() -> new Entry.Missing(missing));
      isAny = true;
    }
    if (isAny) {
      out.flush();
    }
  }
}
