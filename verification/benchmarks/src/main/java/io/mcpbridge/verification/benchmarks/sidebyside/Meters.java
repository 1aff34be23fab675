package io.mcpbridge.verification.benchmarks.sidebyside;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The resources that this JVM has used so far, including JIT compilers and garbage collectors. */
final class Meters {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private Meters() {}

  static long cpuNanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /** By the live threads. */
  static long allocatedBytes() {
    long sum = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      sum += Math.max(bytes, 0);
    }
    return sum;
  }
}
