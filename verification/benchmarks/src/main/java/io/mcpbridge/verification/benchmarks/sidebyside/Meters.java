package io.mcpbridge.verification.benchmarks.sidebyside;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What this JVM has used so far, whoever used it: compilers and collectors included. */
final class Meters {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private Meters() {}

  static long cpuNanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /** By the threads that are alive. */
  static long allocatedBytes() {
    long sum = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      sum += Math.max(bytes, 0);
    }
    return sum;
  }
}
