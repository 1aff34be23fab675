package io.mcpbridge.langchain4j;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The adapter stays thin: it uses only the public APIs of both libraries. */
class ArchitectureTest {

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.mcpbridge.langchain4j");

  @Test
  void seesOnlyTheClientLangChain4jAndLogging() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                "io.mcpbridge.langchain4j..",
                "io.mcpbridge.json",
                "io.mcpbridge.error",
                "io.mcpbridge.model",
                "io.mcpbridge.auth",
                "io.mcpbridge.transport",
                "io.mcpbridge.client",
                "io.mcpbridge.input",
                "io.mcpbridge.catalog",
                "io.mcpbridge.schema",
                "io.mcpbridge.selection",
                "dev.langchain4j..",
                "org.slf4j",
                "org.jspecify.annotations"))
        .check(MAIN);
  }

  @Test
  void needsTheirClientInOnePackageOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.mcpbridge.langchain4j.mcp")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.langchain4j.mcp..", "io.mcpbridge.langchain4j.mcp"))
        .check(MAIN);
  }

  @Test
  void leavesTheInternalsOfLangChain4jAlone() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("dev.langchain4j..internal.."))
        .check(MAIN);
  }
}
