package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;

/** One call with a large result. */
final class Large {

  private Large() {}

  static Figures result(Session session, int size) throws Exception {
    Call call = new Call(7, size, 0, 0);
    long allocated = Meters.allocatedBytes();
    long start = System.nanoTime();
    String text = session.call(call);
    long nanos = System.nanoTime() - start;
    allocated = Meters.allocatedBytes() - allocated;
    call.requireAnswer(text);
    return new Figures().with("millis", nanos / 1e6).with("allocated", allocated / 1e6);
  }
}
