package coterie.lab.trial;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The runs of one trial while they come in, in any order. */
interface RunTally<R, O> {
  /** Adds a run and says how many there are. */
  int add(long seed, R run);

  /** What all of them came to. */
  O outcome();

  /** Keeps all runs, and looks at them in the order of their seeds. */
  static <R, O> RunTally<R, O> keeping(Function<List<R>, O> summing) {
    SortedMap<Long, R> runs = new TreeMap<>();
    return new RunTally<>() {
      @Override
      public int add(long seed, R run) {
        runs.put(seed, run);
        return runs.size();
      }

      @Override
      public O outcome() {
        return summing.apply(List.copyOf(runs.values()));
      }
    };
  }
}
