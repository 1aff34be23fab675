package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;

/** A program that connects, lists, calls once and ends; without arguments, one that only ends. */
public final class ColdStart {

  private ColdStart() {}

  /** Takes a contestant and a place. */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      return;
    }
    try (Session session =
        Contestant.valueOf(args[0]).connect(new Peer(args[1]), Worker.CALL_TIMEOUT)) {
      if (session.listTools() == 0) {
        throw new IllegalStateException("no tools");
      }
      Call call = Call.of(42);
      call.requireAnswer(session.call(call));
    }
    System.exit(0);
  }
}
