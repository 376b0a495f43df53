package coterie.bench.micro;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs JMH benchmarks of this package in JVMs with the options of this one. */
public final class Micro {
  private Micro() {}

  /**
   * Measures time, CPU time and allocated bytes of an operation.
   *
   * @param benchmarks the class, without its package and the word Benchmark
   * @param values the values of that parameter; if there are none, those of its annotation count
   */
  public static void run(String benchmarks, String parameter, int... values) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + benchmarks + "Benchmark\\.")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(1)
            .warmupIterations(5)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(9)
            .measurementTime(TimeValue.seconds(1))
            .addProfiler(GCProfiler.class)
            .addProfiler(CpuProfiler.class)
            .shouldFailOnError(true);
    if (values.length > 0) {
      options.param(
          parameter, Arrays.stream(values).mapToObj(String::valueOf).toArray(String[]::new));
    }
    try {
      new Runner(options.build()).run();
    } catch (RunnerException e) {
      throw new IllegalStateException(e);
    }
  }
}
