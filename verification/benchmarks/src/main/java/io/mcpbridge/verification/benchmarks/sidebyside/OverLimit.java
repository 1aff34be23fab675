package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;

/**
 * A result above the client's limit: the time until it fails, and whether the connection still
 * works.
 */
final class OverLimit {

  private OverLimit() {}

  static Figures result(Session session, int size) {
    long start = System.nanoTime();
    boolean taken = isAnswered(session, new Call(8, size, 0, 0));
    double millis = (System.nanoTime() - start) / 1e6;
    return new Figures()
        .with("millis", millis)
        .with("taken", taken ? 1 : 0)
        .with("usable", isAnswered(session, Call.of(9)) ? 1 : 0);
  }

  private static boolean isAnswered(Session session, Call call) {
    try {
      return call.isAnsweredBy(session.call(call));
    } catch (Exception | OutOfMemoryError refused) {
      return false;
    }
  }
}
