package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks pages whose tables name the tests that show each behavior. Every named test exists, and
 * each id occurs once on its page: in a row, or in a list of untested behavior with the reason.
 */
class EvidenceTest {

  private static final String ID = "([A-Z]{1,2}\\d?-[A-Z]?)(\\d+)";
  private static final Pattern ONE_ID = Pattern.compile(ID);
  private static final Pattern ROW =
      Pattern.compile("\\| (" + ID + "(?: " + ID + ")*) \\|[^|]+\\|[^|]+\\|([^|]+)\\|");
  private static final Pattern ITEM = Pattern.compile("- (" + ID + "(?:, " + ID + ")*): .+");
  private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
  private static final Pattern TEST_CLASS = Pattern.compile("(\\w+(?:Test|Contract))\\.java");
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git");

  private final Path root = root();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "authorization",
        "edge-cases",
        "behaviors",
        "troubles",
        "client-library",
        "parity",
        "telemetry",
        "trials",
        "threat-model"
      })
  void everyTestThatIsNamedIsThere(String page) throws IOException {
    Map<String, List<Path>> tests = tests();
    List<String> missing = new ArrayList<>();
    int rows = 0;
    for (String line : lines(page)) {
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        assertThat(line).as("a row that is not read").doesNotContainPattern("^\\| ?" + ID);
        continue;
      }
      rows++;
      List<String> named = new ArrayList<>();
      Matcher test = TEST.matcher(row.group(row.groupCount()));
      while (test.find()) {
        named.add(test.group());
        if (!isIn(tests.getOrDefault(test.group(1), List.of()), test.group(2))) {
          missing.add(test.group());
        }
      }
      assertThat(named).as("tests of %s", row.group(1)).isNotEmpty();
    }
    assertThat(rows).as("the page was read").isPositive();
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "authorization",
        "edge-cases",
        "behaviors",
        "troubles",
        "client-library",
        "parity",
        "telemetry",
        "trials",
        "threat-model"
      })
  void everyIdIsThereOnce(String page) throws IOException {
    assertThat(ids(page)).isNotEmpty().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"behaviors", "troubles", "client-library", "parity", "threat-model"})
  void noIdIsLeftOut(String page) throws IOException {
    Map<String, Set<Integer>> numbers = new TreeMap<>();
    for (String id : ids(page)) {
      Matcher parts = ONE_ID.matcher(id);
      assertThat(parts.matches()).isTrue();
      numbers
          .computeIfAbsent(parts.group(1), unused -> new TreeSet<>())
          .add(Integer.parseInt(parts.group(2)));
    }
    numbers.forEach(
        (prefix, idNumbers) ->
            assertThat(idNumbers)
                .as(prefix)
                .containsExactlyElementsOf(
                    IntStream.rangeClosed(1, idNumbers.size()).boxed().toList()));
  }

  /** The tests of the auto-configuration are the ones that run on each line of Spring AI. */
  @Test
  void eachCapabilityHasTestsForBothFrameworks() throws IOException {
    Map<String, List<Path>> tests = tests();
    List<String> missing = new ArrayList<>();
    int rows = 0;
    for (String line : lines("parity")) {
      if (!ROW.matcher(line).matches()) {
        continue;
      }
      rows++;
      String[] cells = line.split("\\|");
      for (int framework = 3; framework <= 4; framework++) {
        boolean springAi = framework == 4;
        Matcher test = TEST.matcher(cells[framework]);
        assertThat(TEST.matcher(cells[framework]).find()).as(line).isTrue();
        while (test.find()) {
          List<Path> sources =
              tests.getOrDefault(test.group(1), List.of()).stream()
                  .filter(
                      source ->
                          source.startsWith(root.resolve("mcp-spring-boot-autoconfigure"))
                              || (!springAi && source.startsWith(root.resolve("mcp-langchain4j"))))
                  .toList();
          if (!isIn(sources, test.group(2))) {
            missing.add(test.group() + (springAi ? " of Spring AI" : " of LangChain4j"));
          }
        }
      }
    }
    assertThat(rows).as("the page was read").isPositive();
    assertThat(missing).isEmpty();
  }

  /** The ids of table rows and list items, in page order. */
  private List<String> ids(String page) throws IOException {
    List<String> ids = new ArrayList<>();
    for (String line : lines(page)) {
      Matcher row = ROW.matcher(line);
      Matcher item = ITEM.matcher(line);
      Matcher id =
          ONE_ID.matcher(row.matches() ? row.group(1) : item.matches() ? item.group(1) : "");
      while (id.find()) {
        ids.add(id.group());
      }
    }
    return ids;
  }

  private List<String> lines(String page) throws IOException {
    Path evidence = root.resolve("verification/evidence/" + page + ".md");
    return Files.readAllLines(
        Files.exists(evidence) ? evidence : root.resolve("docs/explanation/" + page + ".md"));
  }

  private static boolean isIn(List<Path> sources, String method) throws IOException {
    Pattern declaration = Pattern.compile("^  (public )?void " + method + "\\(", Pattern.MULTILINE);
    for (Path source : sources) {
      if (declaration.matcher(Files.readString(source)).find()) {
        return true;
      }
    }
    return false;
  }

  /** The sources of all test classes by simple name; some names occur twice. */
  private Map<String, List<Path>> tests() throws IOException {
    Map<String, List<Path>> tests = new HashMap<>();
    Path sources = Path.of("src", "test", "java");
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return NOT_OURS.contains(String.valueOf(directory.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            Matcher name = TEST_CLASS.matcher(file.getFileName().toString());
            if (name.matches() && file.toString().contains(sources.toString())) {
              tests.computeIfAbsent(name.group(1), unused -> new ArrayList<>()).add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return tests;
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
