package io.mcpbridge.verification.benchmarks.first;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import io.mcpbridge.verification.benchmarks.contestant.Peer;
import io.mcpbridge.verification.benchmarks.server.ServerMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the first hundred calls of fresh JVMs, contestants in turn. Client and server are each
 * pinned to one processor, since wake-ups across processors would hide the differences.
 */
public final class FirstCalls {

  private static final List<String> CLIENT = List.of("taskset", "-c", "0");
  private static final List<String> SERVER = List.of("taskset", "-c", "1");

  /** What a JVM prints. */
  private static final List<String> FIGURES =
      List.of(
          "connect, ms",
          "list, map and first call, at once, ms",
          "calls 2-100, p50, µs",
          "calls 2-100, mean, µs",
          "JVM start to first result, ms",
          "classes loaded by connect",
          "classes loaded by the first call");

  private static final int FIRST_CALL = 1;
  private static final int LATER_MILLIS = 3_000;
  private static final List<String> COLUMNS = new ArrayList<>(FIGURES);

  static {
    COLUMNS.add("list, map and first call, 3 s later, ms");
  }

  private final int rounds;
  private final StringBuilder text = new StringBuilder();

  private FirstCalls(int rounds) {
    this.rounds = rounds;
  }

  /** Takes the number of JVMs per contestant and transport, and the file to write. */
  public static void main(String[] args) throws Exception {
    FirstCalls run = new FirstCalls(Integer.parseInt(args[0]));
    run.measure("stdio", Peer.STDIO);
    List<String> command = new ArrayList<>(SERVER);
    command.addAll(ServerMain.command("http"));
    Process server = new ProcessBuilder(command).start();
    try (var out = server.inputReader(StandardCharsets.US_ASCII)) {
      run.measure("HTTP, JSON reply", Peer.json(Integer.parseInt(out.readLine())));
    } finally {
      server.destroy();
    }
    Files.writeString(Path.of(args[1]), run.text);
  }

  private void measure(String way, Peer peer) throws IOException, InterruptedException {
    Map<Contestant, List<double[]>> samples = new EnumMap<>(Contestant.class);
    for (int round = 0; round < rounds; round++) {
      for (Contestant contestant : Contestant.tools(peer)) {
        double[] figures = Arrays.copyOf(one(contestant, peer, 0), COLUMNS.size());
        figures[FIGURES.size()] = one(contestant, peer, LATER_MILLIS)[FIRST_CALL];
        samples.computeIfAbsent(contestant, c -> new ArrayList<>()).add(figures);
      }
    }
    if (text.length() > 0) {
      say("");
    }
    say("### The first calls of a JVM, " + way + ", median of " + rounds);
    say("");
    say("| | " + String.join(" | ", COLUMNS) + " |");
    say("|---" + "|---".repeat(COLUMNS.size()) + "|");
    samples.forEach((contestant, figures) -> say(row(contestant, figures)));
  }

  private static String row(Contestant contestant, List<double[]> figures) {
    StringBuilder row = new StringBuilder("| " + contestant.title() + " |");
    for (int i = 0; i < COLUMNS.size(); i++) {
      int column = i;
      double[] sorted = figures.stream().mapToDouble(run -> run[column]).sorted().toArray();
      double median = sorted[sorted.length / 2];
      row.append(String.format(Locale.ROOT, median < 100 ? " %.1f |" : " %,.0f |", median));
    }
    return row.toString();
  }

  private static double[] one(Contestant contestant, Peer peer, int waitMillis)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(CLIENT);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-D" + Peer.COMMAND_PREFIX + "=" + String.join(" ", SERVER));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(FirstCall.class.getName(), contestant.name(), peer.place()));
    command.add(Integer.toString(waitMillis));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String line;
    try (var out = process.inputReader(StandardCharsets.US_ASCII)) {
      line = out.readLine();
    }
    int exit = process.waitFor();
    if (exit != 0 || line == null) {
      throw new IOException("exit code " + exit + " of " + command);
    }
    String[] words = line.split(" ");
    double[] figures = new double[FIGURES.size()];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = Double.parseDouble(words[i]);
    }
    return figures;
  }

  private void say(String line) {
    text.append(line).append('\n');
    System.out.println(line);
  }
}
