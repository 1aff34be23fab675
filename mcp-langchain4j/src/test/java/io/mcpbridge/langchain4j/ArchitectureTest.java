package io.mcpbridge.langchain4j;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The adapter stays thin: it uses the public APIs, and three internal packages for catalogs,
 * content and text.
 */
class ArchitectureTest {

  /** From the bottom up. A package may use itself and the packages before it. */
  private static final List<String> LAYERS =
      List.of(
          "io.mcpbridge.langchain4j.schema",
          "io.mcpbridge.langchain4j",
          "io.mcpbridge.langchain4j.sampling",
          "io.mcpbridge.langchain4j.document",
          "io.mcpbridge.langchain4j.mcp");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.mcpbridge.langchain4j");

  @Test
  void dependsOnlyOnClientLangChain4jAndLogging() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                "io.mcpbridge.langchain4j..",
                "io.mcpbridge.catalog.internal.access",
                "io.mcpbridge.catalog.internal.content",
                "io.mcpbridge.internal.text",
                "io.mcpbridge.json",
                "io.mcpbridge.error",
                "io.mcpbridge.model",
                "io.mcpbridge.approval",
                "io.mcpbridge.auth",
                "io.mcpbridge.transport",
                "io.mcpbridge.client",
                "io.mcpbridge.client.call",
                "io.mcpbridge.context",
                "io.mcpbridge.input",
                "io.mcpbridge.catalog",
                "io.mcpbridge.catalog.server",
                "io.mcpbridge.sampling",
                "io.mcpbridge.schema",
                "io.mcpbridge.search",
                "io.mcpbridge.selection",
                "dev.langchain4j..",
                "org.slf4j",
                "org.jspecify.annotations"))
        .check(MAIN);
  }

  @Test
  void packagesDependOnLowerLayersOnly() {
    classes().should().resideInAnyPackage(LAYERS.toArray(String[]::new)).check(MAIN);
    for (int layer = 0; layer < LAYERS.size() - 1; layer++) {
      String[] above = LAYERS.subList(layer + 1, LAYERS.size()).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(LAYERS.get(layer))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(above)
          .check(MAIN);
    }
  }

  @Test
  void onlyMcpPackageDependsOnLangChain4jMcp() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.mcpbridge.langchain4j.mcp")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.langchain4j.mcp..", "io.mcpbridge.langchain4j.mcp"))
        .check(MAIN);
  }

  @Test
  void doesNotDependOnLangChain4jInternals() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("dev.langchain4j..internal.."))
        .check(MAIN);
  }
}
