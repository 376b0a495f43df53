package coterie.bench.registers;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A read and a conditional write of Coterie's registers, etcd and ZooKeeper: three server processes
 * each, on loopback, everything durable. The rounds of all of them alternate, so that what else the
 * machine does meets all alike.
 */
public final class RegistersBench {
  /** What is measured; one thread has one key, so that nobody is ever refused. */
  private enum Work {
    GET(1),
    CAS(1),
    GET_16(16),
    CAS_16(16);

    private final int threads;

    Work(int threads) {
      this.threads = threads;
    }

    boolean writes() {
      return this == CAS || this == CAS_16;
    }

    @Override
    public String toString() {
      return "%s, %d %s"
          .formatted(
              writes() ? "compare and set" : "get", threads, threads == 1 ? "thread" : "threads");
    }
  }

  /** Of one round. */
  private record Figures(double p50, double p99, double perSecond) {}

  private static final String VALUE = "0123456789".repeat(10);

  private final PrintStream out;
  private final List<Contestant> contestants;
  private final int rounds;
  private final long nanos;
  private final Map<Contestant, Map<Work, List<Figures>>> all = new EnumMap<>(Contestant.class);

  private RegistersBench(PrintStream out, int rounds, double seconds, List<Contestant> who) {
    this.out = out;
    this.contestants = who.isEmpty() ? List.of(Contestant.values()) : who;
    this.rounds = rounds;
    this.nanos = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }

  /**
   * The number of rounds (5), the seconds of each measurement (2), a folder for the data, and who
   * takes part (all).
   */
  public static void main(String[] arguments) throws Exception {
    try {
      RegistersBench bench =
          new RegistersBench(
              System.out,
              (int) number(arguments, 0, 5),
              number(arguments, 1, 2),
              Arrays.stream(arguments).skip(3).map(RegistersBench::contestant).toList());
      bench.run(
          arguments.length > 2
              ? Files.createDirectories(Path.of(arguments[2]))
              : Files.createTempDirectory("coterie-registers"));
      System.exit(0);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  private static double number(String[] arguments, int index, double preset) {
    if (arguments.length <= index) {
      return preset;
    }
    String text = arguments[index];
    if (!text.matches("[0-9]{1,3}([.][0-9]{1,3})?") || Double.parseDouble(text) == 0) {
      throw new IllegalArgumentException(
          "\"%s\" is not a number of rounds or seconds; give one above 0".formatted(text));
    }
    return Double.parseDouble(text);
  }

  private static Contestant contestant(String name) {
    for (Contestant each : Contestant.values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "\"%s\" does not take part; choose of %s"
            .formatted(name, Arrays.stream(Contestant.values()).map(Enum::name).toList()));
  }

  private void run(Path folder) throws Exception {
    try (Servers servers = new Servers(folder)) {
      Runtime.getRuntime().addShutdownHook(new Thread(servers::close));
      Map<Contestant, Store> stores = new EnumMap<>(Contestant.class);
      for (Contestant each : contestants) {
        stores.put(each, each.open(servers));
        System.err.println(each + " is ready");
      }
      for (int round = 0; round <= rounds; round++) {
        System.err.println(round == 0 ? "warming up" : "round " + round);
        for (Work work : Work.values()) {
          for (Contestant each : contestants) {
            Figures figures = measure(stores.get(each), work);
            if (round > 0) {
              all.computeIfAbsent(each, key -> new EnumMap<>(Work.class))
                  .computeIfAbsent(work, key -> new ArrayList<>())
                  .add(figures);
            }
          }
        }
      }
      stores.values().forEach(Store::close);
      print();
    }
  }

  private Figures measure(Store store, Work work) throws Exception {
    List<Callable<long[]>> tasks = new ArrayList<>();
    for (int i = 0; i < work.threads; i++) {
      String key = "k" + i;
      tasks.add(() -> calls(store, key, work.writes()));
    }
    List<long[]> parts = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(work.threads)) {
      for (Future<long[]> each : threads.invokeAll(tasks)) {
        parts.add(each.get());
      }
    }
    long[] took = parts.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    double seconds = (double) nanos / TimeUnit.SECONDS.toNanos(1);
    return new Figures(at(took, 0.5), at(took, 0.99), took.length / seconds);
  }

  private static double at(long[] sorted, double part) {
    return sorted[(int) (part * (sorted.length - 1))] / 1_000_000.0;
  }

  /** How long each call took. */
  private long[] calls(Store store, String key, boolean writes) throws Exception {
    long version = store.create(key, VALUE);
    long end = System.nanoTime() + nanos;
    long[] took = new long[1 << 16];
    int count = 0;
    long now = System.nanoTime();
    while (now < end) {
      version = writes ? store.compareAndSet(key, version, VALUE) : store.get(key);
      long then = System.nanoTime();
      if (count == took.length) {
        took = Arrays.copyOf(took, 2 * count);
      }
      took[count++] = then - now;
      now = then;
    }
    return Arrays.copyOf(took, count);
  }

  private void print() {
    out.println("| | | median | 99% | calls a second | median, times the first one's |");
    out.println("|---|---|---|---|---|---|");
    for (Work work : Work.values()) {
      for (Contestant each : contestants) {
        List<Figures> figures = all.get(each).get(work);
        out.printf(
            Locale.ROOT,
            "| %s | %s | %.2f ms | %.2f ms | %,.0f | %s |%n",
            work,
            each,
            median(figures.stream().mapToDouble(Figures::p50).toArray()),
            median(figures.stream().mapToDouble(Figures::p99).toArray()),
            median(figures.stream().mapToDouble(Figures::perSecond).toArray()),
            ratio(work, figures));
      }
    }
  }

  /** The median, least and greatest of the rounds' ratios. */
  private String ratio(Work work, List<Figures> figures) {
    List<Figures> ours = all.get(contestants.getFirst()).get(work);
    double[] ratios = new double[figures.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figures.get(i).p50 / ours.get(i).p50;
    }
    Arrays.sort(ratios);
    return String.format(
        Locale.ROOT, "%.2f (%.2f to %.2f)", median(ratios), ratios[0], ratios[ratios.length - 1]);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
