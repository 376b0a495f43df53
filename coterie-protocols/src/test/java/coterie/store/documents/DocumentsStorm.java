package coterie.store.documents;

import static coterie.store.documents.DocumentsGroup.MILLI;
import static coterie.store.documents.DocumentsGroup.id;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Setup;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Replicas, their clients, their network and their bad luck, all drawn from one seed. */
final class DocumentsStorm {
  private static final long PERIOD = 40 * MILLI;
  private static final int READS_MAX = 6;
  private static final String[] NAMES = {"a", "b"};

  private final long seed;
  private final Draws draws;
  private final Storm storm;
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
    this.draws = new Draws(seed);
    int size = 2 + draws.nextInt(4);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(offsetOf(id(i)));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(draws.ties())
            .withLatency(draws.latency("uniform:1ms,5ms", "uniform:1ms,40ms", "instant"))
            .withSyncNanos(draws.pick(0, 2 * MILLI, 20 * MILLI))
            .withConditions(clocks);
    group = new DocumentsGroup(size, setup, maker, TimeText.SECOND / 2 + 4L * size * PERIOD);
    group.simulation.watch(
        new StageWitness() {
          @Override
          public void restarted(long at, NodeId node) {
            book.returned(group.at(node.value()), (int) node.value());
          }
        });
    storm =
        new Storm(group.simulation, draws)
            .with(5, Strike.crashOrRestart())
            .with(2, Strike.pauseOrResume())
            .with(1, Strike.loss(8))
            .with(1, Strike.duplication(5))
            .with(1, Strike.reordering(0.4, 200 * MILLI))
            .with(3, Strike.partition())
            .with(1, Strike.slow(100 * MILLI))
            .with(1, (its, node) -> its.inject(offsetOf(node)))
            .with(1, Strike.healing());
    group.simulation.start();
  }

  private Fault offsetOf(NodeId node) {
    return new Fault.ClockOffset(node, draws.nextLong(4_000) * MILLI);
  }

  /** Clients and faults take turns, at random moments. */
  void blow(int steps) {
    for (int i = 0; i < steps; i++) {
      if (draws.oneIn(4)) {
        storm.strike();
      } else {
        use(draws.nextInt(group.size()));
      }
      if (draws.nextInt(3) > 0) {
        storm.runBelow(draws.pick(5, 30, 100) * MILLI);
      }
    }
  }

  private void use(int node) {
    if (!storm.isAwake(id(node))) {
      return;
    }
    Documents replica = group.at(node);
    String name = NAMES[draws.nextInt(NAMES.length)];
    switch (draws.nextInt(8)) {
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
      reads.remove(draws.nextInt(READS_MAX));
    }
  }

  private void merge(int node, Documents replica, String name) {
    if (replica.exists(name)) {
      WriteBook.Read read = book.read(replica, name);
      String content = content();
      group.ask(node, documents -> documents.merge(name, content));
      book.wrote(replica, name, read.shown(), content);
    }
  }

  /** A client may have read somewhere else, and long ago. */
  private void edit(int node, Documents replica) {
    if (reads.isEmpty()) {
      return;
    }
    WriteBook.Read read = reads.get(draws.nextInt(reads.size()));
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
    boolean isOneOnly = one != null && read.shown().contains(one.dot()) && draws.nextBoolean();
    String base = isOneOnly ? one.version().toString() : read.version();
    group.edit(node, read.name(), base, content);
    Set<Dot> superseded = isOneOnly ? Set.of(one.dot()) : read.shown();
    book.wrote(group.at(node), read.name(), superseded, content);
  }

  private void editIf(int node, Documents replica) {
    if (reads.isEmpty()) {
      return;
    }
    WriteBook.Read read = reads.get(draws.nextInt(reads.size()));
    String content = content();
    WriteBook.Read here = book.read(replica, read.name());
    boolean isCurrent =
        book.hasSeenAll(replica, read)
            && (read.shown().isEmpty()
                ? here.shown().isEmpty()
                : here.shown().size() == 1 && read.seen().containsAll(here.shown()));
    Documents.Outcome outcome =
        group.ask(node, documents -> documents.editIf(read.name(), read.version(), content));
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

  /** Ends all faults, waits until all must know all, and says what is wrong. */
  List<String> wrongAfterCalm() {
    storm.calm();
    storm.recoverAll();
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
