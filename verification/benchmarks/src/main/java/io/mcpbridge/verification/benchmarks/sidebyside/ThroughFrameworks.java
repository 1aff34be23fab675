package io.mcpbridge.verification.benchmarks.sidebyside;

import static io.mcpbridge.verification.benchmarks.contestant.Contestant.BRIDGE;
import static io.mcpbridge.verification.benchmarks.contestant.Contestant.BRIDGE_CALLBACK;
import static io.mcpbridge.verification.benchmarks.contestant.Contestant.BRIDGE_PROVIDER;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Warm calls through the tools of frameworks, beside this project's own client. A single caller has
 * one processor and the server another; many callers have all processors. Times and calls per
 * second are quartiles, those of the rounds that the machine disturbed least; the rest are means.
 */
public final class ThroughFrameworks {

  private static final double AIM = 1.15;

  private static final Effort EFFORT = Effort.PROVIDER;

  private final StringBuilder text = new StringBuilder();

  private ThroughFrameworks() {}

  /** Takes the file to write. */
  public static void main(String[] args) throws Exception {
    ThroughFrameworks run = new ThroughFrameworks();
    run.say(Machine.describe(EFFORT));
    run.measure("stdio", Peer.STDIO, List.of());
    Process server = new ProcessBuilder(ServerMain.command("http")).start();
    try (var out = server.inputReader(StandardCharsets.US_ASCII)) {
      Peer peer = Peer.json(Integer.parseInt(out.readLine()));
      run.measure("HTTP, JSON reply", peer, List.of(server.toHandle()));
    } finally {
      server.destroy();
    }
    Files.writeString(Path.of(args[0]), run.text);
  }

  private void measure(String way, Peer peer, List<ProcessHandle> shared)
      throws IOException, InterruptedException {
    try (Field field = new Field(peer, Contestant.tools(peer))) {
      field.warmUp(EFFORT);
      List<ProcessHandle> servers = new ArrayList<>(shared);
      servers.addAll(field.servers());
      Map<String, Samples> many = new LinkedHashMap<>();
      Processors.assign(Processors.FIRST, field.clients());
      Processors.assign(Processors.SECOND, servers);
      field.take(1, "sequential " + EFFORT.calls);
      Samples sequential = field.take(EFFORT.rounds, "sequential " + EFFORT.calls);
      calls(field, many, 1);
      Processors.assign(Processors.ALL, field.clients());
      Processors.assign(Processors.ALL, servers);
      calls(field, many, 16);
      calls(field, many, 128);
      oneAfterTheOther(way, field, sequential);
      manyCallers(way, field, many);
      besideTheClient(way, sequential, many);
    }
  }

  private static void calls(Field field, Map<String, Samples> many, int callers)
      throws IOException {
    Map<String, String> kinds = new LinkedHashMap<>(Map.of("inflight", ""));
    if (VirtualThreads.exist()) {
      kinds.put("virtual", " virtual");
    }
    for (Map.Entry<String, String> kind : kinds.entrySet()) {
      String measurement = kind.getKey() + " " + callers + " ";
      field.take(1, measurement + 2 * EFFORT.busyMillis);
      many.put(
          callers + kind.getValue(),
          field.take(EFFORT.busyRounds, measurement + EFFORT.busyMillis));
    }
  }

  private void oneAfterTheOther(String way, Field field, Samples sequential) {
    say("");
    say("### Warm, one call after the other, " + way);
    say("");
    say("| | p50, µs | p99, µs | CPU, µs per call | allocated, bytes per call |");
    say("|---|---|---|---|---|");
    for (Contestant contestant : Contestant.tools(field.peer())) {
      say(
          row(
              contestant.title(),
              List.of(
                  number(sequential.lowerQuartile("p50").get(contestant)),
                  number(sequential.lowerQuartile("p99").get(contestant)),
                  number(sequential.mean("cpu").get(contestant)),
                  number(sequential.mean("allocated").get(contestant)))));
    }
  }

  private void manyCallers(String way, Field field, Map<String, Samples> many) {
    say("");
    say("### Warm, calls per second (CPU in µs per call), " + way);
    say("");
    say("| callers | " + String.join(" | ", many.keySet()) + " | failed calls |");
    say("|---|" + "---|".repeat(many.size() + 1));
    for (Contestant contestant : Contestant.tools(field.peer())) {
      List<String> cells = new ArrayList<>();
      double failed = 0;
      for (Samples samples : many.values()) {
        cells.add(
            number(samples.upperQuartile("perSecond").get(contestant))
                + " ("
                + number(samples.mean("cpu").get(contestant))
                + ")");
        failed += samples.sum("failed").getOrDefault(contestant, Double.NaN);
      }
      cells.add(number(failed));
      say(row(contestant.title(), cells));
    }
  }

  private void besideTheClient(String way, Samples sequential, Map<String, Samples> many) {
    say("");
    say("### Beside the client alone, " + way);
    say("");
    say(
        "| | p50 | CPU | allocated | calls per second: "
            + String.join(" | ", many.keySet())
            + " |");
    say("|---|---|---|---|" + "---|".repeat(many.size()));
    for (Contestant contestant : List.of(BRIDGE_PROVIDER, BRIDGE_CALLBACK)) {
      List<String> cells = new ArrayList<>();
      cells.add(atMost(ratio(sequential.lowerQuartile("p50"), contestant)));
      cells.add(String.format(Locale.ROOT, "%.2f", ratio(sequential.mean("cpu"), contestant)));
      cells.add(atMost(ratio(sequential.mean("allocated"), contestant)));
      for (Samples samples : many.values()) {
        cells.add(atLeast(ratio(samples.upperQuartile("perSecond"), contestant)));
      }
      say(row(contestant.title(), cells));
    }
    List<String> aims = new ArrayList<>(List.of("≤ " + AIM, "", "≤ " + AIM));
    many.keySet().forEach(callers -> aims.add(String.format(Locale.ROOT, "≥ %.2f", 1 / AIM)));
    say(row("Aim", aims));
  }

  private static double ratio(Map<Contestant, Double> values, Contestant contestant) {
    return values.getOrDefault(contestant, Double.NaN) / values.getOrDefault(BRIDGE, Double.NaN);
  }

  private static String atMost(double ratio) {
    return verdict(ratio, ratio <= AIM);
  }

  private static String atLeast(double ratio) {
    return verdict(ratio, ratio >= 1 / AIM);
  }

  private static String verdict(double ratio, boolean met) {
    return String.format(Locale.ROOT, met ? "%.2f, met" : "**%.2f, missed**", ratio);
  }

  private static String number(@Nullable Double value) {
    return value == null ? "fails" : Report.number(value);
  }

  private static String row(String title, List<String> cells) {
    return "| " + title + " | " + String.join(" | ", cells) + " |";
  }

  private void say(String line) {
    text.append(line).append('\n');
    System.out.println(line);
  }
}
