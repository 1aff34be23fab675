package io.mcpbridge.verification.benchmarks.sidebyside;

import java.util.concurrent.TimeUnit;

/** Throughput of many concurrent callers. */
final class InFlight {

  private InFlight() {}

  static Figures measure(Callers callers, int threads, int millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long cpu = Meters.cpuNanos();
    long nanos = callers.run(threads, 0, callsMade -> callsMade == 0 || System.nanoTime() < end);
    cpu = Meters.cpuNanos() - cpu;
    Figures figures = callers.figures();
    double answered = figures.get("answered");
    return figures.with("perSecond", answered * 1e9 / nanos).with("cpu", cpu / 1e3 / answered);
  }
}
