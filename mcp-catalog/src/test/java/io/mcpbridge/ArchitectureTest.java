package io.mcpbridge;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The dependency rules of mcp-client and mcp-catalog that keep each revision, transport and library
 * replaceable.
 */
class ArchitectureTest {

  /** From the bottom up. A package may use itself and the layers below, never a neighbor. */
  private static final List<Set<String>> LAYERS =
      List.of(
          Set.of("internal.concurrent", "internal.text", "catalog.internal.counters"),
          Set.of("internal.file", "json"),
          Set.of("context", "error", "catalog.internal.truncation"),
          Set.of("model", "jsonrpc", "internal.jdbc", "internal.pipeline", "internal.schema"),
          Set.of("catalog.internal.names"),
          Set.of(
              "arguments",
              "auth",
              "input",
              "catalog.internal.content",
              "internal.message",
              "result",
              "schema",
              "selection"),
          Set.of("transport"),
          Set.of("internal.http.connection", "internal.stdio.platform", "internal.revision.codec"),
          Set.of("internal.http.call", "internal.revision.header"),
          Set.of("internal.http.sse", "internal.revision"),
          Set.of("internal.http.streamable"),
          Set.of("transport.http", "transport.stdio", "internal.revision.negotiation"),
          Set.of("client.call"),
          Set.of("internal.client.connection"),
          Set.of("internal.client"),
          Set.of("client"),
          Set.of("catalog.server"),
          Set.of("approval", "catalog.internal.resilience", "sampling", "search"),
          Set.of("catalog.internal.state"),
          Set.of("catalog.internal.tools"),
          Set.of("catalog.internal.supervision"),
          Set.of("catalog.internal.result"),
          Set.of("catalog.internal.call", "catalog.internal.access"),
          Set.of("catalog"));

  private static final List<Path> MODULES =
      List.of(Path.of("..", "mcp-client"), Path.of("..", "mcp-catalog"));

  private static final String JACKSON = "com.fasterxml.jackson..";
  private static final String APACHE_HTTP = "org.apache.hc..";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("/mcp-test/"))
          .importPackages("io.mcpbridge");

  @Test
  void packagesDependOnLowerLayersOnly() {
    classes().should(new DependOnlyOnLowerLayers("io.mcpbridge", LAYERS)).check(MAIN);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("io.mcpbridge.(**)").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void onlyJsonPackageDependsOnJackson() {
    noClasses()
        .that(not(resideInAPackage("io.mcpbridge.json")))
        .should()
        .dependOnClassesThat(resideInAPackage(JACKSON))
        .check(MAIN);
  }

  @Test
  void onlyHttpTransportDependsOnApacheHttpCore() {
    noClasses()
        .that(not(resideInAPackage("io.mcpbridge.internal.http..")))
        .should()
        .dependOnClassesThat(resideInAPackage(APACHE_HTTP))
        .check(MAIN);
  }

  @Test
  void publicApiExposesNeitherJacksonNorApacheHttpCore() {
    classes()
        .that(not(resideInAPackage("io.mcpbridge..internal..")))
        .should(new NotExposeTypes(resideInAnyPackage(JACKSON, APACHE_HTTP)))
        .check(MAIN);
  }

  private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");

  @Test
  void exportedTypesShowExportedTypesOnly() throws Exception {
    StringBuilder descriptors = new StringBuilder();
    for (Path module : MODULES) {
      descriptors.append(Files.readString(module.resolve("src/main/module/module-info.java")));
    }
    String[] exported =
        EXPORT.matcher(descriptors).results().map(export -> export.group(1)).toArray(String[]::new);
    classes()
        .that(resideInAnyPackage(exported))
        .should(
            new NotExposeTypes(
                resideInAPackage("io.mcpbridge..").and(not(resideInAnyPackage(exported)))))
        .check(MAIN);
  }

  @Test
  void onlyRevisionPackageNamesProtocolVersions() throws Exception {
    Path revisions = Path.of("io", "mcpbridge", "internal", "revision");
    List<StringConstant> dates = new ArrayList<>();
    for (Path module : MODULES) {
      StringConstant.allBelow(module.resolve("src/main/java"))
          .filter(constant -> !constant.file().startsWith(revisions))
          .filter(constant -> constant.contains("20\\d\\d-\\d\\d-\\d\\d"))
          .forEach(dates::add);
    }
    assertThat(dates)
        .as("protocol revisions named outside io.mcpbridge.internal.revision")
        .isEmpty();
  }

  /** What only the concurrency tools may use, so that each mechanism exists once. */
  private static final Pattern THREADS_TIMERS_AND_QUEUES =
      Pattern.compile(
          "new Thread\\(|ofVirtual\\(|Executors\\.new|ThreadPoolExecutor|ScheduledExecutorService"
              + "|ForkJoinPool|new Timer\\(|java\\.util\\.Timer|BlockingQueue\\b|delayedExecutor"
              + "|\\.orTimeout\\(|\\.completeOnTimeout\\(");

  @Test
  void onlyTheConcurrencyToolsCreateThreadsTimersAndQueues() throws Exception {
    List<Path> violations = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(".."), 12)) {
      for (Path file : files.filter(ArchitectureTest::isMainCode).toList()) {
        if (THREADS_TIMERS_AND_QUEUES.matcher(Files.readString(file)).find()) {
          violations.add(file);
        }
      }
    }
    assertThat(violations)
        .as("use SerialExecutor, SingleFlight, Scheduler, Debouncer, Workers or DaemonThreads")
        .isEmpty();
  }

  private static final Pattern IMPORT = Pattern.compile("(?m)^import [\\w.]+\\.(\\w+);\n");

  /** Strings are included, since they can contain what looks like a comment. */
  private static final Pattern STRING_OR_COMMENT =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\n])*+'"
              + "|//[^\n]*+|/\\*.*?\\*/");

  /**
   * An import is a dependency of the code. Javadoc that links to other types writes the package.
   */
  @Test
  void codeUsesEveryImport() throws Exception {
    List<String> violations = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(".."), 12)) {
      for (Path file : files.filter(ArchitectureTest::isPublished).toList()) {
        String source = Files.readString(file);
        String code =
            STRING_OR_COMMENT.matcher(IMPORT.matcher(source).replaceAll("")).replaceAll("");
        IMPORT
            .matcher(source)
            .results()
            .filter(type -> !code.matches("(?s).*\\b" + type.group(1) + "\\b.*"))
            .forEach(type -> violations.add(file + ": " + type.group().strip()));
      }
    }
    assertThat(violations).as("write {@link package.Type} instead of the import").isEmpty();
  }

  private static boolean isPublished(Path file) {
    return file.toString().replace('\\', '/').matches("\\.\\./mcp-[^/]+/src/main/java/.*\\.java");
  }

  /** Main code of a published module, except for the fake server of mcp-test. */
  private static boolean isMainCode(Path file) {
    String path = file.toString().replace('\\', '/');
    return isPublished(file)
        && !path.startsWith("../mcp-test/")
        && !path.contains("/io/mcpbridge/internal/concurrent/");
  }
}
