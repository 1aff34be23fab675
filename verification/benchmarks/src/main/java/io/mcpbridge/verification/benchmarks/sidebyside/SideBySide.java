package io.mcpbridge.verification.benchmarks.sidebyside;

import static io.mcpbridge.verification.benchmarks.contestant.Contestant.JAVA_SDK;
import static io.mcpbridge.verification.benchmarks.contestant.Contestant.LANGCHAIN4J;
import static io.mcpbridge.verification.benchmarks.contestant.Contestant.RAW;
import static io.mcpbridge.verification.benchmarks.sidebyside.Aim.atLeast;
import static io.mcpbridge.verification.benchmarks.sidebyside.Aim.atMost;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The complete comparison: starts the server and the workers, measures them in turn, writes
 * Markdown.
 */
public final class SideBySide {

  private static final int[] IN_FLIGHT = {1, 16, 128, 1_000};
  private static final int[] MEGABYTES = {1, 10, 50};
  private static final int OVER_LIMIT = 100;
  private static final int BURST = 1_000;

  private final Effort effort;
  private final Map<String, Peer> peers = new LinkedHashMap<>();
  private final Report report = new Report();

  private SideBySide(Effort effort, int port) {
    this.effort = effort;
    peers.put("HTTP, JSON reply", Peer.json(port));
    peers.put("HTTP, SSE reply", Peer.events(port));
    peers.put("stdio", Peer.STDIO);
  }

  /** Takes the effort ({@code quick} or {@code full}) and the file to write. */
  public static void main(String[] args) throws Exception {
    Process server = new ProcessBuilder(ServerMain.command("http")).start();
    try (var out = server.inputReader(StandardCharsets.US_ASCII)) {
      int port = Integer.parseInt(out.readLine());
      SideBySide run = new SideBySide(Effort.valueOf(args[0].toUpperCase(Locale.ROOT)), port);
      run.runAll();
      Files.writeString(Path.of(args[1]), run.report.text());
    } finally {
      server.destroy();
    }
  }

  private void runAll() throws IOException, InterruptedException {
    report.say(Machine.describe(effort));
    for (Map.Entry<String, Peer> peer : peers.entrySet()) {
      try (Field field = new Field(peer.getValue(), Contestant.CLIENTS)) {
        field.warmUp(effort);
        oneCall(peer.getKey(), field);
        inFlight(peer.getKey(), field);
        large(peer.getKey(), field);
      }
    }
    burst();
    coldStart();
  }

  private void oneCall(String way, Field field) throws IOException {
    boolean http = field.peer() != Peer.STDIO;
    Samples sequential = field.take(effort.rounds, "sequential " + effort.calls);
    report.theme("One small `tools/call`, " + way);
    report.row(
        "p50, µs",
        sequential.median("p50"),
        http ? atMost(2.2, RAW) : atMost(2, RAW),
        atMost(0.25, JAVA_SDK));
    report.row("p99, µs", sequential.median("p99"));
    report.row("CPU, µs per call", sequential.mean("cpu"), atMost(0.2, JAVA_SDK));
    report.row("allocated, bytes per call", sequential.mean("allocated"));
  }

  private void inFlight(String way, Field field) throws IOException {
    boolean http = field.peer() != Peer.STDIO;
    report.theme("Calls per second, " + way);
    for (int threads : IN_FLIGHT) {
      Samples many = field.take(effort.busyRounds, "inflight " + threads + " " + effort.busyMillis);
      report.row(threads + " in flight", many.median("perSecond"), busyAims(http, threads));
      report.plainRow(threads + " in flight, failed calls", many.sum("failed"));
    }
  }

  private static Aim[] busyAims(boolean http, int threads) {
    if (threads == 1) {
      return new Aim[0];
    }
    return http
        ? new Aim[] {atLeast(0.4, RAW), atLeast(4, JAVA_SDK)}
        : new Aim[] {atLeast(0.9, RAW)};
  }

  private void large(String way, Field field) throws IOException {
    report.theme("Large results, " + way);
    for (int megabytes : MEGABYTES) {
      Samples large = field.take(effort.largeRounds, "large " + megabytes * 1_000_000);
      report.row(megabytes + " MB, ms", large.median("millis"), atMost(1.5, RAW));
      report.row(megabytes + " MB, MB allocated", large.median("allocated"));
    }
    Samples over = field.take(1, "overlimit " + OVER_LIMIT * 1_000_000);
    report.plainRow(OVER_LIMIT + " MB, ms until the call ends", over.median("millis"));
    report.plainRow(OVER_LIMIT + " MB, taken (else refused)", over.median("taken"));
    report.plainRow(OVER_LIMIT + " MB, next call answered", over.median("usable"));
  }

  private void burst() throws IOException {
    for (String way : List.of("HTTP, JSON reply", "stdio")) {
      for (int delay : new int[] {0, 50}) {
        report.theme("%,d calls at once, answered after %d ms, %s".formatted(BURST, delay, way));
        try (Field field = new Field(peers.getOrDefault(way, Peer.STDIO), Contestant.CLIENTS)) {
          Samples burst = field.take(1, "burst " + BURST + " " + delay);
          report.plainRow("answered, of five times as many", burst.median("answered"));
          report.plainRow("failed", burst.median("failed"));
          report.plainRow("crossed", burst.median("crossed"));
          report.plainRow("threads besides the callers", burst.median("threads"));
          report.plainRow("heap after a collection, MB more", burst.median("heap"));
          report.plainRow("peak resident memory, MB", burst.median("rss"));
        }
      }
    }
  }

  private void coldStart() throws IOException, InterruptedException {
    report.theme("Start a JVM, connect, list, call once, exit");
    for (Map.Entry<String, Peer> peer : peers.entrySet()) {
      ColdStarts starts = new ColdStarts(peer.getValue());
      report.row(
          peer.getKey() + ", ms over an empty JVM",
          starts.take(effort.coldStarts).median("millis"),
          atMost(1, LANGCHAIN4J));
      report.plainRow(peer.getKey() + ", classes loaded", starts.classes());
    }
  }
}
