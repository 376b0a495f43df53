package coterie.cli;

import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.trial.Choice;
import coterie.lab.trial.MutexTrials.Contender;
import coterie.sim.scenario.Recipes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of a comparison of mutual exclusions. */
final class MutexFlags {
  static final List<String> NODES = List.of("3", "5", "10", "25");
  static final List<String> LOSSES = List.of("0");

  /** What mutual exclusions go through by default: no faults. */
  static final Map<String, String> PRESUMED =
      Map.of(
          "--latency", "uniform:1ms,5ms",
          "--crash-rate", "0",
          "--down", "2s",
          "--pauses", "0",
          "--until", "20s");

  private static final String ALL = "all";

  @Option(
      names = "--mutexes",
      split = ",",
      arity = "0..1",
      fallbackValue = ALL,
      paramLabel = "NAME")
  private @Nullable List<String> mutexes;

  @Option(names = "--think", split = ",", paramLabel = "TIME")
  private List<String> thinks = List.of("0", "10ms", "1s");

  @Option(names = "--hold", paramLabel = "TIME")
  private String hold = "10ms";

  @Option(names = "--clients", paramLabel = "K")
  private String clients = ALL;

  private List<String> names(Recipes recipes) {
    return mutexes == null || mutexes.equals(List.of(ALL))
        ? Choice.MUTEXES.names(recipes)
        : mutexes;
  }

  private List<Long> thinkNanos() {
    List<Long> nanos =
        thinks.stream().map(text -> Numbers.timeFromZero("--think", text)).distinct().toList();
    if (nanos.isEmpty()) {
      throw new IllegalArgumentException("--think names no time; it takes times such as 0,10ms,1s");
    }
    return nanos;
  }

  /** Everybody under every demand. */
  List<Contender> contenders(Recipes recipes, LaboratoryFlags flags) {
    List<Contender> all = new ArrayList<>();
    List<Contender> named =
        Choice.MUTEXES.entrants(
            names(recipes),
            recipes,
            recipe -> Contender.of(recipe, Numbers.timeFromZero("--hold", hold), clients),
            flags.given());
    if (flags.changed().contains(Contender.THINK)) {
      throw new IllegalArgumentException(
          "--set changes %s; --think TIME,TIME says it for all".formatted(Contender.THINK));
    }
    for (long think : thinkNanos()) {
      named.forEach(one -> all.add(one.thinking(think)));
    }
    return all;
  }

  /** All of this as flags, each after a blank. */
  String flags() {
    List<String> times = new ArrayList<>();
    thinkNanos().forEach(nanos -> times.add(TimeText.format(nanos)));
    return " --think %s --hold %s --clients %s"
        .formatted(
            String.join(",", times),
            TimeText.format(Numbers.timeFromZero("--hold", hold)),
            clients);
  }
}
