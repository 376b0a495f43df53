package coterie.node;

import coterie.Born;
import coterie.Config;
import coterie.JoinException;
import coterie.Memory;
import coterie.core.NodeId;
import coterie.elect.raft.Ballot;
import coterie.net.directory.Names;
import coterie.net.disk.FolderLock;
import coterie.net.disk.StableException;
import coterie.net.disk.StableFolder;
import coterie.store.registers.RegisterAccess;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What a node remembers from one life to the next, and the right to its data directory while it
 * lives.
 */
public final class Life implements AutoCloseable {
  /** Says that an operator wants the voter back. */
  public static final String READMIT = "readmit";

  private static final String NODE = "node";
  private static final String LIFE = "life";
  static final String RAFT = "raft";
  static final String BALLOT = "ballot";
  private static final String BORN = "born";
  private static final String ACCESS = "access";
  private static final String TENURE = "tenure";
  private static final System.Logger LOG = System.getLogger("coterie");

  /** Two lives of a name in one process may begin within a millisecond. */
  private static final Map<NodeId, Long> LAST = new ConcurrentHashMap<>();

  private static final long MOMENT_MILLIS = 1_000;

  private final long incarnation;
  private final boolean mayVote;
  private final boolean isReadmitted;
  private final long born;
  private final List<String> problems;
  private final @Nullable FolderLock right;
  private final @Nullable Path data;
  private final @Nullable Memory memory;
  private boolean isClosed;

  /**
   * @param memory what is to be remembered of this life, once others know it
   */
  private Life(
      long incarnation,
      boolean mayVote,
      boolean isReadmitted,
      long born,
      List<String> problems,
      @Nullable FolderLock right,
      @Nullable Path data,
      @Nullable Memory memory) {
    this.incarnation = incarnation;
    this.mayVote = mayVote;
    this.isReadmitted = isReadmitted;
    this.born = born;
    this.problems = List.copyOf(problems);
    this.right = right;
    this.data = data;
    this.memory = memory;
    this.problems.forEach(problem -> LOG.log(System.Logger.Level.WARNING, problem));
  }

  /** Begins the next life of that node, by the clock of this machine. */
  static Life begin(Config config) {
    return begin(config, Wall.ofMachine(), 0);
  }

  /**
   * Begins the next life of that node.
   *
   * @param after others know a life of that number: this one begins above it
   */
  static Life begin(Config config, Wall wall, long after) {
    Path data = config.data();
    if (data == null) {
      return new Life(next(config, wall, after), false, false, 0, List.of(), null, null, null);
    }
    try {
      if (Files.exists(data) && !Files.isDirectory(data)) {
        throw bad("the data folder %s is a file; a folder is needed".formatted(data), null);
      }
      new StableFolder(data).create();
      FolderLock right = FolderLock.to(data);
      if (right == null) {
        throw bad(data + " is in use by another node", null);
      }
      return begin(config, data, right, wall, after);
    } catch (AccessDeniedException e) {
      throw bad("the data folder %s cannot be used: no permission".formatted(data), e);
    } catch (IOException e) {
      throw bad("the data folder %s cannot be used: %s".formatted(data, e.getMessage()), e);
    }
  }

  private static Life begin(Config config, Path data, FolderLock right, Wall wall, long after)
      throws IOException {
    try {
      return remember(config, data, right, wall, after);
    } catch (IOException | RuntimeException e) {
      right.close();
      throw e;
    }
  }

  /**
   * The number of this life is saved later, by {@link #accepted}: it comes from a clock, which may
   * be wrong, and what nobody has seen need not be remembered.
   */
  private static Life remember(Config config, Path data, FolderLock right, Wall wall, long after)
      throws IOException {
    StableFolder folder = new StableFolder(data);
    Memory last = null;
    boolean isFirst = false;
    List<String> problems = new ArrayList<>();
    try {
      last = folder.read(NODE, LIFE, Memory.class);
      isFirst = last == null;
    } catch (StableException e) {
      // It was not the first life, and its number is below the wall clock's.
      problems.add(
          "%s in the data folder is torn: what %s remembers of earlier lives is lost"
              .formatted(folder.path(NODE, LIFE).getFileName(), config.name()));
    }
    requireOwn(config, data, last);
    boolean mayVote = false;
    boolean isReadmitted = config.readmit() || Files.exists(data.resolve(READMIT));
    if (config.isVoter()) {
      // A configuration that says that a voter comes back says that it has been there, whatever is
      // left of it.
      boolean isNewVoter = !isReadmitted && (isFirst || (last != null && !last.votes()));
      mayVote = prepareBallot(config, data, isNewVoter, problems);
      requireSameKeepers(config, folder);
    }
    if (mayVote) {
      Files.deleteIfExists(data.resolve(READMIT));
    }
    long known = Math.max(after, last == null ? 0 : last.incarnation());
    boolean votes = config.isVoter() || (last != null && last.votes());
    Memory before = new Memory(config.cluster(), config.name(), known, votes);
    if (!before.equals(last)) {
      folder.write(NODE, LIFE, Memory.class, before);
    }
    long next = next(config, wall, known);
    Memory memory = new Memory(config.cluster(), config.name(), next, votes);
    long born = mayVote ? born(folder) : 0;
    return new Life(next, mayVote, isReadmitted, born, problems, right, data, memory);
  }

