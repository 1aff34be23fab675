package io.mcpbridge.verification.benchmarks.frames;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;
import java.time.Duration;

/** A JVM that makes one call while a debugger watches, after a few hundred without one. */
public final class OneCall {

  static final String READY = "ready";

  /** The method that the debugger waits for. */
  static final String END = "end";

  private static final int BEFORE = 300;
  private static final Duration TIMEOUT = Duration.ofMinutes(1); // a debugger makes calls slow

  private OneCall() {}

  /** Takes a contestant and the place of its peer. */
  public static void main(String[] args) throws Exception {
    try (Session session = Contestant.valueOf(args[0]).connect(new Peer(args[1]), TIMEOUT)) {
      for (int i = 0; i < BEFORE; i++) {
        call(session, i);
      }
      System.out.println(READY);
      int number = System.in.read();
      call(session, number);
      end();
    }
    System.exit(0);
  }

  private static void call(Session session, int n) throws Exception {
    Call call = Call.of(n);
    call.requireAnswer(session.call(call));
  }

  private static void end() {
    // nothing: the debugger sees that it is entered
  }
}
