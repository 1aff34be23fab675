package io.mcpbridge.verification.benchmarks.sidebyside;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Named numbers, serialized as one line. */
final class Figures {

  private final Map<String, Double> values = new LinkedHashMap<>();

  Figures with(String name, double value) {
    values.put(name, value);
    return this;
  }

  double get(String name) {
    return values.getOrDefault(name, Double.NaN);
  }

  String toLine() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  static Figures fromLine(String line) {
    Figures figures = new Figures();
    for (String word : line.split(" ")) {
      int equals = word.indexOf('=');
      figures.with(word.substring(0, equals), Double.parseDouble(word.substring(equals + 1)));
    }
    return figures;
  }
}
