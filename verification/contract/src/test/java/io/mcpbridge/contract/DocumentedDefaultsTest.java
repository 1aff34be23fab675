package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CallGuards;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.json.JsonLimits;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the documentation with a column "Default" have the defaults of the code. */
class DocumentedDefaultsTest {

  private static final Pattern NAME = Pattern.compile("`(?:\\w+\\.)?([a-zA-Z-]+)`");
  private static final long MEBIBYTE = 1024 * 1024;

  private final Path docs = Path.of("..", "..", "docs").toAbsolutePath().normalize();
  private final Map<String, List<String>> defaults = new HashMap<>();
  private int rows;

  @Test
  void tablesHaveDefaultsOfCode() throws Exception {
    for (Object options :
        List.of(
            ServerOptions.builder().build(),
            CallLimits.defaults(),
            CacheLimits.defaults(),
            CallGuards.defaults(),
            JsonLimits.defaults())) {
      readDefaults(options);
    }
    List<String> wrong = new ArrayList<>();
    try (Stream<Path> pages = Files.walk(docs)) {
      for (Path page : pages.filter(it -> it.toString().endsWith(".md")).toList()) {
        check(page, wrong);
      }
    }

    assertThat(rows).as("rows that were looked at").isGreaterThan(25);
    assertThat(wrong).isEmpty();
  }

  private void readDefaults(Object options) throws ReflectiveOperationException {
    for (Method method : options.getClass().getMethods()) {
      if (method.getDeclaringClass() == options.getClass() && method.getParameterCount() == 0) {
        List<String> texts = texts(method.invoke(options));
        if (!texts.isEmpty()) {
          defaults.put(method.getName(), texts);
        }
      }
    }
  }

  /** How a page may write the value; empty for a value that is not compared. */
  private static List<String> texts(Object value) {
    if (value instanceof Duration time) {
      return time.toSeconds() % 60 == 0
          ? List.of(time.toSeconds() + " s", time.toSeconds() + "s", time.toMinutes() + " min")
          : List.of(time.toSeconds() + " s", time.toSeconds() + "s");
    } else if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      return List.of(
          String.format(Locale.ROOT, "%,d", number), number + "", number / MEBIBYTE + " MiB");
    } else if (value instanceof Enum<?> constant) {
      return List.of(constant.name(), constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    return List.of();
  }

  private void check(Path page, List<String> wrong) throws IOException {
    int column = -1;
    for (String line : Files.readAllLines(page)) {
      String[] cells = line.split("(?<!\\\\)\\|", -1);
      if (!line.startsWith("|")) {
        column = -1;
      } else if (column < 0) {
        column = Stream.of(cells).map(String::strip).toList().indexOf("Default");
        column = column < 0 ? Integer.MAX_VALUE : column;
      } else if (column < cells.length) {
        checkRow(docs.relativize(page) + ": " + line, cells[1], cells[column].strip(), wrong);
      }
    }
  }

  private void checkRow(String row, String names, String cell, List<String> wrong) {
    Matcher name = NAME.matcher(names);
    while (name.find() && !cell.contains("heap") && !cell.isEmpty()) {
      List<String> texts = defaults.get(accessor(name.group(1)));
      if (texts != null) {
        rows++;
        if (texts.stream()
            .noneMatch(
                text ->
                    Pattern.compile("(?<![\\d,])" + Pattern.quote(text) + "(?![\\d,]*\\d)")
                        .matcher(cell)
                        .find())) {
          wrong.add(row + " -> " + texts);
        }
      }
    }
  }

  /** {@code maxDepth} for {@code withMaxDepth}, {@code idleTimeout} for {@code idle-timeout}. */
  private static String accessor(String name) {
    String camel =
        Pattern.compile("-(\\w)")
            .matcher(name)
            .replaceAll(it -> it.group(1).toUpperCase(Locale.ROOT));
    return camel.matches("with[A-Z]\\w+")
        ? camel.substring(4, 5).toLowerCase(Locale.ROOT) + camel.substring(5)
        : camel;
  }
}
