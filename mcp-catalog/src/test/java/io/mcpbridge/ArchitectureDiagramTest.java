package io.mcpbridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The diagram in CONTRIBUTING.md shows the modules by their poms, and the packages of mcp-client
 * and mcp-catalog by their classes. With {@code -Ddiagram.write=true} this test writes the diagram.
 */
class ArchitectureDiagramTest {

  private static final Path PAGE = Path.of("..", "CONTRIBUTING.md");
  private static final Pattern DIAGRAM = Pattern.compile("```mermaid\n.*?```\n", Pattern.DOTALL);
  private static final Pattern MODULE = Pattern.compile("<module>(mcp-[^<]+)</module>");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>io\\.mcpbridge</groupId>\\s*<artifactId>([^<]+)</artifactId>"
              + "((?:(?!</dependency>).)*)</dependency>",
          Pattern.DOTALL);

  private static final String BASE = "io.mcpbridge.";

  /** Nearly every package uses these. */
  private static final Pattern COMMON =
      Pattern.compile("internal\\.(?!client|http|revision|stdio).*|json|error");

  @Test
  void pageShowsModulesAndPackages() throws IOException {
    String page = Files.readString(PAGE);
    String diagram = diagram();
    if (Boolean.getBoolean("diagram.write")) {
      page = DIAGRAM.matcher(page).replaceFirst(result -> diagram);
      Files.writeString(PAGE, page);
    }

    assertThat(DIAGRAM.matcher(page).results().map(MatchResult::group))
        .as(
            "CONTRIBUTING.md; rewrite: ./mvnw test -pl mcp-catalog -am"
                + " -Dtest=ArchitectureDiagramTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Ddiagram.write=true")
        .containsExactly(diagram);
  }

  private static String diagram() throws IOException {
    StringBuilder diagram = new StringBuilder("```mermaid\nflowchart TD\n");
    Map<String, Set<String>> packages = packages();
    for (String module : List.of("mcp-client", "mcp-catalog")) {
      diagram.append("  subgraph " + module + "\n");
      forEachArrow(
          packages,
          (from, to) -> {
            if (isIn(module, from)) {
              diagram.append("    " + from + " --> " + to + "\n");
            }
          });
      diagram.append("  end\n");
    }
    forEachArrow(modules(), (from, to) -> diagram.append("  " + from + " --> " + to + "\n"));
    return diagram.append("```\n").toString();
  }

  /** What each published module needs for compiling, without the BOM. */
  private static Map<String, Set<String>> modules() throws IOException {
    Map<String, Set<String>> arrows = new TreeMap<>();
    for (MatchResult module : all(MODULE, Path.of("..", "pom.xml"))) {
      Path pom = Path.of("..", module.group(1), "pom.xml");
      for (MatchResult dependency : all(DEPENDENCY, pom)) {
        boolean isManaged = module.group(1).equals("mcp-bom");
        if (!isManaged && !dependency.group(2).contains("<scope>test</scope>")) {
          add(arrows, module.group(1), dependency.group(1));
        }
      }
    }
    return arrows;
  }

  private static Iterable<MatchResult> all(Pattern pattern, Path file) throws IOException {
    return pattern.matcher(Files.readString(file)).results().toList();
  }

  private static boolean isIn(String module, String packageName) {
    Path sources = Path.of("..", module, "src", "main", "java", "io", "mcpbridge");
    return Files.isDirectory(sources.resolve(packageName.replace('.', '/')));
  }

  private static Map<String, Set<String>> packages() {
    Map<String, Set<String>> arrows = new TreeMap<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/mcp-test/"))
            .importPackages("io.mcpbridge")) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String to = dependency.getTargetClass().getPackageName();
        if (to.startsWith(BASE) && !nameOf(to).equals(nameOf(type.getPackageName()))) {
          add(arrows, nameOf(type.getPackageName()), nameOf(to));
        }
      }
    }
    arrows.keySet().removeIf(name -> COMMON.matcher(name).matches());
    arrows.values().forEach(targets -> targets.removeIf(name -> COMMON.matcher(name).matches()));
    return arrows;
  }

  private static String nameOf(String packageName) {
    return packageName.substring(BASE.length());
  }

  private static void add(Map<String, Set<String>> arrows, String from, String to) {
    arrows.computeIfAbsent(from, first -> new TreeSet<>()).add(to);
  }

  /** Omits an arrow where others lead to the same target. */
  private static void forEachArrow(
      Map<String, Set<String>> arrows, BiConsumer<String, String> consumer) {
    arrows.forEach(
        (from, targets) ->
            targets.stream()
                .filter(
                    to ->
                        targets.stream()
                            .noneMatch(via -> !via.equals(to) && leadsTo(arrows, via, to)))
                .forEach(to -> consumer.accept(from, to)));
  }

  /** Ends, because packages and modules are free of cycles. */
  private static boolean leadsTo(Map<String, Set<String>> arrows, String from, String to) {
    Set<String> next = arrows.getOrDefault(from, Set.of());
    return next.contains(to) || next.stream().anyMatch(via -> leadsTo(arrows, via, to));
  }
}
