package coterie.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What the machine spent since the last reset. The time of the thread leaves out the collector and
 * the compiler, which have threads of their own; the time of the whole program has them.
 */
final class Meter {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private long threadNanos;
  private long programNanos;
  private long bytes;

  Meter() {
    reset();
  }

  void reset() {
    programNanos = SYSTEM.getProcessCpuTime();
    bytes = THREADS.getCurrentThreadAllocatedBytes();
    threadNanos = THREADS.getCurrentThreadCpuTime();
  }

  double threadSeconds() {
    return (THREADS.getCurrentThreadCpuTime() - threadNanos) / 1e9;
  }

  double programSeconds() {
    return (SYSTEM.getProcessCpuTime() - programNanos) / 1e9;
  }

  long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes() - bytes;
  }

  /** What is reachable now. */
  static double liveMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
  }
}
