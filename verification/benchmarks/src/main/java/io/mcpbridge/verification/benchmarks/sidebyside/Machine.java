package io.mcpbridge.verification.benchmarks.sidebyside;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** The machine of the measurements. */
final class Machine {

  private Machine() {}

  static String describe(Effort effort) {
    int cores = Runtime.getRuntime().availableProcessors();
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    String described =
        String.format(
            Locale.ROOT,
            "Taken on %d cores, %s, JDK %s; load average at the start %.1f; effort `%s`.",
            cores,
            System.getProperty("os.name"),
            System.getProperty("java.version"),
            load,
            effort.name().toLowerCase(Locale.ROOT));
    return load <= cores
        ? described
        : described
            + "\nThe machine was busy with other work: of all this only CPU and allocation say"
            + " something.";
  }
}
