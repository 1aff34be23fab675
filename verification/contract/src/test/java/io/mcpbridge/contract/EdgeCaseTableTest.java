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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of edge cases names tests; each of them is there. */
class EdgeCaseTableTest {

  private static final Pattern ROW = Pattern.compile("\\| E-(\\d+) \\|(.*)\\|(.*)\\|(.*)\\|");
  private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git");

  private final Path root = root();

  @Test
  void everyTestThatIsNamedIsThere() throws IOException {
    Map<String, List<Path>> tests = tests();
    List<String> missing = new ArrayList<>();
    int before = 0;
    for (String line : Files.readAllLines(root.resolve("docs/reference/edge-cases.md"))) {
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        assertThat(line).as("a row that is not read").doesNotContain("| E-");
        continue;
      }
      int number = Integer.parseInt(row.group(1));
      assertThat(number).as("the rows are in order: %s", line).isGreaterThan(before);
      before = number;
      List<String> named = new ArrayList<>();
      Matcher test = TEST.matcher(row.group(4));
      while (test.find()) {
        named.add(test.group());
        if (!isIn(tests.getOrDefault(test.group(1), List.of()), test.group(2))) {
          missing.add(test.group());
        }
      }
      assertThat(named).as("tests of E-%s", number).isNotEmpty();
    }
    assertThat(before).as("the page was read").isPositive();
    assertThat(missing).isEmpty();
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

  /** The sources of all test classes, by their simple names, of which some are there twice. */
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
            String name = file.getFileName().toString();
            if (name.endsWith("Test.java") && file.toString().contains(sources.toString())) {
              String simpleName = name.substring(0, name.length() - ".java".length());
              tests.computeIfAbsent(simpleName, unused -> new ArrayList<>()).add(file);
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
