package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Session;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Calls until the JIT compilers have little left to do, which takes much longer on a busy machine.
 */
final class WarmUp {

  private static final int BATCH = 4_000;
  private static final double SETTLED = 0.03;
  private static final int MIN_BATCHES = 6;

  private WarmUp() {}

  static Figures of(Session session, int atMostSeconds) throws Exception {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    long start = System.nanoTime();
    int batches = 0;
    double compiling = 1;
    while (seconds(start) < atMostSeconds && (batches < MIN_BATCHES || compiling > SETTLED)) {
      long compiled = compilers.getTotalCompilationTime();
      long from = System.nanoTime();
      Sequential.calls(session, BATCH);
      long spent = compilers.getTotalCompilationTime() - compiled;
      compiling = spent / (1e3 * seconds(from));
      batches++;
    }
    return new Figures()
        .with("calls", batches * BATCH)
        .with("seconds", seconds(start))
        .with("compiling", compiling);
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
