package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The modules that a release deploys, by the poms. */
class PublishedModulesTest {

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(mcp-[^<]+)</artifactId>");
  private static final Pattern MANAGED =
      Pattern.compile("<dependencyManagement>.*</dependencyManagement>", Pattern.DOTALL);
  private static final Pattern DEPLOY_SKIP =
      Pattern.compile("<maven\\.deploy\\.skip>([^<]+)</maven\\.deploy\\.skip>");
  private static final Pattern EXCLUDE =
      Pattern.compile("<exclude>(io\\.mcpbridge[^<]+)</exclude>");
  private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");
  private static final Pattern EXPORT_TO = Pattern.compile("exports ([\\w.]+) to([^;]+);");
  private static final Pattern MODULE_NAME = Pattern.compile("(?m)^module ([\\w.]+) \\{");
  private static final Pattern AUTOMATIC_MODULE_NAME =
      Pattern.compile("<Automatic-Module-Name>([^<]+)<");
  private static final Pattern INTERNAL_IMPORT =
      Pattern.compile(
          "(?m)^import (?:static )?(io\\.mcpbridge\\.(?:[a-z]\\w*\\.)*?internal[a-z.]*)\\.");

  private final Path root = Path.of("..", "..").toAbsolutePath().normalize();

  @Test
  void bomListsEachDeployedModule() throws IOException {
    Set<String> deployed = new TreeSet<>();
    addDeployed(root, false, deployed);
    deployed.remove("mcp-bom");

    String managed = all(MANAGED, Files.readString(root.resolve("mcp-bom/pom.xml"))).get(0).group();

    assertThat(groups(ARTIFACT, managed)).containsExactlyElementsOf(deployed);
  }

  /**
   * A package is public API unless its name contains {@code internal}: a module exports the others,
   * and the comparison of the API leaves it out.
   */
  @Test
  void apiComparisonLeavesOutInternalPackages() throws IOException {
    Set<String> exported = new TreeSet<>();
    Set<String> internal = new TreeSet<>();
    for (String module : groups(MODULE, Files.readString(root.resolve("pom.xml")))) {
      Path descriptor = root.resolve(module).resolve("src/main/module/module-info.java");
      if (Files.exists(descriptor)) {
        List<String> exports = groups(EXPORT, Files.readString(descriptor));
        exported.addAll(exports);
        internal.addAll(packages(root.resolve(module).resolve("src/main/java")));
      }
    }
    internal.removeAll(exported);
    List<String> excludes = groups(EXCLUDE, Files.readString(root.resolve("pom.xml")));

    assertThat(internal).allMatch(name -> (name + ".").contains(".internal."));
    assertThat(exported).noneMatch(name -> (name + ".").contains(".internal."));
    assertThat(excludes).containsExactly("io.mcpbridge.*internal");
  }

  /** On the class path, where this is built and tested, a missing export is not noticed. */
  @Test
  void internalPackagesAreExportedToTheModulesThatUseThem() throws IOException {
    Set<String> exported = new TreeSet<>();
    Set<String> owned = new TreeSet<>();
    Set<String> used = new TreeSet<>();
    for (String module : groups(MODULE, Files.readString(root.resolve("pom.xml")))) {
      Path sources = root.resolve(module).resolve("src/main/java");
      Path descriptor = root.resolve(module).resolve("src/main/module/module-info.java");
      if (!module.startsWith("mcp-") || !Files.isDirectory(sources)) {
        continue;
      }
      Set<String> ownPackages = packages(sources);
      String name;
      if (Files.exists(descriptor)) {
        String text = Files.readString(descriptor);
        name = groups(MODULE_NAME, text).get(0);
        owned.addAll(ownPackages);
        for (MatchResult export : all(EXPORT_TO, text)) {
          for (String target : export.group(2).split(",")) {
            exported.add(export.group(1) + " to " + target.strip());
          }
        }
      } else {
        String pom = Files.readString(root.resolve(module).resolve("pom.xml"));
        name = groups(AUTOMATIC_MODULE_NAME, pom).get(0);
      }
      for (String imported : internalImports(sources)) {
        if (!ownPackages.contains(imported)) {
          used.add(imported + " to " + name);
        }
      }
    }
    used.removeIf(use -> !owned.contains(use.substring(0, use.indexOf(' ')))); // automatic modules

    assertThat(used).hasSizeGreaterThan(20);
    assertThat(exported).containsAll(used);
  }

  private static Set<String> internalImports(Path sources) throws IOException {
    Set<String> imports = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".java")).toList()) {
        imports.addAll(groups(INTERNAL_IMPORT, Files.readString(file)));
      }
    }
    return imports;
  }

  private static Set<String> packages(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
          .collect(Collectors.toSet());
    }
  }

  /** A module inherits whether it is deployed. */
  private static void addDeployed(Path folder, boolean inherited, Set<String> deployed)
      throws IOException {
    String pom = Files.readString(folder.resolve("pom.xml"));
    Optional<String> ownValue = groups(DEPLOY_SKIP, pom).stream().findFirst();
    boolean skipped = ownValue.map(Boolean::parseBoolean).orElse(inherited);
    List<String> modules = groups(MODULE, pom);
    if (modules.isEmpty() && !skipped) {
      deployed.add(folder.getFileName().toString());
    }
    for (String module : modules) {
      addDeployed(folder.resolve(module), skipped, deployed);
    }
  }

  private static List<String> groups(Pattern pattern, String text) {
    return all(pattern, text).stream().map(match -> match.group(1)).toList();
  }

  private static List<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }
}
