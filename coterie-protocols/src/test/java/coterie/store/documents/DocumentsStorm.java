package coterie.store.documents;

import static coterie.store.documents.DocumentsGroup.MILLI;
import static coterie.store.documents.DocumentsGroup.id;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Replicas, their clients, their network and their bad luck, all drawn from one seed. */
final class DocumentsStorm {
  private static final long PERIOD = 40 * MILLI;
  private static final int READS_MAX = 6;
  private static final String[] LATENCIES = {"uniform:1ms,5ms", "uniform:1ms,40ms", "instant"};
  private static final String[] NAMES = {"a", "b"};

  private final long seed;
  private final SplittableRandom random;
  private final Set<Integer> paused = new TreeSet<>();
  private final List<WriteBook.Read> reads = new ArrayList<>();
  private final WriteBook book = new WriteBook();
  private int writes;
  int refused;
  int unknown;
  int siblingsMost;
  final DocumentsGroup group;

  DocumentsStorm(long seed) {
    this(
        seed,
        (context, members) ->
            new Documents(context, members, DocumentsGroup.config("manual", PERIOD)));
  }

  DocumentsStorm(long seed, DocumentsGroup.Maker maker) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    int size = 2 + random.nextInt(4);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(new Fault.ClockOffset(id(i), random.nextLong(4_000) * MILLI));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(random.nextBoolean() ? Ties.SHUFFLED : Ties.SCHEDULED)
            .withLatency(Latency.parse(LATENCIES[random.nextInt(LATENCIES.length)]))
            .withSyncNanos(pick(0, 2 * MILLI, 20 * MILLI))
            .withConditions(clocks);
    group = new DocumentsGroup(size, setup, maker, TimeText.SECOND / 2 + 4L * size * PERIOD);
    group.simulation.start();
  }

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** Clients and faults take turns, at random moments. */
  void blow(int steps) {
    for (int i = 0; i < steps; i++) {
      if (random.nextInt(4) == 0) {
        strike(random.nextInt(group.size()));
      } else {
        use(random.nextInt(group.size()));
      }
      if (random.nextInt(3) > 0) {
        group.runMillis(random.nextLong(pick(5, 30, 100)));
      }
    }
  }

  // ---- clients

  private void use(int node) {
    if (!group.isUp(node) || paused.contains(node)) {
      return;
    }
    Documents replica = group.at(node);
    String name = NAMES[random.nextInt(NAMES.length)];
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> remember(book.read(replica, name));
      case 3 -> merge(node, replica, name);
      case 4 -> editIf(node, replica);
      default -> edit(node, replica);
    }
    book.check(group.at(node), node);
    siblingsMost = Math.max(siblingsMost, replica.document(name).siblings().size());
  }

  private void remember(WriteBook.Read read) {
    reads.add(read);
    if (reads.size() > READS_MAX) {
      reads.remove(random.nextInt(READS_MAX));
    }
  }

  private void merge(int node, Documents replica, String name) {
    if (replica.exists(name)) {
      WriteBook.Read read = book.read(replica, name);
      String content = content();
      group.call(node, documents -> documents.merge(name, content));
      book.wrote(replica, name, read.shown(), content);
    }
  }

  /** A client may have read somewhere else, and long ago. */
  private void edit(int node, Documents replica) {
    if (reads.isEmpty()) {
      return;
    }
    WriteBook.Read read = reads.get(random.nextInt(reads.size()));
    String content = content();
    if (read.shown().isEmpty()) {
      if (!replica.exists(read.name())) {
        group.create(node, read.name(), content);
        book.wrote(replica, read.name(), Set.of(), content);
      }
      return;
    }
    Document before = replica.document(read.name());
    try {
      edit(node, read, before, content);
    } catch (IllegalArgumentException e) {
      unknown++;
      if (book.hasSeenAll(replica, read)) {
        book.wrong.add("P%d refuses a base that it has seen: %s".formatted(node, e.getMessage()));
      }
      if (!replica.document(read.name()).equals(before)) {
        book.wrong.add("P%d refuses a base and yet changes".formatted(node));
      }
    }
  }

  /** Sometimes only one of the siblings is edited, and the others stay. */
  private void edit(int node, WriteBook.Read read, Document here, String content) {
    Sibling one = here.isUnwritten() ? null : here.siblings().getLast();
    boolean isOneOnly = one != null && read.shown().contains(one.dot()) && random.nextBoolean();
    String base = isOneOnly ? one.version().toString() : read.version();
    group.edit(node, read.name(), base, content);
    Set<Dot> superseded = isOneOnly ? Set.of(one.dot()) : read.shown();
    book.wrote(group.at(node), read.name(), superseded, content);
  }

  private void editIf(int node, Documents replica) {
    if (reads.isEmpty()) {
      return;
    }
    WriteBook.Read read = reads.get(random.nextInt(reads.size()));
    String content = content();
    WriteBook.Read here = book.read(replica, read.name());
    boolean isCurrent =
        book.hasSeenAll(replica, read)
            && (read.shown().isEmpty()
                ? here.shown().isEmpty()
                : here.shown().size() == 1 && read.seen().containsAll(here.shown()));
    Documents.Outcome outcome =
        group.call(node, documents -> documents.editIf(read.name(), read.version(), content));
    boolean isWritten = outcome instanceof Documents.Outcome.Written;
    if (isWritten) {
      book.wrote(replica, read.name(), read.shown(), content);
    } else {
      refused++;
    }
    boolean namesLost = read.seen().stream().anyMatch(dot -> book.isLost(read.name(), dot));
    if (isWritten != isCurrent && !namesLost) {
      book.wrong.add("P%d %s where %s was read and %s is".formatted(node, outcome, read, here));
    }
  }

  private String content() {
    return "w" + ++writes;
  }

  // ---- faults

  private void strike(int node) {
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4 -> crashOrRecover(node);
      case 5, 6 -> pauseOrResume(node);
      case 7 -> group.inject(new Fault.Loss(random.nextInt(8) / 10.0));
      case 8 -> group.inject(new Fault.Duplication(random.nextInt(5) / 10.0));
      case 9 -> group.inject(new Fault.Reordering(0.4, random.nextLong(200 * MILLI)));
      case 10, 11, 12 -> partition();
      case 13 -> group.inject(new Fault.Slow(id(node), random.nextLong(100 * MILLI)));
      case 14 -> group.inject(new Fault.ClockOffset(id(node), random.nextLong(4_000) * MILLI));
      default -> group.inject(new Fault.HealAll());
    }
  }

  private void crashOrRecover(int node) {
    if (group.isUp(node)) {
      group.inject(new Fault.Crash(id(node), random.nextBoolean()));
      paused.remove(node);
      if (random.nextBoolean()) {
        recover(node);
      }
    } else {
      recover(node);
    }
  }

  private void recover(int node) {
    group.inject(new Fault.Recover(id(node)));
    book.returned(group.at(node), node);
  }

  private void pauseOrResume(int node) {
    if (paused.remove(node)) {
      group.inject(new Fault.Resume(id(node)));
    } else if (group.isUp(node)) {
      group.inject(new Fault.Pause(id(node)));
      paused.add(node);
    }
  }

  private void partition() {
    List<NodeId> some = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      if (random.nextBoolean()) {
        some.add(id(i));
      }
    }
    if (!some.isEmpty() && some.size() < group.size()) {
      group.inject(Fault.Partition.of(List.of(some)));
    }
  }

  /** Ends all faults, waits until all must know all, and says what is wrong. */
  List<String> wrongAfterCalm() {
    group.inject(new Fault.HealAll());
    group.inject(new Fault.Loss(0));
    group.inject(new Fault.Duplication(0));
    group.inject(new Fault.Reordering(0, 0));
    paused.forEach(node -> group.inject(new Fault.Resume(id(node))));
    paused.clear();
    for (int i = 0; i < group.size(); i++) {
      group.inject(new Fault.Slow(id(i), 0));
      if (!group.isUp(i)) {
        recover(i);
      }
    }
    group.runMillis(600 + 4L * group.size() * PERIOD / MILLI);
    for (int i = 0; i < group.size(); i++) {
      book.check(group.at(i), i);
      book.checkAll(group.at(i), i);
    }
    List<String> wrong = new ArrayList<>(book.wrong);
    wrong.addAll(group.wrong());
    return wrong;
  }

  @Override
  public String toString() {
    return "seed %d, N=%d".formatted(seed, group.size());
  }
}
