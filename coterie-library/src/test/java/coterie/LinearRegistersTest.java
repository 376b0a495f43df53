package coterie;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.net.LinkFaults;
import coterie.sim.Stage;
import coterie.sim.check.store.Linearizability;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads that read and write two registers at all nodes while voters are cut off and restarted,
 * judged by what the threads saw.
 */
class LinearRegistersTest {
  private static final int CALLS_LEAST = 300;

  @TempDir Path folder;

  /** What the threads did, in the order of one clock. */
  private static final class History {
    private final Linearizability judge =
        new Linearizability(
            (Stage)
                Proxy.newProxyInstance(
                    LinearRegistersTest.class.getClassLoader(),
                    new Class<?>[] {Stage.class},
                    (proxy, method, arguments) -> null));
    private final AtomicLong requests = new AtomicLong();
    final AtomicLong known = new AtomicLong();

    long began(String name, RegisterNote.Action action) {
      long request = requests.incrementAndGet();
      tell(new RegisterNote.Requested(name, request, action));
      return request;
    }

    void ended(RegisterNote.Outcome outcome) {
      if (!(outcome instanceof RegisterNote.Unknown)) {
        known.incrementAndGet();
      }
      tell(outcome);
    }

    private synchronized void tell(RegisterNote note) {
      judge.noted(System.nanoTime(), new NodeId(1), 0, note);
    }

    synchronized List<String> violations() {
      List<String> all = new ArrayList<>(judge.violations());
      judge.undecided().forEach(name -> all.add("too much to judge: " + name));
      return all;
    }
  }

  private static Register register(Coterie node, String name) {
    return node.register(name).within(Duration.ofSeconds(2));
  }

  /** One thread: it reads, and writes what nobody else writes under the version that it knows. */
  private static void work(Cluster cluster, String node, History history, BooleanSupplier goesOn)
      throws InterruptedException {
    Map<String, Long> known = new ConcurrentHashMap<>();
    for (int i = 0; goesOn.getAsBoolean(); i++) {
      String name = "r" + i % 2;
      String value = node + "." + i;
      boolean reads = i % 3 == 0;
      long expected = known.getOrDefault(name, 0L);
      RegisterNote.Action action =
          reads ? new RegisterNote.Get() : new RegisterNote.Cas(expected, value);
      Coterie at = cluster.named(node);
      if (!at.isOpen()) {
        Thread.sleep(5);
        continue;
      }
      long request = history.began(name, action);
      RegisterNote.Outcome outcome;
      try {
        outcome =
            reads
                ? read(register(at, name), request)
                : written(register(at, name).compareAndSet(expected, value), name, request, value);
      } catch (IllegalStateException e) {
        outcome = new RegisterNote.Unknown(name, request, "closed");
      }
      if (outcome instanceof RegisterNote.Succeeded done) {
        known.put(name, done.version());
      } else if (outcome instanceof RegisterNote.Refused refused) {
        known.put(name, refused.version());
      }
      history.ended(outcome);
    }
  }

  private static RegisterNote.Outcome read(Register register, long request)
      throws InterruptedException {
    try {
      Register.Value value = register.get();
      return new RegisterNote.Succeeded(register.name(), request, value.version(), value.text());
    } catch (TimeoutException e) {
      return new RegisterNote.Unknown(register.name(), request, "timeout");
    }
  }

  private static RegisterNote.Outcome written(
      Register.Outcome outcome, String name, long request, String value) {
    return switch (outcome) {
      case Register.Written(long version) ->
          new RegisterNote.Succeeded(name, request, version, value);
      case Register.Refused(long version, String text) ->
          new RegisterNote.Refused(name, request, version, text);
      case Register.Unknown(String why) -> new RegisterNote.Unknown(name, request, why);
    };
  }

  private static List<Thread> begin(Cluster cluster, History history, BooleanSupplier goesOn) {
    List<Thread> threads = new ArrayList<>();
    for (String node : List.of("a", "b", "c", "d", "d")) {
      String thread = node + threads.size();
      threads.add(
          Thread.ofVirtual()
              .name(thread)
              .start(
                  () -> {
                    try {
                      work(cluster, node, history, goesOn);
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    return threads;
  }

  private static void awaitCalls(History history, long more) throws InterruptedException {
    long from = history.known.get();
    Cluster.await(more + " more calls", () -> history.known.get() >= from + more);
  }

  /** Each voter in turn is cut off, and then restarted on what it kept. */
  @Test
  void theHistoryIsLinearizableThroughCutsAndRestarts() throws Exception {
    History history = new History();
    AtomicBoolean isOver = new AtomicBoolean();
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      cluster.client("d");
      List<Thread> threads = begin(cluster, history, () -> !isOver.get());
      awaitCalls(history, 20);
      for (String name : List.of("a", "b", "c")) {
        Coterie voter = cluster.named(name);
        LinkFaults none = (from, to) -> LinkFaults.LOST;
        voter.sendThrough(none);
        awaitCalls(history, 20);
        voter.sendThrough((from, to) -> 0);
        voter.close();
        awaitCalls(history, 20);
        cluster.join(name, more -> more.voters("a", "b", "c").data(folder.resolve(name)));
        awaitCalls(history, 20);
      }
      Cluster.await("enough calls", () -> history.known.get() >= CALLS_LEAST);
      isOver.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(history.violations()).isEmpty();
  }

  /** Two clusters that think they are one: as if a list of voters had been given twice. */
  @Test
  void twoClustersUnderOneNameAreCaught() throws Exception {
    History history = new History();
    try (Cluster first = Cluster.separate();
        Cluster second = Cluster.separate()) {
      first.join("a", more -> more.voters("a").data(folder.resolve("a")));
      second.join("b", more -> more.voters("b").data(folder.resolve("b")));
      AtomicLong left = new AtomicLong(20);
      work(first, "a", history, () -> left.getAndDecrement() > 10);
      work(second, "b", history, () -> left.getAndDecrement() > 0);
    }
    assertThat(history.violations()).anyMatch(text -> text.contains("is not linearizable"));
  }
}