  private static long born(StableFolder folder) throws IOException {
    Born born = null;
    try {
      born = folder.read(RAFT, BORN, Born.class);
    } catch (StableException e) {
      // Torn, while the vote is there: others will ask for it to be readmitted.
    }
    if (born == null) {
      born = new Born(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
      folder.write(RAFT, BORN, Born.class, born);
    }
    return born.number();
  }

  /**
   * Others know this life: the next one has to be later, whatever the clock says then. If the
   * process dies before this is saved, the others say so to the next one.
   */
  void accepted() {
    if (memory != null) {
      Thread.ofVirtual().name("coterie-life").start(this::save);
    }
  }

  private synchronized void save() {
    if (isClosed || data == null || memory == null) {
      return;
    }
    try {
      new StableFolder(data).write(NODE, LIFE, Memory.class, memory);
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the incarnation is not saved in %s: %s".formatted(data, e.getMessage()));
    }
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
  private static boolean prepareBallot(
      Config config, Path data, boolean isNewVoter, List<String> problems) throws IOException {
    StableFolder folder = new StableFolder(data);
    Path path = folder.path(RAFT, BALLOT);
    try {
      Ballot saved = folder.read(RAFT, BALLOT, Ballot.class);
      if (saved != null) {
        requireAllowed(config, saved);
        return true;
      }
    } catch (StableException e) {
      Files.move(
          path,
          path.resolveSibling(path.getFileName() + ".torn"),
          StandardCopyOption.REPLACE_EXISTING);
      problems.add(voteless(config, "torn"));
      return false;
    }
    if (isNewVoter) {
      Ballot none = new Ballot(0, false, Names.id(config.cluster(), config.name()));
      folder.write(RAFT, BALLOT, Ballot.class, none);
    } else {
      problems.add(voteless(config, "missing"));
    }
    return isNewVoter;
  }

  /**
   * A voter that keeps registers keeps them for the same voters without end: others do not have
   * what a majority of these has accepted.
   */
  private static void requireSameKeepers(Config config, StableFolder folder) {
    RegisterAccess.Tenure saved;
    try {
      saved = folder.read(ACCESS, TENURE, RegisterAccess.Tenure.class);
    } catch (StableException e) {
      throw bad(String.valueOf(e.getMessage()), e);
    }
    if (saved == null || saved.stage() != RegisterAccess.Stage.KEEPS) {
      return;
    }
    boolean isSame = saved.group() == NodePlan.charter(config).voters().fingerprint();
    if (!isSame || !config.nextVoters().isEmpty()) {
      throw new JoinException(
          JoinException.Reason.OTHER_SETTINGS,
          "%s keeps registers for other voters than %s: registers do not move to other voters; see"
                  .formatted(config.name(), CharterText.of(config))
              + " \"Registers\" in docs/library.md");
    }
  }

  private static String voteless(Config config, String how) {
    return "the saved vote of %s is %s: it does not vote until it is readmitted (coterie voter readmit)"
        .formatted(config.name(), how);
  }

  /** From one list of voters to another the way leads through both. */
  private static void requireAllowed(Config config, Ballot saved) {
    String objection = NodePlan.charter(config).objection(saved.oath());
    if (objection != null) {
      throw new JoinException(
          JoinException.Reason.OTHER_SETTINGS,
          "%s must not vote with %s: %s; see \"Exchanging a voter\" in docs/library.md"
              .formatted(config.name(), CharterText.of(config), objection));
    }
  }

  private static long next(Config config, Wall wall, long last) {
    long least = Math.max(Math.max(1, wall.machineMillis()), last + 1);
    NodeId id = Names.id(config.cluster(), config.name());
    return LAST.merge(id, least, Life::apart);
  }

  /**
   * Only for lives that begin at once: a clock that was wrong before does not justify going on so.
   */
  private static long apart(long before, long now) {
    return before >= now && before - now < MOMENT_MILLIS ? before + 1 : now;
  }

  private static JoinException bad(String sentence, @Nullable Throwable cause) {
    return cause == null
        ? new JoinException(JoinException.Reason.BAD_DATA, sentence)
        : new JoinException(JoinException.Reason.BAD_DATA, sentence, cause);
  }

  long incarnation() {
    return incarnation;
  }

  /** Whether its saved vote is there; never for a node that is not a voter. */
  boolean mayVote() {
    return mayVote;
  }

  /** The number of its vote; 0 if it has none. */
  long born() {
    return born;
  }

  /** What was lost since its last life, in sentences. */
  List<String> problems() {
    return problems;
  }

  boolean isReadmitted() {
    return isReadmitted;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (right != null) {
      right.close();
    }
  }
}
