package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Markdown: a table per topic, a column per contestant, ratios before numbers. */
final class Report {

  private final StringBuilder text = new StringBuilder();

  void say(String line) {
    text.append(line).append('\n');
    System.out.println(line);
  }

  void theme(String title) {
    say("");
    say("### " + title);
    say("");
    say(
        "| |"
            + columns(Contestant::title)
            + " Aim |\n|---|"
            + "---|".repeat(Contestant.CLIENTS.size() + 1));
  }

  /** One measure; contestants without a value have failed. */
  void row(String measure, Map<Contestant, Double> values, Aim... aims) {
    Double floor = values.get(Contestant.RAW);
    say(
        "| "
            + measure
            + " |"
            + columns(contestant -> cell(contestant, values.get(contestant), floor))
            + " "
            + List.of(aims).stream()
                .map(aim -> aim.verdict(values))
                .collect(Collectors.joining("; "))
            + " |");
  }

  /** One measure without comparison. */
  void plainRow(String measure, Map<Contestant, Double> values) {
    say("| " + measure + " |" + columns(contestant -> cell(values.get(contestant))) + " |");
  }

  String text() {
    return text.toString();
  }

  private interface Cell {
    String of(Contestant contestant);
  }

  private static String columns(Cell cell) {
    return Contestant.CLIENTS.stream()
        .map(contestant -> " " + cell.of(contestant) + " |")
        .collect(Collectors.joining());
  }

  private static String cell(
      Contestant contestant, @Nullable Double value, @Nullable Double floor) {
    return value == null || floor == null || contestant == Contestant.RAW
        ? cell(value)
        : String.format(Locale.ROOT, "%.1f × (%s)", value / floor, number(value));
  }

  private static String cell(@Nullable Double value) {
    return value == null ? "fails" : number(value);
  }

  static String number(double value) {
    return value < 100 && value != Math.rint(value)
        ? String.format(Locale.ROOT, "%.1f", value)
        : String.format(Locale.ROOT, "%,.0f", value);
  }
}
