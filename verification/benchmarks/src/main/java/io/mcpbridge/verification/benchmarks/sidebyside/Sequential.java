package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.util.Arrays;

/** Small calls, one after the other. */
final class Sequential {

  private Sequential() {}

  static Figures calls(Session session, int count) throws Exception {
    long[] nanos = new long[count];
    long allocated = Meters.allocatedBytes();
    long cpu = Meters.cpuNanos();
    for (int i = 0; i < count; i++) {
      Call call = Call.of(i);
      long start = System.nanoTime();
      String text = session.call(call);
      nanos[i] = System.nanoTime() - start;
      call.requireAnswer(text);
    }
    cpu = Meters.cpuNanos() - cpu;
    allocated = Meters.allocatedBytes() - allocated;
    Arrays.sort(nanos);
    return new Figures()
        .with("p50", nanos[count / 2] / 1e3)
        .with("p99", nanos[count * 99 / 100] / 1e3)
        .with("cpu", cpu / 1e3 / count)
        .with("allocated", (double) allocated / count);
  }
}
