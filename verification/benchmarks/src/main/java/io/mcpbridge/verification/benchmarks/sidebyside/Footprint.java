package io.mcpbridge.verification.benchmarks.sidebyside;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The growth of this process since this object was created. */
final class Footprint {

  private final int threads = ManagementFactory.getThreadMXBean().getThreadCount();
  private final double heap = heapMegabytes();

  int morePeakThreads() {
    return ManagementFactory.getThreadMXBean().getPeakThreadCount() - threads;
  }

  /** Growth of the heap, measured after a garbage collection. */
  double moreHeapMegabytes() {
    return heapMegabytes() - heap;
  }

  private static double heapMegabytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
  }

  /** From Linux; NaN elsewhere. */
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
