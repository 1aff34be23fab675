package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Session;

/** As many concurrent calls as callers, several times, and their cost to the process. */
final class Burst {

  private static final int TIMES = 5;

  private Burst() {}

  static Figures of(Session session, Footprint footprint, int calls, int delayMillis)
      throws InterruptedException {
    Callers callers = new Callers(session);
    for (int i = 0; i < TIMES; i++) {
      callers.run(calls, delayMillis, callsMade -> callsMade == 0);
    }
    return callers
        .figures()
        .with("threads", footprint.morePeakThreads() - calls)
        .with("heap", footprint.moreHeapMegabytes())
        .with("rss", Footprint.peakRssMegabytes());
  }
}
