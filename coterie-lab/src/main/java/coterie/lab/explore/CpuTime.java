package coterie.lab.explore;

import java.lang.management.ManagementFactory;

/**
 * The time that threads have used; a search is timed by it, as other work may share the machine.
 */
final class CpuTime {
  private CpuTime() {}

  static long ofThisThread() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
