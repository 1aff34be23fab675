package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.contestant.Session;
import io.mcpbridge.verification.benchmarks.server.Call;

/**
 * A program that connects, lists tools, makes one call and exits; without arguments, it only exits.
 */
public final class ColdStart {

  private ColdStart() {}

  /** Takes a contestant and the place of its peer. */
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
