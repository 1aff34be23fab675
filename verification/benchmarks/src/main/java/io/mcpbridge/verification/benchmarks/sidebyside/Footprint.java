package io.mcpbridge.verification.benchmarks.sidebyside;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much larger this process has become since this object was made. */
final class Footprint {

  private final int threads = ManagementFactory.getThreadMXBean().getThreadCount();
  private final double heap = heapMegabytes();

  int morePeakThreads() {
    return ManagementFactory.getThreadMXBean().getPeakThreadCount() - threads;
  }

  /** What is still in use after a collection. */
  double moreHeapMegabytes() {
    return heapMegabytes() - heap;
  }

  private static double heapMegabytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
  }

  /** As Linux tells it; not a number elsewhere. */
  static double peakRssMegabytes() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * 1024 / 1e6)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException notLinux) {
      return Double.NaN;
    }
  }
}
