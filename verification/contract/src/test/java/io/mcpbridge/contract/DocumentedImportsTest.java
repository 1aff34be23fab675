package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Java code in the documentation can be copied: each type is imported by its block or one above it,
 * or declared on the page.
 */
class DocumentedImportsTest {

  /** Types that the reader has, and a nested type that a class inherits. */
  private static final Set<String> OWN =
      Set.of(
          "ApiKeys",
          "Assistant",
          "Chat",
          "ContextSnapshot",
          "FrameChannel",
          "FrameTransport",
          "Researcher",
          "Writer");

  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?[\\w.]+?\\.(\\w+);$");
  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");
  private static final Pattern NO_CODE =
      Pattern.compile("(?m)^import .*$|//.*|\"(?:\\\\.|[^\"\\\\])*\"");
  private static final Pattern TYPE = Pattern.compile("(?<![\\w.])[A-Z]\\w*[a-z]\\w*");

  private final Path root = Path.of("..", "..").toAbsolutePath().normalize();

  @Test
  void codeBlocksImportTheirTypes() throws IOException {
    List<String> missing = new ArrayList<>();
    int types = 0;
    for (Path page : pages()) {
      String text = Files.readString(page);
      Set<String> knownTypes = new HashSet<>(OWN);
      DECLARATION.matcher(text).results().forEach(match -> knownTypes.add(match.group(1)));
      for (MatchResult block : BLOCK.matcher(text).results().toList()) {
        IMPORT.matcher(block.group(1)).results().forEach(match -> knownTypes.add(match.group(1)));
        String code = NO_CODE.matcher(block.group(1)).replaceAll("");
        for (String type : TYPE.matcher(code).results().map(MatchResult::group).toList()) {
          types++;
          if (!knownTypes.contains(type) && !isInJavaLang(type)) {
            missing.add(root.relativize(page) + ": " + type);
          }
        }
      }
    }
    assertThat(types).as("types that were looked at").isGreaterThan(500);
    assertThat(missing).isEmpty();
  }

  private static boolean isInJavaLang(String type) {
    try {
      return Class.forName("java.lang." + type).getPackageName().equals("java.lang");
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> all = Files.walk(root.resolve("docs"));
        Stream<Path> modules = Files.list(root);
        Stream<Path> samples = Files.list(root.resolve("samples"))) {
      return Stream.of(
              all,
              Stream.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")),
              modules.map(module -> module.resolve("README.md")),
              samples.map(sample -> sample.resolve("README.md")))
          .flatMap(pages -> pages)
          .filter(page -> page.toString().endsWith(".md") && Files.exists(page))
          .toList();
    }
  }
}
