package coterie.bench.micro;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The CPU time of an operation. On a machine that does other work as well, the time on the wall
 * says little; and the collector and the compiler have threads of their own, which are left out.
 */
public final class CpuProfiler implements InternalProfiler {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private long before;

  @Override
  public String getDescription() {
    return "CPU time of the threads that run the benchmark";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = workerNanos();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = workerNanos() - before;
    double operations = result.getMetadata().getAllOps();
    return List.of(new ScalarResult("cpu", nanos / operations, "ns/op", AggregationPolicy.AVG));
  }

  private static long workerNanos() {
    long nanos = 0;
    for (long id : THREADS.getAllThreadIds()) {
      ThreadInfo thread = THREADS.getThreadInfo(id);
      if (thread != null && thread.getThreadName().contains("jmh-worker")) {
        nanos += Math.max(0, THREADS.getThreadCpuTime(id));
      }
    }
    return nanos;
  }
}
