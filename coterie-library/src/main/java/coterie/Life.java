package coterie;

import coterie.elect.Ballot;
import coterie.net.Names;
import coterie.net.StableException;
import coterie.net.StableFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
  static final String RAFT = "raft";
  static final String BALLOT = "ballot";

  /** Two lives of a name in one process may begin within a millisecond. */
  private static final AtomicLong LAST = new AtomicLong();

  private final long incarnation;
  private final boolean mayVote;
  private final boolean isReadmitted;
  private final @Nullable Right right;

  private Life(long incarnation, boolean mayVote, boolean isReadmitted, @Nullable Right right) {
    this.incarnation = incarnation;
    this.mayVote = mayVote;
    this.isReadmitted = isReadmitted;
    this.right = right;
  }

  /** Begins the next life of that node. */
  static Life begin(Config config) {
    Path data = config.data();
    if (data == null) {
      return new Life(after(0), false, false, null);
    }
    try {
      new StableFolder(data).create();
      Right right = Right.to(data);
      if (right == null) {
        throw bad(data + " is in use by another node", null);
      }
      return begin(config, data, right);
    } catch (IOException e) {
      throw bad("%s cannot be used: %s".formatted(data, e.getMessage()), e);
    }
  }

  private static Life begin(Config config, Path data, Right right) throws IOException {
    try {
      return remember(config, data, right);
    } catch (IOException | RuntimeException e) {
      right.close();
      throw e;
    }
  }

  private static Life remember(Config config, Path data, Right right) throws IOException {
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
      // Who says that a voter comes back says that it has been there, whatever is left of it.
      boolean isNewVoter = !isReadmitted && (isFirst || (last != null && !last.votes()));
      mayVote = prepareBallot(config, data, isNewVoter);
    }
    if (mayVote) {
      Files.deleteIfExists(data.resolve(READMIT));
    }
    long next = after(last == null ? 0 : last.incarnation());
    boolean votes = config.isVoter() || (last != null && last.votes());
    Memory memory = new Memory(config.cluster(), config.name(), next, votes);
    folder.write(NODE, LIFE, Memory.class, memory);
    return new Life(next, mayVote, isReadmitted, right);
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
    if (right != null) {
      right.close();
    }
  }
}
