package coterie;

import coterie.elect.Ballot;
import coterie.net.Names;
import coterie.net.StableException;
import coterie.net.StableFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a node remembers from one life to the next, and the right to its data directory while it
 * lives.
 */
final class Life implements AutoCloseable {
  /** Says that an operator wants the voter back. */
  static final String READMIT = "readmit";

  private static final String NODE = "node";
  private static final String LIFE = "life";
  private static final String LOCK = "in-use";
  static final String RAFT = "raft";
  static final String BALLOT = "ballot";

  /** Two lives of a name in one process may begin within a millisecond. */
  private static final AtomicLong LAST = new AtomicLong();

  private final long incarnation;
  private final boolean mayVote;
  private final boolean isReadmitted;
  private final @Nullable FileChannel channel;
  private final @Nullable FileLock lock;

  private Life(
      long incarnation,
      boolean mayVote,
      boolean isReadmitted,
      @Nullable FileChannel channel,
      @Nullable FileLock lock) {
    this.incarnation = incarnation;
    this.mayVote = mayVote;
    this.isReadmitted = isReadmitted;
    this.channel = channel;
    this.lock = lock;
  }

  /** Begins the next life of that node. */
  static Life begin(Config config) {
    Path data = config.data();
    if (data == null) {
      return new Life(after(0), false, false, null, null);
    }
    FileChannel channel = null;
    try {
      Files.createDirectories(data);
      channel =
          FileChannel.open(data.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw new OverlappingFileLockException();
      }
      return remember(config, data, channel, lock);
    } catch (OverlappingFileLockException e) {
      close(channel);
      throw bad(data + " is in use by another node", e);
    } catch (IOException e) {
      close(channel);
      throw bad("%s cannot be used: %s".formatted(data, e.getMessage()), e);
    } catch (JoinException e) {
      close(channel);
      throw e;
    }
  }

  private static Life remember(Config config, Path data, FileChannel channel, FileLock lock)
      throws IOException {
    StableFolder folder = new StableFolder(data);
    Memory last = null;
    boolean isFirst = false;
    try {
      last = folder.read(NODE, LIFE, Memory.class);
      isFirst = last == null;
    } catch (StableException e) {
      // Torn: it was not the first life, and its number is below the wall clock's.
    }
    requireOwn(config, data, last);
    boolean mayVote = false;
    boolean isReadmitted = config.readmit() || Files.exists(data.resolve(READMIT));
    if (config.isVoter()) {
      boolean isNewVoter = isFirst || (last != null && !last.votes());
      mayVote = prepareBallot(config, data, isNewVoter);
    }
    if (mayVote) {
      Files.deleteIfExists(data.resolve(READMIT));
    }
    long next = after(last == null ? 0 : last.incarnation());
    boolean votes = config.isVoter() || (last != null && last.votes());
    Memory memory = new Memory(config.cluster(), config.name(), next, votes);
    folder.write(NODE, LIFE, Memory.class, memory);
    return new Life(next, mayVote, isReadmitted, channel, lock);
  }

  private static void requireOwn(Config config, Path data, @Nullable Memory last) {
    if (last == null) {
      return;
    }
    if (!last.cluster().equals(config.cluster()) || !last.name().equals(config.name())) {
      throw bad(
          "%s belongs to the node %s of the cluster %s, not to %s of %s"
              .formatted(data, last.name(), last.cluster(), config.name(), config.cluster()),
          null);
    }
  }

  /** Whether the vote is there. A torn one is put aside, since nobody may act on it. */
  private static boolean prepareBallot(Config config, Path data, boolean isNewVoter)
      throws IOException {
    StableFolder folder = new StableFolder(data);
    Path path = folder.path(RAFT, BALLOT);
    try {
      if (folder.read(RAFT, BALLOT, Ballot.class) != null) {
        return true;
      }
    } catch (StableException e) {
      Files.move(
          path,
          path.resolveSibling(path.getFileName() + ".torn"),
          StandardCopyOption.REPLACE_EXISTING);
      return false;
    }
    if (isNewVoter) {
      Ballot none = new Ballot(0, false, Names.id(config.cluster(), config.name()));
      folder.write(RAFT, BALLOT, Ballot.class, none);
    }
    return isNewVoter;
  }

  private static long after(long last) {
    long wall = Math.max(1, System.currentTimeMillis());
    return LAST.accumulateAndGet(Math.max(wall, last + 1), (a, b) -> Math.max(a + 1, b));
  }

  private static JoinException bad(String sentence, @Nullable Throwable cause) {
    return cause == null
        ? new JoinException(JoinException.Reason.BAD_DATA, sentence)
        : new JoinException(JoinException.Reason.BAD_DATA, sentence, cause);
  }

  long incarnation() {
    return incarnation;
  }

  /** Whether its saved vote is there; never for a node that is no voter. */
  boolean mayVote() {
    return mayVote;
  }

  boolean isReadmitted() {
    return isReadmitted;
  }

  @Override
  public void close() {
    if (lock != null) {
      close(channel);
    }
  }

  private static void close(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // The right to the directory ends with the process at the latest.
      }
    }
  }
}
