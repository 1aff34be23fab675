package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No test asserts that something is fast, because a busy machine is slow: tests wait for a
 * condition, count, or use a clock of their own. Lower bounds hold on every machine.
 */
class ElapsedTimeTest {

  private static final Pattern TEST_SOURCE =
      Pattern.compile("(?:mcp-|verification/|samples/).*/src/test/.*\\.java");
  private static final Pattern TEXT =
      Pattern.compile(
          "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

  private static final Pattern REFUSED =
      Pattern.compile("\\bassertTimeout\\w*\\(|@Timeout\\b|\\bcompletesWithin\\(|\\bsleep\\(");
  private static final Pattern UPPER_BOUND =
      Pattern.compile(
          "\\.is(?:LessThan(?:OrEqualTo)?|(?:Strictly)?Between|Negative|CloseTo)\\(|\\w <=? \\w");
  private static final String CLOCK =
      "System\\.nanoTime\\b|System\\.currentTimeMillis\\b|Duration\\.between\\b";

  @Test
  void testsAssertNoUpperBoundOfElapsedTime() throws IOException {
    Path root = Path.of("..", "..").toAbsolutePath().normalize();
    List<String> assertions = new ArrayList<>();
    int files = 0;
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        String name = root.relativize(file).toString().replace('\\', '/');
        if (TEST_SOURCE.matcher(name).matches() && !name.contains("/target/")) {
          files++;
          for (String statement : refused(Files.readString(file))) {
            assertions.add(name + ": " + statement);
          }
        }
      }
    }
    assertThat(files).as("files that were read").isGreaterThan(500);
    assertThat(assertions).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assertTimeout(LIMIT, () -> run());",
        "assertTimeoutPreemptively(LIMIT, () -> run());",
        "@Timeout(30) class A {}",
        "Thread.sleep(10);",
        "TimeUnit.MILLISECONDS.sleep(10);",
        "assertThat(System.nanoTime() - start).isLessThan(5);",
        "long start = System.nanoTime(); run(); long nanos = System.nanoTime() - start;"
            + " assertThat(nanos).as(\"a while\").isBetween(1L, 5L);",
        "Duration taken = Duration.between(start, now()); assertThat(taken)\n.isLessThan(LIMIT);",
        "long time() { run(); return System.currentTimeMillis() - start; }"
            + " void test() { assertThat(time()).isLessThanOrEqualTo(5); }",
        "long time = System.nanoTime(); assertTrue(time <= end);",
      })
  void refusesAssertionsOfElapsedTime(String source) {
    assertThat(refused(source)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "long end = System.nanoTime() + LIMIT; while (isOpen() && System.nanoTime() < end) {}",
        "assertThat(Duration.between(start, end)).isGreaterThanOrEqualTo(retry);",
        "assertThat(backoff.next()).isBetween(LOW, HIGH);",
        "// Thread.sleep(10);",
        "String script = \"exec sleep(10)\";",
        "assertThat(queue.poll(60, TimeUnit.SECONDS)).isNotNull();",
      })
  void allowsWaitingAndLowerBounds(String source) {
    assertThat(refused(source)).isEmpty();
  }

  private static List<String> refused(String source) {
    String code = TEXT.matcher(source).replaceAll("\"\"");
    Pattern time = Pattern.compile(times(code));
    List<String> refused = new ArrayList<>();
    for (String statement : code.split("[;{}]")) {
      boolean isTime =
          statement.contains("assert")
              && UPPER_BOUND.matcher(statement).find()
              && time.matcher(statement).find();
      if (isTime || REFUSED.matcher(statement).find()) {
        refused.add(statement.strip().replaceAll("\\s+", " "));
      }
    }
    return refused;
  }

  /** The clocks, and the variables and methods whose value comes from them. */
  private static String times(String code) {
    Set<String> times = new LinkedHashSet<>(List.of(CLOCK));
    for (int size = 0; size < times.size(); ) {
      size = times.size();
      String value = "[^;{}]*(?:" + String.join("|", times) + ")[^;{}]*;";
      String names =
          "\\b(\\w+) = "
              + value
              + "|\\b(\\w+)\\.set\\("
              + value
              + "|\\b(\\w+)\\([^()]*\\)"
              + "(?: throws \\w+)? \\{(?:[^{}]*;)?\\s*return "
              + value;
      for (MatchResult name : Pattern.compile(names).matcher(code).results().toList()) {
        for (int group = 1; group <= 3; group++) {
          if (name.group(group) != null) {
            times.add("\\b" + name.group(group) + "\\b");
          }
        }
      }
    }
    return String.join("|", times);
  }
}
