package io.mcpbridge.realservers.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Writes the result of each scenario, one line each, to {@code target/results.txt}. */
final class ResultTable implements BeforeEachCallback, AfterEachCallback {

  private static final Path FILE = Path.of("target", "results.txt");
  private static final String LINE = "%-11s %-38s %-7s %s%n";
  private static final StringBuilder TABLE =
      new StringBuilder(String.format(LINE, "database", "scenario", "result", "seen"));

  private final String database;
  private final List<String> seen = new ArrayList<>();
  private long begin;

  ResultTable(String database) {
    this.database = database;
  }

  void note(String words, Object... values) {
    seen.add(String.format(Locale.ROOT, words, values));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    seen.clear();
    begin = System.nanoTime();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    double seconds = (System.nanoTime() - begin) / 1e9;
    note("%.1f s", seconds);
    String scenario =
        context
            .getRequiredTestMethod()
            .getName()
            .replaceAll("([A-Z])", " $1")
            .toLowerCase(Locale.ROOT);
    String result = context.getExecutionException().isPresent() ? "FAILED" : "passed";
    TABLE.append(String.format(LINE, database, scenario, result, String.join(", ", seen)));
    try {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, TABLE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
