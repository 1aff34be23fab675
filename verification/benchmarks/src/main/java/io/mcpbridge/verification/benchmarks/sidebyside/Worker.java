package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.contestant.Session;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One contestant's process: connects to one server, reads measurements from standard input, one per
 * line, and responds with one line each.
 */
public final class Worker {

  static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);

  private Worker() {}

  /** Takes the contestant and place that {@link WorkerProcess} passes. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err); // library output must not mix with the responses
    Footprint footprint = new Footprint();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try (Session session = Contestant.valueOf(args[0]).connect(new Peer(args[1]), CALL_TIMEOUT)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ");
        out.println(measure(session, footprint, words));
        out.flush();
      }
    }
    System.exit(0);
  }

  private static String measure(Session session, Footprint footprint, String[] words) {
    try {
      int number = Integer.parseInt(words[1]);
      Figures figures =
          switch (words[0]) {
            case "warm" -> WarmUp.of(session, number);
            case "sequential" -> Sequential.calls(session, number);
            case "large" -> Large.result(session, number);
            case "overlimit" -> OverLimit.result(session, number);
            case "inflight" ->
                InFlight.measure(new Callers(session), number, Integer.parseInt(words[2]));
            case "virtual" ->
                InFlight.measure(
                    new Callers(session, VirtualThreads.factory()),
                    number,
                    Integer.parseInt(words[2]));
            case "burst" -> Burst.of(session, footprint, number, Integer.parseInt(words[2]));
            default -> throw new IllegalArgumentException(words[0]);
          };
      return figures.toLine();
    } catch (Exception e) {
      return "failed " + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
  }
}
