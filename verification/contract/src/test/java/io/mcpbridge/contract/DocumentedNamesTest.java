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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Types and methods named in the documentation's prose exist. Other tests compile its code blocks.
 */
class DocumentedNamesTest {

  /** Types of other libraries, absent from our code. */
  private static final Set<String> OTHERS =
      Set.of("ApplicationStartup", "McpClientAgent", "RestClient", "RestTemplate");

  /** Pages that compare with other libraries, and use those libraries' names. */
  private static final Pattern COMPARISON = Pattern.compile("(migrate|come)-from-.+");

  private static final Pattern BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern NAME =
      Pattern.compile("`@?([A-Za-z]\\w*(?:\\.[A-Za-z]\\w*)*)(\\([^`\n]*\\))?`");
  private static final Pattern TYPE = Pattern.compile("[A-Z][a-z0-9]+[A-Z]\\w*");
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Pattern SUPERTYPES =
      Pattern.compile("\\b(?:extends|implements)\\s+([\\w<>,.?@\\s]+)\\{");

  private final Path root = Path.of("..", "..").toAbsolutePath().normalize();
  private final Map<String, String> types = new HashMap<>();
  private final Set<String> words = new HashSet<>();
  private int names;

  @Test
  void documentedNamesExistInCode() throws IOException {
    readCode();
    List<String> unknown = new ArrayList<>();
    for (Path page : pages()) {
      Matcher name = NAME.matcher(BLOCK.matcher(Files.readString(page)).replaceAll(""));
      while (name.find()) {
        String[] parts = name.group(1).split("\\.");
        if (!areKnown(parts, name.group(2) != null)) {
          unknown.add(root.relativize(page) + ": " + name.group());
        }
      }
    }
    assertThat(names).as("names that were looked at").isGreaterThan(400);
    assertThat(unknown).isEmpty();
  }

  private boolean areKnown(String[] parts, boolean isCall) {
    for (int i = 1; i < parts.length; i++) {
      String type = parts[i - 1];
      if (types.containsKey(type)) {
        names++;
        if (!Pattern.compile("\\b" + parts[i] + "\\b").matcher(sourceOf(type)).find()) {
          return false;
        }
      }
    }
    String last = parts[parts.length - 1];
    if (isCall || TYPE.matcher(last).matches()) {
      names++;
      return words.contains(last) || OTHERS.contains(last);
    }
    return true;
  }

  /** The source of a type and of its supertypes. */
  private String sourceOf(String type) {
    StringBuilder sources = new StringBuilder();
    Set<String> seen = new HashSet<>();
    List<String> open = new ArrayList<>(List.of(type));
    while (!open.isEmpty()) {
      String next = open.remove(0);
      String source = types.get(next);
      if (source != null && seen.add(next)) {
        sources.append(source);
        SUPERTYPES
            .matcher(source)
            .results()
            .flatMap(above -> WORD.matcher(above.group(1)).results())
            .forEach(word -> open.add(word.group()));
      }
    }
    return sources.toString();
  }

  private void readCode() throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            return name.equals("target") || name.equals("node_modules") || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = file.getFileName().toString();
            if (name.endsWith(".java") && !name.equals("DocumentedNamesTest.java")) {
              read(file, name.substring(0, name.length() - ".java".length()));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void read(Path file, String type) throws IOException {
    String source = Files.readString(file);
    WORD.matcher(source).results().forEach(word -> words.add(word.group()));
    if (file.toString().contains("/src/main/java/")) {
      types.merge(type, source, String::concat);
    }
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> modules = Files.list(root);
        Stream<Path> docs = Files.walk(root.resolve("docs"));
        Stream<Path> evidence = Files.walk(root.resolve("verification/evidence"))) {
      return Stream.of(
              Stream.of("README.md", "llms.txt", "CONTRIBUTING.md", "SECURITY.md")
                  .map(root::resolve),
              modules.map(module -> module.resolve("README.md")).filter(Files::exists),
              Stream.concat(docs, evidence)
                  .filter(
                      file ->
                          file.toString().endsWith(".md")
                              && !COMPARISON.matcher(file.getFileName().toString()).matches()))
          .flatMap(Function.identity())
          .toList();
    }
  }
}
