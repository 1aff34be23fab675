package io.mcpbridge.verification.benchmarks.sidebyside;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** The machine of the measurements. */
final class Machine {

  private Machine() {}

  static String described(Effort effort) {
    return String.format(
        Locale.ROOT,
        "Taken on %d cores, %s, JDK %s; load average at the start %.1f; effort `%s`.",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("java.version"),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        effort.name().toLowerCase(Locale.ROOT));
  }
}
