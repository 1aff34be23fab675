package io.mcpbridge.verification.benchmarks.sidebyside;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** The machine of the measurements. */
final class Machine {

  /** The load average would count the measurement before this one. */
  private static final Duration SAMPLE = Duration.ofSeconds(5);

  private static final double BUSY = 0.1;

  private Machine() {}

  static String describe(Effort effort) {
    double load = loadOfOthers();
    String described =
        String.format(
            Locale.ROOT,
            "Taken on %d cores, %s, JDK %s; %.0f %% of them busy with other work at the start; effort"
                + " `%s`.",
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("java.version"),
            100 * load,
            effort.name().toLowerCase(Locale.ROOT));
    return load <= BUSY
        ? described
        : described + "\nThat is too much: of all this only CPU and allocation say something.";
  }

  /** The share of the processors that is in use while this process does nothing. */
  private static double loadOfOthers() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double unused = system.getCpuLoad(); // the next reading is of the time since this one
    long end = System.nanoTime() + SAMPLE.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    return Math.max(0, system.getCpuLoad());
  }
}
