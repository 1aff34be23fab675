package io.mcpbridge.verification.benchmarks.first;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.io.PrintStream;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;

/**
 * A JVM that connects, makes a hundred calls, prints their cost, and exits. The first call is the
 * first request of an agent: it also lists the tools and maps them to those of the framework.
 */
public final class FirstCall {

  private static final int CALLS = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private FirstCall() {}

  /** Takes a contestant, the place of its peer, and the milliseconds before the first call. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err); // library output must not mix with the figures
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    Contestant contestant = Contestant.valueOf(args[0]);
    Peer peer = new Peer(args[1]);
    long loaded = classes.getTotalLoadedClassCount();
    long begun = System.nanoTime();
    try (Session session = contestant.connect(peer, TIMEOUT)) {
      double connect = (System.nanoTime() - begun) / 1e6;
      Thread.sleep(Long.parseLong(args[2]));
      long loadedConnected = classes.getTotalLoadedClassCount();
      double first = call(session, 1) / 1e6;
      long jvmStart = ManagementFactory.getRuntimeMXBean().getStartTime();
      double sinceJvmStart = System.currentTimeMillis() - jvmStart;
      long loadedFirst = classes.getTotalLoadedClassCount();
      double[] rest = new double[CALLS - 1];
      for (int i = 0; i < rest.length; i++) {
        rest[i] = call(session, i + 2) / 1e3;
      }
      double mean = Arrays.stream(rest).average().orElse(Double.NaN);
      Arrays.sort(rest);
      out.printf(
          "%f %f %f %f %f %d %d%n",
          connect,
          first,
          rest[rest.length / 2],
          mean,
          sinceJvmStart,
          loadedConnected - loaded,
          loadedFirst - loadedConnected);
      out.flush();
    }
    System.exit(0);
  }

  private static long call(Session session, int n) throws Exception {
    Call call = Call.of(n);
    long begun = System.nanoTime();
    String answer = session.call(call);
    long time = System.nanoTime() - begun;
    call.requireAnswer(answer);
    return time;
  }
}
